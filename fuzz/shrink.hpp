// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

#include "fuzz/finding.hpp"

namespace tessera::fuzz {

/// Does this input still fail with the same kind and primitive?
using StillFails = std::function<bool(const Finding&)>;

/// A smaller input with the same failure: steps, statements, branches, arguments and definitions dropped, loops
/// replaced by one iteration, values by 1, numbers reduced. At most `most` tries.
Finding shrunk(Finding, const StillFails&, int most = 600);

/// The finding as a test of tests/primitives; a person must check the expectation. `command` reproduces it.
std::string as_test(const Finding&, const std::string& command);

}  // namespace tessera::fuzz
