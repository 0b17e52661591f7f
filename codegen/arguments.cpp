// SPDX-License-Identifier: Apache-2.0
#include "codegen/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codegen/c_number.hpp"

namespace tessera::codegen {
namespace {

std::string kind_of(const ir::Arg& a) {
  if (a.type.is_control())
    return a.type.scalar == ir::Scalar::size || a.type.scalar == ir::Scalar::bool_
               ? std::string(ir::name(a.type.scalar))
               : "index";
  if (a.mem->is_register()) return "register";
  if (a.type.is_window) return "window";
  return a.type.is_tensor() ? "tensor" : "scalar";
}

std::vector<std::string> dense_strides(const ir::Type& type, const ir::Names& names) {
  std::vector<std::string> out(type.shape.size());
  ir::Expr stride = ir::int_lit(1);
  for (std::size_t d = type.shape.size(); d-- > 0;) {
    out[d] = ir::print(stride, names);
    stride = ir::mul(stride, ir::fold_literals(type.shape[d]));
  }
  return out;
}

// The stride in `assert stride(A, d) == c`, or "".
std::string asserted_stride(const ir::Procedure& p, ir::Sym tensor, std::size_t dim) {
  for (const ir::Expr& e : p.asserts) {
    const ir::Binary* n = e.as<ir::Binary>();
    const ir::StrideOf* s = n && n->op == ir::BinOp::eq ? n->lhs.as<ir::StrideOf>() : nullptr;
    const std::int64_t* value = s ? ir::literal(n->rhs) : nullptr;
    if (value && s->tensor == tensor && s->dim == static_cast<int>(dim)) return std::to_string(*value);
  }
  return "";
}

std::vector<std::string> window_strides(const ir::Procedure& p, const ir::Arg& a, const std::string& name) {
  std::vector<std::string> out;
  for (std::size_t d = 0; d < a.type.shape.size(); ++d) {
    const std::string known = asserted_stride(p, a.name, d);
    out.push_back(known.empty() ? fmt::format("{}.strides[{}]", name, d) : known);
  }
  return out;
}

const char* words_for(analysis::Direction d) {
  switch (d) {
    case analysis::Direction::in: return "in";
    case analysis::Direction::out: return "out";
    case analysis::Direction::inout: return "in/out";
  }
  return "";
}

}  // namespace

Argument describe(const ir::Procedure& p, std::size_t i, const ir::Names& names, analysis::Direction direction) {
  const ir::Arg& a = p.args.at(i);
  Argument out;
  out.kind = kind_of(a);
  out.name = out.c_name = names.of(a.name);
  out.direction = direction;
  if (a.type.is_control()) {
    out.type = a.type.scalar == ir::Scalar::bool_ ? "bool" : "int64";
    return out;
  }
  out.type = ir::name(chosen(a.type.scalar));
  out.memory = a.mem->name;
  for (const ir::Expr& e : a.type.shape) out.shape.push_back(ir::print(ir::fold_literals(e), names));
  if (out.kind == "tensor") out.strides = dense_strides(a.type, names);
  if (out.kind == "window") out.strides = window_strides(p, a, out.name);
  return out;
}

std::string text_of(const Argument& a) {
  const std::string in_c = a.c_name == a.name ? "" : fmt::format(" ({} in C)", a.c_name);
  if (a.memory.empty()) return fmt::format("{}{}: {}", a.name, in_c, a.kind);
  std::string type = a.kind == "window" ? fmt::format("[{}]", a.type) : a.type;
  if (!a.shape.empty()) type += fmt::format("[{}]", fmt::join(a.shape, ", "));
  std::string out = fmt::format("{}{}: {} @ {}, {}", a.name, in_c, type, a.memory, words_for(a.direction));
  if (!a.strides.empty()) out += fmt::format(", strides {}", fmt::join(a.strides, ", "));
  return out;
}

}  // namespace tessera::codegen
