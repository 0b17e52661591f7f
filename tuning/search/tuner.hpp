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

/// Options for tuning convolutions.
struct TunerOptions {
  kernels::conv::ConvRequest conv;  ///< the common part
  api::SolverOptions solver;
  std::string compiler = "cc", store, executor = "local";
  SlurmOptions slurm;
  TuneAmounts amounts;
  std::uint64_t seed = 1;
  bool microkernels = true;  ///< measured first, by themselves, for the model
  bool loops_only = false;   ///< no variants of packing and prefetches
};

/// Plans, measures and stores, until each convolution has a scheme that no single reading decided.
class Tuner {
 public:
  explicit Tuner(const TunerOptions&);

  /// The chosen scheme of each and its competitors; and the speed of register tiles by themselves.
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
  /// The next schemes to measure for a convolution with measurements.
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
  tuning::Microkernels alone_;         ///< measured here
  tuning::Microkernels microkernels_;  ///< for the ranking
  std::set<std::string> measured_;     ///< programs of this run's results, until they are settled
};

}  // namespace tessera::tuning
