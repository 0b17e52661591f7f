#include "families/conv/convolution.hpp"

#include "schemes/lower.hpp"
#include "tessera/tessera.hpp"

namespace tessera::families::conv {

Proc scheduled(const Proc& specification, const Shape& shape, const schemes::Scheme& scheme,
               const schedules::VectorTarget& target) {
  const Cursor nest = specification.find_loop(shape.is_padded() ? "n #1" : "n #0");  // behind the copy of the image
  return schemes::lower(specification, nest, scheme, target);
}

}  // namespace tessera::families::conv
