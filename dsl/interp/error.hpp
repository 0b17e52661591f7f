// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/support/diagnostic.hpp"

namespace tessera::interp {

/// An invalid operation in a run: an access out of bounds, a false precondition, an unwritten value. Codes:
/// interp.bounds, interp.assert, interp.uninitialised, interp.overflow, interp.shape, interp.argument, interp.layout,
/// interp.domain.
struct InterpError : Error {
  explicit InterpError(Diagnostic d) : Error(ExitCode::refused, std::move(d)) {}
};

/// `values` are the current control variables.
Diagnostic error(const std::string& code, const std::string& message, SrcLoc loc,
                 std::vector<Counterexample::Value> values);
[[noreturn]] void fail(const std::string& code, const std::string& message, SrcLoc loc = {},
                       std::vector<Counterexample::Value> values = {});

}  // namespace tessera::interp
