// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/family/family.hpp"
#include "kernels/gemm/microkernel.hpp"
#include "kernels/gemm/product_specification.hpp"

// Steps around microkernels: panels of rows or columns in tiles.
namespace tessera::kernels::gemm {

/// Replaces the block by a call of the scheduled procedure.
Proc replace_scheduled(const Proc&, const BlockPlace& block, const Kernel&);

/// The iterations of the full blocks of an extent, more than `most`, in blocks of `most` and two last ones of nearly
/// equal size.
std::string but_last_two(const char* extent, std::int64_t most);

/// The tile before another one, which prefetches for that: `streaming` where the sum is long enough to prefetch its own
/// operands too (`long_sum`), else `brief`.
Kernel followed_tile(const Kernel& brief, const Kernel& streaming, const std::string& name);

/// All rows of a panel of columns, `for i in seq(0, M)` outermost: whole tiles, and the remainder by `Edges`. `tiles`
/// have 1, 2, … rows; `followed` replaces the highest (or equals it) where another comes after it.
Kernel panel(const Proc& specification, const std::vector<Kernel>& tiles, const Kernel& followed, Edges);

/// Splits the loop over columns `j` into panels of this width, around the loop over rows: for jo, over whole panels;
/// then the remaining columns.
Proc split_columns(Proc, const Cursor& j, std::int64_t width);

/// Conditions on N for the columns beyond whole panels: the number of their vectors, the last one partial.
std::vector<std::string> partial_widths(const Tile&, std::int64_t lanes);

}  // namespace tessera::kernels::gemm
