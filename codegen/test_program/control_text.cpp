// SPDX-License-Identifier: Apache-2.0
#include "codegen/test_program/control_text.hpp"

#include <fmt/format.h>

#include "codegen/errors.hpp"
#include "dsl/ir/print.hpp"

namespace tessera::codegen {

std::string ControlText::of(const ir::Expr& e) const {
  return e.match(
      [](const ir::IntLit& n) { return fmt::format("INT64_C({})", n.value); },
      [](const ir::BoolLit& n) { return std::string(n.value ? "true" : "false"); },
      [&](const ir::Read& n) { return variable(n.name); }, [&](const ir::Negate& n) { return "(-" + of(n.arg) + ")"; },
      [&](const ir::StrideOf& n) { return stride(n.tensor, n.dim); }, [&](const ir::Binary& n) { return binary(n); },
      [&](const auto&) -> std::string {
        refuse(kind, fmt::format("a {} program cannot evaluate {}", kind, ir::print(e)), e.loc(),
               fmt::format("leave --{} out for this procedure", kind));
      });
}

std::string ControlText::definitions_for(const std::string& code) {
  std::string out;
  if (code.find("test_floor_div(") != std::string::npos)
    out +=
        "/* Rounds towards minus infinity; b is positive. */\n"
        "static int64_t test_floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }\n\n";
  if (code.find("test_floor_mod(") != std::string::npos)
    out +=
        "/* Between 0 and b - 1; b is positive. */\n"
        "static int64_t test_floor_mod(int64_t a, int64_t b) { return a % b + (a % b < 0 ? b : 0); }\n\n";
  return out;
}

std::string ControlText::binary(const ir::Binary& n) const {
  std::string a = of(n.lhs), b = of(n.rhs);
  if (n.op == ir::BinOp::div) return fmt::format("test_floor_div({}, {})", a, b);
  if (n.op == ir::BinOp::mod) return fmt::format("test_floor_mod({}, {})", a, b);
  std::string_view op = n.op == ir::BinOp::and_  ? "&&"
                        : n.op == ir::BinOp::or_ ? "||"
                        : n.op == ir::BinOp::eq  ? "=="
                                                 : ir::spelling(n.op);
  return fmt::format("({} {} {})", a, op, b);
}

}  // namespace tessera::codegen
