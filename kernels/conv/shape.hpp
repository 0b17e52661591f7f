// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace tessera::kernels::conv {

/// What lies before and after the image along one of its sides, and how it is read.
struct Along {
  std::int64_t image = 0;                      ///< pixels
  std::int64_t kernel = 1;                     ///< taps
  std::int64_t stride = 1;                     ///< pixels between neighbouring results
  std::int64_t dilation = 1;                   ///< pixels between neighbouring taps
  std::int64_t pad_before = 0, pad_after = 0;  ///< zeros around the image

  /// How many results there are; 0 where the kernel does not fit.
  std::int64_t results() const;
  /// Pixels that some result reads, from the first one before the image on.
  std::int64_t read() const { return (results() - 1) * stride + (kernel - 1) * dilation + 1; }
  bool is_padded() const { return pad_before > 0 || pad_after > 0; }
};

/// One convolution: N images of H x W pixels with C channels, K results at each of P x Q places.
struct Shape {
  std::int64_t N = 1, groups = 1, K = 0, C = 0;  ///< K and C of all groups together
  Along rows, columns;

  std::int64_t P() const { return rows.results(); }
  std::int64_t Q() const { return columns.results(); }
  std::int64_t K_of_group() const { return K / groups; }
  std::int64_t C_of_group() const { return C / groups; }
  bool is_padded() const { return rows.is_padded() || columns.is_padded(); }
  /// One channel of the image for each of the results.
  bool is_depthwise() const { return groups > 1 && C == groups && K == groups; }
  /// Multiplications and additions.
  double operations() const;
};

/// "K=64,C=64,H=56,W=56,R=3,S=3,pad=1", with N, groups, stride, dilation (or stride_h, stride_w, dilation_h,
/// dilation_w) and pad (or top, left, bottom, right) where they differ from 1 and 0; H and W count pixels of the image.
/// Or the numbers K,C,H,W,R,S[,stride] as in the papers: H and W count results, and what lies around the image is part
/// of it. InputError "shape" for other text, for sizes of 0, groups that do not divide, a kernel that does not fit, and
/// for tensors with more elements than 2^40.
Shape parse(const std::string& text);

/// In the first form, without default values: parse(text(s)) is s.
std::string text(const Shape&);

/// For names of files and functions: "k64_c64_h56_w56_r3_s3_pad1".
std::string name(const Shape&);

}  // namespace tessera::kernels::conv
