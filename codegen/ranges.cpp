// SPDX-License-Identifier: Apache-2.0
#include "codegen/ranges.hpp"

#include <algorithm>

#include "dsl/ir/walk.hpp"
#include "dsl/support/floor.hpp"

namespace tessera::codegen {
namespace {

using ir::BinOp;
using ir::Expr;
using End = std::optional<std::int64_t>;

// Overflow gives "unbounded".
End sum(End a, End b) {
  std::int64_t r = 0;
  return a && b && !__builtin_add_overflow(*a, *b, &r) ? End(r) : End();
}

End opposite(End a) { return a && *a != INT64_MIN ? End(-*a) : End(); }

End times(End a, std::int64_t k) {
  std::int64_t r = 0;
  return a && !__builtin_mul_overflow(*a, k, &r) ? End(r) : End();
}

Interval scaled(Interval a, std::int64_t k) {
  return k >= 0 ? Interval{times(a.lo, k), times(a.hi, k)} : Interval{times(a.hi, k), times(a.lo, k)};
}

Interval product(Interval a, Interval b) {
  if (a.lo && a.hi && *a.lo == *a.hi) return scaled(b, *a.lo);
  if (b.lo && b.hi && *b.lo == *b.hi) return scaled(a, *b.lo);
  if (!a.lo || !b.lo || *a.lo < 0 || *b.lo < 0) return {};
  End lo = times(a.lo, *b.lo);
  return {lo ? lo : End(0), a.hi && b.hi ? times(a.hi, *b.hi) : End()};
}

Interval quotient(Interval a, std::int64_t divisor) {
  auto divided = [&](End e) { return e ? End(floor_quotient(*e, divisor)) : End(); };
  return {divided(a.lo), divided(a.hi)};
}

// A comparison `variable op literal`, turned round when the literal comes first.
struct Bound {
  ir::Sym variable;
  BinOp op;
  std::int64_t value;
};

std::optional<Bound> bound(const ir::Binary& n) {
  const ir::Read* left = n.lhs.as<ir::Read>();
  const ir::Read* right = n.rhs.as<ir::Read>();
  if (const std::int64_t* value = ir::literal(n.rhs); left && value) return Bound{left->name, n.op, *value};
  const std::int64_t* value = ir::literal(n.lhs);
  if (!right || !value) return std::nullopt;
  BinOp turned = n.op == BinOp::lt   ? BinOp::gt
                 : n.op == BinOp::gt ? BinOp::lt
                 : n.op == BinOp::le ? BinOp::ge
                 : n.op == BinOp::ge ? BinOp::le
                                     : n.op;
  return Bound{right->name, turned, *value};
}

void raise(End& lo, std::int64_t value) { lo = lo ? std::max(*lo, value) : value; }
void lower(End& hi, std::int64_t value) { hi = hi ? std::min(*hi, value) : value; }

}  // namespace

Ranges::Ranges(const ir::Procedure& proc) {
  for (const ir::Arg& a : proc.args)
    if (a.type.scalar == ir::Scalar::size) variables_[a.name] = {1, {}};
  for (const Expr& e : proc.asserts) assume(e);
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const ir::For* n = s.as<ir::For>()) variables_[n->iter] = {of(n->lo).lo, sum(of(n->hi).hi, -1)};
  });
}

void Ranges::assume(const Expr& e) {
  const ir::Binary* n = e.as<ir::Binary>();
  if (!n) return;
  if (n->op == BinOp::and_) {
    assume(n->lhs);
    assume(n->rhs);
    return;
  }
  if (!ir::is_comparison(n->op)) return;
  std::optional<Bound> b = bound(*n);
  if (!b) return;
  Interval& range = variables_[b->variable];
  if (b->op == BinOp::ge || b->op == BinOp::eq) raise(range.lo, b->value);
  if (b->op == BinOp::gt && b->value < INT64_MAX) raise(range.lo, b->value + 1);
  if (b->op == BinOp::le || b->op == BinOp::eq) lower(range.hi, b->value);
  if (b->op == BinOp::lt && b->value > INT64_MIN) lower(range.hi, b->value - 1);
}

Interval Ranges::of(const Expr& e) const {
  return e.match(
      [](const ir::IntLit& n) {
        return Interval{n.value, n.value};
      },
      [&](const ir::Read& n) {
        auto it = variables_.find(n.name);
        return it == variables_.end() || !n.idx.empty() ? Interval{} : it->second;
      },
      [&](const ir::Negate& n) {
        Interval a = of(n.arg);
        return Interval{opposite(a.hi), opposite(a.lo)};
      },
      [&](const ir::Binary& n) {
        Interval a = of(n.lhs), b = of(n.rhs);
        const std::int64_t* divisor = ir::literal(n.rhs);
        bool divides = divisor && *divisor > 0;
        switch (n.op) {
          case BinOp::add: return Interval{sum(a.lo, b.lo), sum(a.hi, b.hi)};
          case BinOp::sub: return Interval{sum(a.lo, opposite(b.hi)), sum(a.hi, opposite(b.lo))};
          case BinOp::mul: return product(a, b);
          case BinOp::div: return divides ? quotient(a, *divisor) : Interval{};
          case BinOp::mod: return divides ? Interval{0, *divisor - 1} : Interval{};
          default: return Interval{};
        }
      },
      [](const auto&) { return Interval{}; });
}

}  // namespace tessera::codegen
