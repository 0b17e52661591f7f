// SPDX-License-Identifier: Apache-2.0
#include "timing/fma_peak.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <thread>
#include <utility>

#include "timing/cores.hpp"
#include "timing/timing.hpp"

#if defined(__clang__)
#define TESSERA_UNROLL _Pragma("unroll")
#else
#define TESSERA_UNROLL _Pragma("GCC unroll 32")
#endif

// Functions of independent chains x = x * a + b over vectors of `BYTES` bytes: one of each number up to `MOST`, which
// must cover latency times ports (4 x 2 on x86, 4 x 4 on wide Arm cores) and leave two registers for a and b; 14 are
// enough for AVX-512, and clang without avx512vl allocates only 16 registers here. The expression contracts to one FMA
// where the target has it. The result only keeps the loop alive.
#define TESSERA_FMA_LOOPS(NAME, ATTRIBUTES, BYTES, MOST)                                           \
  template <int chains> ATTRIBUTES float NAME##_of(std::int64_t iterations, float a, float b) {    \
    using Vector = float __attribute__((vector_size(BYTES)));                                      \
    const Vector va = a - Vector{}, vb = b - Vector{};                                             \
    Vector x[chains];                                                                              \
    TESSERA_UNROLL for (int j = 0; j < chains; ++j) x[j] = vb * float(j);                          \
    for (std::int64_t i = 0; i < iterations; ++i) {                                                \
      TESSERA_UNROLL for (int j = 0; j < chains; ++j) x[j] = x[j] * va + vb;                       \
    }                                                                                              \
    Vector sum = x[0];                                                                             \
    TESSERA_UNROLL for (int j = 1; j < chains; ++j) sum += x[j];                                   \
    return sum[0];                                                                                 \
  }                                                                                                \
  template <int... chains> std::vector<Loop> NAME##_up_to(std::integer_sequence<int, chains...>) { \
    return {NAME##_of<chains + 1>...};                                                             \
  }                                                                                                \
  std::vector<Loop> NAME() { return NAME##_up_to(std::make_integer_sequence<int, MOST>{}); }

namespace tessera::timing {
namespace {

using Loop = float (*)(std::int64_t iterations, float a, float b);

#if defined(__x86_64__)
TESSERA_FMA_LOOPS(fma_avx512, __attribute__((target("avx512f"))), 64, 14)
TESSERA_FMA_LOOPS(fma_avx2, __attribute__((target("avx2,fma"))), 32, 12)
#elif defined(__aarch64__)
TESSERA_FMA_LOOPS(fma_neon, , 16, 24)
#endif
TESSERA_FMA_LOOPS(fma_scalar, , 4, 12)

struct FmaLoops {
  std::vector<Loop> loops;  // of one chain, two, …
  int lanes;
  const char* isa;

  int max_chains() const { return static_cast<int>(loops.size()); }
};

// The loops that the CPU supports, widest first.
const std::vector<FmaLoops>& known_loops() {
  static const std::vector<FmaLoops> all = [] {
    std::vector<FmaLoops> out;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f")) out.push_back({fma_avx512(), 16, "avx512f"});
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) out.push_back({fma_avx2(), 8, "avx2"});
#elif defined(__aarch64__)
    out.push_back({fma_neon(), 4, "neon"});
#endif
    out.push_back({fma_scalar(), 1, "scalar"});
    return out;
  }();
  return all;
}

const FmaLoops& loops_named(const std::string& isa) {
  std::string known;
  for (const FmaLoops& loops : known_loops()) {
    if (loops.isa == isa) return loops;
    known += (known.empty() ? "" : ", ") + std::string(loops.isa);
  }
  throw std::invalid_argument("there is no FMA peak of '" + isa + "' here: there is " + known);
}

// Operations a second; two to an iteration and lane of each chain.
double measure(const FmaLoops& loops, int chains, double seconds) {
  const Loop loop = loops.loops[static_cast<std::size_t>(chains) - 1];
  constexpr int slices = 10;
  volatile float a = 0.5f, b = 0.25f;  // unknown to the compiler; the chains converge to 0.5 and never reach denormals
  volatile float sink = 0;
  std::int64_t iterations = 1 << 12;
  const auto run = [&] { sink = loop(iterations, a, b); };
  double elapsed = seconds_of(run);
  while (elapsed < seconds / slices) {
    iterations *= 2;
    elapsed = seconds_of(run);
  }
  for (int i = 1; i < slices; ++i) elapsed = std::min(elapsed, seconds_of(run));
  (void)sink;
  return 2.0 * static_cast<double>(iterations) * loops.lanes * chains / elapsed;
}

// Runs work(0), work(1), … at once, each on the chosen core of its number.
template <class F> void on_chosen_cores(int count, const F& work) {
  std::vector<std::thread> pool;
  for (int i = 0; i < count; ++i)
    pool.emplace_back([&work, i] {
      bind_to_chosen(i);
      work(i);
    });
  for (std::thread& t : pool) t.join();
}

FmaPeak peak_of(const FmaLoops& loops, double seconds) {
  return {measure(loops, loops.max_chains(), seconds) * 1e-9, loops.isa, loops.lanes};
}

}  // namespace

FmaPeak measure_fma_peak(double seconds) { return peak_of(known_loops().front(), seconds); }
FmaPeak measure_fma_peak_of(const std::string& isa, double seconds) { return peak_of(loops_named(isa), seconds); }

double measure_fma_peak_of_cores(int cores) {
  if (cores == 1) return measure_fma_peak().gflops;
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  std::vector<double> gflops(static_cast<std::size_t>(cores));
  on_chosen_cores(cores, [&](int i) { gflops[static_cast<std::size_t>(i)] = measure_fma_peak().gflops; });
  return std::accumulate(gflops.begin(), gflops.end(), 0.0);
}

void multiply_add_on_cores(int cores, std::int64_t iterations) {
  const FmaLoops& loops = known_loops().front();
  std::vector<float> sums(static_cast<std::size_t>(cores));
  on_chosen_cores(cores,
                  [&](int i) { sums[static_cast<std::size_t>(i)] = loops.loops.back()(iterations, 0.5f, 0.25f); });
  volatile float sink = sums.front();
  (void)sink;
}

double fma_share_of_chains(const std::string& isa, int chains, double seconds) {
  const FmaLoops& loops = loops_named(isa);
  if (chains >= loops.max_chains()) return 1;
  return std::min(1.0, measure(loops, chains, seconds) / measure(loops, loops.max_chains(), seconds));
}

}  // namespace tessera::timing
