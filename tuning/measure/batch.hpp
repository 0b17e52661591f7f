// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "kernels/conv/make.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "tuning/store.hpp"

namespace tessera::tuning {

/// Schemes of one convolution to measure: a unit of work for any process on an equal machine.
class TuneBatch {
 public:
  explicit TuneBatch(kernels::conv::ConvRequest conv)
      : conv_(std::move(conv)), program_(kernels::conv::program_key(conv_)) {}
  const kernels::conv::ConvRequest& conv() const { return conv_; }  ///< without a scheme
  const std::string& program() const { return program_; }           ///< its key in a store

  std::vector<std::string> schemes;  ///< in this order
  std::string compiler = "cc";
  std::vector<std::string> flags;
  int rounds = 5;
  double sample_seconds = 0.01;
  std::uint64_t seed = 1;
  bool in_turns = false;  ///< all are compiled first, then timed together
  api::SolverOptions solver;

 private:
  kernels::conv::ConvRequest conv_;
  std::string program_;
};

struct ConvolutionAtWork;

/// Measures batches one after the other. For consecutive batches of one convolution, the reference is computed once and
/// each scheme compiled once.
class BatchRunner {
 public:
  BatchRunner();
  ~BatchRunner();

  /// Writes, proves, compiles, checks and times each scheme; `measured` is called with each result, for all at once
  /// when they are timed in turns. A scheme that is refused, does not compile or does not finish is a measurement with
  /// that outcome; one that crashed in its turn is timed by itself. Throws CheckError "tune" for a wrong result, with a
  /// command to show it again: it is never a measurement.
  void run(const TuneBatch&, const std::function<void(const tuning::Measurements&)>& measured);

 private:
  std::string name_;  ///< of the convolution
  std::unique_ptr<ConvolutionAtWork> convolution_;
};

}  // namespace tessera::tuning
