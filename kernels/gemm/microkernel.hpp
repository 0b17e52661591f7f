// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "kernels/gemm/specification.hpp"
#include "schedules/vectorize.hpp"

// Microkernels of a matrix product: a tile of C in registers, the whole reduction, one row of B and one element of A at
// a time ("Tackling the Matrix Multiplication Micro-kernel Generation with Exo", section III). Each sum is one chain of
// fused multiply-adds in the order of k, from zero, and then added to C, whatever the tile: results do not depend on
// it, bit for bit. In the sum of a batch the chain goes on from one pair of matrices to the next.
namespace tessera::kernels::gemm {

/// A tile of C: rows, and vectors of columns.
struct Tile {
  std::int64_t rows = 1, vectors = 1;
  /// The last vector is partial: the kernel takes the number of columns N, from 1 to `lanes` in that vector.
  bool is_partial = false;
  bool operator==(const Tile&) const = default;
};

/// The target has masked instructions, arithmetic too. Otherwise a partial tile computes all lanes of its last vector,
/// with zeros after column N, and moves C element by element through a dense tile.
bool has_masks(const schedules::VectorTarget&);

/// All tiles whose accumulators, a row of B and an element of A fit the registers, whole and partial.
std::vector<Tile> tiles_that_fit(std::int64_t registers);

/// The prefetches of a microkernel; none without an instruction for it.
struct Ahead {
  enum class Rows {
    own,           ///< those of C to which it adds, in the first passes of its sums
    below,         ///< for short sums: of the tile of the same height that comes next those of C, and the beginning of
                   ///< those of A
    own_and_below  ///< for long sums: those of C to which it adds, and of the next tile those of A line by line
  };
  Rows rows = Rows::own;
  bool rows_of_b = false;  ///< a row of B some hundred cycles before it is read
};

constexpr std::int64_t long_sum = 128;  ///< steps; a longer sum has the time to prefetch its own operands

/// A specification, and a scheduled procedure to call instead.
struct Kernel {
  Proc specification, scheduled;
};

/// `specification`: the procedure as written (specification.hpp) for the variant. K stays an argument, and may be 0.
/// Throws SchedulingError for a missing instruction.
Kernel microkernel(const Proc& specification, const schedules::VectorTarget&, const Tile&, const Variant&, const Ahead&,
                   const std::string& name);

}  // namespace tessera::kernels::gemm
