// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "fuzz/steps.hpp"

namespace tessera::fuzz {

/// The readers of user-written texts.
enum class Reader { program, pattern, schedule, trace, fragment, setting };
std::string_view name(Reader);

/// Runs the reader on the text. Returns the fault of its refusal (not a diagnostic, without a place in the text, a
/// bug); nothing when it reads the text, or refuses properly. `read` says which.
std::string wrong_refusal(Reader, const std::string& text, bool& read);

/// Random programs, schedules, patterns and so on, broken in random ways.
CaseResult random_text(Dice&, const Settings&, const Journal&);
/// The same for the texts of hardware libraries.
CaseResult random_library_text(Dice&, const std::vector<std::string>& texts, const Journal&);

/// The finding's text again.
std::optional<Finding> read_again(const Finding&);

}  // namespace tessera::fuzz
