// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "fuzz/steps.hpp"

namespace tessera::fuzz {

/// A random block of a random program becomes a procedure with more arguments than it needs to have (bounds, offsets,
/// factors), sometimes made wrong by one change, and the block is replaced by a call of it. The step must be refused or
/// right.
CaseResult random_replace(Dice&, const Settings&, const Journal&);

}  // namespace tessera::fuzz
