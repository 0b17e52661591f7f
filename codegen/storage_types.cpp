// SPDX-License-Identifier: Apache-2.0
#include "codegen/storage_types.hpp"

#include <fmt/format.h>

#include "dsl/ir/error_bound.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::codegen {

using ir::Scalar;

namespace {

const char* const load_bf16 = R"(static inline float {function}(uint16_t x) {{
  uint32_t bits = (uint32_t)x << 16;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}}
)";

const char* const store_bf16 = R"(/* Rounds to nearest, ties to even. */
static inline uint16_t {function}(float value) {{
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (value != value) return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}}
)";

// {fraction}: bits of the fraction. {rebias}: bits of an f32's exponent that become exponent 0. {special}: the bits of
// the first infinity or NaN.
const char* const load_f8 = R"(static inline float {function}(uint8_t x) {{
  uint32_t magnitude = x & 0x7fu, bits = (magnitude << {shift}) + {rebias}u;
  float value = (float)magnitude * {unit:a}f; /* a denormal number */
  if (magnitude >= {special}u) bits = {of_special};
  if (magnitude >> {fraction}) memcpy(&value, &bits, sizeof value);
  return x & 0x80u ? -value : value;
}}
)";

const char* const store_f8 = R"(/* Rounds to nearest, ties to even. */
static inline uint8_t {function}(float value) {{
  uint32_t bits, magnitude, rounded;
  memcpy(&bits, &value, sizeof bits);
  magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) {{
    rounded = {nan}u;
  }} else if (magnitude > {most}u) {{
    rounded = {overflow}u;
  }} else if (magnitude >= {normal}u) {{
    rounded = (magnitude - {rebias}u + {half}u + (magnitude >> {shift} & 1u)) >> {shift};
  }} else {{
    uint32_t down = {denormal_shift}u - (magnitude >> 23), significand = (magnitude & 0x7fffffu) | 0x800000u;
    rounded = down > 24 ? 0 : (significand + (1u << (down - 1)) - 1u + (significand >> down & 1u)) >> down;
  }}
  return (uint8_t)((bits >> 24 & 0x80u) | rounded);
}}
)";

constexpr int fraction_of_f32 = 23, bias_of_f32 = 127;

unsigned bits_of_f32(double value) {
  const auto narrow = static_cast<float>(value);
  unsigned out = 0;
  static_assert(sizeof out == sizeof narrow);
  __builtin_memcpy(&out, &narrow, sizeof out);
  return out;
}

std::string f8_function(Scalar type, const char* text, const std::string& function) {
  const ir::FloatFormat f = ir::float_format(type);
  const int fraction = f.digits - 1, bias = 1 - f.lowest, shift = fraction_of_f32 - fraction;
  const unsigned special = f.has_infinity ? 0x7fu >> fraction << fraction : 0x7f;
  const double largest = ir::largest(type), next = largest + ir::spacing(largest, type);
  return fmt::format(
      fmt::runtime(text), fmt::arg("function", function), fmt::arg("fraction", fraction), fmt::arg("shift", shift),
      fmt::arg("rebias", static_cast<unsigned>(bias_of_f32 - bias) << fraction_of_f32),
      fmt::arg("unit", ir::spacing(0, type)), fmt::arg("special", special),
      fmt::arg("of_special",
               f.has_infinity ? fmt::format("magnitude > {}u ? 0x7fc00000u : 0x7f800000u", special) : "0x7fc00000u"),
      fmt::arg("nan", 0x7f), fmt::arg("overflow", special),
      // A tie goes to the even one of the largest number and the next: infinity is even, the NaN of f8e4m3 odd.
      fmt::arg("most", bits_of_f32((largest + next) / 2) - (f.has_infinity ? 1 : 0)),
      fmt::arg("normal", bits_of_f32(ir::smallest_normal(type))), fmt::arg("half", (1u << (shift - 1)) - 1),
      fmt::arg("denormal_shift", 151 - bias - fraction));
}

}  // namespace

StorageFunction load_function(Scalar type, const std::string& prefix) {
  if (!ir::is_storage_only(type)) bug("a type that C has is loaded as it is");
  const std::string name = fmt::format("{}_f32_of_{}", prefix, ir::name(type));
  if (type == Scalar::bf16) return {name, fmt::format(fmt::runtime(load_bf16), fmt::arg("function", name))};
  return {name, f8_function(type, load_f8, name)};
}

StorageFunction store_function(Scalar type, const std::string& prefix) {
  if (!ir::is_storage_only(type)) bug("a type that C has is stored as it is");
  const std::string name = fmt::format("{}_{}_of_f32", prefix, ir::name(type));
  if (type == Scalar::bf16) return {name, fmt::format(fmt::runtime(store_bf16), fmt::arg("function", name))};
  return {name, f8_function(type, store_f8, name)};
}

std::string f16_definition() {
  return "#ifndef TESSERA_F16\n#define TESSERA_F16\n"
         "#if defined(__FLT16_MAX__) && (!defined(__cplusplus) || defined(__clang__) || __GNUC__ >= 13)\n"
         "typedef _Float16 tessera_f16;\n#else\ntypedef uint16_t tessera_f16; /* the bits of an IEEE binary16 */\n"
         "#endif\n#endif\n";
}

std::string f16_arithmetic_check() {
  return "#ifndef __FLT16_MAX__\n#error \"computes with f16: a compiler with _Float16 is needed, such as gcc 12 or "
         "clang 15\"\n#endif\n";
}

bool mentions_f16(const std::string& c) { return c.find("tessera_f16") != std::string::npos; }

}  // namespace tessera::codegen
