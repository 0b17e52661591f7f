// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_number.hpp"

#include <fmt/format.h>

#include <cmath>

#include "codegen/errors.hpp"

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
  switch (type) {
    case Scalar::f16: return std::ldexp(2 - std::ldexp(1.0, -11), 15);
    case Scalar::bf16: return std::ldexp(2 - std::ldexp(1.0, -8), 127);
    case Scalar::f32: return std::ldexp(2 - std::ldexp(1.0, -24), 127);
    default: return INFINITY;
  }
}

bool is_held(double value, Scalar type) {
  if (ir::is_float(type)) return !std::isfinite(value) || std::fabs(value) < overflow_of(type);
  const int bits = 8 * ir::byte_size(type);
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
  std::string text = shortest(value, type);
  if (!std::isfinite(value)) return {text, sign};
  if (type == Scalar::f16 || type == Scalar::bf16)
    return {fmt::format("({}){}", ir::c_type(type), text), Binding::unary};
  return {text + std::string(ir::literal_suffix(type)), sign};
}

CText cast(CText value, Scalar from, Scalar to) {
  if (chosen(from) == chosen(to)) return value;
  return {fmt::format("({}){}", ir::c_type(chosen(to)), value.in(Binding::primary)), Binding::unary};
}

namespace {

// Functions that are written out: their parameters and their value.
struct Formula {
  const char* parameters;
  const char* value;
};

const Formula* formula(const std::string& function) {
  static const std::pair<std::string, Formula> table[] = {
      {"relu", {"{0} x", "x > 0 ? x : 0"}},        {"max", {"{0} a, {0} b", "a > b ? a : b"}},
      {"min", {"{0} a, {0} b", "a < b ? a : b"}},  {"select", {"{0} a, {0} b, {0} x, {0} y", "a < b ? x : y"}},
      {"sigmoid", {"{0} x", "1 / (1 + {1}(-x))"}},
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

CFunction extern_function(const std::string& function, Scalar wanted, SrcLoc loc) {
  Scalar type = chosen(wanted);
  if (const Formula* f = formula(function); f && (function != "sigmoid" || ir::is_float(type)))
    return defined(function, *f, type);
  if (!ir::is_float(type)) return on_integers(function, type, loc);
  std::string base = function == "expf"    ? "exp"
                     : function == "fmaxf" ? "fmax"
                     : function == "fminf" ? "fmin"
                     : function == "abs"   ? "fabs"
                                           : function;
  return {type == Scalar::f64 ? base : base + "f", "", true};
}

}  // namespace tessera::codegen
