// SPDX-License-Identifier: Apache-2.0
#include "tuning/register_tiling.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tessera::tuning {
namespace {

using schemes::Part;

// Limits of the space.
constexpr std::int64_t max_vectors = 6;          // of a tile, along the lanes
constexpr std::int64_t max_unrolled_sum = 7;     // iterations of one loop
constexpr std::int64_t max_unrolled_steps = 32;  // iterations of all of them together
constexpr std::size_t max_tilings_of_rows = 4;   // of the same rows and vectors: the cheapest

bool has(const std::map<std::string, std::int64_t>& index, const std::string& dim) { return index.count(dim) > 0; }

std::vector<std::int64_t> divisors(std::int64_t n) {
  std::vector<std::int64_t> out;
  for (std::int64_t d = 1; d <= n; ++d)
    if (n % d == 0) out.push_back(d);
  return out;
}

}  // namespace

std::int64_t times_of(const std::vector<Part>& parts) {
  return std::accumulate(parts.begin(), parts.end(), std::int64_t{0},
                         [](std::int64_t n, const Part& p) { return n + p.times; });
}

RegisterTilings::RegisterTilings(const Problem& p, const Machine& m, const Microkernels& k)
    : p_(p),
      m_(m),
      microkernels_(k),
      traffic_(p, line / m.element, page / m.element),
      lanes_(lanes_of_results()),
      unrollings_(all_unrollings()) {}

// No vector crosses from one block to the next, and no tile begins or ends within one of several vectors.
RegisterTilings::Lanes RegisterTilings::lanes_of_results() const {
  const std::int64_t block = p_.block_of_lanes;
  if (block == 0) return {m_.lanes, 1};
  const std::int64_t width = block <= m_.lanes ? block : std::gcd(block, m_.lanes);
  if (width < m_.lanes && !m_.has_masks) return {1, block};
  return {width, block / width};
}

std::vector<UnrolledSums> RegisterTilings::all_unrollings() const {
  std::vector<UnrolledSums> out{{}};
  for (const std::string& dim : p_.sums) {
    if (p_.extent(dim) < 2 || p_.extent(dim) > max_unrolled_sum) continue;
    for (std::size_t i = 0, n = out.size(); i < n; ++i) {
      out.push_back(out[i]);
      out.back().push_back(dim);
      if (steps(out.back()) > max_unrolled_steps) out.pop_back();
    }
  }
  return out;
}

std::int64_t RegisterTilings::steps(const UnrolledSums& unrolled) const {
  return std::accumulate(unrolled.begin(), unrolled.end(), std::int64_t{1},
                         [&](std::int64_t n, const std::string& d) { return n * p_.extent(d); });
}

std::vector<RegisterTiling> RegisterTilings::cheapest(std::size_t most) const {
  std::vector<RegisterTiling> out;
  // A tile is one block of several vectors, or any number of vectors that no block divides.
  const std::int64_t least = lanes_.together, all = vectors_of({1, {1, p_.extent(p_.lanes)}});
  const std::int64_t max_of_tile = least > 1 ? least : std::min(max_vectors, all);
  const auto is_used = [&](std::int64_t vectors) {
    const std::vector<Part> parts = lane_parts(vectors);
    return std::any_of(parts.begin(), parts.end(), [&](const Part& part) { return vectors_of(part) == vectors; });
  };
  for (std::int64_t v = least; v <= max_of_tile; ++v)
    if (least > 1 || is_used(v)) add_tilings(out, v);
  std::sort(out.begin(), out.end(),
            [](const RegisterTiling& a, const RegisterTiling& b) { return a.cycles < b.cycles; });
  if (out.size() > most) out.resize(most);
  return out;
}

// Vectors of operands that serve several sums stay in registers for a step; others are used as they are loaded.
std::int64_t RegisterTilings::registers(const TileRows& r, std::int64_t rows, std::int64_t vectors) const {
  std::int64_t out = rows * r.width * vectors + m_.scratch;
  for (std::size_t i = 1; i < p_.arrays.size(); ++i) {
    const Array& a = p_.arrays[i];
    if (!a.is_along(p_.lanes)) continue;
    const std::int64_t own = (a.is_along(r.dim) ? rows : 1) * (a.is_along(r.across) ? r.width : 1);
    out += own < rows * r.width || own == 1 ? own * vectors : 1;
  }
  return out;
}

