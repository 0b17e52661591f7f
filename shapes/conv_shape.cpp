// SPDX-License-Identifier: Apache-2.0
#include "shapes/conv_shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/support/diagnostic.hpp"

namespace tessera::shapes {
namespace {

void check_axis(const ConvAxis& axis, const char* what, const char* image, const char* kernel) {
  if (axis.image > max_size)  // numbers in order count results, of which each may read far away
    throw InputError("shape", fmt::format("the image has {} {}, more than {}", axis.image, what, max_size),
                     "a smaller shape");
  if (axis.results() < 1)
    throw InputError(
        "shape",
        fmt::format("the kernel does not fit: {} = {} with dilation {}, {} = {} and {} zeros around it", kernel,
                    axis.kernel, axis.dilation, image, axis.image, axis.pad_before + axis.pad_after),
        "there are no results then");
}

void check_tensor(const char* what, std::initializer_list<std::int64_t> extents, std::int64_t limit) {
  std::int64_t product = 1;
  for (const std::int64_t e : extents)
    if (__builtin_mul_overflow(product, e, &product) || product > limit)
      throw InputError("shape", fmt::format("{} has {} elements, more than {}", what, fmt::join(extents, " x "), limit),
                       "a smaller shape");
}

std::int64_t padded(const ConvAxis& axis) { return axis.image + axis.pad_before + axis.pad_after; }

}  // namespace

std::int64_t ConvAxis::results() const {
  const std::int64_t room = padded(*this) - (kernel - 1) * dilation - 1;
  return room < 0 ? 0 : room / stride + 1;
}

ConvAxis unpadded_axis(std::int64_t results, std::int64_t kernel, std::int64_t stride) {
  return {(results - 1) * stride + kernel, kernel, stride};
}

double ConvShape::flops() const {
  double out = 2;
  for (const std::int64_t n : {N, P(), Q(), K, C_of_group(), rows.kernel, columns.kernel})
    out *= static_cast<double>(n);
  return out;
}

void check_shape(const ConvShape& s) {
  if (s.K % s.groups != 0 || s.C % s.groups != 0)
    throw InputError("shape", fmt::format("{} groups do not divide {} and {} channels", s.groups, s.K, s.C),
                     "K and C are multiples of groups");
  check_axis(s.rows, "rows", "H", "R");
  check_axis(s.columns, "columns", "W", "S");
  check_elements(s, max_elements);
}

void check_elements(const ConvShape& s, std::int64_t limit) {
  check_tensor("the image", {s.N, padded(s.rows), padded(s.columns), s.C}, limit);
  check_tensor("the result", {s.N, s.P(), s.Q(), s.K}, limit);
  check_tensor("the kernel", {s.rows.kernel, s.columns.kernel, s.C_of_group(), s.K}, limit);
}

}  // namespace tessera::shapes
