// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/externs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/ir/conversion.hpp"

namespace tessera::ir {
namespace {

constexpr Extern all[] = {
#define TESSERA_EXTERN(name, arity, operands) {#name, arity, ExternOperands::operands},
#include "dsl/ir/externs.def"
#undef TESSERA_EXTERN
};

std::vector<std::string_view> data_types() {
  return {
#define TESSERA_DATA(name, c_type, bytes, is_float, suffix, computed) #name,
#include "dsl/ir/scalars.def"
#undef TESSERA_DATA
  };
}

}  // namespace

std::span<const Extern> externs() { return all; }

const Extern* extern_named(std::string_view name) {
  const Extern* found = std::find_if(std::begin(all), std::end(all), [&](const Extern& f) { return f.name == name; });
  return found == std::end(all) ? nullptr : found;
}

std::vector<std::string> extern_names() {
  std::vector<std::string> out;
  for (const Extern& f : all) out.emplace_back(f.name);
  return out;
}

std::vector<std::string> callable_names() {
  std::vector<std::string> out = extern_names();
  for (const std::string_view range : {"", "sat_", "wrap_"})
    for (const std::string_view type : data_types())
      if (std::string name = fmt::format("{}{}", range, type); conversion_named(name)) out.push_back(std::move(name));
  return out;
}

std::string wrong_operands(const Extern& f, const std::vector<Expr>& operands, Scalar type) {
  if (f.operands == ExternOperands::numbers) return "";
  if (f.operands == ExternOperands::floats)
    return is_float(type) ? "" : fmt::format("`{}` takes a floating-point number, found {}", f.name, name(type));
  if (is_float(type)) return fmt::format("`{}` takes an integer, found {}", f.name, name(type));
  const FloatLit* count = operands.at(1).as<FloatLit>();
  const int bits = 8 * byte_size(computed_as(type));
  const double end = f.name == "bit_and" ? std::ldexp(1, std::min(bits - 1, 53)) : bits;
  if (count && count->value >= 0 && count->value < end && count->value == std::trunc(count->value)) return "";
  return fmt::format("the second operand of `{}` is a literal from 0 to {:.0f}", f.name, end - 1);
}

}  // namespace tessera::ir
