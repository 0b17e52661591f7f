// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "kernels/family/family.hpp"
#include "kernels/gemm/microkernel.hpp"
#include "kernels/gemm/product_specification.hpp"

// Steps around microkernels: panels of rows or columns in tiles.
namespace tessera::kernels::gemm {

/// Calls the scheduled procedure instead of the block.
Proc replace_scheduled(const Proc&, const BlockPlace& block, const Kernel&);

/// Where the extent, which is more than `most`, is cut into blocks of this and two of nearly equal size: the iterations
/// of the full ones.
std::string but_last_two(const char* extent, std::int64_t most);

/// The tile before another one, which it prefetches for: `streaming` where the sum is long enough to prefetch its own
/// operands too (`long_sum`), else `brief`.
Kernel followed_tile(const Kernel& brief, const Kernel& streaming, const std::string& name);

/// All rows of a panel of columns, `for i in seq(0, M)` outermost: whole tiles, and for the rest what `Edges` says.
/// `tiles` are of 1, 2, … rows; `followed` stands for the highest, or is it, where another comes after it.
Kernel panel(const Proc& specification, const std::vector<Kernel>& tiles, const Kernel& followed, Edges);

/// Splits the loop over columns `j` by panels of this width, and moves them around the loop over rows: for jo, over
/// whole panels; then the columns that are left.
Proc split_columns(Proc, const Cursor& j, std::int64_t width);

/// Conditions on N for the columns that fill no panel: so many vectors as they need, the last used in part.
std::vector<std::string> partial_widths(const Tile&, std::int64_t lanes);

}  // namespace tessera::kernels::gemm
