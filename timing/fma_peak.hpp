// SPDX-License-Identifier: Apache-2.0
// The single-core f32 FMA peak: the speed of a loop of independent multiply-adds in registers, here and now.
#pragma once

#include <cstdint>
#include <string>

namespace tessera::timing {

/// One measurement. `gflops` counts two operations per lane and FMA; `isa` names the code path taken.
struct FmaPeak {
  double gflops;
  const char* isa;
  int lanes;  ///< of f32 in its vectors
};

/// Runs the widest FMA loop the CPU has, chosen at run time on x86 (avx512f, avx2, scalar) and at compile time
/// elsewhere (neon, scalar), for about `seconds` on the calling thread; the best of ten slices, so that one
/// interruption does not count. The clock of a shared machine drifts: sample next to what is measured.
FmaPeak measure_fma_peak(double seconds = 0.02);

/// The same for a named loop: for code with narrower vectors than the CPU's. Throws std::invalid_argument, listing the
/// loops, when the CPU has no such loop.
FmaPeak measure_fma_peak_of(const std::string& isa, double seconds = 0.02);

/// GFLOP/s of so many cores at once, each with the widest loop. Beyond one it waits first until threads of other work
/// have gone to sleep: some wait for their next work in a loop.
double measure_fma_peak_of_cores(int cores);

/// The widest loop on each of so many cores at once, until the last is done with its iterations: every interruption
/// counts, so timing it says what the cores together do over a while.
void multiply_add_on_cores(int cores, std::int64_t iterations);

/// What so many independent chains of multiply-adds in registers reach, as a share of the peak: as many sums as a
/// register tile has. Fewer than latency times units leave units idle, and as many as that do too, where a chain does
/// not find the unit free that it is bound to. At most 1.
double fma_share_of_chains(const std::string& isa, int chains, double seconds = 0.02);

}  // namespace tessera::timing
