#include "families/conv/convolution.hpp"

#include <algorithm>

#include "families/conv/padding.hpp"
#include "schedules/inspect.hpp"
#include "tessera/tessera.hpp"

namespace tessera::families::conv {

namespace {

constexpr std::int64_t rows_ahead =
    16;  // of weights: a tile takes a dozen cycles or two for each, the third cache some more

// A loop that ran once is gone.
Proc run_at_once(const Proc& p, const Cursor& loop) {
  const auto now = schedules::still_there(p, loop);
  return now && schedules::is_loop(*now) ? parallelize_loop(p, *now) : p;
}

}  // namespace

Proc scheduled(const Proc& specification, const Shape& shape, const schemes::Scheme& scheme,
               const schedules::VectorTarget& target) {
  const bool has_copy = schedules::is_alloc(schedules::body_of(specification).front());
  if (!has_copy) return schemes::lower(specification, "n", scheme, target, rows_ahead);
  const Cursor nest = specification.find_loop("n #1");  // behind the copy of the image
  const schemes::Tiling tiling = schemes::fit(scheme, schemes::extents_of(nest), target.lanes);
  const bool is_parallel = std::any_of(scheme.begin(), scheme.end(), [](const auto& s) { return s.is_parallel; });
  const schemes::Stage copy = is_parallel ? schemes::Stage{} : copy_inside(specification, tiling, shape);
  const Cursor first = specification.find_loop("n #0");
  Proc p = copy.at ? specification : copy_in_front(specification, shape);
  p = schemes::lower(p, p.forward(nest), tiling, target, rows_ahead, copy);
  if (is_parallel)
    for (const Cursor& loop : schedules::perfect_nest(p.forward(first))) p = run_at_once(p, loop);
  return p;
}

}  // namespace tessera::families::conv
