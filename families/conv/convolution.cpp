#include "families/conv/convolution.hpp"

#include "schemes/lower.hpp"
#include "tessera/tessera.hpp"

namespace tessera::families::conv {

namespace {

constexpr std::int64_t rows_ahead =
    16;  // of weights: a tile takes a dozen cycles or two for each, the third cache some more

}  // namespace

Proc scheduled(const Proc& specification, const Shape& shape, const schemes::Scheme& scheme,
               const schedules::VectorTarget& target) {
  const Cursor nest = specification.find_loop(shape.is_padded() ? "n #1" : "n #0");  // behind the copy of the image
  return schemes::lower(specification, nest, scheme, target, rows_ahead);
}

}  // namespace tessera::families::conv
