// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "kernels/conv/decide.hpp"
#include "tuning/measure/batch.hpp"
#include "tuning/microkernels.hpp"

namespace tessera::tuning {

/// What the model says of a scheme.
struct Expected {
  std::size_t rank;
  tuning::Prediction predicted;
};

/// What is to be measured of one convolution.
struct TunePlan {
  std::string name;
  TuneBatch batch;  ///< in the model's order, then what else is worth a try
  kernels::conv::ConvToTune what;
  std::string untuned = {};                  ///< what is used untuned
  std::size_t space = 0;                     ///< schemes that the model ranks
  std::map<std::string, Expected> expected;  ///< of those that are measured
};

/// How many schemes of a convolution.
struct TuneAmounts {
  std::size_t best = 16;   ///< by the model
  std::size_t sample = 0;  ///< at random, from all that it ranks
};

/// The model's first schemes, what is used untuned, what was fastest where the convolution was tuned for other weights
/// or one thread, and a sample. `batch`: all but its schemes.
TunePlan tune_plan(const std::string& name, TuneBatch batch, const TuneAmounts&, const tuning::Microkernels&,
                   const tuning::Store&);

}  // namespace tessera::tuning
