// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "tuning/search/plan.hpp"

namespace tessera::tuning {

/// A measured scheme, beside the model's prediction.
struct MeasuredScheme {
  Measurement measured;
  Expected expected;
  double fma_cycles = 0;  ///< of the multiplications alone, without any waiting

  double expected_percent() const { return 100 * fma_cycles / expected.predicted.cycles; }  ///< of the peak
};

/// A tuned convolution: the chosen scheme, and its competitors.
struct TunedConv {
  std::string name;
  shapes::ConvShape shape;
  tuning::Problem problem;
  Measurement chosen;
  std::string register_tiles;            ///< of the chosen scheme
  std::size_t rank = 0, space = 0;       ///< of the chosen one by the model, of all ranked schemes
  double percent_of_model = 0;           ///< of the peak, of the model's first choice; 0: not measured
  std::vector<MeasuredScheme> measured;  ///< in the model's order
};

/// A register tile alone.
struct TunedTile {
  tuning::Microkernel tile;
  double percent = 0;  ///< of the peak
};

/// The results of `tessera tune`.
struct TuneResults {
  std::vector<TunedTile> tiles;
  std::vector<TunedConv> convolutions;
};
/// The output of `tessera tune --json`.
report::Json to_json(const TuneResults&);

}  // namespace tessera::tuning
