// The shape of one convolution, and the sizes that follow from it.
#pragma once

#include <cstddef>
#include <string>

namespace tessera::bench {

/// O[w,h,k] += F[s,r,c,k] * I[w*stride+s, h*stride+r, c].  H and W count output pixels; any padding is already part of
/// I. Layouts, row-major: O: f32[W,H,K]; F: f32[S,R,C,K]; I: f32[(W-1)*stride+S, (H-1)*stride+R, C].
struct ConvShape {
  int K = 0, C = 0, H = 0, W = 0, R = 0, S = 0, stride = 1;

  int input_width() const { return (W - 1) * stride + S; }
  int input_height() const { return (H - 1) * stride + R; }
  std::size_t output_size() const { return std::size_t(W) * H * K; }
  std::size_t filter_size() const { return std::size_t(S) * R * C * K; }
  std::size_t input_size() const { return std::size_t(input_width()) * input_height() * C; }
  int reduction_length() const { return C * R * S; }
  double flops() const { return 2.0 * static_cast<double>(output_size()) * reduction_length(); }
};

/// Reads "K,C,H,W,R,S" or "K,C,H,W,R,S,stride". Throws std::invalid_argument on any other text or a size below 1.
ConvShape parse_conv_shape(const std::string& text);

}  // namespace tessera::bench
