#include "dsl/interp/error.hpp"

namespace tessera::interp {

void fail(const std::string& code, const std::string& message, SrcLoc loc, const std::string& values) {
  Diagnostic d;
  d.code = "interp." + code;
  d.message = message;
  d.loc = loc;
  d.counterexample = values;
  throw InterpError(std::move(d));
}

}  // namespace tessera::interp
