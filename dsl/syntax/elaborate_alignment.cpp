// SPDX-License-Identifier: Apache-2.0
// `assert aligned(A, 64)`.
#include <fmt/format.h>

#include "dsl/ir/alignment.hpp"
#include "dsl/syntax/elaborate.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;

bool is_alignment(const ast::Expr& e) {
  return e.kind == Kind::call && e.items[0].kind == Kind::name && e.items[0].text == "aligned";
}

ir::Expr ExpressionElaborator::asserted(const ast::Expr& e) const {
  return is_alignment(e) ? aligned(e) : condition(e, Products::allowed);
}

// Only what has an address that is known in bytes.
ir::Expr ExpressionElaborator::aligned(const ast::Expr& e) const {
  if (e.items.size() != 3 || !e.keywords.empty())
    fail_type(layout_, e.at, "aligned takes a tensor and a number of bytes: `aligned(A, 64)`");
  const Scope::Entry& entry = buffer(e.items[1]);
  const ir::Declaration& d = entry.declaration;
  if (!d.type.is_tensor())
    fail_type(layout_, e.items[1].at, fmt::format("`{}` is a scalar: only a tensor's address is asserted", entry.name),
              fmt::format("pass it as a tensor of one element: `{}: {}[1]`", entry.name, ir::name(d.type.scalar)));
  if (d.mem && d.mem->is_register())
    fail_type(layout_, e.items[1].at,
              fmt::format("`{}` is in registers ({}), which have no address", entry.name, d.mem->name),
              "assert it of a tensor in memory");
  if (d.type.scalar == ir::Scalar::R || ir::is_packed(d.type.scalar))
    fail_type(
        layout_, e.items[1].at,
        fmt::format("the elements of `{}` have no size in bytes: its type is {}", entry.name, ir::name(d.type.scalar)),
        "choose a type of whole bytes, f32 say");
  const ast::Expr& bytes = e.items[2];
  if (bytes.kind != Kind::integer || !ir::is_alignment(bytes.integer))
    fail_type(layout_, bytes.at, fmt::format("an alignment is a power of two from 1 to {}", ir::largest_alignment),
              fmt::format("a literal number of bytes: `aligned({}, 64)`", entry.name));
  return ir::Expr(ir::Aligned{entry.sym, static_cast<int>(bytes.integer)}, loc(e));
}

}  // namespace tessera::syntax
