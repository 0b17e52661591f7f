// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/approximation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "codegen/conformance/comparison.hpp"
#include "codegen/over_f64.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/ir/conversion.hpp"
#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::conformance {
namespace {

using ir::Expr;
using ir::Scalar;
using ir::Stmt;

// ---- the body over the reals

Expr with_type_f64(const Expr& e) {
  if (!ir::is_data(e.type()) || !ir::is_float(e.type())) return e;
  return e.match([&](const ir::FloatLit& n) { return ir::float_lit(n.value, Scalar::f64); },
                 [&](const ir::Read& n) {
                   return Expr(ir::Read{n.name, n.idx, Scalar::f64}, e.loc());
                 },
                 [&](const ir::Binary& n) {
                   return Expr(ir::Binary{n.op, n.lhs, n.rhs, Scalar::f64}, e.loc());
                 },
                 [&](const ir::Negate& n) {
                   return Expr(ir::Negate{n.arg, Scalar::f64}, e.loc());
                 },
                 [&](const ir::WindowExpr& n) {
                   return Expr(ir::WindowExpr{n.base, n.dims, Scalar::f64}, e.loc());
                 },
                 [&](const ir::ExternCall& n) {
                   if (!ir::conversion(e)) return Expr(ir::ExternCall{n.function, n.args, Scalar::f64}, e.loc());
                   if (ir::is_float(n.args[0].type())) return n.args[0];
                   return Expr(ir::ExternCall{"f64", n.args, Scalar::f64}, e.loc());
                 },
                 [&](const auto&) { return e; });
}

// ---- marks of computed numbers: 1 for computed, 0 for others

bool holds_exactly(Scalar type, double value) {
  return ir::is_float(type) ? interp::Floats::convert(value, type, type) == value : value == std::trunc(value);
}

Expr mark(bool is_computed) { return ir::float_lit(is_computed ? 1 : 0, Scalar::f64); }

Expr marks_of(const ir::Read& n, const Expr& e) { return Expr(ir::Read{n.name, n.idx, Scalar::f64}, e.loc()); }

// The argument of a call; windows have their own marks.
Expr handed_over(const Expr& e) {
  if (!ir::is_data(e.type()) || e.as<ir::WindowExpr>()) return e;
  if (const auto* literal = e.as<ir::FloatLit>()) return mark(!holds_exactly(literal->type, literal->value));
  const auto* read = e.as<ir::Read>();
  return read ? marks_of(*read, e) : mark(true);
}

// A number passed in its own type is unchanged.
Stmt with_marks(const Stmt& s, const ir::Procedure&) {
  if (const auto* n = s.as<ir::Call>()) {
    ir::Call call = *n;
    std::transform(n->args.begin(), n->args.end(), call.args.begin(), handed_over);
    return Stmt(std::move(call), s.loc());
  }
  if (const auto* n = s.as<ir::Reduce>()) return Stmt(ir::Assign{n->name, n->idx, mark(true), n->type}, s.loc());
  const auto* n = s.as<ir::Assign>();
  if (!n) return s;
  const auto with = [&](Expr rhs) { return Stmt(ir::Assign{n->name, n->idx, std::move(rhs), n->type}, s.loc()); };
  if (const auto* literal = n->rhs.as<ir::FloatLit>()) return with(mark(!holds_exactly(n->type, literal->value)));
  const auto* read = n->rhs.as<ir::Read>();
  if (!read || read->type != n->type) return with(mark(true));
  return with(marks_of(*read, n->rhs));
}

Expr window_of_marks(const Expr& e) {
  const auto* n = e.as<ir::WindowExpr>();
  return n ? Expr(ir::WindowExpr{n->base, n->dims, Scalar::f64}, e.loc()) : e;
}

// ---- data

constexpr int max_exponent = 20;

struct Spread {
  bool is_wide;  ///< of all magnitudes up to 2^20 and down to 2^-20; else evenly up to 8
  bool has_signs;
};
constexpr Spread spreads[] = {{true, true}, {false, true}, {true, false}, {false, false}};

double fraction(interp::Random& source) {
  constexpr std::uint64_t steps = std::uint64_t{1} << 52;
  return static_cast<double>(source() % steps) / static_cast<double>(steps);
}

double drawn(interp::Random& source, Spread spread, Scalar type) {
  const int limit = std::min(max_exponent, ir::float_format(type).highest / 2);
  const double significand = 1 + fraction(source);
  const int exponent = static_cast<int>(source() % static_cast<std::uint64_t>(2 * limit)) - limit;
  double value = spread.is_wide ? std::ldexp(significand, exponent) : 8 * fraction(source);
  if (spread.has_signs && source() % 2) value = -value;
  return interp::Floats::convert(value, type, type);
}

std::string beyond(const ir::ErrorBound& bound, double off) {
  if (bound.unit == ir::ErrorBound::Unit::ulp)
    return fmt::format(": {:.4g} ulp off, where ulp={} is stated", off, bound.text);
  return fmt::format(": off by {:.4g} of its value, where error=\"{}\" is stated", off, bound.text);
}

bool is_float_operand(const ir::Arg& a) { return !a.type.is_control() && ir::is_float(a.type.scalar); }

}  // namespace

