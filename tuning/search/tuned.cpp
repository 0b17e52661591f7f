// SPDX-License-Identifier: Apache-2.0
#include "tuning/search/tuned.hpp"

#include "shapes/conv_text.hpp"

namespace tessera::tuning {
namespace {

using report::Json;

Json by_array(const tuning::Problem& problem, const tuning::Amounts& bytes) {
  Json out;
  for (std::size_t i = 0; i < problem.arrays.size(); ++i) out[problem.arrays[i].name] = bytes[i];
  return out;
}

// Bytes from memory whose block is prefetched.
tuning::Amounts prefetched(const tuning::Prediction& p) {
  tuning::Amounts out = p.from_memory;
  for (std::size_t array = 0; array < out.size(); ++array)
    if (!p.prefetches_next[array]) out[array] = 0;
  return out;
}

// Arrays of which a tile reads single elements, the same in all lanes.
Json broadcast_arrays(const tuning::Problem& problem) {
  Json out = Json::array();
  for (const tuning::Array& a : problem.arrays)
    if (!a.is_along(problem.lanes)) out.push_back(a.name);
  return out;
}

Json facts_of(const MeasuredScheme& s, const tuning::Problem& problem) {
  const Measurement& m = s.measured;
  const tuning::Prediction& p = s.expected.predicted;
  return {{"scheme", m.scheme},
          {"rank", s.expected.rank},
          {"outcome", name(m.outcome)},
          {"percent_of_peak", m.percent},
          {"seconds", m.seconds},
          {"in_turns", m.in_turns},
          {"expected", s.expected_percent()},
          {"cycles", p.cycles},
          {"near", p.tiles.l1_resident},
          {"crowded", p.tiles.set_conflicts},
          {"least", s.fma_cycles},
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
          {"asked", by_array(problem, prefetched(p))},
          {"elements", broadcast_arrays(problem)},
          {"rows_from_l2", p.rows_from_l2},
          {"rows_from_l3", p.rows_from_l3},
          {"result_runs", p.result_runs},
          {"reduction", p.reduction},
          {"l1_filled", p.l1_filled}};
}

Json facts_of(const TunedConv& t) {
  Json measured = Json::array();
  for (const MeasuredScheme& s : t.measured) measured.push_back(facts_of(s, t.problem));
  return {{"name", t.name},
          {"shape", text(t.shape)},
          {"scheme", t.chosen.scheme},
          {"seconds", t.chosen.seconds},
          {"percent_of_peak", t.chosen.percent},
          {"rank", t.rank},
          {"space", t.space},
          {"percent_of_model", t.percent_of_model},
          {"register_tiles", t.register_tiles},
          {"measured", measured}};
}

Json facts_of(const TunedTile& t) {
  return {{"rows", t.tile.rows},
          {"vectors", t.tile.vectors},
          {"unrolled", t.tile.unrolled},
          {"percent_of_peak", t.percent}};
}

}  // namespace

Json to_json(const TuneResults& all) {
  Json tiles = Json::array(), rows = Json::array();
  for (const TunedTile& t : all.tiles) tiles.push_back(facts_of(t));
  for (const TunedConv& t : all.convolutions) rows.push_back(facts_of(t));
  return {{"microkernels", tiles}, {"rows", rows}};
}

}  // namespace tessera::tuning
