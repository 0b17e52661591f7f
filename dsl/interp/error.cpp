// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/error.hpp"

namespace tessera::interp {

Diagnostic error(const std::string& code, const std::string& message, SrcLoc loc,
                 std::vector<Counterexample::Value> values) {
  Diagnostic d;
  d.code = "interp." + code;
  d.message = message;
  d.loc = loc;
  if (!values.empty()) d.counterexample = {std::move(values)};
  return d;
}

void fail(const std::string& code, const std::string& message, SrcLoc loc, std::vector<Counterexample::Value> values) {
  throw InterpError(error(code, message, loc, std::move(values)));
}

}  // namespace tessera::interp
