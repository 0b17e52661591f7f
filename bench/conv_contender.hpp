// SPDX-License-Identifier: Apache-2.0
// Who can be asked for a convolution.
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "conv_reference.hpp"
#include "shapes/conv_shape.hpp"

namespace tessera::bench {

/// One convolution, prepared on its own operands in its contender's layout. `run` may be called repeatedly: it is the
/// timed work.
class ReadyConv {
 public:
  virtual ~ReadyConv() = default;
  virtual void run() = 0;
  /// The output of the last run as f32[P,Q,K].
  virtual std::vector<float> output() = 0;
  /// What a library chose, e.g. "brgconv:avx512_core"; "" where it does not say.
  virtual std::string implementation() const { return {}; }
};

/// Thrown by a contender that does not do such a shape, or not so.
struct NotOffered : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Variants of one computation: all are checked and timed, and the fastest counts.
using ConvForms = std::vector<std::unique_ptr<ReadyConv>>;

/// A contender by its name in the reports; without `prepare`, `missing` says why.
struct ConvContender {
  std::string name;
  std::function<ConvForms(const shapes::ConvShape&, const ConvData&)> prepare = {};
  std::string missing = {};
  std::string version = {};
  bool adds = false;  // to what the output holds; else it overwrites it
};

}  // namespace tessera::bench
