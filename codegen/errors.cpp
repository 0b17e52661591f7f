// SPDX-License-Identifier: Apache-2.0
#include "codegen/errors.hpp"

#include "dsl/ir/print.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::codegen {
namespace {

Diagnostic diagnostic(const std::string& code, const std::string& message, SrcLoc loc, const std::string& hint) {
  Diagnostic d;
  d.code = code;
  d.message = message;
  d.loc = loc;
  d.hint = hint;
  return d;
}

}  // namespace

void refuse(const std::string& code, const std::string& message, const ir::Stmt& s, const std::string& hint) {
  Diagnostic d = diagnostic(code, message, s.loc(), hint);
  d.notes.push_back({s.loc(), first_line(ir::print(s))});
  throw CheckError(std::move(d));
}

void refuse(const std::string& code, const std::string& message, SrcLoc loc, const std::string& hint) {
  throw CheckError(diagnostic(code, message, loc, hint));
}

}  // namespace tessera::codegen
