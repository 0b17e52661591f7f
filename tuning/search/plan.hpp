// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "kernels/conv/decide.hpp"
#include "tuning/measure/batch.hpp"
#include "tuning/microkernels.hpp"

namespace tessera::tuning {

/// The model's prediction for a scheme.
struct Expected {
  std::size_t rank;
  tuning::Prediction predicted;
};

/// The planned measurements of one convolution.
struct TunePlan {
  std::string name;
  TuneBatch batch;  ///< in the model's order, then further schemes worth a try
  kernels::conv::ConvToTune what;
  std::string untuned = {};                  ///< the default scheme without tuning
  std::size_t space = 0;                     ///< schemes that the model ranks
  std::map<std::string, Expected> expected;  ///< of the schemes to measure
};

/// The number of schemes for a convolution.
struct TuneAmounts {
  std::size_t best = 16;   ///< by the model
  std::size_t sample = 0;  ///< at random, from the ranking
};

/// The model's first schemes, the untuned default, the fastest ones of the convolution tuned for other weights or one
/// thread, and a sample. `batch`: all but its schemes.
TunePlan tune_plan(const std::string& name, TuneBatch batch, const TuneAmounts&, const tuning::Microkernels&,
                   const tuning::Store&);

}  // namespace tessera::tuning
