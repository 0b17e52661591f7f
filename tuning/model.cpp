// SPDX-License-Identifier: Apache-2.0
#include "tuning/model.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::tuning {
namespace {

using Axis = OuterLoop::Axis;

constexpr double usable = 0.75;        // of a cache
constexpr double third = 4096 * 1024;  // bytes that a core has of a cache that several share
constexpr double per_start = 5;        // cycles when the innermost loop begins
/// What comes from a cache: cycles for the results of a tile, where a sum is made in parts, which loads and stores
/// them; else for a byte of them, which are stored alone; and for a byte of operands. What is asked for in time costs
/// next to nothing; results are not asked for, and all of a tile wait for the first. Operands from memory: below.
struct Far {
  double of_tile, stored, operands;
};
// Fitted, as per_start, to tiles of 28 vectors of 16: bench/tuning_model.py. Tiles of 12 vectors of 8, on another core,
// took 37 cycles for results from L2 and 31 from beyond it; from memory there were too few to say.
constexpr Far second{36, 0, 0.001}, following{47, 0.11, 0.001}, memory{180, 0, 0};
constexpr double row_of_second = 0.27, row_after = 2.9;  // more, for a row that no cache sees coming
// Of results after L2, cycles for each run of them that lies side by side: a core brings its first lines
// late, and the others in time, for so many runs at once. Of layers with 3 channels: 9 on a Zen 3, and as many on a
// Zen 5 where the results are larger than L3, else hardly any.
constexpr double per_run = 8, followed_runs = 4;
// Cycles until memory answers. What a tile has summed up by then waits for its place, if that was not asked for: asking
// gained 6 to 25 percent on a Zen 3, and cost at most 4 on a Zen 5.
constexpr double memory_answers = 450;
// Lines that a core can wait for. A tile that stores more of them, all from memory, waits once more: 32 x 3 channels,
// 546 x 546, ran at 240 GFLOP/s with tiles of 22 lines on a Zen 5, and at 145 with 26.
constexpr double lines_at_once = 22;
/// For a byte of operands from memory: as it comes, and asked for a block ahead.
struct FromMemory {
  double unasked, asked;
};
// Of vectors: fitted. Of elements: of one layer on a Zen 3 (64 x 128 channels, 136 x 136, 1 x 1), where a byte that was
// not asked for cost some 0.4 cycles, as its tile waits for it; half of that, as no other core was measured.
constexpr FromMemory of_vectors{0.04, 0.005}, of_elements{0.2, 0.1};
constexpr double per_asked = 0.075;  // cycles to ask for an element: where many taps read it, more than it gains
constexpr double near_copy = 3, far_copy = 6;  // cycles for a vector that is copied, to L2 or past it

double per(std::int64_t extent, std::int64_t times) { return static_cast<double>(extent) / static_cast<double>(times); }

double cost(const Far& far, const Amounts& bytes, double bytes_of_tile, bool is_in_parts) {
  const double of_results = is_in_parts ? far.of_tile / bytes_of_tile : far.stored;
  return of_results * bytes[0] + far.operands * (sum(bytes) - bytes[0]);
}

}  // namespace

Model::Model(const Problem& p, const Machine& m, const Microkernels& k)
    : p_(p), m_(m), tilings_(p, m, k), traffic_(tilings_.traffic()) {}

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

Prediction Model::predicted(const Nest& n) const {
  const RegisterTiling& c = *n.tile->tiling;
  std::vector<Loop> loops;
  for (const OuterLoop& a : n.order) loops.push_back({a.dim, static_cast<double>(a.times)});
  const std::size_t run = loops.size();
  Prediction out;
  out.reduction = 1;
  for (const auto& [dim, times] : sums_inside(n)) loops.push_back({traffic_.number(dim), static_cast<double>(times)});
  const double innermost = loops.size() == run ? 1 : loops.back().times;
  double written_out = 1;
  for (const std::string& dim : *n.tile->unrolled) {
    loops.push_back({traffic_.number(dim), static_cast<double>(p_.extent(dim))});
    written_out *= loops.back().times;
  }
  for (std::size_t i = run; i < loops.size(); ++i) out.reduction *= loops[i].times;
  const double rows = per(p_.extent(c.rows.dim), times_of(c.rows.parts)),
               lanes = per(p_.extent(p_.lanes), times_of(c.lanes));
  const auto width = static_cast<double>(c.rows.width);
  loops.push_back({traffic_.number(c.rows.dim), rows});
  if (!c.rows.across.empty()) loops.push_back({traffic_.number(c.rows.across), width});
  loops.push_back({traffic_.number(p_.lanes), lanes});

  const auto bytes = static_cast<double>(m_.element);
  const auto from = [&](double cache, Sets sets) {
    Amounts moved = traffic_.moved(loops, usable * cache / bytes, sets);
    for (double& a : moved) a *= bytes;
    return moved;
  };
  out.from_l2 = from(static_cast<double>(m_.caches.l1), Sets::by_address);
  out.from_l3 = from(static_cast<double>(m_.caches.l2), Sets::by_address);
  out.from_memory = from(third, Sets::hashed);
  const std::vector<Loop> inside(loops.begin() + static_cast<std::ptrdiff_t>(run), loops.end());
  out.l1_filled = bytes * sum(traffic_.footprint(inside)) / static_cast<double>(m_.caches.l1);
  const double of_tile = rows * width * lanes;
  out.tile_bytes = of_tile * bytes;
  out.tile_runs = p_.operations() / 2 / (of_tile * out.reduction);
  out.inner_loop_starts = out.tile_runs * out.reduction / written_out / innermost;
  out.copy_cycles = copy_cycles(n);
  out.tiles = n.tile->cost;
  out.has_partial_sums = n.sum_parts > 1 && !p_.is_sum(p_.extents[n.order.back().dim].first);
  out.cycles = out.tiles.cycles + per_start * out.inner_loop_starts + out.copy_cycles;
  const std::pair<Far, Amounts> flows[] = {{second, out.from_l2}, {following, out.from_l3}, {memory, out.from_memory}};
  for (const auto& [far, moved] : flows) out.cycles += cost(far, moved, out.tile_bytes, out.has_partial_sums);
  out.rows_from_l2 = scattered(out.from_l2) / (lanes * bytes);
  out.rows_from_l3 = scattered(out.from_l3) / (lanes * bytes);
  out.cycles += row_of_second * out.rows_from_l2 + row_after * out.rows_from_l3;
  add_results(out, loops, n);
  for (std::size_t array = 1; array < p_.arrays.size(); ++array) {
    if (out.from_memory[array] == 0) continue;
    const bool are_vectors = p_.arrays[array].is_along(p_.lanes);
    const FromMemory& byte = are_vectors ? of_vectors : of_elements;
    const double unasked = byte.unasked * out.from_memory[array];
    double asked = byte.asked * out.from_memory[array];
    const std::int64_t again = can_prefetch_next(array, c.rows) ? block_reuse(array, loops, n) : 0;
    if (again > 0 && !are_vectors)
      asked += per_asked * out.tile_runs * out.reduction * std::ceil(rows * width / static_cast<double>(again));
    out.prefetches_next[array] = again > 0 && asked < unasked;
    out.cycles += out.prefetches_next[array] ? asked : unasked;
  }
  return out;
}

