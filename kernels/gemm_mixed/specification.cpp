// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm_mixed/specification.hpp"

#include <fmt/format.h>

namespace tessera::kernels::gemm::mixed {
namespace {

std::string as_sum(const std::string& element, ir::Scalar type, ir::Scalar sum) {
  return type == sum ? element : fmt::format("{}({})", ir::name(sum), element);
}

std::string times(std::int64_t factor, const std::string& text) {
  return factor == 1 ? text : fmt::format("{} * {}", factor, text);
}

}  // namespace

std::string specification_name(Update u) { return fmt::format("gemm_{}", name(u)); }

std::string specification(Update u, const Types& t, std::int64_t depth) {
  const std::string first = u == Update::set ? "            C[i, j] = 0.0\n" : "";
  const std::string q = depth == 1 ? "" : " + q",
                    loop = depth == 1 ? "" : fmt::format("                for q in seq(0, {}):\n", depth);
  const std::string a = as_sum(fmt::format("A[k, {}{}]", times(depth, "i"), q), t.a, t.sum),
                    b = as_sum(fmt::format("B[k, {}{}]", times(depth, "j"), q), t.b, t.sum);
  return fmt::format(
      "def {}(M: size, Q: size, N: size, P: size, K: index, A: {}[K, {}], B: {}[K, {}], C: [{}][M, N]):\n"
      "    assert K >= 0\n    assert M <= Q\n    assert N <= P\n    assert stride(C, 1) == 1\n"
      "    for i in seq(0, M):\n        for j in seq(0, N):\n{}            for k in seq(0, K):\n{}{}"
      "                C[i, j] += {} * {}\n",
      specification_name(u), ir::name(t.a), times(depth, "Q"), ir::name(t.b), times(depth, "P"), ir::name(t.sum), first,
      loop, depth == 1 ? "" : "    ", a, b);
}

}  // namespace tessera::kernels::gemm::mixed
