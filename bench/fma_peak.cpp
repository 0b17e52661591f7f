#include "fma_peak.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <thread>

#include "timing.hpp"

#if defined(__clang__)
#define TESSERA_UNROLL _Pragma("unroll")
#else
#define TESSERA_UNROLL _Pragma("GCC unroll 32")
#endif

// A function of `CHAINS` independent chains x = x * a + b over vectors of `BYTES` bytes. The chains must cover latency
// times ports (4 x 2 on x86, 4 x 4 on wide Arm cores) and leave two registers for a and b; 14 are enough for AVX-512,
// and clang without avx512vl allocates only 16 registers here. The expression contracts to one FMA where the target has
// it. The result only keeps the loop alive.
#define TESSERA_FMA_LOOP(NAME, ATTRIBUTES, BYTES, CHAINS)                    \
  ATTRIBUTES float NAME(std::int64_t iterations, float a, float b) {         \
    using Vector = float __attribute__((vector_size(BYTES)));                \
    const Vector va = a - Vector{}, vb = b - Vector{};                       \
    Vector x[CHAINS];                                                        \
    TESSERA_UNROLL for (int j = 0; j < CHAINS; ++j) x[j] = vb * float(j);    \
    for (std::int64_t i = 0; i < iterations; ++i) {                          \
      TESSERA_UNROLL for (int j = 0; j < CHAINS; ++j) x[j] = x[j] * va + vb; \
    }                                                                        \
    Vector sum = x[0];                                                       \
    TESSERA_UNROLL for (int j = 1; j < CHAINS; ++j) sum += x[j];             \
    return sum[0];                                                           \
  }

namespace tessera::bench {
namespace {

#if defined(__x86_64__)
TESSERA_FMA_LOOP(fma_loop_avx512, __attribute__((target("avx512f"))), 64, 14)
TESSERA_FMA_LOOP(fma_chain_avx512, __attribute__((target("avx512f"))), 64, 1)
TESSERA_FMA_LOOP(fma_loop_avx2, __attribute__((target("avx2,fma"))), 32, 12)
TESSERA_FMA_LOOP(fma_chain_avx2, __attribute__((target("avx2,fma"))), 32, 1)
#elif defined(__aarch64__)
TESSERA_FMA_LOOP(fma_loop_neon, , 16, 24)
TESSERA_FMA_LOOP(fma_chain_neon, , 16, 1)
#endif
TESSERA_FMA_LOOP(fma_loop_scalar, , 4, 12)
TESSERA_FMA_LOOP(fma_chain_scalar, , 4, 1)

using Loop = float (*)(std::int64_t iterations, float a, float b);

struct FmaLoop {
  Loop run, chain;  // the same with one chain
  int lanes, chains;
  const char* isa;
};

// Those that the CPU has, the widest first.
std::vector<FmaLoop> loops() {
  std::vector<FmaLoop> out;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) out.push_back({fma_loop_avx512, fma_chain_avx512, 16, 14, "avx512f"});
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    out.push_back({fma_loop_avx2, fma_chain_avx2, 8, 12, "avx2"});
#elif defined(__aarch64__)
  out.push_back({fma_loop_neon, fma_chain_neon, 4, 24, "neon"});
#endif
  out.push_back({fma_loop_scalar, fma_chain_scalar, 1, 12, "scalar"});
  return out;
}

FmaLoop loop_named(const std::string& isa) {
  std::string known;
  for (const FmaLoop& loop : loops()) {
    if (loop.isa == isa) return loop;
    known += (known.empty() ? "" : ", ") + std::string(loop.isa);
  }
  throw std::invalid_argument("there is no FMA peak of '" + isa + "' here: there is " + known);
}

// Operations a second; two to an iteration and lane of each chain.
double measure(Loop loop, int lanes, int chains, double seconds) {
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
  return 2.0 * static_cast<double>(iterations) * lanes * chains / elapsed;
}

FmaPeak peak_of(const FmaLoop& loop, double seconds) {
  return {measure(loop.run, loop.lanes, loop.chains, seconds) * 1e-9, loop.isa};
}

}  // namespace

FmaPeak measure_fma_peak(double seconds) { return peak_of(loops().front(), seconds); }
FmaPeak measure_fma_peak_of(const std::string& isa, double seconds) { return peak_of(loop_named(isa), seconds); }

double measure_fma_peak_of_cores(int cores) {
  if (cores == 1) return measure_fma_peak().gflops;
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  std::vector<double> gflops(static_cast<std::size_t>(cores));
  std::vector<std::thread> pool;
  for (double& g : gflops) pool.emplace_back([&g] { g = measure_fma_peak().gflops; });
  for (std::thread& t : pool) t.join();
  return std::accumulate(gflops.begin(), gflops.end(), 0.0);
}

int fma_in_flight(const std::string& isa, double seconds) {
  const FmaLoop loop = loop_named(isa);
  const double all = measure(loop.run, loop.lanes, loop.chains, seconds);
  return static_cast<int>(std::lround(all / measure(loop.chain, loop.lanes, 1, seconds)));
}

}  // namespace tessera::bench
