// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "kernels/conv/epilogue.hpp"
#include "schemes/guard.hpp"
#include "shapes/conv_shape.hpp"

namespace tessera::kernels::conv {

/// How images and results lie, outermost dimension first.
struct Layout {
  enum Kind {
    nhwc,    ///< I[N, H, W, C], O[N, P, Q, K]
    nwhc,    ///< I[N, W, H, C], O[N, Q, P, K]: the papers' WHK
    nchw,    ///< I[N, C, H, W], O[N, K, P, Q]
    blocked  ///< I[N, blocks, H, W, block], O[N, blocks, P, Q, block]: channel c is c % block of c / block
  };
  Kind kind = nhwc;
  std::int64_t block =
      0;  ///< channels side by side, of a blocked layout; after the last channel the storage has no meaning

  constexpr Layout(Kind k, std::int64_t channels = 0)
      : kind(k), block(channels) {}  // NOLINT(*-explicit-*): a kind is one
  friend bool operator==(const Layout& a, const Layout& b) { return a.kind == b.kind && a.block == b.block; }
};
/// "nhwc", "nwhc", "nchw", "nChw16c" with a block of 16.
std::string name(const Layout&);
/// InputError "conv" for another name, and a block that is not from 1 to 4096.
Layout layout_named(const std::string&);

/// How the weights lie; R and S are rows and columns of the kernel, C the channels of a group.
enum class Weights {
  packed,  ///< F[panels, C / depth, R, S, depth, panel]: what a tile of results needs, in the order in which it is read
  hwio,    ///< F[R, S, C, K]
  oihw,    ///< F[K, C, R, S]
};
std::string_view name(Weights);

/// What becomes of taps that lie outside of the image.
enum class Border {
  copied,  ///< the image is read from a copy with zeros around it, and they are multiplied
  peeled   ///< sums leave them out, which makes tiles at the border others than those inside
};
std::string_view name(Border);

/// A convolution as it is asked for.
struct Form {
  shapes::ConvShape shape;
  Layout layout = Layout::nhwc;
  Weights weights = Weights::packed;
  std::vector<Epilogue> epilogue = {};
  bool adds = false;  ///< to what the result holds; else it is set
  Border border = Border::copied;
  bool is_turned = false;  ///< rows of the shape are columns of what is asked for: weights lie the other way round
  std::int64_t panel = 1;
  std::int64_t depth = 0;  ///< channels of the image together in packed weights; 0: all, F[panels, R, S, C, panel]
  ir::Scalar type = ir::Scalar::f32;
};

/// An argument of the convolution; extents outermost first.
struct Tensor {
  std::string name;
  std::vector<std::int64_t> shape;
};
/// All of them: O, F, I, and what the epilogue takes, in its order.
std::vector<Tensor> tensors(const Form&);
/// Of the weights, as they lie so.
std::vector<std::int64_t> weight_shape(const Form&, Weights);

/// Whether the image is read from a copy: for zeros around it, and where neighbouring results lie side by side and read
/// pixels that do not.
bool has_copy(const shapes::ConvShape&, Layout, Border = Border::copied);

/// Where a term of a sum reads the image and not what lies around it, on the counters p, q, r, s.
std::vector<schemes::Guard::Condition> inside_image(const shapes::ConvShape&);

/// The procedure as written: `def NAME(O, F, I[, scale, bias, residual])`, sizes as numbers, loops n, [g,] p, q, k
/// around the sum over r, s, c. The copy of the image, where there is one, is `padded`; else a term whose tap lies
/// outside of the image is left out by an if.
std::string specification(const Form&, const std::string& name);

/// `def NAME(F, P)`: weights as hwio or oihw, as `from` says, into packed ones.
std::string packing(const Form&, Weights from, const std::string& name);

/// The same convolution as one on a single row of pixels, where each result is of one pixel: those of all rows lie one
/// after the other. Else as it is.
shapes::ConvShape in_one_row(const shapes::ConvShape&, Layout);

/// As it is computed, which is on the same bytes: in one row where that is possible; an image with one channel, from
/// which one is made, with pixels side by side; and a single column where pixels lie side by side as a single row.
Form as_computed(Form);

/// The counters of the loops, outermost first, with how often they run.
std::vector<std::pair<std::string, std::int64_t>> loops(const shapes::ConvShape&);

}  // namespace tessera::kernels::conv
