// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/wide_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::conformance {
namespace {

using ir::FloatFormat;
using ir::Scalar;

constexpr double infinity = std::numeric_limits<double>::infinity();

class Drawing {
 public:
  Drawing(std::size_t number, std::uint64_t seed)
      : kind_(number % wide_kinds), source_((seed << 32) + number), is_of_products_(number / wide_kinds % 2 == 0) {}

  double number(Scalar type, bool is_written) { return ir::is_float(type) ? real(type, is_written) : integer(type); }

 private:
  double real(Scalar type, bool is_written) {
    const FloatFormat f = ir::float_format(type);
    switch (kind_) {
      case 0: return signed_(8 * fraction());
      case 1: return of_magnitude(f, smallest(f) + spread, is_written);
      case 2: return of_magnitude(f, f.lowest, is_written);
      case 3: return of_magnitude(f, f.lowest / 2, is_written);
      case 4: return of_magnitude(f, -f.digits, is_written);
      case 5: return of_magnitude(f, f.digits, is_written);
      case 6: return of_magnitude(f, f.highest / 2, is_written);
      case 7: return of_magnitude(f, f.highest - spread, is_written);
      case 8: return with_exponent(exponent(smallest(f), f.highest));
      case 9: return signed_(std::ldexp(1, exponent(smallest(f), f.highest)));
      case 10: return signed_(halfway(f));
      case 11: return with_exponent(exponent(f.highest - 1, f.highest));
      default: return end_of_range(type);
    }
  }

  // Of the whole range, of half its digits, or small.
  double integer(Scalar type) {
    const int bits = ir::bit_size(type), digits = std::min(bits - !ir::is_unsigned(type), 53);
    const double range = std::ldexp(1, kind_ % 3 == 0 ? digits : kind_ % 3 == 1 ? digits / 2 : std::min(digits, 3));
    const double v = std::floor(fraction() * range);
    return ir::is_unsigned(type) || source_() % 2 ? v : -v - 1;
  }

  static constexpr int spread = 6;  // of exponents of like magnitude, up and down

  static int smallest(const FloatFormat& f) { return f.lowest - f.digits + 1; }

  double fraction() { return static_cast<double>(source_() >> 11) * 0x1p-53; }
  double signed_(double v) { return source_() % 2 ? v : -v; }
  int exponent(int lo, int hi) { return lo + static_cast<int>(source_() % static_cast<std::uint64_t>(hi - lo + 1)); }
  double with_exponent(int e) { return signed_(std::ldexp(1 + fraction(), e)); }

  // A sum that products are added to is of their magnitude in every other case.
  double of_magnitude(const FloatFormat& f, int middle, bool is_written) {
    if (is_written && is_of_products_) middle = std::clamp(2 * middle, smallest(f) + spread, f.highest - spread);
    return with_exponent(exponent(std::max(middle - spread, smallest(f)), std::min(middle + spread, f.highest)));
  }

  double halfway(const FloatFormat& f) {
    const int digits = 1 + static_cast<int>(source_() % static_cast<std::uint64_t>(f.digits - 2));
    return std::floor(fraction() * std::ldexp(1, digits)) + 0.5;
  }

  double end_of_range(Scalar type) {
    const FloatFormat f = ir::float_format(type);
    const double largest = ir::largest(type);
    const double normal = std::ldexp(1, f.lowest), denormal = std::ldexp(1, smallest(f));
    const std::array<double, 10> ends{largest,
                                      normal,
                                      normal - denormal,
                                      denormal,
                                      0,
                                      1 + std::ldexp(1, 1 - f.digits),
                                      infinity,
                                      1,
                                      largest / 2,
                                      std::numeric_limits<double>::quiet_NaN()};
    return signed_(ends[source_() % ends.size()]);
  }

  std::size_t kind_;
  interp::Random source_;
  bool is_of_products_;
};

bool compares(const ir::Procedure& p) {
  static const std::set<std::string> comparisons{"select", "less", "less_equal", "equal"};
  bool out = false;
  ir::for_each_expr(p.body, [&](const ir::Expr& e) {
    const auto* call = e.as<ir::ExternCall>();
    out = out || (call && comparisons.count(call->function));
  });
  return out;
}

// In turns, each other element of each other operand: a NaN meets a number on its left and on its right, with few lanes
// too.
void mix_in_nan(const ir::Procedure& p, std::size_t turn, State& state) {
  const std::vector<bool> written = ir::written_parameters(p);
  std::size_t operand = 0;
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control() || written[i] || !ir::is_float(p.args[i].type.scalar)) continue;
    std::vector<double>& data = state.values[i].tensor.data;
    if (operand++ % 2 == turn % 2)
      for (std::size_t k = turn / 2 % 2; k < data.size(); k += 2) data[k] = std::numeric_limits<double>::quiet_NaN();
  }
}

// Few numbers: each is a constant of the C that sets it.
void draw_fields(const ir::Procedure& p, std::size_t number, std::uint64_t seed, State& state) {
  constexpr std::size_t few = 8;
  Drawing drawing(number % few, seed);
  for (const auto& [config, field] : interp::config_fields(p)) {
    const Scalar type = config->field(field).value_or(Scalar::f32);
    if (!ir::is_data(type)) continue;
    state.data_configs[config->name + "." + field] = interp::Floats::convert(drawing.number(type, false), type, type);
  }
}

}  // namespace

void draw_wide(const ir::Procedure& p, std::size_t number, std::uint64_t seed, State& state) {
  const std::vector<bool> written = ir::written_parameters(p);
  Drawing drawing(number, seed);
  for (std::size_t i = 0; i < p.args.size(); ++i) {
    if (p.args[i].type.is_control()) continue;
    const Scalar type = p.args[i].type.scalar;
    for (double& v : state.values[i].tensor.data)
      v = interp::Floats::convert(drawing.number(type, written[i]), type, type);
  }
  if (number % wide_kinds == wide_kinds - 1 && compares(p)) mix_in_nan(p, number / wide_kinds, state);
  draw_fields(p, number, seed, state);
}

}  // namespace tessera::conformance
