// SPDX-License-Identifier: Apache-2.0
#include "tuning/model.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::tuning {
namespace {

using Axis = OuterLoop::Axis;

double per(std::int64_t extent, std::int64_t times) { return static_cast<double>(extent) / static_cast<double>(times); }

double cycles_from(const MemoryLevelCost& level, const Amounts& bytes, const Prediction& p) {
  const double result_byte = p.has_partial_sums ? level.partial_tile / p.tile_bytes : level.stored_byte;
  return result_byte * bytes[0] + level.operand_byte * (sum(bytes) - bytes[0]);
}

}  // namespace

const std::vector<schemes::Part>& parts_along(const RegisterTiling& tiling, const OuterLoop& loop) {
  return loop.axis == Axis::rows ? tiling.rows.parts : tiling.lanes;
}

Model::Model(const Problem& p, const Machine& m, const Microkernels& k)
    : p_(p), m_(m), costs_(m.costs), tilings_(p, m, k), traffic_(tilings_.traffic()) {}

CostedTiling Model::costed(const RegisterTiling& c, const UnrolledSums& unrolled) const {
  CostedTiling out{&c, &unrolled, tilings_.cost(c, unrolled), ""};
  for (const std::string& dim : p_.sums) {
    const bool stays = std::find(unrolled.begin(), unrolled.end(), dim) == unrolled.end() && p_.extent(dim) > 1;
    if (stays && p_.extent(dim) >= p_.extent(out.split_sum)) out.split_sum = dim;
  }
  return out;
}

std::vector<std::pair<std::string, std::int64_t>> Model::sums_inside(const Nest& n) const {
  std::vector<std::pair<std::string, std::int64_t>> out;
  const UnrolledSums& unrolled = *n.tile->unrolled;
  for (const std::string& dim : p_.sums) {
    if (std::find(unrolled.begin(), unrolled.end(), dim) != unrolled.end()) continue;
    const std::int64_t times = p_.extent(dim) / (dim == n.tile->split_sum ? n.sum_parts : 1);
    const auto block = p_.blocks_of_sums.find(dim);
    const bool is_in_blocks = block != p_.blocks_of_sums.end() && times > block->second && times % block->second == 0;
    if (is_in_blocks) out.emplace_back(dim, times / block->second);
    out.emplace_back(dim, is_in_blocks ? block->second : times);
  }
  return out;
}

Model::FlatNest Model::flat(const Nest& n) const {
  const RegisterTiling& tiling = *n.tile->tiling;
  FlatNest out;
  for (const OuterLoop& a : n.order) out.loops.push_back({a.dim, static_cast<double>(a.times)});
  out.outer = out.loops.size();
  for (const auto& [dim, times] : sums_inside(n)) {
    out.loops.push_back({traffic_.number(dim), static_cast<double>(times)});
    out.innermost = out.loops.back().times;
  }
  for (const std::string& dim : *n.tile->unrolled) {
    out.loops.push_back({traffic_.number(dim), static_cast<double>(p_.extent(dim))});
    out.unrolled *= out.loops.back().times;
  }
  for (std::size_t i = out.outer; i < out.loops.size(); ++i) out.reduction *= out.loops[i].times;
  const double rows = per(p_.extent(tiling.rows.dim), times_of(tiling.rows.parts));
  const auto width = static_cast<double>(tiling.rows.width);
  out.rows = rows * width;
  out.lanes = per(p_.extent(p_.lanes), times_of(tiling.lanes));
  out.loops.push_back({traffic_.number(tiling.rows.dim), rows});
  if (!tiling.rows.across.empty()) out.loops.push_back({traffic_.number(tiling.rows.across), width});
  out.loops.push_back({traffic_.number(p_.lanes), out.lanes});
  return out;
}

