// SPDX-License-Identifier: Apache-2.0
#include "codegen/ranges.hpp"

#include <algorithm>
#include <optional>

#include "dsl/ir/walk.hpp"
#include "dsl/support/floor.hpp"

namespace tessera::codegen {
namespace {

using ir::BinOp;
using ir::Expr;
using End = std::optional<std::int64_t>;

End lo_of(const IntegerInterval& i) { return i.has_lo() ? End(i.lo) : End(); }
End hi_of(const IntegerInterval& i) { return i.has_hi() ? End(i.hi) : End(); }
IntegerInterval between(End lo, End hi) {
  return {lo.value_or(IntegerInterval::none_lo), hi.value_or(IntegerInterval::none_hi)};
}

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

IntegerInterval scaled(const IntegerInterval& a, std::int64_t k) {
  const End lo = times(lo_of(a), k), hi = times(hi_of(a), k);
  return k >= 0 ? between(lo, hi) : between(hi, lo);
}

bool is_one_number(const IntegerInterval& a) { return a.has_lo() && a.has_hi() && a.lo == a.hi; }

IntegerInterval product(const IntegerInterval& a, const IntegerInterval& b) {
  if (is_one_number(a)) return scaled(b, a.lo);
  if (is_one_number(b)) return scaled(a, b.lo);
  if (!a.has_lo() || !b.has_lo() || a.lo < 0 || b.lo < 0) return {};
  return between(times(a.lo, b.lo).value_or(0), b.has_hi() ? times(hi_of(a), b.hi) : End());
}

IntegerInterval quotient(const IntegerInterval& a, std::int64_t divisor) {
  const auto divided = [&](End e) { return e ? End(floor_quotient(*e, divisor)) : End(); };
  return between(divided(lo_of(a)), divided(hi_of(a)));
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

}  // namespace

Ranges::Ranges(const ir::Procedure& proc) {
  for (const ir::Arg& a : proc.args)
    if (a.type.scalar == ir::Scalar::size) variables_[a.name] = {.lo = 1};
  for (const Expr& e : proc.asserts) assume(e);
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) {
    if (const ir::For* n = s.as<ir::For>()) variables_[n->iter] = between(lo_of(of(n->lo)), sum(hi_of(of(n->hi)), -1));
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
  IntegerInterval& range = variables_[b->variable];
  if (b->op == BinOp::ge || b->op == BinOp::eq) range.lo = std::max(range.lo, b->value);
  if (b->op == BinOp::gt && b->value < INT64_MAX) range.lo = std::max(range.lo, b->value + 1);
  if (b->op == BinOp::le || b->op == BinOp::eq) range.hi = std::min(range.hi, b->value);
  if (b->op == BinOp::lt && b->value > INT64_MIN) range.hi = std::min(range.hi, b->value - 1);
}

IntegerInterval Ranges::of(const Expr& e) const {
  return e.match(
      [](const ir::IntLit& n) {
        return IntegerInterval{n.value, n.value};
      },
      [&](const ir::Read& n) {
        auto it = variables_.find(n.name);
        return it == variables_.end() || !n.idx.empty() ? IntegerInterval{} : it->second;
      },
      [&](const ir::Negate& n) {
        const IntegerInterval a = of(n.arg);
        return between(opposite(hi_of(a)), opposite(lo_of(a)));
      },
      [&](const ir::Binary& n) {
        const IntegerInterval a = of(n.lhs), b = of(n.rhs);
        const std::int64_t* divisor = ir::literal(n.rhs);
        bool divides = divisor && *divisor > 0;
        switch (n.op) {
          case BinOp::add: return between(sum(lo_of(a), lo_of(b)), sum(hi_of(a), hi_of(b)));
          case BinOp::sub: return between(sum(lo_of(a), opposite(hi_of(b))), sum(hi_of(a), opposite(lo_of(b))));
          case BinOp::mul: return product(a, b);
          case BinOp::div: return divides ? quotient(a, *divisor) : IntegerInterval{};
          case BinOp::mod: return divides ? IntegerInterval{0, *divisor - 1} : IntegerInterval{};
          default: return IntegerInterval{};
        }
      },
      [](const auto&) { return IntegerInterval{}; });
}

}  // namespace tessera::codegen
