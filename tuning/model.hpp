// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tuning/register_tiling.hpp"
#include "tuning/traffic.hpp"

// The cost model: expected cycles of a scheme.
namespace tessera::tuning {

/// The expected cycles of a scheme and their parts, with the two figures that the papers rank by.
struct Prediction {
  double cycles = 0;                      ///< the total
  TileCost tiles;                         ///< the register tiles without the loops around them
  double tile_runs = 0;                   ///< executions of register tiles
  double inner_loop_starts = 0;           ///< executions of the innermost loop around a tile
  bool has_partial_sums = false;          ///< each result is the sum of several runs of its tile
  Amounts from_l2{};                      ///< bytes of each array from L2
  Amounts from_l3{};                      ///< bytes from beyond L2
  Amounts from_memory{};                  ///< bytes from beyond the share of L3 that a core has
  std::array<bool, 4> prefetches_next{};  ///< arrays whose next block is prefetched: `Prefetch(A, next)`
  bool prefetches_results = false;        ///< the results of a tile are prefetched before it runs: `Prefetch(O)`
  double rows_from_l2 = 0;  ///< rows of scattered operands (Traffic::is_scattered), each as wide as a tile
  double rows_from_l3 = 0;  ///< rows of them from beyond L2
  double result_runs = 0;   ///< contiguous runs of results (Traffic::run) from beyond L2
  double copy_cycles = 0;   ///< cycles of copies
  double tile_bytes = 0;    ///< bytes of the results of a tile
  double reduction = 0;     ///< steps of the sum from the first to the last use of a tile's registers
  double l1_filled = 0;     ///< share of L1 that such a run of a tile touches
};

/// A loop around the tiles, or a sequence of loops over parts of a dimension.
struct OuterLoop {
  enum class Axis {
    plain,  ///< neither of the two
    rows,   ///< the rows of register tiles
    lanes   ///< their vectors
  } axis = Axis::plain;
  std::size_t dim = 0;  ///< its number among the problem's extents
  std::int64_t times = 1;
  bool is_outer = false;  ///< another loop of this dimension stands further in
};

/// A register tiling with the sums that are unrolled in it, and their cost, which no loop around them changes.
struct CostedTiling {
  const RegisterTiling* tiling;
  const UnrolledSums* unrolled;
  TileCost cost;
  std::string split_sum;  ///< the longest sum that is not unrolled: its loop may be split. Empty without one
};

/// The loops around the tiles. All loops of the sum stand innermost, except for the outer part of the one that is
/// split, which runs `sum_parts` times.
struct Nest {
  const CostedTiling* tile;
  std::vector<OuterLoop> order;  ///< outermost first
  std::int64_t sum_parts = 1;
};

/// The parts of the rows or lanes that the loop goes through; several are a sequence of loops.
const std::vector<schemes::Part>& parts_along(const RegisterTiling&, const OuterLoop&);

class Model {
 public:
  Model(const Problem&, const Machine&, const Microkernels&);
  Model(const Model&) = delete;

  Prediction predicted(const Nest&) const;

  const RegisterTilings& tilings() const { return tilings_; }
  CostedTiling costed(const RegisterTiling&, const UnrolledSums&) const;
  /// The loops of the sum inside of all others, with their iterations.
  std::vector<std::pair<std::string, std::int64_t>> sums_inside(const Nest&) const;

 private:
  /// All loops of a nest, outermost first, down to those of a register tile.
  struct FlatNest {
    std::vector<Loop> loops;
    std::size_t outer = 0;       ///< the number of loops around the sum
    double innermost = 1;        ///< iterations of the innermost loop of the sum that is not unrolled
    double unrolled = 1;         ///< steps of the sum that are unrolled
    double reduction = 1;        ///< all steps of the sum inside of the outer loops
    double rows = 1, lanes = 1;  ///< of a tile: the mean of all parts
  };
  FlatNest flat(const Nest&) const;
  void count_runs(Prediction&, const FlatNest&) const;
  void count_traffic(Prediction&, const FlatNest&) const;
  /// Adds the cycles of results that leave the caches beyond their bytes, and chooses whether to prefetch them.
  void add_results(Prediction&, const FlatNest&, const Nest&) const;
  /// Adds the cycles of an operand from memory, and chooses whether to prefetch its next block.
  void add_memory_operand(Prediction&, std::size_t array, const FlatNest&, const Nest&) const;
  double copy_cycles(const Nest&) const;
  std::size_t loops_around_copy(const Nest&) const;
  double scattered(const Amounts& moved) const;
  bool can_prefetch_next(std::size_t array, const TileRows&) const;
  static std::int64_t iterations(const Nest&, const OuterLoop&);
  std::int64_t block_reads(std::size_t array, const std::vector<Loop>&, const Nest&) const;
  double element_bytes() const { return static_cast<double>(m_.element); }

  const Problem& p_;
  const Machine& m_;
  const CostModel& costs_;
  RegisterTilings tilings_;
  const Traffic& traffic_;
};

}  // namespace tessera::tuning
