// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/scalar.hpp"

namespace tessera::kernels::gemm {

/// The operation of a kernel on its tile of C.
enum class Update {
  add,         ///< C += A B
  set,         ///< C = A B; C is never read
  add_scaled,  ///< C += alpha A B
  scale_add    ///< C = beta C + alpha A B
};

/// The storage of the rows of A, or the columns of B.
enum class Operand {
  packed,   ///< in the kernel's order: A as [K, rows], B as [K, P], dense, P at least the columns
  strided,  ///< as in the caller's matrix: row-major, any distance between rows
  copied    ///< B only: strided, and copied to a panel P of B's rows for the following tiles
};

/// The storage of C.
enum class Result {
  rows,  ///< row-major, any distance between rows
  any    ///< any strides along both dimensions: column-major too
};

/// The range of a sum.
enum class Sum {
  of_product,  ///< A B
  of_batch     ///< A_b B_b for all b of a batch; A and B are strided, with any distance between matrices
};

/// One operation of a microkernel.
struct Variant {
  Update update = Update::add;
  Operand a = Operand::packed, b = Operand::packed;
  Result c = Result::rows;
  Sum sum = Sum::of_product;
  bool operator==(const Variant&) const = default;
};

std::string_view name(Update);  ///< "add", "scale_add"

/// "add_packed_packed", "scale_add_strided_packed_anyc", "batch_set".
std::string name(const Variant&);

/// The procedure as written, over tiles of any height and width: `def gemm_VARIANT(M: size, [P: size,] N: size, K:
/// index, …)`; with `batch: index` in front of K for the sum of a batch, which adds or sets.
std::string specification(const Variant&, ir::Scalar);

/// The variation of a procedure for some columns.
struct Columns {
  std::string number = "N", sizes = "M: size, N: size", asserts;
  std::string suffix;  ///< of the name
};

/// The sum of a batch, as written.
std::string batch_specification(Update, const Columns&, ir::Scalar);

}  // namespace tessera::kernels::gemm
