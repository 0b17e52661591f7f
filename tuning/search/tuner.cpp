// SPDX-License-Identifier: Apache-2.0
#include "tuning/search/tuner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/support/progress.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "kernels/conv/shipped_schemes.hpp"
#include "tuning/search/choice.hpp"
#include "tuning/search/executors.hpp"

namespace tessera::tuning {
namespace {

using tuning::Measurement;
using tuning::Measurements;
using Outcome = Measurement::Outcome;

using Scheme = std::pair<std::string, std::string>;  // of a program

constexpr std::size_t followers = 2;  // schemes that are given what the fastest chose of how data comes
constexpr int confirming_rounds = 9;
constexpr int doubts = 2;  // how often tiles are measured once more that do worse than parts of themselves

kernels::conv::ConvRequest of_shape(kernels::conv::ConvRequest request, const shapes::ConvShape& shape) {
  request.shape = shape;
  return request;
}

using Schemes = std::vector<schemes::Scheme>;

// Variants of the fastest that differ in one choice about its data.
Schemes varied(const Schemes& fastest_first, const tuning::Problem& problem, const tuning::Packable& packable) {
  return tuning::variants(fastest_first.front(), problem, packable);
}

Schemes followed(const Schemes& fastest_first, const tuning::Problem& problem, const tuning::Packable& packable) {
  return tuning::followers(fastest_first, followers, problem, packable);
}

}  // namespace

Tuner::Tuner(const TunerOptions& o)
    : options_(o),
      place_(kernels::conv::tuning_place(o.compiler)),
      store_(kernels::conv::store_file(o.store), place_),
      executor_(executor_of(o, place_)) {}

TuneResults Tuner::tuned(const std::vector<LayerToTune>& layers) {
  if (options_.microkernels) measure_microkernels();
  TuneResults out;
  for (const auto& [tile, percent] : alone_.all()) out.tiles.push_back({tile, percent});
  const std::size_t together = executor_->is_parallel() ? layers.size() : 1;
  for (auto first = layers.begin(); first < layers.end(); first += static_cast<std::ptrdiff_t>(together))
    for (TunedConv& conv : tuned_together({first, first + static_cast<std::ptrdiff_t>(together)}))
      out.convolutions.push_back(std::move(conv));
  return out;
}

// ---- measuring

TuneBatch Tuner::batch(kernels::conv::ConvRequest request) const {
  TuneBatch out(std::move(request));
  out.compiler = options_.compiler;
  out.seed = options_.seed;
  out.solver = options_.solver;
  return out;
}

// Its data stay in L1: nothing but the tile shows.
TuneBatch Tuner::batch_of_tile(const TileAlone& tile) const {
  kernels::conv::ConvRequest request = of_shape(options_.conv, tile.shape);
  request.layout = kernels::conv::Layout::nhwc, request.weights = kernels::conv::Weights::packed;
  request.epilogue.clear(), request.adds = true;
  request.threads = kernels::conv::one_thread;
  TuneBatch out = batch(std::move(request));
  out.rounds = 7, out.sample_seconds = 0.003;
  out.schemes = {tile.scheme};
  return out;
}

// The schemes missing in the store, each once.
void Tuner::measure_missing(const std::string& what, std::vector<TuneBatch> batches) {
  std::set<Scheme> asked;
  for (TuneBatch& b : batches) {
    const std::string& key = b.program();
    std::erase_if(b.schemes, [&](const std::string& scheme) {
      return store_.find(key, scheme).has_value() || !asked.emplace(key, scheme).second;
    });
  }
  measure(what, batches);
}

void Tuner::measure(const std::string& what, const std::vector<TuneBatch>& batches) {
  std::set<Scheme> awaited;
  for (const TuneBatch& b : batches)
    for (const std::string& scheme : b.schemes) awaited.emplace(b.program(), scheme);
  Progress progress(what, awaited.size());
  executor_->measure(batches, [&](const Measurements& all, const tuning::HostId& place) {
    store_.keep(all, place);
    if (place != place_) return;
    for (const Measurement& m : all) {
      measured_.insert(m.program);
      if (awaited.erase({m.program, m.scheme}) > 0) progress.step();
      if (m.outcome == Outcome::measured && !m.detail.empty()) progress.note(m.scheme + ": " + m.detail);
    }
  });
}

// ---- tiles alone

tuning::Machine Tuner::machine() const {
  constexpr shapes::ConvAxis one_pixel{.image = 1};
  const shapes::ConvShape any{.K = 1, .C = 1, .rows = one_pixel, .columns = one_pixel};
  return kernels::conv::to_tune(of_shape(options_.conv, any)).machine;
}

void Tuner::measure_microkernels() {
  std::map<tuning::Microkernel, TuneBatch> batches;
  for (const TileAlone& a : tiles_alone(machine())) batches.emplace(a.tile, batch_of_tile(a));
  std::vector<TuneBatch> all;
  for (const auto& [tile, b] : batches) all.push_back(b);
  measure_missing("microkernels", all);
  read_microkernels(batches);
  // Noise only slows, and may last longer than a reading. Stored readings are not doubted again in each run.
  for (int i = 0; i < doubts; ++i) {
    std::vector<TuneBatch> again;
    for (const tuning::Microkernel& tile : alone_.in_doubt())
      if (const TuneBatch& b = batches.at(tile); measured_.count(b.program()) > 0) again.push_back(b);
    measure("microkernels, once more", again);
    read_microkernels(batches);
  }
  // Where other machines of the family did better, so can this.
  const kernels::conv::ConvRequest& conv = options_.conv;
  const tuning::Microkernels shipped = kernels::conv::shipped_tuning(conv.cpu, conv.target, conv.type).microkernels;
  microkernels_ = shipped;
  for (const auto& [tile, percent] : alone_.all()) {
    const auto of_others = shipped.all().find(tile);
    microkernels_.measured(tile, of_others == shipped.all().end() ? percent : std::max(percent, of_others->second));
  }
}

void Tuner::read_microkernels(const std::map<tuning::Microkernel, TuneBatch>& batches) {
  for (const auto& [tile, b] : batches)
    if (const auto m = store_.find(b.program(), b.schemes[0]); m && m->outcome == Outcome::measured)
      alone_.measured(tile, m->percent_hi);
}

// ---- convolutions

std::vector<TunedConv> Tuner::tuned_together(const std::vector<LayerToTune>& layers) {
  std::vector<TunePlan> plans;
  std::vector<TuneBatch> batches;
  for (const LayerToTune& l : layers) {
    plans.push_back(
        tune_plan(l.name, batch(of_shape(options_.conv, l.shape)), options_.amounts, microkernels_, store_));
    batches.push_back(plans.back().batch);
  }
  const std::string what = layers.size() == 1 ? layers[0].name : fmt::format("{} convolutions", layers.size());
  measure_missing(what, batches);
  if (!options_.loops_only)
    for (const Refinement refinement : {varied, followed, varied})
      measure_missing(what + ", how data comes", refined(plans, refinement));
  settle(what, plans);
  std::vector<TunedConv> out;
  for (const TunePlan& p : plans) out.push_back(settled(p));
  return out;
}

// From the measurements so far.
std::vector<TuneBatch> Tuner::refined(const std::vector<TunePlan>& plans, Refinement refinement) const {
  std::vector<TuneBatch> out;
  for (const TunePlan& p : plans) {
    const tuning::Packable packable =
        p.batch.conv().weights == kernels::conv::Weights::packed ? tuning::Packable{} : tuning::Packable{"F"};
    out.push_back(p.batch);
    out.back().schemes.clear();
    Schemes fastest_first;
    for (const Measurement& m : store_.of(p.batch.program()))
      if (m.outcome == Outcome::measured) fastest_first.push_back(schemes::parse(m.scheme));
    if (fastest_first.empty()) continue;
    for (const schemes::Scheme& s : refinement(fastest_first, p.what.problem, packable))
      out.back().schemes.push_back(schemes::text(s));
  }
  return out;
}

void Tuner::settle(const std::string& what, const std::vector<TunePlan>& plans) {
  const std::vector<TunePlan> open = unsettled(plans);
  std::vector<TuneBatch> again, fastest;
  for (const TunePlan& p : open) {
    again.push_back(p.batch);
    again.back().schemes = to_repeat(store_, p.batch.program());
  }
  measure(what + ", once more", again);
  for (const TunePlan& p : open) {
    TuneBatch& b = fastest.emplace_back(p.batch);
    b.schemes = to_confirm(store_, p.batch.program(), p);
    b.in_turns = true, b.rounds = confirming_rounds;
  }
  measure(what + ", in turns", fastest);
  measured_.clear();
}

// Programs with new measurements, and those an earlier run did not confirm; each once.
std::vector<TunePlan> Tuner::unsettled(const std::vector<TunePlan>& plans) const {
  std::vector<TunePlan> out;
  std::set<std::string> seen;
  for (const TunePlan& p : plans) {
    const std::string& program = p.batch.program();
    const Measurements all = store_.of(program);
    const bool is_settled = !all.empty() && all[0].in_turns && measured_.count(program) == 0;
    if (!is_settled && seen.insert(program).second) out.push_back(p);
  }
  return out;
}

TunedConv Tuner::settled(const TunePlan& p) const {
  TunedConv out = tuning::tuned(p, store_);
  fmt::print(stderr, "{}: {:.1f} % of the peak by {}\n", p.name, out.chosen.percent, out.chosen.scheme);
  return out;
}

}  // namespace tessera::tuning
