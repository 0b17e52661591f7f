// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/writes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/ir/conversion.hpp"
#include "dsl/ir/externs.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::rewrite {

using analysis::Access;

std::optional<Write> as_write(const ir::Stmt& s) {
  if (const auto* n = s.as<ir::Assign>()) return Write{n->name, n->idx, n->rhs, n->type, false};
  if (const auto* n = s.as<ir::Reduce>()) return Write{n->name, n->idx, n->rhs, n->type, true};
  return std::nullopt;
}

ir::Stmt as_stmt(const Write& w, SrcLoc loc) {
  if (w.adds) return ir::Stmt(ir::Reduce{w.name, w.idx, w.rhs, w.type}, loc);
  return ir::Stmt(ir::Assign{w.name, w.idx, w.rhs, w.type}, loc);
}

analysis::Element element_of(Lowering& lower, ir::Sym name, const std::vector<ir::Expr>& idx) {
  std::vector<Affine> at;
  for (const ir::Expr& e : idx) at.push_back(lower.index(e));
  return lower.element(name, std::move(at));
}

smt::Query same_element(const std::vector<Formula>& facts, const analysis::Element& a, const analysis::Element& b,
                        std::string text) {
  bool comparable = a.buffer == b.buffer && a.idx.size() == b.idx.size();
  return {"", std::move(text), facts, comparable ? analysis::same_element(a, b) : Formula::constant(false)};
}

std::vector<Access> written_by(Lowering& lower, const ir::Stmt& s) {
  std::vector<Access> out;
  for (Access& a : analysis::accesses(lower, {s}))
    if (a.kind != Access::Kind::read) out.push_back(std::move(a));
  return out;
}

std::vector<Access> reads_of(Lowering& lower, const ir::Expr& e, SrcLoc loc) {
  std::vector<Access> out;
  const ir::Stmt use(ir::Assign{ir::Sym::fresh("value"), {}, e, e.type()}, loc);
  for (Access& a : analysis::accesses(lower, {use}))
    if (a.kind == Access::Kind::read) out.push_back(std::move(a));
  return out;
}

std::vector<Access> changes_of(Lowering& lower, const ir::Block& block) {
  std::vector<Access> out = analysis::accesses(lower, block);
  std::erase_if(out, [](const Access& a) { return a.kind == Access::Kind::read; });
  return out;
}

namespace {

bool is_variable(const ir::Expr& e) { return (e.as<ir::Read>() || e.as<ir::ReadConfig>()) && ir::is_data(e.type()); }
bool chooses_data_type(const ir::Expr& e) { return ir::chooses_type(e) && ir::is_data(e.type()); }

// The type that the names of the expression choose; `none` when they choose none, nothing when they disagree.
std::optional<ir::Scalar> chosen_type(const ir::Expr& e, ir::Scalar none) {
  ir::Scalar chosen = ir::Scalar::R;
  bool mixed = false;
  ir::for_each_operand(e, [&](const ir::Expr& node) {
    if (!chooses_data_type(node) || node.type() == ir::Scalar::R) return;
    mixed = mixed || (chosen != ir::Scalar::R && chosen != node.type());
    chosen = node.type();
  });
  if (mixed) return std::nullopt;
  return chosen == ir::Scalar::R ? none : chosen;
}

// The operation; the arguments of conversions are others.
ir::Expr retyped(const ir::Expr& e, ir::Scalar literals) {
  if (const auto* n = e.as<ir::FloatLit>()) return ir::Expr(ir::FloatLit{n->value, literals}, e.loc());
  if (!ir::is_data(e.type()) || ir::chooses_type(e)) return e;
  if (const auto* n = e.as<ir::Binary>())
    return ir::binary(n->op, retyped(n->lhs, literals), retyped(n->rhs, literals)).at(e.loc());
  if (const auto* n = e.as<ir::Negate>()) {
    const ir::Expr arg = retyped(n->arg, literals);
    return ir::Expr(ir::Negate{arg, arg.type()}, e.loc());
  }
  const auto* n = e.as<ir::ExternCall>();
  if (!n) return e;
  std::vector<ir::Expr> args;
  ir::Scalar type = ir::Scalar::R;
  for (const ir::Expr& arg : n->args) {
    args.push_back(retyped(arg, literals));
    if (type == ir::Scalar::R) type = args.back().type();
  }
  return ir::Expr(ir::ExternCall{n->function, std::move(args), type}, e.loc());
}

}  // namespace

ir::Scalar place_type(const ir::Stmt& s, int expression) {
  if (std::optional<Write> w = as_write(s)) return w->type;
  if (const auto* n = s.as<ir::Call>()) return n->callee->args.at(static_cast<std::size_t>(expression)).type.scalar;
  const auto& n = *s.as<ir::WriteConfig>();
  return n.config->field(n.field).value_or(ir::Scalar::R);
}

Path operation_around(const ir::Procedure& proc, const Path& place) {
  Path out = place;
  while (out.exprs.size() > 1 && !ir::conversion(*ir::expr_at(proc, out.parent()))) out = out.parent();
  return out;
}

bool wants_literal(const ir::Expr& around, std::size_t operand) {
  const auto* call = around.as<ir::ExternCall>();
  const ir::Extern* found = call ? ir::extern_named(call->function) : nullptr;  // none: a conversion
  return found && found->operands == ir::ExternOperands::integer_and_literal && operand == 1;
}

