// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/inline_conversions.hpp"

#include <algorithm>
#include <optional>

#include "dsl/ir/conversion.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/inline.hpp"

namespace tessera::rewrite {
namespace {

using ir::Block;
using ir::Expr;
using ir::Stmt;

// A local scalar that stands for an element of another type.
struct NamedConversion {
  std::size_t alloc, assign;  ///< places in the list
  ir::Sym name;
  Expr value;
};

bool reads_a_field(const Expr& e) {
  bool found = false;
  ir::for_each_expr(e, [&](const Expr& node) { found = found || node.as<ir::ReadConfig>(); });
  return found;
}

// Whether a statement of the list, or below, may write the buffer: a call that is passed it may.
bool may_write(ir::Statements list, ir::Sym buffer) {
  bool found = false;
  ir::for_each_stmt(list, [&](const Stmt& s) {
    if (const auto* n = s.as<ir::Assign>()) found = found || n->name == buffer;
    if (const auto* n = s.as<ir::Reduce>()) found = found || n->name == buffer;
    if (s.as<ir::Call>())
      for (const Expr& argument : ir::expressions(s)) found = found || ir::mentions(argument, buffer);
  });
  return found;
}

ir::Statements from(const Block& list, std::size_t first) {
  return {list.begin() + static_cast<long>(first), list.end()};
}

std::optional<NamedConversion> named_conversion(const Block& list, std::size_t alloc) {
  const auto* n = list[alloc].as<ir::Alloc>();
  if (!n || n->type.is_tensor()) return std::nullopt;
  for (std::size_t i = alloc + 1; i < list.size(); ++i) {
    if (!ir::mentions(list[i], n->name)) continue;
    const auto* assign = list[i].as<ir::Assign>();
    const auto* read = assign && assign->name == n->name ? assign->rhs.as<ir::Read>() : nullptr;
    const bool converts = read && read->type != n->type.scalar && read->type != ir::Scalar::R &&
                          n->type.scalar != ir::Scalar::R && !(read->name == n->name);
    if (!converts || reads_a_field(assign->rhs)) return std::nullopt;
    const ir::Statements after = from(list, i + 1);
    if (may_write(after, n->name) || may_write(after, read->name)) return std::nullopt;
    return NamedConversion{alloc, i, n->name,
                           Expr(ir::ExternCall{std::string(ir::name(n->type.scalar)), {assign->rhs}, n->type.scalar})};
  }
  return std::nullopt;
}

Block without(const Block& list, const NamedConversion& c) {
  Block out(ir::Statements(list.begin(), list.begin() + static_cast<long>(c.assign)));
  out.splice(c.alloc, 1, {});
  out.append(ir::substitute(Block(from(list, c.assign + 1)), ir::Substitution{{c.name, c.value}}));
  return out;
}

Block named_conversions_inlined(Block list) {
  for (std::size_t i = 0; i < list.size();) {
    const std::optional<NamedConversion> found = named_conversion(list, i);
    if (found) list = without(list, *found);
    else ++i;
  }
  return list;
}

Expr without_conversion_to(ir::Scalar place, const Expr& value) {
  const auto to = ir::conversion(value);
  const bool is_needless = to && to->range == ir::Conversion::Range::fits && to->to == place;
  return is_needless ? value.as<ir::ExternCall>()->args[0] : value;
}

Stmt without_needless(const Stmt& s) {
  if (const auto* n = s.as<ir::Assign>())
    return Stmt(ir::Assign{n->name, n->idx, without_conversion_to(n->type, n->rhs), n->type}, s.loc());
  if (const auto* n = s.as<ir::Reduce>())
    return Stmt(ir::Reduce{n->name, n->idx, without_conversion_to(n->type, n->rhs), n->type}, s.loc());
  return s;
}

// Of the list; the lists below have been changed already.
Stmt with_branches(const Stmt& s) {
  if (const auto* n = s.as<ir::For>())
    return Stmt(ir::For{n->iter, n->lo, n->hi, named_conversions_inlined(n->body), n->mode}, s.loc());
  if (const auto* n = s.as<ir::If>())
    return Stmt(ir::If{n->cond, named_conversions_inlined(n->body), named_conversions_inlined(n->orelse)}, s.loc());
  return s;
}

}  // namespace

bool may_have_conversions(const Block& block) {
  bool found = false;
  ir::for_each_stmt(block, [&](const Stmt& s) {
    const auto* n = s.as<ir::Alloc>();
    found = found || (n && !n->type.is_tensor());
  });
  ir::for_each_expr(block, [&](const Expr& e) { found = found || ir::conversion(e); });
  return found;
}

Block inline_conversions(const Block& block) {
  if (!may_have_conversions(block)) return block;
  const Block inner = ir::map_stmts(without_windows(block), [](const Stmt& s) { return Block{with_branches(s)}; });
  return ir::map_stmts(named_conversions_inlined(inner), [](const Stmt& s) { return Block{without_needless(s)}; });
}

}  // namespace tessera::rewrite
