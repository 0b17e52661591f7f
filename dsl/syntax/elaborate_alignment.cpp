// SPDX-License-Identifier: Apache-2.0
// `assert aligned(A, 64)`.
#include <fmt/format.h>

#include "dsl/ir/alignment.hpp"
#include "dsl/syntax/addresses.hpp"
#include "dsl/syntax/elaborate.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;

std::optional<NoAddress> why_no_address(const std::string& name, const ir::Type& type, const ir::MemoryRef& memory) {
  const auto scalar = ir::name(type.scalar);
  if (!type.is_tensor())
    return NoAddress{fmt::format("`{}` is a scalar: only a tensor's address is asserted", name),
                     fmt::format("pass it as a tensor of one element: `{}: {}[1]`", name, scalar)};
  if (memory && memory->is_register())
    return NoAddress{fmt::format("`{}` is in registers ({}), which have no address", name, memory->name),
                     "assert it of a tensor in memory"};
  if (type.scalar == ir::Scalar::R || ir::is_packed(type.scalar))
    return NoAddress{fmt::format("the elements of `{}` have no size in bytes: its type is {}", name, scalar),
                     "choose a type of whole bytes, f32 say"};
  return std::nullopt;
}

std::string alignment_rule() {
  return fmt::format("an alignment is a power of two from 1 to {}", ir::largest_alignment);
}

bool is_alignment(const ast::Expr& e) {
  return e.kind == Kind::call && e.items[0].kind == Kind::name && e.items[0].text == "aligned";
}

ir::Expr ExpressionElaborator::asserted(const ast::Expr& e) const {
  return is_alignment(e) ? aligned(e) : condition(e, Products::allowed);
}

ir::Expr ExpressionElaborator::aligned(const ast::Expr& e) const {
  if (e.items.size() != 3 || !e.keywords.empty())
    fail_type(layout_, e.at, "aligned takes a tensor and a number of bytes: `aligned(A, 64)`");
  const Scope::Entry& entry = buffer(e.items[1]);
  if (const auto why = why_no_address(entry.name, entry.declaration.type, entry.declaration.mem))
    fail_type(layout_, e.items[1].at, why->message, why->hint);
  const ast::Expr& bytes = e.items[2];
  if (bytes.kind != Kind::integer || !ir::is_alignment(bytes.integer))
    fail_type(layout_, bytes.at, alignment_rule(),
              fmt::format("a literal number of bytes: `aligned({}, 64)`", entry.name));
  return ir::Expr(ir::Aligned{entry.sym, static_cast<int>(bytes.integer)}, loc(e));
}

}  // namespace tessera::syntax