Prediction Model::predicted(const Nest& n) const {
  const FlatNest flat_nest = flat(n);
  Prediction out;
  out.tiles = n.tile->cost;
  out.copy_cycles = copy_cycles(n);
  out.has_partial_sums = n.sum_parts > 1 && !p_.is_sum(p_.extents[n.order.back().dim].first);
  count_runs(out, flat_nest);
  count_traffic(out, flat_nest);
  out.cycles = out.tiles.cycles + costs_.inner_loop_start * out.inner_loop_starts + out.copy_cycles;
  out.cycles += cycles_from(costs_.l2, out.from_l2, out);
  out.cycles += cycles_from(costs_.l3, out.from_l3, out);
  out.cycles += cycles_from(costs_.memory, out.from_memory, out);
  out.cycles += costs_.row_from_l2 * out.rows_from_l2 + costs_.row_from_l3 * out.rows_from_l3;
  add_results(out, flat_nest, n);
  for (std::size_t array = 1; array < p_.arrays.size(); ++array)
    if (out.from_memory[array] != 0) add_memory_operand(out, array, flat_nest, n);
  return out;
}

void Model::count_runs(Prediction& out, const FlatNest& flat_nest) const {
  const double results = flat_nest.rows * flat_nest.lanes;
  out.reduction = flat_nest.reduction;
  out.tile_bytes = results * element_bytes();
  out.tile_runs = p_.operations() / 2 / (results * out.reduction);
  out.inner_loop_starts = out.tile_runs * out.reduction / flat_nest.unrolled / flat_nest.innermost;
}

void Model::count_traffic(Prediction& out, const FlatNest& flat_nest) const {
  const auto beyond = [&](double cache, Sets sets) {
    Amounts moved = traffic_.moved(flat_nest.loops, costs_.usable_share * cache / element_bytes(), sets);
    for (double& amount : moved) amount *= element_bytes();
    return moved;
  };
  out.from_l2 = beyond(static_cast<double>(m_.caches.l1), Sets::by_address);
  out.from_l3 = beyond(static_cast<double>(m_.caches.l2), Sets::by_address);
  out.from_memory = beyond(costs_.l3_of_core, Sets::hashed);
  out.rows_from_l2 = scattered(out.from_l2) / (flat_nest.lanes * element_bytes());
  out.rows_from_l3 = scattered(out.from_l3) / (flat_nest.lanes * element_bytes());
  const std::vector<Loop> run(flat_nest.loops.begin() + static_cast<std::ptrdiff_t>(flat_nest.outer),
                              flat_nest.loops.end());
  out.l1_filled = element_bytes() * sum(traffic_.footprint(run)) / static_cast<double>(m_.caches.l1);
}

void Model::add_results(Prediction& out, const FlatNest& flat_nest, const Nest& n) const {
  const ResultCost& cost = costs_.results;
  const double all = element_bytes() * traffic_.footprint(flat_nest.loops)[0];
  if (all > costs_.usable_share * static_cast<double>(m_.caches.l2))
    out.result_runs = out.from_l3[0] / (element_bytes() * traffic_.run(0, flat_nest.loops, cost.prefetched_runs));
  out.cycles += cost.run * out.result_runs;
  const bool has_too_many = all > static_cast<double>(m_.caches.l3) && out.tile_bytes > cost.lines_in_flight * line;
  if (has_too_many) out.cycles += cost.memory_latency * out.tile_runs;
  out.prefetches_results = n.sum_parts == 1 && all > costs_.usable_share * costs_.l3_of_core &&
                           out.tiles.l1_resident < cost.memory_latency * out.tile_runs;
}

// An operand in vectors, or with elements that serve all lanes: each prefetch of an element is an instruction more.
void Model::add_memory_operand(Prediction& out, std::size_t array, const FlatNest& flat_nest, const Nest& n) const {
  const bool are_vectors = p_.arrays[array].is_along(p_.lanes);
  const MemoryOperandCost& byte = are_vectors ? costs_.memory_vectors : costs_.memory_elements;
  const double unprefetched = byte.unprefetched * out.from_memory[array];
  double prefetched = byte.prefetched * out.from_memory[array];
  const bool can_prefetch = can_prefetch_next(array, n.tile->tiling->rows);
  const std::int64_t reads = can_prefetch ? block_reads(array, flat_nest.loops, n) : 0;
  if (reads > 0 && !are_vectors)
    prefetched += costs_.element_prefetch * out.tile_runs * out.reduction *
                  std::ceil(flat_nest.rows / static_cast<double>(reads));
  out.prefetches_next[array] = reads > 0 && prefetched < unprefetched;
  out.cycles += out.prefetches_next[array] ? prefetched : unprefetched;
}

