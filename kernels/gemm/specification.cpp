// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/specification.hpp"

#include <fmt/format.h>

namespace tessera::kernels::gemm {
namespace {

std::string_view name(Operand o) {
  switch (o) {
    case Operand::packed: return "packed";
    case Operand::strided: return "strided";
    case Operand::copied: return "copied";
  }
  return "";
}

std::string first_statement(Update u) {
  switch (u) {
    case Update::add:
    case Update::add_scaled: return "";
    case Update::set: return "            C[i, j] = 0.0\n";
    case Update::scale_add: return "            C[i, j] = beta * C[i, j]\n";
  }
  return "";
}

}  // namespace

std::string_view name(Update u) {
  switch (u) {
    case Update::add: return "add";
    case Update::set: return "set";
    case Update::add_scaled: return "add_scaled";
    case Update::scale_add: return "scale_add";
  }
  return "";
}

std::string name(const Variant& v) {
  if (v.sum == Sum::of_batch) return fmt::format("batch_{}", name(v.update));
  return fmt::format("{}_{}_{}{}", name(v.update), name(v.a), name(v.b), v.c == Result::any ? "_anyc" : "");
}

std::string batch_specification(Update u, const Columns& columns, ir::Scalar type) {
  return fmt::format(
      "def gemm_batch_{0}{1}({2}, batch: index, K: index, A: [{3}][batch, M, K], B: [{3}][batch, K, {4}], "
      "C: [{3}][M, {4}]):\n{5}"
      "    assert batch >= 0\n    assert K >= 0\n"
      "    assert stride(A, 2) == 1\n    assert stride(B, 2) == 1\n    assert stride(C, 1) == 1\n"
      "    for i in seq(0, M):\n        for j in seq(0, {4}):\n{6}"
      "            for pair in seq(0, batch):\n                for k in seq(0, K):\n"
      "                    C[i, j] += A[pair, i, k] * B[pair, k, j]\n",
      name(u), columns.suffix, columns.sizes, ir::name(type), columns.number, columns.asserts, first_statement(u));
}

std::string specification(const Variant& v, ir::Scalar type) {
  const std::string_view t = ir::name(type);
  if (v.sum == Sum::of_batch) return batch_specification(v.update, {}, type);
  const bool scales = v.update == Update::scale_add, has_alpha = scales || v.update == Update::add_scaled;
  std::string args = "M: size, ", asserts = "    assert K >= 0\n";
  if (v.b == Operand::packed) args += "P: size, ", asserts += "    assert N <= P\n";
  args += "N: size, K: index";
  if (has_alpha) args += fmt::format(", alpha: {}", t);
  args += v.a == Operand::packed ? fmt::format(", A: {}[K, M]", t) : fmt::format(", A: [{}][M, K]", t);
  args += v.b == Operand::packed ? fmt::format(", B: {}[K, P]", t) : fmt::format(", B: [{}][K, N]", t);
  if (v.b == Operand::copied) args += fmt::format(", P: [{}][K, N]", t);
  if (scales) args += fmt::format(", beta: {}", t);
  args += fmt::format(", C: [{}][M, N]", t);
  if (v.a == Operand::strided) asserts += "    assert stride(A, 1) == 1\n";
  if (v.b != Operand::packed) asserts += "    assert stride(B, 1) == 1\n";
  if (v.b == Operand::copied) asserts += "    assert stride(P, 1) == 1\n";
  if (v.c == Result::rows) asserts += "    assert stride(C, 1) == 1\n";
  if (v.b == Operand::copied)
    asserts += "    for kp in seq(0, K):\n        for jp in seq(0, N):\n            P[kp, jp] = B[kp, jp]\n";
  return fmt::format(
      "def gemm_{}({}):\n{}"
      "    for i in seq(0, M):\n        for j in seq(0, N):\n{}"
      "            for k in seq(0, K):\n                C[i, j] += {}{} * B[k, j]\n",
      name(v), args, asserts, first_statement(v.update), has_alpha ? "alpha * " : "",
      v.a == Operand::packed ? "A[k, i]" : "A[i, k]");
}

}  // namespace tessera::kernels::gemm
