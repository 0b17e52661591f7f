// SPDX-License-Identifier: Apache-2.0
// The shape of a convolution, the sizes that follow from it, and their limits.
#pragma once

#include <cstdint>

namespace tessera::shapes {

/// The largest size along one dimension, stride, dilation and padding, and the most elements of a tensor: four
/// terabytes of f32.
constexpr std::int64_t max_size = std::int64_t{1} << 31, max_elements = std::int64_t{1} << 40;

/// The images along one axis, their rows or their columns, and how they are read.
struct ConvAxis {
  std::int64_t image = 0;                      ///< pixels
  std::int64_t kernel = 1;                     ///< taps
  std::int64_t stride = 1;                     ///< pixels between neighbouring results
  std::int64_t dilation = 1;                   ///< pixels between neighbouring taps
  std::int64_t pad_before = 0, pad_after = 0;  ///< zeros around the image

  /// How many results there are; 0 where the kernel does not fit.
  std::int64_t results() const;
  /// Pixels and zeros from the first that a result reads to the last.
  std::int64_t read() const { return (results() - 1) * stride + (kernel - 1) * dilation + 1; }
  bool is_padded() const { return pad_before > 0 || pad_after > 0; }
};

/// The axis of an image that holds all that so many results read.
ConvAxis unpadded_axis(std::int64_t results, std::int64_t kernel, std::int64_t stride);

/// O[n,p,q,k] = sum of F[r,s,c,k] * I[n, p*stride+r*dilation-pad_before, q*stride+s*dilation-pad_before, c] over r, s
/// and c, where I is 0 outside of the image. With groups, the results of each read its own channels.
struct ConvShape {
  std::int64_t N = 1, groups = 1, K = 0, C = 0;  ///< images; K results at each of P x Q places; K and C of all groups
  ConvAxis rows = {}, columns = {};

  std::int64_t P() const { return rows.results(); }
  std::int64_t Q() const { return columns.results(); }
  std::int64_t K_of_group() const { return K / groups; }
  std::int64_t C_of_group() const { return C / groups; }
  std::int64_t output_size() const { return N * P() * Q() * K; }
  std::int64_t filter_size() const { return reduction_length() * K; }
  std::int64_t input_size() const { return N * rows.image * columns.image * C; }
  /// Products in the sum of one result.
  std::int64_t reduction_length() const { return rows.kernel * columns.kernel * C_of_group(); }
  /// Multiplications and additions.
  double flops() const;
  bool is_padded() const { return rows.is_padded() || columns.is_padded(); }
  /// One channel of the image for each of the results.
  bool is_depthwise() const { return groups > 1 && C == groups && K == groups; }
};

/// InputError "shape" for groups that do not divide the channels, a kernel that does not fit, and sizes above the
/// limits. Each field is in the range that its text has.
void check_shape(const ConvShape&);

/// InputError "shape" where the padded images, the results or the kernel have more elements.
void check_elements(const ConvShape&, std::int64_t limit);

}  // namespace tessera::shapes
