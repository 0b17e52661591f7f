// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm_mixed/specification.hpp"

#include <fmt/format.h>

#include "kernels/family/result.hpp"

namespace tessera::kernels::gemm::mixed {
namespace {

std::string as_sum(const std::string& element, ir::Scalar type, ir::Scalar sum) {
  return type == sum ? element : fmt::format("{}({})", ir::name(sum), element);
}

std::string times(std::int64_t factor, const std::string& text) {
  return factor == 1 ? text : fmt::format("{} * {}", factor, text);
}

constexpr std::size_t indent = 4;

std::vector<std::string> results(ir::Scalar type) {
  std::vector<std::string> out = result_of("sums");
  out.insert(out.end(), {"x = scale[j] * x", "x += bias[j]"});
  const std::vector<std::string> stored = stored_result(type, "C[i, j]");
  out.insert(out.end(), stored.begin(), stored.end());
  return out;
}

}  // namespace

std::string name(const MixedVariant& v) {
  return fmt::format("{}{}", gemm::name(v.update), v.a == Operand::strided ? "_strided" : "");
}

std::string specification_name(const MixedVariant& v) { return "gemm_" + name(v); }

std::string specification(const MixedVariant& v, const Types& t, std::int64_t depth) {
  const bool is_packed = v.a == Operand::packed;
  const std::string sum = v.result ? "sums" : "C[i, j]", in_tile(3 * indent, ' ');
  const bool is_window = v.b == Operand::strided;
  std::string first, following;
  if (v.result) first = fmt::format("{}sums: {} @ DRAM\n", in_tile, ir::name(t.sum));
  if (v.update == Update::set) first += fmt::format("{}{} = 0.0\n", in_tile, sum);
  for (const std::string& line : v.result ? results(*v.result) : std::vector<std::string>{})
    following += in_tile + line + "\n";
  const std::string q = depth == 1 ? "" : " + q",
                    loop = depth == 1 ? "" : fmt::format("                for q in seq(0, {}):\n", depth);
  const std::string place =
      is_packed ? fmt::format("A[k, {}{}]", times(depth, "i"), q) : fmt::format("A[i, {}{}]", times(depth, "k"), q);
  const std::string a = as_sum(place, t.a, t.sum),
                    b = as_sum(fmt::format("B[k, {}{}]", times(depth, "j"), q), t.b, t.sum);
  return fmt::format(
      "def {}(M: size, {}N: size, P: size, K: index, A: {}, B: {}[K, {}], C: [{}][M, N]{}):\n"
      "    assert K >= 0\n    assert {}\n    assert N <= P\n    assert stride(C, 1) == 1\n{}"
      "    for i in seq(0, M):\n        for j in seq(0, N):\n{}            for k in seq(0, K):\n{}{}"
      "                {} += {} * {}\n{}",
      specification_name(v), is_packed ? "Q: size, " : "",
      is_packed ? fmt::format("{}[K, {}]", ir::name(t.a), times(depth, "Q"))
                : fmt::format("[{}][M, {}]", ir::name(t.a), times(depth, "K")),
      is_window ? fmt::format("[{}]", ir::name(t.b)) : std::string(ir::name(t.b)), times(depth, "P"),
      ir::name(v.result.value_or(t.sum)), v.result ? ", scale: f32[P], bias: f32[P]" : "",
      is_packed ? "M <= Q" : "stride(A, 1) == 1", is_window ? "    assert stride(B, 1) == 1\n" : "", first, loop,
      depth == 1 ? "" : "    ", sum, a, b, following);
}

}  // namespace tessera::kernels::gemm::mixed
