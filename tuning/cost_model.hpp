// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

// The figures of the cost model, with their units and sources. Fitted: by bench/tuning_model.py, for AVX-512 with 1 MiB
// of L2 (bench/results/zen4/candidates.csv); a fit to another machine gives a CostModel of its own.
namespace tessera::tuning {

/// A step of a register tile without a measurement.
struct MicrokernelModel {
  double latency = 4;          ///< cycles of a multiplication: those of a step are no faster than one
  double loads_per_cycle = 2;  ///< rows and vectors are loaded
  double l2_vector = 0.1;      ///< cycles for a vector of weights from L2, which nothing hides
  /// Cycles for each operand that a step loads. By themselves tiles hide all loads; not where another thread uses the
  /// same core. Source: tuned/*/*/model.csv, else none.
  double load = 0;
};

/// Steps of the sum that are unrolled in a tile.
struct UnrollingCost {
  /// Microkernels are measured with up to so many steps. Longer ones leave the cache of decoded instructions sooner: 3
  /// x 5 steps of 24 multiplications took a third longer than 5 steps.
  std::int64_t measured_steps = 9;
  double longer = 1.2;  ///< factor for more steps
  /// Where no tile was measured: elements that several steps read stay in registers, those of three steps of a row, as
  /// far as a compiler sees that. It still schedules well up to a fifth more values than registers, a tenth in loops
  /// over two dimensions; each further one spills. Source: tiles of 20 and more vectors on AMD's families 25 and 26
  /// with 32 registers, and right for 16 (tuned/*/*/microkernels.csv).
  std::int64_t shared_taps = 3;
  double registers_of_row = 1.2, registers_of_window = 1.1;  ///< factors on the number of registers
  double spill = 0.55;                                       ///< cycles a value and step
  /// Where a broadcast is an instruction of its own, elements beyond those whose addresses stay in general registers.
  /// Measured microkernels have theirs side by side. Source: layers of 3 x 3 taps on a Zen 3, where three steps of 6 x
  /// 2 vectors of 8 took 2 to 18 percent longer than none, of 4 x 3 some 15.
  double address = 0.25;      ///< cycles an element and step
  double held_addresses = 8;  ///< elements
};

/// Operands of a tile in L1. Fitted.
struct L1Cost {
  std::int64_t streaming_ways = 2;  ///< ways of a set that data which is read once takes
  double set_conflict = 1.2;        ///< further cycles for each cycle of a step whose operands evict each other
  double evicted_vector = 0.45;     ///< cycles a vector that is prefetched and evicted before its use
  double page = 1;                  ///< cycles a page beyond those that are prefetched
  double prefetched_pages = 8.5;    ///< pages that a core prefetches lines from at once
};

/// Data from one level of the memory hierarchy.
struct MemoryLevelCost {
  double partial_tile = 0;  ///< cycles for the results of a tile that are loaded, added to and stored, of any size
  double stored_byte = 0;   ///< cycles a byte of results that are only stored
  double operand_byte = 0;  ///< cycles a byte of operands, which prefetches hide
};

/// Cycles a byte of an operand from memory.
struct MemoryOperandCost {
  double unprefetched = 0;
  double prefetched = 0;  ///< a block ahead
};

/// Results that leave the caches.
struct ResultCost {
  /// Cycles a contiguous run of results from beyond L2: its first lines come late, the others in time. Source: layers
  /// with 3 channels, 9 on a Zen 3, and as many on a Zen 5 where results are larger than L3, else hardly any.
  double run = 8;
  double prefetched_runs = 4;  ///< runs that a core prefetches from at once
  /// Cycles until memory answers. Results that are ready sooner wait for their lines, unless these were prefetched:
  /// prefetches gained 6 to 25 percent on a Zen 3, and cost at most 4 on a Zen 5.
  double memory_latency = 450;
  /// Lines of a tile that a core can wait for; with more of them from memory a tile waits once more. Source: 32 x 3
  /// channels, 546 x 546, on a Zen 5: 240 GFLOP/s with tiles of 22 lines, 145 with 26.
  double lines_in_flight = 22;
};

/// Loops whose iterations run on several threads.
struct ThreadCost {
  double start = 4000;            ///< cycles until all threads work, and until the last is done: a microsecond or two
  double bytes_per_cycle = 16;    ///< of each core from beyond L2
  double exposed_traffic = 0.02;  ///< share of the time of that traffic that no multiplication hides
  double result_vector = 1.5;     ///< cycles a vector of results: two loads a cycle, one store
  /// Factor for another order of loops than the scheme's, whose prefetches, packed panels and blocks are made for the
  /// given order. Source: MobileNet-8 and -9 on two cores of an Emerald Rapids took a sixth and a half longer.
  double reordered = 1.05;
  /// Factor up to which a scheme that was measured on one thread is preferred to one that the model alone ranks first.
  double preference_of_measured = 1.03;
};

/// What the expected cycles of a scheme are made of.
struct CostModel {
  double usable_share = 0.75;       ///< of a cache: what a working set may fill
  double l3_of_core = 4096 * 1024;  ///< bytes that a core has of an L3 that several share
  double inner_loop_start =
      5;  ///< cycles a start of the innermost loop around a tile. Fitted to 1073 schemes of 32 layers
  double uneven_tiles = 1e-4;  ///< cycles a squared product: of tilings with equal cycles, that of more equal tiles
  UnrollingCost unrolling;
  L1Cost l1;
  /// Fitted to some 330 schemes of eight layers, tiles of 28 vectors of 16. Tiles of 12 vectors of 8, on another core,
  /// took 37 cycles for partial results from L2 and 31 from beyond it; from memory there were too few to say.
  MemoryLevelCost l2{36, 0, 0.001}, l3{47, 0.11, 0.001}, memory{180, 0, 0};
  /// Cycles a row that no cache prefetches, beyond its bytes. Fitted to 160 schemes of nine layers.
  double row_from_l2 = 0.27, row_from_l3 = 2.9;
  ResultCost results;
  MemoryOperandCost memory_vectors{0.04, 0.005};  ///< operands in vectors. Fitted
  /// Operands whose single elements serve all lanes. Source: one layer on a Zen 3 (64 x 128 channels, 136 x 136, 1 x
  /// 1), where a byte without prefetch cost some 0.4 cycles, as its tile waits for it; half of that, as no other core
  /// was measured.
  MemoryOperandCost memory_elements{0.2, 0.1};
  double element_prefetch = 0.075;  ///< cycles a prefetch of an element: where many taps read it, more than it gains
  double copied_vector_near = 3, copied_vector_far = 6;  ///< cycles a vector that is copied, to L2 or past it
  double near_copy_share = 0.5;                          ///< of L2: the largest copy that is near
  double reduced_vector = 12;  ///< cycles to add up the lanes of a vector: a dozen dependent instructions
  ThreadCost threads;
};

}  // namespace tessera::tuning
