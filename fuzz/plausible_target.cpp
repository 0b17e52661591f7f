// SPDX-License-Identifier: Apache-2.0
// Which places primitives look for. Chance alone would hardly ever find the rare ones.
#include "fuzz/plausible_target.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "dsl/ir/walk.hpp"

namespace tessera::fuzz {
namespace {

using ir::BinOp;

// The statement some places on in the same list, if there is one.
const ir::Stmt* neighbour(const Cursor& c, int offset) {
  ir::Path at = c.path().stmt();
  if (at.steps.back().index + offset < 0) return nullptr;
  return ir::stmt_at(c.proc().ir(), at.sibling(offset));
}

template <class A, class B = A> bool followed(const Cursor& c) {
  const ir::Stmt* next = neighbour(c, 1);
  return c.stmt().as<A>() && next && next->as<B>();
}

const ir::Expr* value_of(const ir::Stmt& s) {
  if (const auto* a = s.as<ir::Assign>()) return &a->rhs;
  if (const auto* r = s.as<ir::Reduce>()) return &r->rhs;
  return nullptr;
}

ir::Sym target_of(const ir::Stmt& s) {
  if (const auto* a = s.as<ir::Assign>()) return a->name;
  if (const auto* r = s.as<ir::Reduce>()) return r->name;
  return {};
}

bool is_binary(const ir::Expr& e, BinOp op) {
  const auto* b = e.as<ir::Binary>();
  return b && b->op == op;
}

bool is_nested_sum(const Cursor& c) {
  const ir::Expr e = c.expr();
  const auto nested = [&](BinOp op) { return is_binary(e, op) && is_binary(e.as<ir::Binary>()->rhs, op); };
  return nested(BinOp::add) || nested(BinOp::mul);
}

bool is_sum(const Cursor& c) {
  const ir::Expr e = c.expr();
  return is_binary(e, BinOp::add) || is_binary(e, BinOp::mul);
}

bool writes_sum(const Cursor& c) {
  const ir::Expr* value = value_of(c.stmt());
  return value && is_binary(*value, BinOp::add);
}

bool adds_to_itself(const Cursor& c) {
  const auto* a = c.stmt().as<ir::Assign>();
  return a && is_binary(a->rhs, BinOp::add) && ir::mentions(a->rhs, a->name);
}

bool writes_twice(const Cursor& c) {
  const ir::Stmt* next = neighbour(c, 1);
  return next && value_of(c.stmt()) && value_of(*next) && target_of(c.stmt()) == target_of(*next);
}

bool is_loop_with_nest(const Cursor& c) {
  const auto* loop = c.stmt().as<ir::For>();
  return loop && loop->body.size() == 1 && loop->body.front().as<ir::For>();
}

bool is_idle_loop(const Cursor& c) {
  const auto* loop = c.stmt().as<ir::For>();
  return loop && !ir::mentions(loop->body, loop->iter);
}

bool has_neighbours_in_loop(const Cursor& c) { return c.path().steps.size() > 1 && neighbour(c, 1); }

bool is_sole_scope(const Cursor& c) {
  const bool scope = c.stmt().as<ir::For>() || c.stmt().as<ir::If>();
  return scope && c.path().steps.size() > 1 && !neighbour(c, -1) && !neighbour(c, 1);
}

bool is_alloc(const Cursor& c) { return c.kind() == Cursor::Kind::stmt && c.stmt().as<ir::Alloc>(); }

bool is_alloc_below(const Cursor& c) { return is_alloc(c) && c.path().steps.size() > 1; }

bool is_used(const Cursor& c) {
  const ir::Sym name = c.stmt().as<ir::Alloc>()->name;
  const ir::Stmt* s = nullptr;
  for (int i = 1; (s = neighbour(c, i)); ++i)
    if (ir::mentions(*s, name)) return true;
  return false;
}

bool is_tensor(const Cursor& c, std::size_t rank) { return is_alloc(c) && c.shape().size() >= rank; }

bool is_numbered(const Cursor& c) {
  if (!is_tensor(c, 1)) return false;
  const std::vector<ir::Expr> shape = c.shape();
  return std::any_of(shape.begin(), shape.end(), [](const ir::Expr& e) { return e.as<ir::IntLit>() != nullptr; });
}

bool has_literal_bounds(const Cursor& c) {
  const auto* loop = c.stmt().as<ir::For>();
  return loop && loop->lo.as<ir::IntLit>() && loop->hi.as<ir::IntLit>();
}

bool fills_allocations(const Cursor& c) {
  const auto* loop = c.stmt().as<ir::For>();
  if (!loop) return false;
  std::set<ir::Sym> own;
  ir::for_each_stmt(c.proc().ir().body, [&](const ir::Stmt& s) {
    if (const auto* alloc = s.as<ir::Alloc>()) own.insert(alloc->name);
  });
  bool fills = true;
  ir::for_each_stmt(loop->body, [&](const ir::Stmt& s) {
    fills = fills && !s.as<ir::Call>() && (!value_of(s) || own.count(target_of(s)));
  });
  return fills;
}

bool is_scope(const Cursor& c) { return c.stmt().as<ir::For>() || c.stmt().as<ir::If>(); }

const std::map<std::string_view, std::function<bool(const Cursor&)>>& shapes() {
  static const std::map<std::string_view, std::function<bool(const Cursor&)>> all{
      {"autofission", has_neighbours_in_loop},
      {"autolift_alloc", is_alloc_below},
      {"commute_expr", is_sum},
      {"delete_buffer", [](const Cursor& c) { return is_alloc(c) && !is_used(c); }},
      {"delete_config", [](const Cursor& c) { return c.stmt().as<ir::WriteConfig>() || c.stmt().as<ir::Call>(); }},
      {"divide_dim", [](const Cursor& c) { return is_tensor(c, 1); }},
      {"eliminate_dead_code", is_scope},
      {"expand_dim", is_alloc},
      {"fission", has_neighbours_in_loop},
      {"fold_into_reduce", adds_to_itself},
      {"fuse", [](const Cursor& c) { return followed<ir::For>(c) || followed<ir::If>(c); }},
      {"inline_assign", [](const Cursor& c) { return c.stmt().as<ir::Assign>() && neighbour(c, 1); }},
      {"inline_window", [](const Cursor& c) { return c.stmt().as<ir::WindowStmt>() != nullptr; }},
      {"join_loops", [](const Cursor& c) { return followed<ir::For>(c); }},
      {"left_reassociate_expr", is_nested_sum},
      {"lift_alloc", is_alloc_below},
      {"lift_reduce_constant", [](const Cursor& c) { return followed<ir::Assign, ir::For>(c); }},
      {"lift_scope", is_sole_scope},
      {"merge_writes", writes_twice},
      {"mult_dim", [](const Cursor& c) { return is_tensor(c, 2); }},
      {"mult_loops", is_loop_with_nest},
      {"pad_loop", fills_allocations},
      {"remove_loop", is_idle_loop},
      {"reorder_loops", is_loop_with_nest},
      {"reorder_stmts", [](const Cursor& c) { return neighbour(c, 1) != nullptr; }},
      {"resize_dim", [](const Cursor& c) { return is_tensor(c, 1); }},
      {"reuse_buffer", is_alloc},
      {"sink_alloc", is_alloc},
      {"split_write", writes_sum},
      {"unroll_buffer", is_numbered},
      {"unroll_loop", has_literal_bounds}};
  return all;
}

}  // namespace

bool is_plausible_target(const Primitive& primitive, const Cursor& c) {
  const auto found = shapes().find(primitive.name);
  return found == shapes().end() || found->second(c);
}

}  // namespace tessera::fuzz
