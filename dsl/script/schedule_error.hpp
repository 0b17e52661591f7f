// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/schedule.hpp"

namespace tessera::script {

/// Throws InputError "schedule" at the place.
[[noreturn]] void fail_at(SrcLoc, const std::string& message, const std::string& hint = "");
/// Throws InputError "schedule" at the line; at none where it is null.
[[noreturn]] void fail_at(const syntax::ScheduleLine*, const std::string& message, const std::string& hint);
/// An error without a place in a file belongs to what asked for it. A fragment's own place is shown below.
[[noreturn]] void rethrow_at(const Error&, SrcLoc, const syntax::ScheduleLine* line = nullptr);

}  // namespace tessera::script
