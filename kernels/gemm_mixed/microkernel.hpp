// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/gemm/microkernel.hpp"
#include "kernels/gemm_mixed/specification.hpp"

// Microkernels of products whose operands have another type than their sums: a tile of sums in registers, the whole
// reduction, the instruction that multiplies and adds chosen by its form.
namespace tessera::kernels::gemm::mixed {

/// A tile of C. The kernel computes whole instructions: of more rows and columns than it has, where the last ones are
/// used in part; the panels have room for them.
struct MixedTile {
  std::int64_t rows = 1;     ///< of C, any number
  std::int64_t vectors = 1;  ///< instructions side by side
  bool is_partial = false;   ///< the last of them is partial: the kernel takes the number of columns N
  std::int64_t columns = 0;  ///< of a kernel for this number of them, the last instruction perhaps partial; 0: all
};

/// The rows of the panel of A: a multiple of what one instruction reads.
std::int64_t panel_rows(const MixedTile&, const Form&);
std::int64_t panel_columns(const MixedTile&, const Form&);

/// The registers of the budget of the sums at the most: the sums, a row of B, and what is needed of A. Operands in
/// registers of another budget, as vectors beside tiles, count there.
std::int64_t registers_used(const MixedTile&, const Form&);
/// Whether the sums, a row of B and an element or column of A fit so many registers of the budget, the sums those of
/// their memory, and operands the registers of their own.
bool fits(const MixedTile&, const Form&, std::int64_t registers);
/// The limits of a tile, besides the registers.
struct TileLimits {
  std::int64_t rows = std::int64_t{1} << 30, vectors = std::int64_t{1} << 30;
};
/// The whole tile that multiplies most for each register that it loads.
MixedTile default_tile(std::int64_t registers, const Form&, const TileLimits& = {});

/// Whether A may lie as in the caller's matrix: its instruction takes one row, from memory.
bool can_be_strided(const Form&);

/// `specification`: the procedure as written for the variant and the form's depth. `instructions`: all of the library.
/// Throws SchedulingError for a missing instruction.
Proc microkernel(const Proc& specification, const std::vector<Proc>& instructions, const Form&, const MixedTile&,
                 const MixedVariant&, const std::string& name);
/// The same with the procedure that it may be called for: as written, for this tile.
Kernel callable_microkernel(const Proc& specification, const std::vector<Proc>& instructions, const Form&,
                            const MixedTile&, const MixedVariant&, const std::string& name);

}  // namespace tessera::kernels::gemm::mixed
