// The peer: oneDNN's direct convolution on the same operands. Optional at configure time.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "conv_reference.hpp"
#include "conv_shape.hpp"

namespace tessera::bench {

/// Forward inference on one thread, layouts `any` for source, weights and destination. The operands are reordered once,
/// in the constructor; `run` is the arithmetic alone. It overwrites its output where Tessera's kernels add to theirs.
class OneDnnConv {
 public:
  virtual ~OneDnnConv() = default;
  virtual void run() = 0;
  /// The output of the last run, reordered to f32[W,H,K].
  virtual std::vector<float> output() = 0;
  /// What oneDNN chose, e.g. "brgconv:avx512_core".
  virtual std::string implementation() const = 0;
};

/// Null when the program was built without oneDNN.
std::unique_ptr<OneDnnConv> make_onednn_conv(const ConvShape& shape, const ConvData& data);

/// "oneDNN 2.6.3", or "oneDNN: not available (not found at configure time)".
std::string onednn_version();

}  // namespace tessera::bench
