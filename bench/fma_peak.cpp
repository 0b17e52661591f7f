#include "fma_peak.hpp"

#include <algorithm>
#include <cstdint>

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
TESSERA_FMA_LOOP(fma_loop_avx2, __attribute__((target("avx2,fma"))), 32, 12)
#elif defined(__aarch64__)
TESSERA_FMA_LOOP(fma_loop_neon, , 16, 24)
#endif
TESSERA_FMA_LOOP(fma_loop_scalar, , 4, 12)

struct FmaLoop {
  float (*run)(std::int64_t iterations, float a, float b);
  int flops_per_iteration;
  const char* isa;
};

// Those that the CPU has, the widest first.
std::vector<FmaLoop> loops() {
  std::vector<FmaLoop> out;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) out.push_back({fma_loop_avx512, 2 * 14 * 16, "avx512f"});
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    out.push_back({fma_loop_avx2, 2 * 12 * 8, "avx2"});
#elif defined(__aarch64__)
  out.push_back({fma_loop_neon, 2 * 24 * 4, "neon"});
#endif
  out.push_back({fma_loop_scalar, 2 * 12, "scalar"});
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

FmaPeak measure(const FmaLoop& loop, double seconds) {
  constexpr int slices = 10;
  volatile float a = 0.5f, b = 0.25f;  // unknown to the compiler; the chains converge to 0.5 and never reach denormals
  volatile float sink = 0;
  std::int64_t iterations = 1 << 12;
  const auto run = [&] { sink = loop.run(iterations, a, b); };
  double elapsed = seconds_of(run);
  while (elapsed < seconds / slices) {
    iterations *= 2;
    elapsed = seconds_of(run);
  }
  for (int i = 1; i < slices; ++i) elapsed = std::min(elapsed, seconds_of(run));
  (void)sink;
  return {static_cast<double>(iterations) * loop.flops_per_iteration / elapsed * 1e-9, loop.isa};
}

}  // namespace

FmaPeak measure_fma_peak(double seconds) { return measure(loops().front(), seconds); }
FmaPeak measure_fma_peak_of(const std::string& isa, double seconds) { return measure(loop_named(isa), seconds); }

}  // namespace tessera::bench
