// SPDX-License-Identifier: Apache-2.0
#include "kernels/family/result.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace tessera::kernels {
namespace {

constexpr std::array all{ir::Scalar::f32, ir::Scalar::bf16, ir::Scalar::f16, ir::Scalar::i8,
                         ir::Scalar::ui8, ir::Scalar::i16,  ir::Scalar::ui16};

}  // namespace

bool is_result_type(ir::Scalar type) { return std::find(all.begin(), all.end(), type) != all.end(); }

std::string result_types() {
  std::vector<std::string_view> names;
  for (const ir::Scalar type : all) names.push_back(ir::name(type));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> result_of(const std::string& sum) { return {"x: f32 @ DRAM", fmt::format("x = {}", sum)}; }

std::vector<std::string> stored_result(ir::Scalar type, const std::string& place) {
  if (ir::is_float(type)) return {fmt::format("{} = x", place)};
  const std::int64_t numbers = std::int64_t{1} << (8 * ir::byte_size(type));
  const std::int64_t lo = ir::is_unsigned(type) ? 0 : -numbers / 2;
  return {fmt::format("x = min(max(x, {}.0), {}.0)", lo, lo + numbers - 1),  // so that what is rounded fits
          "rounded: i32 @ DRAM", "rounded = round_even(x)", fmt::format("{} = sat_{}(rounded)", place, ir::name(type))};
}

}  // namespace tessera::kernels
