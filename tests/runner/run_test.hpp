// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>

#include "tests/runner/test_file.hpp"

namespace tessera::testing {

struct Settings {
  std::set<std::string> assumed;  ///< assumed conditions, to see that some test notices
  bool update = false;
  bool compile = true;  ///< compile the C of accepted results
};

/// Empty when the test passes, else what went wrong. Every accepting test also replays the trace, parses the printed
/// result again, compares the result with the input in the interpreter, and compiles the C that both give.
std::string run_test(const TestFile&, const Settings&);

/// The message of a test that is refused, as the command prints it. Throws InputError for a test that is accepted.
std::string refusal(const TestFile&);

/// What the refused step would make if the condition that refuses it were dropped: a wrong program. None where
/// something else refuses it too, or the condition is one of shape.
std::optional<std::string> unsound_result(const TestFile&);

}  // namespace tessera::testing
