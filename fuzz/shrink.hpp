// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

#include "fuzz/finding.hpp"

namespace tessera::fuzz {

/// Does this input still fail in the same way?
using StillFails = std::function<bool(const Finding&)>;

/// A smaller input that fails in the same way: steps, statements, branches, arguments and definitions dropped, loops
/// replaced by one iteration, values by 1, numbers made small. Asks `most` times at most.
Finding shrunk(Finding, const StillFails&, int most = 600);

/// The finding as a test of tests/primitives: the expectation is for a person to check. `command` shows it again.
std::string as_test(const Finding&, const std::string& command);

}  // namespace tessera::fuzz