State over_reals(const ir::Procedure& p, State state) {
  const auto of_expr = [](const Expr& e) { return ir::map_expr(e, with_type_f64); };
  const ir::Procedure wide =
      codegen::over_f64(p, codegen::Widened::floats, of_expr, [](const Stmt& s, const ir::Procedure&) { return s; });
  interp::run(wide, state);
  return state;
}

Computed computed_numbers(const ir::Procedure& p, const State& state) {
  State marks = state;
  for (auto& value : marks.values) {
    std::fill(value.tensor.data.begin(), value.tensor.data.end(), 0);
    std::fill(value.tensor.written.begin(), value.tensor.written.end(), 1);
  }
  const auto of_expr = [](const Expr& e) { return ir::map_expr(e, window_of_marks); };
  interp::run(codegen::over_f64(p, codegen::Widened::all, of_expr, with_marks), marks);
  Computed out;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    const std::vector<double>& data = marks.values[i].tensor.data;
    out.emplace_back(data.size());
    for (std::size_t k = 0; k < data.size(); ++k) out[i][k] = is_float_operand(p.args[i]) && data[k] != 0;
  }
  return out;
}

void draw_widely(const ir::Procedure& p, std::size_t number, State& state) {
  interp::Random source(number + 1);
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (!is_float_operand(p.args[i])) continue;
    for (double& v : state.values[i].tensor.data)
      v = drawn(source, spreads[number % std::size(spreads)], p.args[i].type.scalar);
  }
}

Distance distance(const ir::Procedure& p, const State& wanted, const Computed& computed, const State& found) {
  const std::optional<ir::ErrorBound> bound = ir::stated_bound(p);
  if (!bound) bug(p.name + " states no error bound");
  const bool moves = only_moves(p);
  Distance out;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control()) continue;
    const auto &a = wanted.values[i].tensor, &b = found.values[i].tensor;
    const Scalar type = p.args[i].type.scalar;
    for (std::size_t k = 0; k < reach(a); ++k) {
      if (!a.written[k]) continue;
      const double off = computed[i][k] ? ir::error_in(bound->unit, a.data[k], b.data[k], type) : 0;
      out.most = std::max(out.most, off);
      if (!out.difference.empty()) continue;
      const std::string place =
          fmt::format("{} at {} is {}, expected {}", p.args[i].name.text(), k, b.data[k], a.data[k]);
      if (computed[i][k] && !(off <= bound->most)) out.difference = place + beyond(*bound, off);
      if (!computed[i][k] && !is_same(a.data[k], b.data[k], moves && ir::is_float(type))) out.difference = place;
    }
  }
  return out;
}

}  // namespace tessera::conformance
