// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tuning/executor/executor.hpp"
#include "tuning/search/plan.hpp"
#include "tuning/search/tiles.hpp"
#include "tuning/search/tuned.hpp"
#include "tuning/variants.hpp"

namespace tessera::tuning {

/// One convolution to tune.
struct LayerToTune {
  std::string name;
  shapes::ConvShape shape;
};

/// How convolutions are tuned.
struct TunerOptions {
  kernels::conv::ConvRequest conv;  ///< what they have in common
  api::SolverOptions solver;
  std::string compiler = "cc", store, executor = "local";
  SlurmOptions slurm;
  TuneAmounts amounts;
  std::uint64_t seed = 1;
  bool microkernels = true;  ///< measured alone first, for the model
  bool loops_only = false;   ///< no other ways for data to come
};

/// Plans, has measured and keeps, until each convolution has a scheme that no single reading chose.
class Tuner {
 public:
  explicit Tuner(const TunerOptions&);

  /// Of each the scheme that is chosen, and what it was chosen from; with what register tiles reach alone.
  TuneResults tuned(const std::vector<LayerToTune>&);

 private:
  TuneBatch batch(kernels::conv::ConvRequest) const;
  TuneBatch batch_of_tile(const TileAlone&) const;
  void measure_missing(const std::string& what, std::vector<TuneBatch>);
  void measure(const std::string& what, const std::vector<TuneBatch>&);

  tuning::Machine machine() const;
  void measure_microkernels();
  void read_microkernels(const std::map<tuning::Microkernel, TuneBatch>&);

  std::vector<TunedConv> tuned_together(const std::vector<LayerToTune>&);
  /// Schemes to be measured next, of one that was measured at least.
  using Refinement = std::vector<schemes::Scheme> (*)(const std::vector<schemes::Scheme>& fastest_first,
                                                      const tuning::Problem&, const tuning::Packable&);
  std::vector<TuneBatch> refined(const std::vector<TunePlan>&, Refinement) const;
  void settle(const std::string& what, const std::vector<TunePlan>&);
  std::vector<TunePlan> unsettled(const std::vector<TunePlan>&) const;
  TunedConv settled(const TunePlan&) const;

  const TunerOptions options_;
  tuning::HostId place_;
  tuning::Store store_;
  std::unique_ptr<Executor> executor_;
  tuning::Microkernels alone_;         ///< as measured here
  tuning::Microkernels microkernels_;  ///< what is ranked by
  std::set<std::string> measured_;     ///< programs of this run's results, until they are settled
};

}  // namespace tessera::tuning
