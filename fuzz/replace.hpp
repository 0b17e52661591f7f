// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "fuzz/steps.hpp"

namespace tessera::fuzz {

/// Extracts a random block of a random program to a procedure with unnecessary arguments (bounds, offsets, factors),
/// sometimes with one wrong change, and replaces the block by a call. The step must be refused or right.
CaseResult random_replace(Dice&, const Settings&, const Journal&);

}  // namespace tessera::fuzz
