// SPDX-License-Identifier: Apache-2.0
#include "schemes/partial_sums.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/support/diagnostic.hpp"
#include "schedules/combinators.hpp"
#include "schedules/inspect.hpp"
#include "schemes/nest.hpp"

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;
using schedules::VectorTarget;

const Tiling& innermost(const Tiling& t) { return t.inner.empty() ? t : innermost(t.inner.front()); }

// Renamings for lanes as a loop of their own.
struct Names {
  std::string dim, lane;  // the loop of the sum, and that of the lanes
  std::string result, partial;
};

// The same loops on the nest of the partial sums, which are its result.
Tiling with_lanes_apart(Tiling t, const Names& names, std::int64_t lanes) {
  if (const auto covered = t.covers.find(names.dim); covered != t.covers.end()) covered->second /= lanes;
  t.covers[names.lane] = lanes;
  if (t.kind == Kind::vector) t.dim = names.lane;
  if (t.array == names.result) t.array = names.partial;
  for (Tiling& inner : t.inner) inner = with_lanes_apart(std::move(inner), names, lanes);
  return t;
}

void require_whole(const Tiling& vector, const Cursor& loop, std::int64_t lanes) {
  const std::int64_t extent = *schedules::literal_extent(loop);
  if (vector.times == lanes && extent % lanes == 0) return;
  throw InputError("scheme",
                   fmt::format("V({0}): {0} is summed, and its {1} terms fill no whole vectors of {2} lanes",
                               vector.dim, extent, lanes),
                   "lanes along a dimension of the result, or none");
}

// Those over the results, and those inside.
struct Loops {
  std::vector<Cursor> around, of_sum;
};

Loops loops_of(const Cursor& nest) {
  const Cursor term = statement_of(nest);
  Loops out;
  for (const Cursor& loop : schedules::loops_in(nest)) {
    const bool is_of_result = is_written_along(loop, term);
    if (is_of_result && !out.of_sum.empty())
      refuse(loop, fmt::format("the loop over {} stands in one of the sum, which is to have lanes", loop.name()),
             "loops of the sum inside of all others");
    (is_of_result ? out.around : out.of_sum).push_back(loop);
  }
  return out;
}

}  // namespace

std::optional<std::string> summed_in_lanes(const Tiling& tiling, const Cursor& nest) {
  const Tiling& last = innermost(tiling);
  if (last.kind != Kind::vector || last.times == 1) return std::nullopt;
  const Cursor term = statement_of(nest);
  for (const Cursor& loop : schedules::loops_in(nest))
    if (loop.name() == last.dim && !is_written_along(loop, term)) return last.dim;
  return std::nullopt;
}

PartialSums in_lanes(const Proc& start, const Cursor& nest, const Tiling& tiling, const std::string& dim,
                     const VectorTarget& target) {
  const auto [around, of_sum] = loops_of(nest);
  const Cursor term = statement_of(nest);
  const Cursor along = *std::find_if(of_sum.begin(), of_sum.end(), [&](const Cursor& l) { return l.name() == dim; });
  require_whole(innermost(tiling), along, target.lanes);
  const Names names{dim, schedules::fresh_name(start, dim + "l"), term.name(),
                    schedules::fresh_name(start, term.name() + "_lanes")};
  Proc p = divide_loop(start, along, target.lanes, {dim, names.lane}, Tail::perfect);
  const Cursor lanes = schedules::body_of(p.forward(along)).front();
  const auto depth = [&](const Cursor& c) { return p.forward(c).path().steps.size(); };
  while (depth(lanes) > around.size() + 1) p = reorder_loops(p, p.forward(lanes).parent());
  p = stage_mem(p, p.forward(lanes).body(), schedules::written_place(p.forward(term)), names.partial, Staging::accum);
  const std::vector<Cursor> inside = schedules::body_of(p.forward(lanes));
  const Cursor alloc = inside.front(), total = inside.back();
  p = expand_dim(p, p.forward(alloc), std::to_string(target.lanes), names.lane);
  for (auto loop = around.rbegin(); loop != around.rend(); ++loop)
    p = expand_dim(p, p.forward(alloc), std::to_string(*schedules::literal_extent(*loop)), loop->name());
  const auto levels = static_cast<std::int64_t>(around.size());
  p = lift_alloc(p, p.forward(alloc), levels + 1);
  p = fission(p, p.forward(total).before());
  if (p.forward(lanes).path().steps.back().index > 0) p = autofission(p, p.forward(lanes).before(), levels);
  p = autofission(p, p.forward(lanes).after(), levels);
  return {p, outwards(p.forward(lanes), around.size()), with_lanes_apart(tiling, names, target.lanes),
          p.forward(total).parent()};
}

Proc added_up(const Proc& start, const Cursor& total, const VectorTarget& target) {
  const auto by_instruction = [&](const Proc& q) {
    const Cursor loop = q.forward(total), sum = schedules::body_of(loop).front();
    const Cursor lanes = sum.child(static_cast<int>(sum.stmt().as<ir::Reduce>()->idx.size()));
    Proc p = bind_expr(q, lanes, schedules::fresh_name(q, "lanes"));
    const Cursor value = p.forward(sum).prev(1), alloc = p.forward(sum).prev(2);
    p = expand_dim(p, p.forward(alloc), std::to_string(target.lanes), loop.name());
    p = lift_alloc(p, p.forward(alloc));
    p = set_memory(p, p.forward(alloc), target.memory);
    p = fission(p, p.forward(value).after());
    p = schedules::vectorize_lanes(p, p.forward(value).parent(), target);
    return schedules::vectorize_lanes(p, p.forward(sum).parent(), target);
  };
  return schedules::try_do(start, by_instruction).value_or(start);
}

}  // namespace tessera::schemes