// Where vectors of an operand belong to rows, and serve several sums, it is as if the tile had more vectors instead.
Microkernel RegisterTilings::microkernel(const TileRows& r, std::int64_t rows, std::int64_t vectors,
                                         const UnrolledSums& unrolled) const {
  Microkernel out{rows * r.width, vectors, measured_as(r, unrolled)};
  for (std::size_t i = 1; i < p_.arrays.size(); ++i) {
    const Array& a = p_.arrays[i];
    const std::int64_t own = (a.is_along(r.dim) ? rows : 1) * (a.is_along(r.across) ? r.width : 1);
    if (a.is_along(p_.lanes) && own > 1 && own < rows * r.width) out.rows /= own, out.vectors *= own;
  }
  return out;
}

void RegisterTilings::add_tilings(std::vector<RegisterTiling>& out, std::int64_t vectors) const {
  for (const std::string& dim : p_.rows) {
    add_tilings_of(out, {dim, {}}, vectors);
    for (const std::string& across : p_.rows)
      for (const std::int64_t width : divisors(p_.extent(across)))
        if (across != dim && width > 1 && width <= m_.registers) add_tilings_of(out, {dim, {}, across, width}, vectors);
  }
}

// The cheapest tilings of an extent by one or two sizes that fit the registers.
void RegisterTilings::add_tilings_of(std::vector<RegisterTiling>& out, TileRows rows, std::int64_t vectors) const {
  std::vector<RegisterTiling> tilings;
  const std::int64_t extent = p_.extent(rows.dim);
  std::int64_t most = 0;
  while (registers(rows, most + 1, vectors) <= m_.registers) ++most;
  const bool is_second = !rows.across.empty() && rows.dim > rows.across;
  const auto offer = [&](std::vector<Part> parts) {
    const bool has_one_row = parts[0].values[0] == 1, is_along_first = rows.dim == p_.rows.front();
    const bool is_flat = has_one_row && (!rows.across.empty() || !is_along_first);
    if (is_flat || (is_second && parts.size() == 1)) return;  // the same tile in other words
    rows.parts = std::move(parts);
    RegisterTiling c{rows, vectors, lane_parts(vectors)};
    c.cycles = std::numeric_limits<double>::infinity();
    for (const UnrolledSums& unrolled : unrollings_) c.cycles = std::min(c.cycles, cost(c, unrolled).cycles);
    tilings.push_back(std::move(c));
  };
  for (std::int64_t a = std::min(most, extent); a >= 1; --a) {
    if (extent % a == 0) offer({{extent / a, {a}}});
    for (std::int64_t b = a - 1; b >= 1; --b) {
      std::int64_t first = extent / a;  // as many of the larger as leave a multiple of the smaller
      while (first > 0 && (extent - first * a) % b != 0) --first;
      if (first > 0 && extent - first * a > 0) offer({{first, {a}}, {(extent - first * a) / b, {b}}});
    }
  }
  std::sort(tilings.begin(), tilings.end(),
            [](const RegisterTiling& a, const RegisterTiling& b) { return a.cycles < b.cycles; });
  if (tilings.size() > max_tilings_of_rows) tilings.resize(max_tilings_of_rows);
  out.insert(out.end(), tilings.begin(), tilings.end());
}

// The fewest tiles of at most `vectors`, of nearly equal width, with a partial last vector. Where that is impossible,
// the remainder has tiles of its own.
std::vector<Part> RegisterTilings::lane_parts(std::int64_t vectors) const {
  const std::int64_t lanes = lanes_.of_vector, extent = p_.extent(p_.lanes), whole = extent / lanes;
  const bool is_in_blocks = p_.block_of_lanes > 0;
  const std::int64_t rest = extent % lanes, used = m_.has_masks && !is_in_blocks && rest > 0 ? rest : lanes;
  const std::int64_t all = used < lanes ? whole + 1 : whole;
  const std::int64_t tiles = std::max<std::int64_t>(1, (all + vectors - 1) / vectors), wide = all % tiles;
  std::vector<Part> out{{wide, {all / tiles + 1, lanes}}, {tiles - wide, {all / tiles, lanes}}};
  if (is_in_blocks) out = {{all / vectors, {vectors, lanes}}, {all % vectors > 0 ? 1 : 0, {all % vectors, lanes}}};
  if (used < lanes) {
    if (wide == 1) std::swap(out[0], out[1]);  // it is the last alone
    std::int64_t last = out[1].values[0];
    --out[1].times;
    const bool is_single = last == 1 && used == 1;  // no vector: a tile of two, if there is one, gives up one of its
    if (is_single && out[0].times > 0) --out[0].times, ++out[1].times, ++last;
    out.push_back({1, {1, (last - 1) * lanes + used}});
  } else if (rest > 0) {
    out.push_back(m_.has_masks ? Part{1, {1, rest}} : Part{rest, {1, 1}});
  }
  std::erase_if(out, [](const Part& part) { return part.times == 0 || part.values[0] == 0; });
  return out;
}

