// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tuning/search/plan.hpp"

namespace tessera::tuning {

/// A scheme that was measured, beside what the model expected of it.
struct MeasuredScheme {
  Measurement measured;
  Expected expected;
  double fma_cycles = 0;  ///< of the multiplications alone, where nothing ever waits

  double expected_percent() const { return 100 * fma_cycles / expected.predicted.cycles; }  ///< of the peak
};

/// A convolution that was tuned: the scheme that is chosen, and what it was chosen from.
struct TunedConv {
  std::string name;
  shapes::ConvShape shape;
  tuning::Problem problem;
  Measurement chosen;
  std::string register_tiles;            ///< of the chosen scheme
  std::size_t rank = 0, space = 0;       ///< of the chosen one by the model, and how many schemes the model ranks
  double percent_of_model = 0;           ///< of the peak, that the model's first choice reaches; 0: not measured
  std::vector<MeasuredScheme> measured;  ///< in the model's order
};

/// A register tile alone.
struct TunedTile {
  tuning::Microkernel tile;
  double percent = 0;  ///< of the peak
};

/// What `tessera tune` found.
struct TuneResults {
  std::vector<TunedTile> tiles;
  std::vector<TunedConv> convolutions;
};
/// What `tessera tune --json` prints.
report::Json to_json(const TuneResults&);

}  // namespace tessera::tuning