bool one_kind(const ir::Expr& e, ir::Scalar target) {
  bool same = true;
  ir::for_each_operand(e, [&](const ir::Expr& node) {
    if (chooses_data_type(node) || node.as<ir::FloatLit>())
      same = same && ir::is_float(node.type()) == ir::is_float(target);
  });
  return same;
}

namespace {

// 64 binary digits at least, so the ends of 64-bit types are exact.
struct RealInterval {
  long double lo, hi;
};

constexpr RealInterval everything{-INFINITY, INFINITY};

RealInterval range_of(ir::Scalar type) {
  const int bits = ir::bit_size(type);
  if (ir::is_unsigned(type)) return {0, std::ldexp(1.0L, bits) - 1};
  return {-std::ldexp(1.0L, bits - 1), std::ldexp(1.0L, bits - 1) - 1};
}

RealInterval product(const RealInterval& a, const RealInterval& b) {
  const std::array<long double, 4> ends{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  const auto [least, greatest] = std::minmax_element(ends.begin(), ends.end());
  return {*least, *greatest};
}

bool within(const RealInterval& inner, const RealInterval& outer) {
  return outer.lo <= inner.lo && inner.hi <= outer.hi;
}

// By a positive literal, where C computes the dividend without overflow; in either rounding direction.
RealInterval quotient(const ir::Binary& n, const RealInterval& dividend) {
  const auto* divisor = n.rhs.as<ir::FloatLit>();
  if (!divisor || divisor->value < 1 || ir::is_float(n.type)) return everything;
  if (!within(dividend, range_of(ir::computed_as(n.type)))) return everything;
  return {std::floor(dividend.lo / divisor->value), std::ceil(dividend.hi / divisor->value)};
}

RealInterval values(const ir::Expr& e) {
  if (const auto* n = e.as<ir::FloatLit>()) return {n->value, n->value};
  if (is_variable(e) && !ir::is_float(e.type())) return range_of(e.type());
  if (const auto* n = e.as<ir::Negate>()) return product(values(n->arg), {-1, -1});
  if (const auto to = ir::conversion(e)) return ir::is_float(to->to) ? everything : range_of(to->to);
  const auto* n = e.as<ir::Binary>();
  if (!n) return everything;
  const RealInterval a = values(n->lhs), b = values(n->rhs);
  if (std::isinf(a.lo) || std::isinf(a.hi) || std::isinf(b.lo) || std::isinf(b.hi)) return everything;
  switch (n->op) {
    case ir::BinOp::add: return {a.lo + b.lo, a.hi + b.hi};
    case ir::BinOp::sub: return {a.lo - b.hi, a.hi - b.lo};
    case ir::BinOp::mul: return product(a, b);
    case ir::BinOp::div: return quotient(*n, a);
    default: return everything;
  }
}

}  // namespace

bool always_fits(const ir::Expr& e, ir::Scalar type) { return within(values(e), range_of(type)); }

bool holds_all(ir::Scalar to, ir::Scalar from) { return within(range_of(from), range_of(to)); }

// A literal is not computed: it may be greater than the type that the names beside it give it.
bool has_room(ir::Scalar type, const ir::Expr& value) {
  if (ir::is_float(type) || always_fits(value, type)) return true;
  return !value.as<ir::FloatLit>() && holds_all(type, ir::computed_as(value.type()));
}

std::optional<ir::Expr> as_written(const ir::Expr& e, ir::Scalar target) {
  std::optional<ir::Scalar> literals = chosen_type(e, target);
  if (!literals) return std::nullopt;
  bool changes = false, retypes = false, divides = false;
  ir::for_each_operand(e, [&](const ir::Expr& node) {
    const auto* n = node.as<ir::Binary>();
    divides = divides || (n && ir::is_data(n->type) && n->op == ir::BinOp::div);
    if (!node.as<ir::FloatLit>()) return;
    const bool is_float = ir::is_float(*literals);
    changes = changes || ir::is_float(node.type()) != is_float || (!is_float && !always_fits(node, *literals));
    retypes = retypes || (!is_float && node.type() != *literals);
  });
  if (changes || (retypes && divides)) return std::nullopt;
  return retyped(e, *literals);
}

Sum sum_of(const ir::Expr& a, const ir::Expr& b, ir::Scalar target) {
  const ir::Expr plain = ir::binary(ir::BinOp::add, a, b);
  if (!one_kind(plain, target)) return {{}, "one of the numbers is an integer and another is not"};
  std::optional<ir::Expr> sum = as_written(plain, target);
  if (!sum) return {{}, fmt::format("one operation would mix {} and {}", ir::name(a.type()), ir::name(b.type()))};
  if (ir::is_float(target)) return {*sum, ""};
  const ir::Scalar type = ir::computed_as(sum->type());
  if (!holds_all(type, target) && !always_fits(*sum, type))
    return {{}, fmt::format("the sum is one of {} then, and need not fit", ir::name(type))};
  return {*sum, ""};
}

cursor::ForwardStep operands_become_values(const Path& at, int value, std::array<std::optional<int>, 2> to) {
  return [at, value, to](const Path& p) -> std::optional<Path> {
    if (p.steps != at.steps || !p.is_expr() || p.exprs[0] != value) return p;
    if (p.exprs.size() == 1) return std::nullopt;
    const std::optional<int> offset = to.at(static_cast<std::size_t>(p.exprs[1]));
    if (!offset) return std::nullopt;
    Path out = p;
    out.exprs.erase(out.exprs.begin() + 1);
    out.steps.back().index += *offset;
    return out;
  };
}

}  // namespace tessera::rewrite