std::int64_t RegisterTilings::vectors_of(const Part& lanes) const {
  return lanes.values[0] * ((lanes.values[1] + lanes_.of_vector - 1) / lanes_.of_vector);
}

double RegisterTilings::step_cycles(const Microkernel& m) const {
  const double cycles = microkernels_.cycles(m);
  const bool is_shared = m.unrolled == "s" || m.unrolled == "rs";
  if (microkernels_.has_any() || !is_shared) return cycles;
  const UnrollingCost& cost = m_.costs.unrolling;
  const std::int64_t elements = m.rows + cost.shared_taps - 1, needed = m.rows * m.vectors + m.vectors + elements + 1;
  const double held =
      (m.unrolled == "s" ? cost.registers_of_row : cost.registers_of_window) * static_cast<double>(m_.registers);
  return cycles + cost.spill * std::max(0.0, static_cast<double>(needed) - held);
}

double RegisterTilings::address_cycles(std::int64_t elements, const UnrolledSums& unrolled) const {
  if (m_.scratch == 0 || unrolled.empty()) return 0;
  const auto unrolled_steps = static_cast<double>(steps(unrolled));
  return m_.costs.unrolling.address *
         std::max(0.0, static_cast<double>(elements) - m_.costs.unrolling.held_addresses / unrolled_steps);
}

double RegisterTilings::mean_step_cycles(const TileRows& rows, const Part& part, std::int64_t vectors,
                                         const UnrolledSums& unrolled) const {
  std::vector<std::pair<double, UnrolledSums>> shares{{1, unrolled}};
  for (const Edge& edge : p_.edges) {
    if (std::find(unrolled.begin(), unrolled.end(), edge.sum) == unrolled.end()) continue;
    const double share = share_at_edge(edge, rows, part);
    for (std::size_t i = 0, n = shares.size(); i < n; ++i) {
      shares.push_back({shares[i].first * share, shares[i].second});
      std::erase(shares.back().second, edge.sum);
      shares[i].first *= 1 - share;
    }
  }
  double out = 0;
  for (const auto& [share, written] : shares)
    out += share * (step_cycles(microkernel(rows, part.values[0], vectors, written)) *
                        (steps(written) > m_.costs.unrolling.measured_steps ? m_.costs.unrolling.longer : 1) +
                    address_cycles(part.values[0] * rows.width, written));
  return out;
}

double RegisterTilings::share_at_edge(const Edge& edge, const TileRows& rows, const Part& part) const {
  std::int64_t begin = 0, step = edge.dim == rows.across ? rows.width : 1, times = p_.extent(edge.dim) / step;
  if (edge.dim == rows.dim) {
    for (auto before = rows.parts.begin(); &*before != &part; ++before) begin += before->times * before->values[0];
    step = part.values[0], times = part.times;
  }
  const auto without = [&](std::int64_t i) {
    return begin + i * step >= edge.first && begin + (i + 1) * step <= p_.extent(edge.dim) - edge.last;
  };
  std::int64_t held = 0;
  for (std::int64_t i = 0; i < times; ++i) held += without(i) ? 0 : 1;
  return static_cast<double>(held) / static_cast<double>(times);
}