// Of operands whose rows are far apart.
double Model::scattered(const Amounts& moved) const {
  double out = 0;
  for (std::size_t array = 1; array < p_.arrays.size(); ++array)
    if (traffic_.is_scattered(array)) out += moved[array];
  return out;
}

// Vectors of the operand that serve several rows of a tile, or elements that serve all lanes.
bool Model::can_prefetch_next(std::size_t array, const TileRows& rows) const {
  const Array& operand = p_.arrays[array];
  const bool is_across = !rows.across.empty() && !operand.is_along(rows.across);
  return !operand.is_along(p_.lanes) || is_across || !operand.is_along(rows.dim);
}

// The parts of a sequence are loops of their own: the iterations of the longest.
std::int64_t Model::iterations(const Nest& n, const OuterLoop& a) {
  if (a.axis == Axis::plain) return a.times;
  std::int64_t out = 0;
  for (const schemes::Part& p : parts_along(*n.tile->tiling, a)) out = std::max(out, p.times);
  return out;
}

// An operand does not stay in L3. Of the loops around the tiles, one chooses a block of it, and one inside
// of that reads the block again: how often at most, if this block and the next one fit into L2; else 0.
std::int64_t Model::block_reads(std::size_t array, const std::vector<Loop>& loops, const Nest& n) const {
  const Array& operand = p_.arrays[array];
  if (element_bytes() * traffic_.footprint(loops)[array] <= costs_.usable_share * costs_.l3_of_core) return 0;
  const auto is_along = [&](std::size_t i) { return operand.is_along(p_.extents[loops[i].dim].first); };
  std::int64_t reads = 0;
  for (std::size_t i = n.order.size(); i-- > 0;) {
    const std::int64_t times = iterations(n, n.order[i]);
    if (reads > 0 && times > 1 && is_along(i)) {
      const std::vector<Loop> block(loops.begin() + static_cast<std::ptrdiff_t>(i) + 1, loops.end());
      const double two_blocks = 2 * element_bytes() * traffic_.room(array, block);
      return two_blocks <= costs_.usable_share * static_cast<double>(m_.caches.l2) ? reads : 0;
    }
    if (times > 1 && !is_along(i)) reads = std::max(reads, times);
  }
  return 0;
}

// The outermost loops that can have a copy make one for each iteration's input.
double Model::copy_cycles(const Nest& n) const {
  if (!p_.copy) return 0;
  const std::size_t outer = loops_around_copy(n);
  double times = 1;
  for (std::size_t i = 0; i < outer; ++i) times *= static_cast<double>(n.order[i].times);
  std::vector<Loop> inside;
  for (std::size_t dim = 0; dim < p_.extents.size(); ++dim) {
    double covered = static_cast<double>(p_.extents[dim].second);
    for (std::size_t i = 0; i < outer; ++i)
      if (n.order[i].dim == dim) covered /= static_cast<double>(n.order[i].times);
    inside.push_back({dim, covered});
  }
  const double elements = traffic_.footprint(inside)[p_.copy->array];
  const bool is_near = elements * element_bytes() <= costs_.near_copy_share * static_cast<double>(m_.caches.l2);
  const double vector = is_near ? costs_.copied_vector_near : costs_.copied_vector_far;
  return times * elements / static_cast<double>(m_.lanes) * vector;
}

std::size_t Model::loops_around_copy(const Nest& n) const {
  const auto can_be_around = [&](const OuterLoop& a) {
    const std::string& dim = p_.extents[a.dim].first;
    if (a.axis != Axis::plain && parts_along(*n.tile->tiling, a).size() > 1) return false;
    if (std::find(p_.copy->along.begin(), p_.copy->along.end(), dim) != p_.copy->along.end()) return true;
    return dim == p_.copy->blocks && a.is_outer;
  };
  const auto first_inside = std::find_if_not(n.order.begin(), n.order.end(), can_be_around);
  return static_cast<std::size_t>(first_inside - n.order.begin());
}

}  // namespace tessera::tuning
