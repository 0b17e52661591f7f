// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/support/diagnostic.hpp"

namespace tessera::interp {

/// Running a procedure met something that has no meaning: an access out of bounds, a precondition that does not hold,
/// a value that was never written. Codes: interp.bounds, interp.assert, interp.uninitialised, interp.overflow,
/// interp.shape, interp.argument, interp.layout, interp.domain.
struct InterpError : Error {
  explicit InterpError(Diagnostic d) : Error(ExitCode::refused, std::move(d)) {}
};

/// `values` are the control variables at that moment.
Diagnostic error(const std::string& code, const std::string& message, SrcLoc loc,
                 std::vector<Counterexample::Value> values);
[[noreturn]] void fail(const std::string& code, const std::string& message, SrcLoc loc = {},
                       std::vector<Counterexample::Value> values = {});

}  // namespace tessera::interp
