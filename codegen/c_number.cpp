// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_number.hpp"

#include <fmt/format.h>

#include <cmath>

#include "codegen/errors.hpp"
#include "dsl/ir/error_bound.hpp"

namespace tessera::codegen {

using ir::Scalar;

Scalar chosen(Scalar type) { return type == Scalar::R ? Scalar::f32 : type; }

namespace {

std::string shortest(double value, Scalar type) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  std::string text = type == Scalar::f32 ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

// From here on rounding to nearest makes a number infinite: half a unit in the last place above the largest one.
double overflow_of(Scalar type) {
  const double largest = ir::largest(type);
  return type == Scalar::f64 ? INFINITY : largest + ir::spacing(largest, type) / 2;
}

bool is_held(double value, Scalar type) {
  if (ir::is_float(type)) return !std::isfinite(value) || std::fabs(value) < overflow_of(type);
  const int bits = ir::bit_size(type);
  const double end = std::ldexp(1.0, ir::is_unsigned(type) ? bits : bits - 1), whole = std::trunc(value);
  return (ir::is_unsigned(type) ? 0 : -end) <= whole && whole < end;
}

}  // namespace

void check_holds(double value, Scalar wanted, SrcLoc loc) {
  const Scalar type = chosen(wanted);
  if (!is_held(value, type))
    refuse("precision", fmt::format("{} does not fit {}", value, ir::name(type)), loc,
           "use a type that holds it, or another number");
}

CText number(double value, Scalar wanted, SrcLoc loc) {
  Scalar type = chosen(wanted);
  const Scalar computed = ir::computed_as(type);
  check_holds(value, computed, loc);
  Binding sign = std::signbit(value) ? Binding::unary : Binding::primary;
  if (!ir::is_float(type)) {
    if (value != std::trunc(value) || std::fabs(value) > 9007199254740992.0)
      refuse("precision", fmt::format("{} is not a number of type {}", value, ir::name(type)), loc,
             "convert the operands to a floating point type, or use an integer");
    return {fmt::format("{:.0f}{}", value, ir::literal_suffix(computed)), sign};
  }
  std::string text = shortest(value, computed);
  if (!std::isfinite(value)) return {text, sign};
  if (computed == Scalar::f16) return cast(computed, {text, sign});
  return {text + std::string(ir::literal_suffix(computed)), sign};
}

CText cast(Scalar type, const CText& value) {
  return {fmt::format("({}){}", ir::c_type(type), value.in(Binding::primary)), Binding::unary};
}

namespace {

// Functions that are written out: their parameters and their value.
struct Formula {
  const char* parameters;
  const char* value;
};

const Formula* formula(const std::string& function) {
  static const std::pair<std::string, Formula> table[] = {
      {"relu", {"{0} x", "x > 0 ? x : 0"}},
      {"max", {"{0} a, {0} b", "a > b ? a : b"}},
      {"min", {"{0} a, {0} b", "a < b ? a : b"}},
      {"select", {"{0} a, {0} b, {0} x, {0} y", "a < b ? x : y"}},
      {"less", {"{0} a, {0} b", "a < b"}},
      {"less_equal", {"{0} a, {0} b", "a <= b"}},
      {"equal", {"{0} a, {0} b", "a == b"}},
      {"sigmoid", {"{0} x", "1 / (1 + {1}(-x))"}},
      {"shift_right", {"{0} x, int count", "x < 0 ? ~(~x >> count) : x >> count"}},
      {"bit_and", {"{0} x, {0} mask", "x & mask"}},
  };
  for (const auto& [name, f] : table)
    if (name == function) return &f;
  return nullptr;
}

// The operands of narrow integers are computed as int: the function must take and give all of it.
CFunction defined(const std::string& function, const Formula& f, Scalar operands) {
  const Scalar type = ir::computed_as(operands);
  std::string_view c_type = ir::c_type(type);
  std::string name = fmt::format("tessera_{}_{}", function, ir::name(type));
  const char* exp = type == Scalar::f64 ? "exp" : "expf";
  std::string definition = fmt::format("static inline {} {}({}) {{\n  return ({})({});\n}}\n", c_type, name,
                                       fmt::format(fmt::runtime(f.parameters), c_type), c_type,
                                       fmt::format(fmt::runtime(f.value), c_type, exp));
  return {name, definition, function == "sigmoid"};
}

// abs, fmax, … on integers: the operator text, since libm has none.
CFunction on_integers(const std::string& function, Scalar type, SrcLoc loc) {
  if (function == "fmaxf") return defined("max", *formula("max"), type);
  if (function == "fminf") return defined("min", *formula("min"), type);
  if (function == "abs") return defined("abs", Formula{"{0} x", "x > 0 ? x : -x"}, type);
  refuse("precision", fmt::format("{} has no meaning on {}", function, ir::name(type)), loc,
         "convert the operand to a floating point type");
}

}  // namespace

namespace {

struct IntegerEnds {
  double lo, hi;
};

IntegerEnds ends_of(Scalar type) {
  const int bits = ir::bit_size(type);
  if (ir::is_unsigned(type)) return {0, std::ldexp(1, bits) - 1};
  return {-std::ldexp(1, bits - 1), std::ldexp(1, bits - 1) - 1};
}

// x of the type `from` as an integer of at most 32 bits. A float's type need not hold the largest of them: x is
// compared with the number after it. Compilers warn about comparisons that always have one result.
std::string saturated(Scalar to, Scalar from) {
  const IntegerEnds ends = ends_of(to);
  const int bits = ir::bit_size(to);
  std::string lo = ir::is_unsigned(to) ? "0" : fmt::format("INT{}_MIN", bits),
              hi = fmt::format("{}INT{}_MAX", ir::is_unsigned(to) ? "U" : "", bits);
  if (bits < 8) lo = fmt::format("{}", ends.lo), hi = fmt::format("{}", ends.hi);
  const std::string value = fmt::format("({})x", ir::c_type(to));
  if (ir::is_float(from)) {
    const std::string suffix(from == Scalar::f64 ? "" : "f");
    return fmt::format("x <= {:.1f}{} ? {} : x >= {:.1f}{} ? {} : {}", ends.lo, suffix, lo, ends.hi + 1, suffix, hi,
                       value);
  }
  const IntegerEnds found = ends_of(from);
  std::string out;
  if (found.lo < ends.lo) out += fmt::format("x < {0} ? {0} : ", lo);
  if (found.hi > ends.hi) out += fmt::format("x > {0} ? {0} : ", hi);
  return out + value;
}

}  // namespace

namespace {

// Modulo 2 to the power of the type's bits.
std::string wrapped_number(Scalar to) {
  const std::string_view type = ir::c_type(to);
  if (ir::is_packed(to) && !ir::is_unsigned(to)) return fmt::format("({})((int)((x & 15) ^ 8) - 8)", type);
  if (ir::bit_size(to) < 8) return fmt::format("({})(x & {})", type, (1 << ir::bit_size(to)) - 1);
  return fmt::format("({}){}x", type, ir::is_unsigned(to) ? "" : fmt::format("(u{})", type));
}

}  // namespace

CFunction range_function(const ir::Conversion& to, Scalar from) {
  const bool wraps = to.range == ir::Conversion::Range::wraps;
  const std::string_view result = ir::c_type(to.to);
  const std::string name = fmt::format("tessera_{}_{}_of_{}", wraps ? "wrap" : "sat", ir::name(to.to), ir::name(from));
  const std::string value = wraps ? wrapped_number(to.to) : saturated(to.to, from);
  return {name, fmt::format("static inline {} {}({} x) {{\n  return {};\n}}\n", result, name, ir::c_type(from), value)};
}

CFunction extern_function(const std::string& function, Scalar wanted, SrcLoc loc) {
  const Scalar type = ir::is_storage_only(chosen(wanted)) ? ir::computed_as(wanted) : chosen(wanted);
  if (function == "shift_right" && ir::is_unsigned(ir::computed_as(type)))
    return defined(function, {"{0} x, int count", "x >> count"}, type);
  if (const Formula* f = formula(function); f && (function != "sigmoid" || ir::is_float(type)))
    return defined(function, *f, type);
  if (!ir::is_float(type)) return on_integers(function, type, loc);
  std::string base = function == "expf"         ? "exp"
                     : function == "fmaxf"      ? "fmax"
                     : function == "fminf"      ? "fmin"
                     : function == "abs"        ? "fabs"
                     : function == "round_even" ? "nearbyint"
                                                : function;
  return {type == Scalar::f64 ? base : base + "f", "", true};
}

}  // namespace tessera::codegen