TileCost RegisterTilings::cost(const RegisterTiling& c, const UnrolledSums& unrolled) const {
  double cycles = 0, evicted = 0;
  for (const Part& rows : c.rows.parts)
    for (const Part& lanes : c.lanes) {
      const auto products = static_cast<double>(rows.values[0] * c.rows.width * vectors_of(lanes)),
                 times = static_cast<double>(rows.times * lanes.times);
      cycles += times * (mean_step_cycles(c.rows, rows, vectors_of(lanes), unrolled) +
                         m_.costs.uneven_tiles * products * products);
      evicted +=
          times * evicted_share(lanes.values[0] * lanes.values[1], unrolled) * static_cast<double>(vectors_of(lanes));
    }
  const double times =
      p_.operations() / 2 / static_cast<double>(p_.extent(c.rows.dim) * p_.extent(p_.lanes) * c.rows.width);
  const OperandReads reads = operand_reads(c.rows, unrolled);
  const double tiles = static_cast<double>(times_of(c.rows.parts) * times_of(c.lanes));
  TileCost out{
      times * cycles, times * cycles * reads.conflict_share, times * evicted,
      times * tiles / static_cast<double>(steps(unrolled)) * std::max(0.0, reads.pages - m_.costs.l1.prefetched_pages)};
  const L1Cost& l1 = m_.costs.l1;
  out.cycles =
      out.l1_resident + l1.set_conflict * out.set_conflicts + l1.evicted_vector * out.evicted + l1.page * out.pages;
  return out;
}

// Operands of a tile that lie a multiple of a page apart displace each other; two ways are for what streams by. And of
// rows far apart a core follows one line each well, and of few of them several.
RegisterTilings::OperandReads RegisterTilings::operand_reads(const TileRows& rows, const UnrolledSums& unrolled) const {
  std::vector<std::string> key = unrolled;
  for (const auto& [dim, times] : {std::pair(rows.dim, rows.parts[0].values[0]), std::pair(rows.across, rows.width)})
    key.push_back(dim), key.push_back(std::to_string(times));
  if (const auto at = operand_reads_.find(key); at != operand_reads_.end()) return at->second;
  std::vector<Loop> tile{{traffic_.number(rows.dim), static_cast<double>(rows.parts[0].values[0])}};
  if (!rows.across.empty()) tile.push_back({traffic_.number(rows.across), static_cast<double>(rows.width)});
  for (const std::string& dim : unrolled) tile.push_back({traffic_.number(dim), static_cast<double>(p_.extent(dim))});
  const auto ways = static_cast<double>(m_.caches.l1 / page - m_.costs.l1.streaming_ways);
  double used = 0;
  OperandReads out;
  for (std::size_t i = 1; i < p_.arrays.size(); ++i) {
    if (p_.arrays[i].is_along(p_.lanes)) continue;
    used = std::max(used, static_cast<double>(traffic_.max_in_set(i, tile, m_.element, 1)));
    out.pages = std::max(out.pages, traffic_.pages_of_broken_rows(i, tile));
  }
  if (used > ways) out.conflict_share = 1 - ways / used;
  return operand_reads_[key] = out;
}

// Vectors of operands are asked for some steps before they are needed. Where those of a step that is unrolled lie a
// multiple of a page apart, each finds a set that the others have filled in part, and may be displaced until then; if
// there are more of them than ways, it is.
double RegisterTilings::evicted_share(std::int64_t panel, const UnrolledSums& unrolled) const {
  if (unrolled.empty()) return 0;
  std::vector<Loop> steps;
  for (const std::string& dim : unrolled) steps.push_back({traffic_.number(dim), static_cast<double>(p_.extent(dim))});
  std::size_t most = 1;
  for (std::size_t i = 1; i < p_.arrays.size(); ++i)
    if (p_.arrays[i].has_panels) most = std::max(most, traffic_.max_in_set(i, steps, m_.element, panel));
  const auto ways = static_cast<double>(m_.caches.l1 / page);
  return std::min(1.0, static_cast<double>(most - 1) / ways);
}

// A window slides along the rows of the tile: neighbours read the same places. A compiler that keeps these in registers
// from one to the next has fewer for sums.
bool RegisterTilings::share_reads(const TileRows& rows, const std::string& sum) const {
  const bool is_row = times_of(rows.parts) < p_.extent(rows.dim);
  for (const Array& a : p_.arrays)
    for (const auto& index : a.indices)
      if (has(index, sum) && ((is_row && has(index, rows.dim)) || (rows.width > 1 && has(index, rows.across))))
        return true;
  return false;
}

std::string RegisterTilings::measured_as(const TileRows& rows, const UnrolledSums& unrolled) const {
  if (unrolled.empty()) return "";
  if (unrolled.size() > 1) return "rs";
  return share_reads(rows, unrolled[0]) ? "s" : "r";
}

}  // namespace tessera::tuning
