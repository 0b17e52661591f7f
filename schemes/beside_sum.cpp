// SPDX-License-Identifier: Apache-2.0
#include "schemes/beside_sum.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "schedules/loops.hpp"

namespace tessera::schemes {

bool is_along(const std::string& dim, const std::vector<Cursor>& loops) {
  return std::any_of(loops.begin(), loops.end(), [&](const Cursor& l) { return l.name() == dim; });
}

Cursor loop_along(const Proc& p, const std::string& dim, const Cursor& nest) {
  for (const Cursor& loop : schedules::perfect_nest(p.forward(nest)))
    if (loop.name() == dim) return loop;
  refuse(p.forward(nest), fmt::format("no loop over {} is left here", dim), "");
}

Proc innermost(Proc p, const Cursor& loop) {
  for (;;) {
    const std::vector<Cursor> nest = schedules::perfect_nest(p.forward(loop));
    if (nest.size() == 1) return p;
    p = reorder_loops(p, nest.front());
  }
}

Proc sum_apart(Proc p, const Cursor& sum, std::size_t loops) {
  const auto n = static_cast<std::int64_t>(loops);
  if (p.forward(sum).path().steps.back().index > 0) p = autofission(p, p.forward(sum).before(), n);
  if (schedules::next_statement(p.forward(sum))) p = autofission(p, p.forward(sum).after(), n);
  return p;
}

Proc in_vectors(Proc p, const Cursor& statement, std::size_t loops, const Tiling& lanes,
                const schedules::VectorTarget& target) {
  if (lanes.kind != Specifier::Kind::vector || lanes.times == 1) return p;
  const std::vector<Cursor> all = schedules::perfect_nest(outwards(p.forward(statement), loops));
  if (!is_along(lanes.dim, all)) return p;
  for (const Cursor& loop : all)
    if (loop.name() == lanes.dim) p = innermost(p, loop);
  const Cursor loop = p.forward(statement).parent();
  return schedules::vectorize_as_possible(p, loop, target);  // what lies in blocks is not contiguous
}

Proc tile_in_vectors(Proc p, const Cursor& nest, const Tiling& lanes, TileValues values,
                     const schedules::VectorTarget& target) {
  const std::vector<Cursor> loops = schedules::perfect_nest(p.forward(nest));
  const auto runs_often = [](const Cursor& l) { return *schedules::literal_extent(l) > 1; };  // simplify leaves those
  const Cursor outer = *std::find_if(loops.begin(), loops.end(), runs_often);
  Cursor loop = loops.back();
  if (*schedules::literal_extent(loop) > lanes.times) {
    const std::string vectors = schedules::fresh_name(p, lanes.dim + "t");
    p = divide_loop(p, loop, lanes.times, {vectors, lanes.dim}, Tail::perfect);
    loop = schedules::body_of(p.forward(loop)).front();
  }
  p = simplify(p, p.forward(nest));
  const auto* begin = schedules::body_of(p.forward(loop)).front().stmt().as<ir::Assign>();
  using schedules::TailContents;
  const TailContents tail = values == TileValues::summed || !begin ? TailContents::nothing
                            : begin->rhs.as<ir::FloatLit>()        ? TailContents::anything
                                                                   : TailContents::zeros;
  p = schedules::vectorize_registers(p, p.forward(loop), target, tail);
  if (const auto now = schedules::still_there(p, outer); now && schedules::is_loop(*now))
    p = schedules::unroll_all(p, *now);
  return p;
}

}  // namespace tessera::schemes
