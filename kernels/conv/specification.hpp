// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "kernels/conv/epilogue.hpp"
#include "schemes/guard.hpp"
#include "shapes/conv_shape.hpp"

namespace tessera::kernels::conv {

/// The storage of images and results, outermost dimension first.
struct Layout {
  enum Kind {
    nhwc,    ///< I[N, H, W, C], O[N, P, Q, K]
    nwhc,    ///< I[N, W, H, C], O[N, Q, P, K]: the papers' WHK
    nchw,    ///< I[N, C, H, W], O[N, K, P, Q]
    blocked  ///< I[N, blocks, H, W, block], O[N, blocks, P, Q, block]: channel c is c % block of c / block
  };
  Kind kind = nhwc;
  std::int64_t block = 0;  ///< channels in a block, of a blocked layout; storage after the last channel is unspecified

  constexpr Layout(Kind k, std::int64_t channels = 0)
      : kind(k), block(channels) {}  // NOLINT(*-explicit-*): a kind is one
  friend bool operator==(const Layout& a, const Layout& b) { return a.kind == b.kind && a.block == b.block; }
};
/// "nhwc", "nwhc", "nchw", "nChw16c" with a block of 16.
std::string name(const Layout&);
/// InputError "conv" for another name, and a block outside of 1 to 4096.
Layout layout_named(const std::string&);

/// The storage of the weights; R and S are rows and columns of the kernel, C the channels of a group.
enum class Weights {
  packed,  ///< F[panels, C / depth, R, S, depth, panel]: the weights of a tile, in the order of their use
  hwio,    ///< F[R, S, C, K]
  oihw,    ///< F[K, C, R, S]
};
std::string_view name(Weights);

/// The treatment of taps outside of the image.
enum class Border {
  copied,  ///< the image is copied with zeros around it, which are multiplied
  peeled   ///< sums leave them out, so tiles at the border differ from inner ones
};
std::string_view name(Border);

/// Images and weights of other types than the sums. Their channels are taken in blocks, as many as one instruction
/// multiplies; zeros fill the last block.
struct MixedOperands {
  ir::Scalar image = ir::Scalar::i8, weights = ir::Scalar::i8;
  std::int64_t at_once = 1;   ///< channels of a block
  std::int64_t channels = 0;  ///< of the image; those of the shape are such blocks
  /// Of the results, where they are not the sums: these are converted to f32 for the epilogue. Integers are rounded to
  /// the nearest, halves to the even one; what does not fit is the type's least or greatest number.
  std::optional<ir::Scalar> result = {};
  /// Taps and blocks of channels are one dimension of packed weights, F[panels, R * S * C / at_once, at_once * panel].
  bool are_taps_together = false;
  std::int64_t blocks() const { return (channels + at_once - 1) / at_once; }
  bool has_rest() const { return channels % at_once != 0; }
};

/// The computation of a convolution.
struct Form {
  shapes::ConvShape shape;
  Layout layout = Layout::nhwc;
  Weights weights = Weights::packed;
  std::vector<Epilogue> epilogue = {};
  bool adds = false;  ///< to the result's old values; else it is overwritten
  Border border = Border::copied;
  bool is_turned = false;  ///< rows of the shape are columns of the request: weights are transposed
  std::int64_t panel = 1;
  std::int64_t depth = 0;  ///< channels of the image together in packed weights; 0: all, F[panels, R, S, C, panel]
  ir::Scalar type = ir::Scalar::f32;  ///< of the sums, and without `mixed` of all
  std::optional<MixedOperands> mixed = {};

  ir::Scalar result_type() const { return mixed && mixed->result ? *mixed->result : type; }
  ir::Scalar epilogue_type() const { return mixed && mixed->result ? ir::Scalar::f32 : type; }
  ir::Scalar image_type() const { return mixed ? mixed->image : type; }
  ir::Scalar weight_type() const { return mixed ? mixed->weights : type; }
  std::int64_t image_channels() const { return mixed ? mixed->channels : shape.C; }
};

/// An argument of the convolution; extents outermost first.
struct Tensor {
  std::string name;
  std::vector<std::int64_t> shape;
  ir::Scalar type;
};
/// All of them: O, F, I, and the arguments of the epilogue, in order.
std::vector<Tensor> tensors(const Form&);
/// The shape of the weights in this layout.
std::vector<std::int64_t> weight_shape(const Form&, Weights);

/// Whether the image is copied: for zeros around it, and where neighbouring results are contiguous and read pixels that
/// are not.
bool has_copy(const shapes::ConvShape&, Layout, Border = Border::copied);
/// Also for zeros after its last channel.
bool has_copy(const Form&);

/// The condition that a term of a sum reads inside of the image, on the counters p, q, r, s.
std::vector<schemes::Guard::Condition> inside_image(const shapes::ConvShape&);

/// The procedure as written: `def NAME(O, F, I[, scale, bias, residual])`, sizes as numbers, loops n, [g,] p, q, k
/// around the sum over r, s, c, and e over the channels of a block of mixed operands. The copy of the image, if any, is
/// `padded`; else an if leaves out terms whose tap lies outside of the image.
std::string specification(const Form&, const std::string& name);

/// `def NAME(F, P)`: packs weights in layout `from`, hwio or oihw.
std::string packing(const Form&, Weights from, const std::string& name);

/// The same convolution on a single row of pixels, all rows one after the other, where each result reads one pixel.
/// Else unchanged.
shapes::ConvShape in_one_row(const shapes::ConvShape&, Layout);

/// The computed form, on the same bytes: in one row where possible; an image with one channel, as the source of one,
/// with pixels as channels; a single column with contiguous pixels as a single row.
Form as_computed(Form);

/// The counters of the loops, outermost first, with their iterations.
std::vector<std::pair<std::string, std::int64_t>> loops(const shapes::ConvShape&);

}  // namespace tessera::kernels::conv
