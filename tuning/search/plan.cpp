// SPDX-License-Identifier: Apache-2.0
#include "tuning/search/plan.hpp"

#include <algorithm>
#include <set>

#include "kernels/conv/measured_schemes.hpp"
#include "tuning/variants.hpp"

namespace tessera::tuning {
namespace {

namespace conv = kernels::conv;
using tuning::Candidate;

// The loops that served packed weights best, where that was measured, are a good guess for others.
std::optional<schemes::Scheme> fastest_of_packed(conv::ConvRequest request, const tuning::Store& store) {
  if (request.weights == conv::Weights::packed) return std::nullopt;
  request.weights = conv::Weights::packed;
  const auto scheme = conv::best_known_scheme(request, store);
  return scheme ? std::optional(tuning::loops_of(*scheme)) : std::nullopt;
}

// The fastest schemes on one thread, with parallel loops.
std::vector<schemes::Scheme> fastest_of_one_thread(conv::ConvRequest request, const tuning::Store& store) {
  if (conv::count(request.threads) == 1) return {};
  request.threads = conv::one_thread;
  // A shipped one, or the model's, where none was measured.
  if (const auto scheme = conv::best_known_scheme(request, store)) request.scheme = conv::SourcedScheme{*scheme};
  request.scheme = conv::decided(request).chosen;
  std::vector<schemes::Scheme> out;
  for (const schemes::Strategy strategy : conv::parallel_strategies()) {
    request.threads = strategy;
    out.push_back(conv::decided(request).chosen.scheme);
  }
  return out;
}

// Of many convolutions together all that is ranked would be too much to keep.
std::map<std::string, Expected> expected(const std::vector<Candidate>& ranked, const TuneBatch& b,
                                         const tuning::Store& store) {
  std::set<std::string> wanted(b.schemes.begin(), b.schemes.end());
  for (const tuning::Measurement& m : store.of(b.program())) wanted.insert(m.scheme);
  std::map<std::string, Expected> out;
  for (std::size_t rank = 0; rank < ranked.size(); ++rank)
    if (const std::string scheme = schemes::text(ranked[rank].scheme); wanted.count(scheme) > 0)
      out.emplace(scheme, Expected{rank, ranked[rank].predicted});
  return out;
}

}  // namespace

TunePlan tune_plan(const std::string& name, TuneBatch batch, const TuneAmounts& amounts,
                   const tuning::Microkernels& microkernels, const tuning::Store& store) {
  TunePlan out{name, std::move(batch), {}, {}, 0, {}};
  const conv::ConvRequest& request = out.batch.conv();
  out.what = conv::to_tune(request);
  const std::vector<Candidate> ranked = conv::ranked(request, out.what, microkernels);
  const auto add = [&](const schemes::Scheme& scheme) {
    std::vector<std::string>& all = out.batch.schemes;
    const std::string text = schemes::text(scheme);
    if (std::find(all.begin(), all.end(), text) == all.end()) all.push_back(text);
  };
  for (const Candidate& c : tuning::best(out.what.problem, ranked, std::max<std::size_t>(1, amounts.best)))
    add(c.scheme);
  const schemes::Scheme untuned = conv::decided(request).chosen.scheme;
  out.untuned = schemes::text(untuned);
  add(untuned);
  if (const auto scheme = fastest_of_packed(request, store)) add(*scheme);
  for (const schemes::Scheme& scheme : fastest_of_one_thread(request, store)) add(scheme);
  for (const Candidate& c : tuning::sample(ranked, amounts.sample, out.batch.seed)) add(c.scheme);
  out.space = ranked.size();
  out.expected = expected(ranked, out.batch, store);
  return out;
}

}  // namespace tessera::tuning
