// SPDX-License-Identifier: Apache-2.0
#include "tuning/search/plan.hpp"

#include <algorithm>
#include <set>

#include "kernels/conv/measured_schemes.hpp"
#include "tuning/variants.hpp"

namespace tessera::tuning {
namespace {

using tuning::Candidate;

// The loops that served packed weights best, where that was measured, are a good guess for others.
std::string fastest_of_packed(kernels::conv::ConvJob conv, const tuning::Store& store) {
  if (conv.weights == kernels::conv::packed_weights) return {};
  conv.weights = kernels::conv::packed_weights;
  const std::string scheme = kernels::conv::tuned_scheme(conv, store);
  return scheme.empty() ? "" : schemes::text(tuning::loops_of(schemes::parse(scheme)));
}

// What is fastest on one thread, with parallel loops.
std::vector<std::string> fastest_of_one_thread(kernels::conv::ConvJob conv, const tuning::Store& store) {
  const std::int64_t several = kernels::conv::threads(conv);
  if (several == 1) return {};
  conv.threads = kernels::conv::one_thread;
  conv.scheme = kernels::conv::tuned_scheme(conv, store);
  conv.scheme =
      schemes::text(kernels::conv::decided(conv).scheme);  // a shipped one, or the model's, where none was measured
  std::vector<std::string> out;
  for (const std::string& strategy : kernels::conv::conv_strategies()) {
    conv.threads = strategy;
    out.push_back(schemes::text(kernels::conv::decided(conv).scheme));
  }
  return out;
}

// Of many convolutions together all that is ranked would be too much to keep.
std::map<std::string, Expected> expected(const std::vector<Candidate>& ranked, const TuneBatch& b,
                                         const tuning::Store& store) {
  std::set<std::string> wanted(b.schemes.begin(), b.schemes.end());
  for (const tuning::Measurement& m : store.of(kernels::conv::program_key(b.conv))) wanted.insert(m.scheme);
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
  const kernels::conv::ConvJob& conv = out.batch.conv;
  out.what = kernels::conv::to_tune(conv);
  const std::vector<Candidate> ranked = kernels::conv::ranked(conv, out.what, microkernels);
  const auto add = [&](const std::string& scheme) {
    std::vector<std::string>& all = out.batch.schemes;
    if (!scheme.empty() && std::find(all.begin(), all.end(), scheme) == all.end()) all.push_back(scheme);
  };
  for (const Candidate& c : tuning::best(out.what.problem, ranked, std::max<std::size_t>(1, amounts.best)))
    add(schemes::text(c.scheme));
  out.untuned = schemes::text(kernels::conv::decided(conv).scheme);
  add(out.untuned);
  add(fastest_of_packed(conv, store));
  for (const std::string& scheme : fastest_of_one_thread(conv, store)) add(scheme);
  for (const Candidate& c : tuning::sample(ranked, amounts.sample, out.batch.seed)) add(schemes::text(c.scheme));
  out.space = ranked.size();
  out.expected = expected(ranked, out.batch, store);
  return out;
}

}  // namespace tessera::tuning