// What it costs to bring and to store results that leave the caches, but for their bytes.
void Model::add_results(Prediction& out, const std::vector<Loop>& loops, const Nest& n) const {
  const auto bytes = static_cast<double>(m_.element), all = bytes * traffic_.footprint(loops)[0];
  if (all > usable * static_cast<double>(m_.caches.l2))
    out.result_runs = out.from_l3[0] / (bytes * traffic_.run(0, loops, followed_runs));
  out.cycles += per_run * out.result_runs;
  const bool has_too_many = all > static_cast<double>(m_.caches.l3) && out.tile_bytes > lines_at_once * line;
  if (has_too_many) out.cycles += memory_answers * out.tile_runs;
  out.prefetches_results =
      n.sum_parts == 1 && all > usable * third && out.tiles.l1_resident < memory_answers * out.tile_runs;
}

// What of it are operands whose rows are far apart.
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

// How often it runs at once: parts of a sequence are loops of their own.
std::int64_t Model::iterations(const Nest& n, const OuterLoop& a) {
  if (a.axis == Axis::plain) return a.times;
  std::int64_t out = 0;
  for (const schemes::Part& p : a.axis == Axis::rows ? n.tile->tiling->rows.parts : n.tile->tiling->lanes)
    out = std::max(out, p.times);
  return out;
}

// An operand does not stay in L3. Of the loops around the tiles, one chooses a block of it, and one inside
// of that reads the block again: how often at most, if it and the next one fit into the second; else 0.
std::int64_t Model::block_reuse(std::size_t array, const std::vector<Loop>& loops, const Nest& n) const {
  const Array& operand = p_.arrays[array];
  const auto bytes = static_cast<double>(m_.element);
  if (bytes * traffic_.footprint(loops)[array] <= usable * third) return 0;
  const auto is_along = [&](std::size_t i) { return operand.is_along(p_.extents[loops[i].dim].first); };
  std::int64_t again = 0;
  for (std::size_t i = n.order.size(); i-- > 0;) {
    const std::int64_t times = iterations(n, n.order[i]);
    if (again > 0 && times > 1 && is_along(i)) {
      const std::vector<Loop> block(loops.begin() + static_cast<std::ptrdiff_t>(i) + 1, loops.end());
      return 2 * bytes * traffic_.room(array, block) <= usable * static_cast<double>(m_.caches.l2) ? again : 0;
    }
    if (times > 1 && !is_along(i)) again = std::max(again, times);
  }
  return 0;
}

// Cycles. Each iteration of the outermost loops that can have one makes a copy of what it reads.
double Model::copy_cycles(const Nest& n) const {
  if (!p_.copy) return 0;
  const Copy& copy = *p_.copy;
  const auto is_along = [&](const OuterLoop& a) {
    const std::string& dim = p_.extents[a.dim].first;
    const bool is_sequence = (a.axis == Axis::rows ? n.tile->tiling->rows.parts : n.tile->tiling->lanes).size() > 1;
    if (a.axis != Axis::plain && is_sequence) return false;
    if (std::find(copy.along.begin(), copy.along.end(), dim) != copy.along.end()) return true;
    return dim == copy.blocks && a.is_outer;
  };
  std::size_t i = 0;
  double times = 1;
  for (; i < n.order.size() && is_along(n.order[i]); ++i) times *= static_cast<double>(n.order[i].times);
  std::vector<Loop> inside;
  for (std::size_t dim = 0; dim < p_.extents.size(); ++dim) {
    double covered = static_cast<double>(p_.extents[dim].second);
    for (std::size_t j = 0; j < i; ++j)
      if (n.order[j].dim == dim) covered /= static_cast<double>(n.order[j].times);
    inside.push_back({dim, covered});
  }
  const double elements = traffic_.footprint(inside)[copy.array];
  const bool is_near = elements * static_cast<double>(m_.element) <= static_cast<double>(m_.caches.l2) / 2;
  return times * elements / static_cast<double>(m_.lanes) * (is_near ? near_copy : far_copy);
}

}  // namespace tessera::tuning
