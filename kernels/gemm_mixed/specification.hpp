// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/gemm/specification.hpp"
#include "kernels/gemm_mixed/form.hpp"

namespace tessera::kernels::gemm::mixed {

/// One operation of a microkernel: add or set, and A packed or strided.
struct MixedVariant {
  Update update = Update::add;
  Operand a = Operand::packed;
  std::optional<ir::Scalar> result = {};  ///< the type of C, where it is not that of the sums
  Operand b = Operand::packed;            ///< strided: columns of a wider panel, a window
  bool operator==(const MixedVariant&) const = default;
};
std::string name(const MixedVariant&);  ///< "add", "set_strided"

/// "gemm_add", "gemm_set_strided"
std::string specification_name(const MixedVariant&);

/// The procedure as written, over tiles of any size: `def gemm_add(M: size, [Q: size,] N: size, P: size, K: index, A,
/// B, C: [sum][M, N])`. There are K groups of `depth` numbers of k. B is packed: B[k, depth * j + q] is column j of P
/// >= N, as a tensor or a window; and so is A, A[k, depth * i + q] row i of Q >= M; or it lies as in the caller's
/// matrix, A[i, depth * k + q]. Where registers of the operands have rows, so have the panels: A[k, i, q], and of B
/// B[k, q / group, group * j + q % group]. Results of another type than the sums are scale[j] times the sum, plus
/// bias[j], in f32, converted to the type: two further arguments, `scale: f32[P], bias: f32[P]`.
std::string specification(const MixedVariant&, const Form&);

}  // namespace tessera::kernels::gemm::mixed
