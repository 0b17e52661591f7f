// SPDX-License-Identifier: Apache-2.0
#include "tuning/search/choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tuning/measure/trial.hpp"
#include "tuning/variants.hpp"

namespace tessera::tuning {
namespace {

using report::Json;
using tuning::Measurement;
using tuning::Measurements;
using Outcome = Measurement::Outcome;

constexpr std::size_t confirmed = 5;  // the fastest, timed once more in turns
constexpr std::size_t repeated = 10;  // those after them, timed once more before that
constexpr double near = 0.85;         // of the fastest: what such a repetition may still make up

// What was measured, in turns or alone.
Measurements by_time(const tuning::Store& store, const std::string& program) {
  Measurements out = store.of(program);
  std::erase_if(out, [](const Measurement& m) { return m.outcome != Outcome::measured; });
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  return out;
}

Json chosen(const TunePlan& p, const Measurements& all) {
  const bool is_any = !all.empty() && all[0].outcome == Outcome::measured;
  if (!is_any)
    throw CheckError({"tune",
                      fmt::format("{}: no scheme could be measured", p.name),
                      {},
                      "",
                      {},
                      "",
                      {},
                      all.empty() ? "" : all[0].detail});
  const auto loops = [](const std::string& s) { return schemes::text(tuning::loops_of(schemes::parse(s))); };
  const std::vector<std::string>& asked = p.batch.schemes;
  const auto rank =
      std::find_if(asked.begin(), asked.end(), [&](const std::string& s) { return loops(s) == loops(all[0].scheme); }) -
      asked.begin();
  const auto first = std::find_if(all.begin(), all.end(), [&](const auto& m) { return m.scheme == asked[0]; });
  return {{"name", p.name},
          {"shape", kernels::conv::text(p.batch.conv().shape)},
          {"scheme", all[0].scheme},
          {"seconds", all[0].seconds},
          {"percent_of_peak", all[0].percent},
          {"rank", rank},
          {"space", p.space},
          {"percent_of_model", first != all.end() ? first->percent : 0}};
}

Json by_array(const tuning::Problem& problem, const tuning::Amounts& bytes) {
  Json out;
  for (std::size_t i = 0; i < problem.arrays.size(); ++i) out[problem.arrays[i].name] = bytes[i];
  return out;
}

// Bytes from memory that are asked for a block ahead.
tuning::Amounts asked_ahead(const tuning::Prediction& p) {
  tuning::Amounts out = p.from_memory;
  for (std::size_t array = 0; array < out.size(); ++array)
    if (!p.prefetches_next[array]) out[array] = 0;
  return out;
}

// Of each of these a tile has single elements, the same in all lanes.
Json elements(const tuning::Problem& problem) {
  Json out = Json::array();
  for (const tuning::Array& a : problem.arrays)
    if (!a.is_along(problem.lanes)) out.push_back(a.name);
  return out;
}

// `least`: cycles of the multiplications alone, where nothing ever waits.
Json measured_row(const TunePlan& plan, const Measurement& m, double least) {
  const Expected& expected = plan.expected.at(m.scheme);
  const tuning::Prediction& p = expected.predicted;
  const tuning::Problem& problem = plan.what.problem;
  return {{"scheme", m.scheme},
          {"rank", expected.rank},
          {"outcome", name(m.outcome)},
          {"percent_of_peak", m.percent},
          {"seconds", m.seconds},
          {"in_turns", m.in_turns},
          {"expected", 100 * least / p.cycles},
          {"cycles", p.cycles},
          {"near", p.tiles.l1_resident},
          {"crowded", p.tiles.set_conflicts},
          {"least", least},
          {"runs", p.tile_runs},
          {"tile_bytes", p.tile_bytes},
          {"displaced", p.tiles.evicted},
          {"pages", p.tiles.pages},
          {"starts", p.inner_loop_starts},
          {"in_parts", p.has_partial_sums},
          {"copied", p.copy_cycles},
          {"from_l2", by_array(problem, p.from_l2)},
          {"from_l3", by_array(problem, p.from_l3)},
          {"from_memory", by_array(problem, p.from_memory)},
          {"asked", by_array(problem, asked_ahead(p))},
          {"elements", elements(problem)},
          {"rows_from_l2", p.rows_from_l2},
          {"rows_from_l3", p.rows_from_l3},
          {"result_runs", p.result_runs},
          {"reduction", p.reduction},
          {"l1_filled", p.l1_filled}};
}

// In the model's order.
Json measured_rows(const TunePlan& plan, Measurements all) {
  std::erase_if(all, [&](const Measurement& m) { return plan.expected.count(m.scheme) == 0; });
  const auto rank = [&](const Measurement& m) { return plan.expected.at(m.scheme).rank; };
  std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  const tuning::Machine& machine = plan.what.machine;
  const double least = plan.what.problem.operations() / 2 / static_cast<double>(machine.lanes * machine.threads) /
                       tuning::Microkernels::units;
  Json out = Json::array();
  for (const Measurement& m : all) out.push_back(measured_row(plan, m, least));
  return out;
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

Json tuned_row(const TunePlan& p, const tuning::Store& store) {
  const Measurements all = store.of(p.batch.program());
  Json out = chosen(p, all);
  const schemes::Scheme scheme = schemes::parse(out.at("scheme").get<std::string>());
  out["register_tiles"] = schemes::register_tiles(scheme, p.what.machine.lanes);
  out["measured"] = measured_rows(p, all);
  return out;
}

}  // namespace tessera::tuning
