#include "families/conv/convolution.hpp"

#include <algorithm>

#include "schedules/inspect.hpp"
#include "schemes/lower.hpp"
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
  const Cursor first = specification.find_loop("n #0");
  const Cursor nest = specification.find_loop(shape.is_padded() ? "n #1" : "n #0");  // behind the copy of the image
  Proc p = schemes::lower(specification, nest, scheme, target, rows_ahead);
  const bool is_parallel = std::any_of(scheme.begin(), scheme.end(), [](const auto& s) { return s.is_parallel; });
  if (is_parallel && shape.is_padded())
    for (const Cursor& loop : schedules::perfect_nest(first)) p = run_at_once(p, loop);
  return p;
}

}  // namespace tessera::families::conv
