// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/error.hpp"

namespace tessera::interp {

void fail(const std::string& code, const std::string& message, SrcLoc loc, std::vector<Counterexample::Value> values) {
  Diagnostic d;
  d.code = "interp." + code;
  d.message = message;
  d.loc = loc;
  if (!values.empty()) d.counterexample = {std::move(values)};
  throw InterpError(std::move(d));
}

}  // namespace tessera::interp
