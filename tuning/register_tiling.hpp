// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tuning/microkernels.hpp"
#include "tuning/traffic.hpp"

// Register tilings: tiles that cover the results of a problem exactly, and their cost.
namespace tessera::tuning {

/// Loops of the sum that are unrolled in a register tile.
using UnrolledSums = std::vector<std::string>;

/// The rows of a register tile: `parts` of one dimension, times `width` of another.
struct TileRows {
  std::string dim;
  std::vector<schemes::Part> parts;
  std::string across = {};
  std::int64_t width = 1;
};

struct RegisterTiling {
  TileRows rows;
  std::int64_t vectors = 1;
  std::vector<schemes::Part> lanes;  ///< repetitions, vectors, lanes of each vector; or one vector, lanes of several
  double cycles = 0;                 ///< of all steps of the sum, with the cheapest unrolling
};

/// The cost of the register tiles by themselves, for all steps of the sum.
struct TileCost {
  double l1_resident = 0;    ///< cycles with all data in L1
  double set_conflicts = 0;  ///< part of them: cycles of steps whose operands evict each other from their L1 sets
  double evicted = 0;        ///< vectors that are prefetched and evicted before their use
  double pages = 0;          ///< pages beyond those that a core prefetches from, over all steps that change them
  double cycles = 0;         ///< the total
};

/// Repetitions of all parts.
std::int64_t times_of(const std::vector<schemes::Part>&);

/// The register tilings of a problem, and what they cost.
class RegisterTilings {
 public:
  RegisterTilings(const Problem&, const Machine&, const Microkernels&);

  /// The choices of sums to unroll: none, and each set of short ones.
  const std::vector<UnrolledSums>& unrollings() const { return unrollings_; }
  /// Tilings by one or two sizes of tiles of one or two dimensions: the `most` with the fewest cycles.
  std::vector<RegisterTiling> cheapest(std::size_t most) const;

  TileCost cost(const RegisterTiling&, const UnrolledSums&) const;
  const Traffic& traffic() const { return traffic_; }
  /// The unrolling of the measured microkernel with the behaviour of this one (Microkernel::unrolled): the sharing of
  /// operands between results of a tile decides.
  std::string measured_as(const TileRows&, const UnrolledSums&) const;

 private:
  /// The vectors of the results.
  struct Lanes {
    std::int64_t of_vector = 1;
    std::int64_t together = 1;  ///< the number of vectors of a tile is a multiple of this
  };
  Lanes lanes_of_results() const;
  std::vector<UnrolledSums> all_unrollings() const;
  std::int64_t steps(const UnrolledSums&) const;
  /// Registers of a tile with so many rows; the rows are those of one part.
  std::int64_t registers(const TileRows&, std::int64_t rows, std::int64_t vectors) const;
  Microkernel microkernel(const TileRows&, std::int64_t rows, std::int64_t vectors, const UnrolledSums&) const;
  void add_tilings(std::vector<RegisterTiling>&, std::int64_t vectors) const;
  void add_tilings_of(std::vector<RegisterTiling>&, TileRows, std::int64_t vectors) const;
  std::vector<schemes::Part> lane_parts(std::int64_t vectors) const;
  std::int64_t vectors_of(const schemes::Part& lanes) const;
  bool share_reads(const TileRows&, const std::string& sum) const;
  /// Cycles of a step of the sum: as measured, or as modelled with the spills of a compiler.
  double step_cycles(const Microkernel&) const;
  /// Cycles that an unrolled step adds for the addresses of so many elements.
  double address_cycles(std::int64_t elements, const UnrolledSums&) const;
  /// Both, averaged over all tiles of these parts.
  double mean_step_cycles(const TileRows&, const schemes::Part& rows, std::int64_t vectors, const UnrolledSums&) const;
  /// The share of the tiles of this part of the rows that hold results at the edge.
  double share_at_edge(const Edge&, const TileRows&, const schemes::Part& rows) const;
  /// How a step of a tile reads an operand that does not lie in vectors.
  struct OperandReads {
    double conflict_share = 0;  ///< share of the steps that wait because their operands evicted each other
    double pages = 0;           ///< pages of rows that span several lines
  };
  OperandReads operand_reads(const TileRows&, const UnrolledSums&) const;
  /// The share of the prefetched vectors of operands that are evicted before their use.
  double evicted_share(std::int64_t panel, const UnrolledSums&) const;

  const Problem& p_;
  const Machine& m_;
  const Microkernels& microkernels_;
  Traffic traffic_;
  Lanes lanes_;
  std::vector<UnrolledSums> unrollings_;
  mutable std::map<std::vector<std::string>, OperandReads> operand_reads_;  ///< of the tiles seen so far
};

}  // namespace tessera::tuning
