// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/schedule.hpp"

namespace tessera::script {

/// Throws InputError "schedule" at the place.
[[noreturn]] void fail_at(SrcLoc, const std::string& message, const std::string& hint = "");
/// Throws InputError "schedule" at the line; without a place where it is null.
[[noreturn]] void fail_at(const syntax::ScheduleLine*, const std::string& message, const std::string& hint);
/// Gives an error without a place in a file the place of its caller. A fragment's own place becomes a note.
[[noreturn]] void rethrow_at(const Error&, SrcLoc, const syntax::ScheduleLine* line = nullptr);

}  // namespace tessera::script
