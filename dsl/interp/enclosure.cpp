// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/enclosure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "dsl/interp/error.hpp"
#include "dsl/ir/error_bound.hpp"

namespace tessera::interp {
namespace {

using ir::BinOp;
using ir::Scalar;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Bounds anything{-infinity, infinity};

Bounds hull(Bounds a, Bounds b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }

// The result of an operation on doubles, and whether it is the value over the reals.
struct Computed {
  double value;
  bool is_exact;
};

Computed sum(double a, double b) {
  const double s = a + b, part_of_b = s - a;
  return {s, std::isfinite(s) && (a - (s - part_of_b)) + (b - part_of_b) == 0};
}

// Below this the error of a product is no double.
constexpr double least_exact = 0x1p-960;

Computed product(double a, double b) {
  const double p = a * b;
  const bool is_large = std::fabs(p) >= least_exact || a == 0 || b == 0;
  return {p, std::isfinite(p) && is_large && std::fma(a, b, -p) == 0};
}

Computed quotient(double a, double b) {
  const double q = a / b;
  return {q, std::isfinite(q) && std::fabs(a) >= least_exact && std::fma(q, b, -a) == 0};
}

Computed computed(BinOp op, double a, double b) {
  switch (op) {
    case BinOp::add: return sum(a, b);
    case BinOp::sub: return sum(a, -b);
    case BinOp::mul: return product(a, b);
    case BinOp::div: return quotient(a, b);
    default: bug("operator without meaning on data");
  }
}

double below(Computed c) { return c.is_exact ? c.value : std::nextafter(c.value, -infinity); }
double above(Computed c) { return c.is_exact ? c.value : std::nextafter(c.value, infinity); }

double rounded(double v, Scalar type) { return Floats::literal(v, type); }
Bounds rounded(Bounds b, Scalar type) { return {rounded(b.lo, type), rounded(b.hi, type)}; }

// The neighbours in the type of a number over the reals; the number itself if the type has it. Half a unit below a
// number that lies between two is nearest to the lower one.
double next_below(double v, Scalar type) {
  const double nearest = rounded(v, type);
  if (nearest <= v) return nearest;
  return std::isinf(nearest) ? ir::largest(type) : rounded(v - ir::spacing(v, type) / 2, type);
}
Bounds neighbours(Bounds b, Scalar type) { return {next_below(b.lo, type), -next_below(-b.hi, type)}; }

template <Denormals D> Bounds flushed(Bounds b, Scalar type) {
  const double normal = ir::smallest_normal(type);
  const bool has_denormals = D == Denormals::flushed && b.lo < normal && b.hi > -normal;
  return has_denormals ? hull(b, {0, 0}) : b;
}

// What an operation gives on two intervals, whose ends are its extremes. Over the reals, and rounded once.
struct Result {
  Bounds exact, rounded;
  bool is_nan = false;
};

Result on_ends(BinOp op, Bounds a, Bounds b, Scalar type, bool are_of_type) {
  Result out{{infinity, -infinity}, {infinity, -infinity}};
  for (const double x : {a.lo, a.hi})
    for (const double y : {b.lo, b.hi}) {
      const Computed c = computed(op, x, y);
      if (std::isnan(c.value)) return {anything, anything, true};
      out.exact = hull(out.exact, {below(c), above(c)});
      // Two roundings are as one where the operands are of the type: 53 digits are more than twice 24 and two.
      const Bounds once = are_of_type ? Bounds{c.value, c.value} : Bounds{below(c), above(c)};
      out.rounded = hull(out.rounded, tessera::interp::rounded(once, type));
    }
  return out;
}

bool is_unknown_quotient(BinOp op, Bounds divisor) { return op == BinOp::div && divisor.lo <= 0 && divisor.hi >= 0; }

bool is_sum(BinOp op) { return op == BinOp::add || op == BinOp::sub; }

// The values of an operand that an operation may see.
template <class Track> Bounds seen(const Track& t, Rounding r, bool is_term_of_sum, bool is_product) {
  if (r == Rounding::any) return hull(t.rounded, t.exact);
  if (r == Rounding::separate || r == Rounding::either || !is_term_of_sum || !is_product) return t.rounded;
  return r == Rounding::fused ? t.exact : hull(t.rounded, t.exact);
}

double largest(Bounds b) { return std::max(std::fabs(b.lo), std::fabs(b.hi)); }

template <class Number> Number unknown() {
  Number out;
  for (auto& t : out.tracks) t = {anything, anything};
  out.may_be_nan = true;
  out.magnitude = infinity;
  return out;
}

template <class Number> bool is_any_nan(std::initializer_list<const Number*> all) {
  return std::any_of(all.begin(), all.end(), [](const Number* n) { return n->may_be_nan; });
}

template <class Number> void count_terms(BinOp op, const Number& a, const Number& b, Number& out) {
  if (is_sum(op)) out.terms = a.terms + b.terms, out.magnitude = a.magnitude + b.magnitude;
  else out.magnitude = largest(out.bounds(Rounding::any));
}

// An integer's bounds are those of the operation on the ends of its operands'.
Bounds of_integers(BinOp op, Bounds a, Bounds b, Scalar type) {
  Bounds out{infinity, -infinity};
  for (const double x : {a.lo, a.hi})
    for (const double y : {b.lo, b.hi}) {
      const double v = Floats::arithmetic(op, x, y, type);
      out = hull(out, {v, v});
    }
  return out;
}

bool is_monotone(const std::string& f) {
  return f == "relu" || f == "max" || f == "min" || f == "fmaxf" || f == "fminf" || f == "sqrt" || f == "exp" ||
         f == "expf" || f == "sigmoid" || f == "floor" || f == "round_even" || f == "shift_left" ||
         f == "shift_right" || f.starts_with("sat_");
}

// Functions that grow with each argument.
Bounds of_monotone(const std::string& f, const std::vector<Bounds>& a, Scalar type) {
  std::vector<double> lo, hi;
  for (const Bounds& b : a) lo.push_back(b.lo), hi.push_back(b.hi);
  return {Floats::call(f, lo, type), Floats::call(f, hi, type)};
}

Bounds magnitude(Bounds b) {
  const double most = largest(b);
  return {b.lo <= 0 && b.hi >= 0 ? 0 : std::min(std::fabs(b.lo), std::fabs(b.hi)), most};
}

Bounds selected(const std::vector<Bounds>& a) {
  if (a[0].hi < a[1].lo) return a[2];
  return a[0].lo >= a[1].hi ? a[3] : hull(a[2], a[3]);
}

// 1 where it holds of all numbers within the bounds, 0 where of none.
Bounds compared(const std::string& f, Bounds a, Bounds b) {
  const auto holds = [&](double x, double y) { return f == "less" ? x < y : x <= y; };
  if (f != "equal") return {double(holds(a.hi, b.lo)), double(holds(a.lo, b.hi))};
  return {double(a.is_point() && b.is_point() && a.lo == b.lo), double(a.lo <= b.hi && b.lo <= a.hi)};
}

bool is_comparison(const std::string& f) { return f == "less" || f == "less_equal" || f == "equal"; }

Bounds of_call(const std::string& f, const std::vector<Bounds>& a, Scalar type) {
  if (is_monotone(f)) return of_monotone(f, a, type);
  if (f == "abs") return magnitude(a[0]);
  if (f == "select") return selected(a);
  if (is_comparison(f)) return compared(f, a[0], a[1]);
  if (std::all_of(a.begin(), a.end(), [](Bounds b) { return b.is_point(); })) return of_monotone(f, a, type);
  fail("domain", "no bounds are known of " + f);
}

// A number that may be one need not be.
template <class Number> bool is_nan(const Number& n) {
  return std::all_of(n.tracks.begin(), n.tracks.end(), [](const auto& t) { return std::isnan(t.rounded.lo); });
}

// A NaN is not less than any number and equals none, itself neither: a comparison is 0, and `select` takes its last
// operand. What is not selected may be one.
template <class E, class Number>
Number call_with_nan(const std::string& function, std::vector<Number> arguments, Scalar type) {
  if (is_comparison(function)) {
    if (is_nan(arguments[0]) || is_nan(arguments[1])) return E::point(0);
    Number out = E::point(0);
    for (auto& t : out.tracks) t = {{0, 1}, {0, 1}};
    return out;
  }
  if (function != "select") return unknown<Number>();
  if (is_nan(arguments[0]) || is_nan(arguments[1])) arguments[0] = arguments[1] = E::point(0);
  const Number condition = E::call("less", {arguments[0], arguments[1]}, type);
  Bounds is_less = condition.tracks[0].rounded;
  for (const auto& t : condition.tracks) is_less = hull(is_less, t.rounded);
  if (!is_less.is_point()) return unknown<Number>();
  const Number& taken = arguments[is_less.lo == 1 ? 2 : 3];
  if (taken.may_be_nan) return unknown<Number>();
  arguments[2] = arguments[3] = taken;
  return E::call(function, arguments, type);
}

}  // namespace

template <Denormals D> auto Enclosure<D>::point(double v) -> Number {
  Number out;
  for (Track& t : out.tracks) t = {{v, v}, {v, v}};
  out.magnitude = std::fabs(v);
  out.may_be_nan = std::isnan(v);
  return out;
}

template <Denormals D> auto Enclosure<D>::literal(double value, Scalar type) -> Number {
  return point(Floats::literal(value, type));
}

template <Denormals D> auto Enclosure<D>::convert(const Number& n, Scalar from, Scalar to) -> Number {
  if (from == to && !ir::is_storage_only(to)) return n;
  if (n.may_be_nan && !ir::is_float(to)) fail("overflow", fmt::format("no {} is known to hold it", ir::name(to)));
  Number out = n;
  out.is_product = false;
  for (Track& t : out.tracks) {
    const Bounds of_type = ir::is_float(from) ? flushed<D>(t.rounded, from) : t.rounded;
    t.rounded = {Floats::convert(of_type.lo, from, to), Floats::convert(of_type.hi, from, to)};
    if (ir::is_float(to)) t.rounded = flushed<D>(t.rounded, to);
    t.exact = ir::is_float(to) ? of_type : t.rounded;
  }
  return out;
}

template <Denormals D> auto Enclosure<D>::arithmetic(BinOp op, const Number& a, const Number& b, Scalar type)
    -> Number {
  if (is_any_nan({&a, &b})) return unknown<Number>();
  const Scalar computed = ir::computed_as(type);
  Number out;
  for (std::size_t i = 0; i < roundings; ++i) {
    const auto rounding = static_cast<Rounding>(i);
    Track& t = out.tracks[i];
    if (!ir::is_float(type)) {
      t.rounded = t.exact = of_integers(op, a.tracks[i].rounded, b.tracks[i].rounded, type);
      continue;
    }
    const Bounds x = flushed<D>(seen(a.tracks[i], rounding, is_sum(op), a.is_product), computed);
    const Bounds y = flushed<D>(seen(b.tracks[i], rounding, is_sum(op), b.is_product), computed);
    if (is_unknown_quotient(op, y)) return unknown<Number>();
    const bool are_exact_terms = is_sum(op) && (a.is_product || b.is_product) && rounding != Rounding::separate;
    Result r = on_ends(op, x, y, computed, !are_exact_terms && rounding != Rounding::any);
    if (r.is_nan) return unknown<Number>();
    if (rounding == Rounding::either) r.rounded = neighbours(r.exact, computed);
    t = {flushed<D>(r.rounded, computed), r.exact};
  }
  out.is_product = op == BinOp::mul && ir::is_float(type);
  count_terms(op, a, b, out);
  return out;
}

template <Denormals D> auto Enclosure<D>::negate(const Number& n, Scalar type) -> Number {
  if (!ir::is_float(type)) return arithmetic(BinOp::sub, point(0), n, type);
  Number out = n;
  for (Track& t : out.tracks) t = {{-t.rounded.hi, -t.rounded.lo}, {-t.exact.hi, -t.exact.lo}};
  return out;
}

template <Denormals D>
auto Enclosure<D>::call(const std::string& function, const std::vector<Number>& arguments, Scalar type) -> Number {
  if (std::any_of(arguments.begin(), arguments.end(), [](const Number& n) { return n.may_be_nan; }))
    return call_with_nan<Enclosure<D>>(function, arguments, type);
  Number out;
  for (std::size_t i = 0; i < roundings; ++i) {
    std::vector<Bounds> bounds;
    for (const Number& n : arguments) {
      const Track& t = n.tracks[i];
      const Bounds b = seen(t, static_cast<Rounding>(i), false, n.is_product);
      bounds.push_back(ir::is_float(type) ? flushed<D>(b, type) : b);
    }
    Bounds b = of_call(function, bounds, type);
    if (std::isnan(b.lo) || std::isnan(b.hi)) return unknown<Number>();
    if (ir::is_float(type)) b = flushed<D>(rounded(b, type), type);
    out.tracks[i] = {b, b};
  }
  out.magnitude = largest(out.bounds(Rounding::any));
  return out;
}

template <Denormals D> auto Enclosure<D>::random(Random& source, Scalar type) -> Number {
  return point(Floats::random(source, type));
}

template <Denormals D> std::string Enclosure<D>::text(const Number& n) {
  const Bounds b = n.bounds(Rounding::contracted);
  return b.is_point() ? Floats::text(b.lo) : fmt::format("{} to {}", b.lo, b.hi);
}

template struct Enclosure<Denormals::kept>;
template struct Enclosure<Denormals::flushed>;

}  // namespace tessera::interp
