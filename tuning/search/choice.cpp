// SPDX-License-Identifier: Apache-2.0
#include "tuning/search/choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tuning/measure/trial.hpp"
#include "tuning/variants.hpp"

namespace tessera::tuning {
namespace {

using tuning::Measurement;
using tuning::Measurements;
using Outcome = Measurement::Outcome;

constexpr std::size_t confirmed = 5;  // the fastest, timed once more in turns
constexpr std::size_t repeated = 10;  // those after them, timed once more before that
constexpr double near = 0.85;         // of the fastest: what such a repetition may still make up

// All measurements, in turns or not.
Measurements by_time(const tuning::Store& store, const std::string& program) {
  Measurements out = store.of(program);
  std::erase_if(out, [](const Measurement& m) { return m.outcome != Outcome::measured; });
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  return out;
}

// The rank of the first requested scheme with the same loops: others differ in packing and prefetches.
std::size_t rank_of(const std::string& scheme, const std::vector<std::string>& asked) {
  const auto loops = [](const std::string& s) { return schemes::text(tuning::loops_of(schemes::parse(s))); };
  const auto same = [&](const std::string& s) { return loops(s) == loops(scheme); };
  return static_cast<std::size_t>(std::find_if(asked.begin(), asked.end(), same) - asked.begin());
}

std::vector<MeasuredScheme> in_order_of_model(const TunePlan& plan, const Measurements& all) {
  const tuning::Machine& machine = plan.what.machine;
  const double fma_cycles = plan.what.problem.operations() / 2 / static_cast<double>(machine.lanes * machine.threads) /
                            tuning::Microkernels::units;
  std::vector<MeasuredScheme> out;
  for (const Measurement& m : all)
    if (const auto expected = plan.expected.find(m.scheme); expected != plan.expected.end())
      out.push_back({m, expected->second, fma_cycles});
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.expected.rank < b.expected.rank; });
  return out;
}

[[noreturn]] void nothing_measured(const TunePlan& p, const Measurements& all) {
  Diagnostic d;
  d.code = "tune";
  d.message = fmt::format("{}: no scheme could be measured", p.name);
  if (!all.empty()) d.hint = all[0].detail;
  throw CheckError(d);
}

}  // namespace

std::vector<std::string> to_repeat(const tuning::Store& store, const std::string& program) {
  const Measurements all = by_time(store, program);
  std::vector<std::string> out;
  for (std::size_t i = confirmed; i < all.size() && out.size() < repeated; ++i)
    if (!all[i].in_turns && all[i].seconds < Trial::long_call && all[i].percent_hi >= near * all[0].percent)
      out.push_back(all[i].scheme);
  return out;
}

std::vector<std::string> to_confirm(const tuning::Store& store, const std::string& program, const TunePlan& plan) {
  const Measurements all = by_time(store, program);
  const auto is_asked_for = [&](const std::string& s) { return s == plan.untuned || s == plan.batch.schemes[0]; };
  std::vector<std::string> out;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i < confirmed || is_asked_for(all[i].scheme)) out.push_back(all[i].scheme);
  return out;
}

TunedConv tuned(const TunePlan& p, const tuning::Store& store) {
  const Measurements all = store.of(p.batch.program());
  if (all.empty() || all[0].outcome != Outcome::measured) nothing_measured(p, all);
  const std::vector<std::string>& asked = p.batch.schemes;
  TunedConv out{p.name, p.batch.conv().shape, p.what.problem, all[0], {}, rank_of(all[0].scheme, asked), p.space, 0,
                {}};
  out.register_tiles = schemes::register_tiles(schemes::parse(all[0].scheme), p.what.machine.lanes);
  const auto first = std::find_if(all.begin(), all.end(), [&](const auto& m) { return m.scheme == asked[0]; });
  if (first != all.end()) out.percent_of_model = first->percent;
  out.measured = in_order_of_model(p, all);
  return out;
}

}  // namespace tessera::tuning
