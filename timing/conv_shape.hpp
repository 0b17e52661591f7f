// SPDX-License-Identifier: Apache-2.0
// The shape of one convolution, the sizes that follow from it, and tables of layers.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "dsl/support/csv.hpp"

namespace tessera::timing {

/// The largest size along one dimension, and the most elements of one tensor.
inline constexpr int largest_side = 1 << 20;
inline constexpr long max_elements = 1L << 30;
/// The longest sum: of products of small integers, up to here, it is exact in f32.
inline constexpr long longest_sum = 1L << 22;

/// One side of an image, and how it is read.
struct ConvSide {
  int image = 0;                      ///< pixels
  int kernel = 1;                     ///< taps
  int stride = 1;                     ///< pixels between neighbouring results
  int dilation = 1;                   ///< pixels between neighbouring taps
  int pad_before = 0, pad_after = 0;  ///< zeros around the image

  /// How many results there are; 0 where the kernel does not fit.
  int results() const;
};

/// O[p,q,k] = sum of F[r,s,c,k] * I[p*stride+r*dilation-top, q*stride+s*dilation-left, c], where I is 0 outside.
/// Layouts, row-major: O: f32[P,Q,K]; F: f32[R,S,C/groups,K]; I: f32[H,W,C]. Each group of results reads its group of
/// C.
struct ConvShape {
  int K = 0, C = 0, groups = 1;
  ConvSide rows = {}, columns = {};

  int P() const { return rows.results(); }
  int Q() const { return columns.results(); }
  int K_of_group() const { return K / groups; }
  int C_of_group() const { return C / groups; }
  std::size_t output_size() const { return std::size_t(P()) * Q() * K; }
  std::size_t filter_size() const { return std::size_t(rows.kernel) * columns.kernel * C_of_group() * K; }
  std::size_t input_size() const { return std::size_t(rows.image) * columns.image * C; }
  std::size_t reduction_length() const { return std::size_t(C_of_group()) * rows.kernel * columns.kernel; }
  double flops() const { return 2.0 * static_cast<double>(output_size()) * static_cast<double>(reduction_length()); }
};

/// Reads what `tessera conv --shape` takes, of one image: "K=64,C=64,H=56,W=56,R=3,S=3,pad=1", with groups, stride,
/// dilation and pad (or stride_h, stride_w, dilation_h, dilation_w, top, left, bottom, right), or
/// "K,C,H,W,R,S[,stride]" where H and W count results and the image holds all that is read. Throws
/// std::invalid_argument on any other text, on sizes below 1 and on what is larger than the limits above.
ConvShape parse_conv_shape(const std::string& text);

/// In the first form; parse_conv_shape(text_of(s)) is s.
std::string text_of(const ConvShape&);

struct ConvLayer {
  std::string name;
  ConvShape shape;
  std::vector<std::pair<std::string, std::string>> further = {};  // the other columns of the table, kept in reports
};

/// Columns name,K,C,H,R,stride: H x H pixels and an R x R kernel, and as many zeros around that a stride of 1 gives H x
/// H results; they are part of the image that is read. Or name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil: zeros
/// are part of the layer; of stride and dil, AxB says how far along rows and columns. A column groups may be added, and
/// any others. Throws TableError.
std::vector<ConvLayer> conv_layers(const CsvTable& table);

}  // namespace tessera::timing
