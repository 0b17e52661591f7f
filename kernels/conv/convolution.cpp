// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/convolution.hpp"

#include <algorithm>

#include "kernels/conv/padding.hpp"
#include "schedules/inspect.hpp"
#include "schemes/partial_sums.hpp"
#include "schemes/peeling.hpp"
#include "tessera/tessera.hpp"

namespace tessera::kernels::conv {

namespace {

constexpr std::int64_t prefetch_distance = 16;  // of weights: a tile takes a dozen cycles or two for each, L3 some more

// Multiplications of tiles at the border and inside: more take long to schedule and compile, and to fetch.
constexpr std::int64_t max_unrolled = 3000;

// A loop that ran once is gone.
Proc run_at_once(const Proc& p, const Cursor& loop) {
  const auto now = schedules::still_there(p, loop);
  return now && schedules::is_loop(*now) ? parallelize_loop(p, *now) : p;
}

// The loop, moved into all that its nest holds.
Proc innermost(Proc p, const Cursor& loop) {
  while (schedules::perfect_nest(p.forward(loop)).size() > 1) p = reorder_loops(p, p.forward(loop));
  return p;
}

// In a scheme, the image is the copy that is read.
schemes::Scheme about_copy(schemes::Scheme scheme) {
  for (schemes::Specifier& s : scheme)
    if (s.array == "I") s.array = "padded";
  return scheme;
}

}  // namespace

Proc scheduled(const Proc& specification, const shapes::ConvShape& shape, const schemes::Scheme& given,
               const schedules::VectorTarget& target) {
  const bool has_copy = schedules::is_alloc(schedules::body_of(specification).front());
  if (!has_copy) return schemes::lower(specification, "n", given, target, prefetch_distance);
  const schemes::Scheme scheme = about_copy(given);
  const Cursor nest = specification.find_loop("n #1");  // after the copy of the image
  const schemes::Tiling tiling = schemes::fit(scheme, schemes::extents_of(nest, target), target.lanes);
  const bool is_parallel = std::any_of(scheme.begin(), scheme.end(), [](const auto& s) { return s.is_parallel; });
  const bool is_in_front = is_parallel || schemes::summed_in_lanes(tiling, nest);
  const schemes::Stage copy = is_in_front ? schemes::Stage{} : copy_inside(specification, tiling, shape);
  Proc p = copy.at ? specification : copy_in_front(specification, shape);
  const std::vector<Cursor> of_copy = schedules::perfect_nest(p.find_loop("n #0"));
  p = schemes::lower(p, p.forward(nest), tiling, target, prefetch_distance, copy);
  if (is_parallel)
    for (const Cursor& loop : of_copy) p = run_at_once(p, loop);
  return p;
}

Border border(const shapes::ConvShape& s, Layout layout, const schemes::Scheme& scheme, std::int64_t lanes) {
  const bool is_parallel = std::any_of(scheme.begin(), scheme.end(), [](const auto& one) { return one.is_parallel; });
  if (!s.is_padded() || layout.kind == Layout::nchw || is_parallel) return Border::copied;
  const schemes::Extents extents = loops(s);
  const auto tiling = schemes::peeled(schemes::fit(scheme, extents, lanes), extents, {"r", "s", "c"},
                                      schemes::Guard(inside_image(s)), max_unrolled);
  return tiling ? Border::peeled : Border::copied;
}

Proc scheduled_packing(const Proc& packing, const Form& f, Weights from, const schedules::VectorTarget& target) {
  const bool is_depthwise = f.shape.is_depthwise();
  Proc p = packing;
  const Cursor channels = p.find_loop(is_depthwise ? "g" : "k");
  std::vector<Cursor> loops{channels};
  const std::int64_t all = f.shape.K_of_group(), whole = all / f.panel;
  if (!is_depthwise && f.panel > 1 && all > f.panel) {
    p = divide_loop(p, channels, f.panel, {"kt", "k"}, all % f.panel == 0 ? Tail::perfect : Tail::cut);
    loops = {schedules::body_of(p.forward(channels)).front()};
    if (all % f.panel != 0) loops.push_back(*schedules::next_statement(p.forward(channels)));
  }
  const bool are_side_by_side =
      !f.mixed && from == Weights::hwio && (is_depthwise || f.panel % target.lanes == 0) && whole > 0;
  for (const Cursor& loop : loops) {
    p = innermost(p, loop);
    p = simplify(p, p.forward(loop));
    const auto now = schedules::still_there(p, loop);  // one that ran once is gone
    if (are_side_by_side && now && schedules::is_loop(*now)) p = schedules::vectorize_as_possible(p, *now, target);
  }
  return simplify(p);
}

}  // namespace tessera::kernels::conv
