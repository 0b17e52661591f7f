// SPDX-License-Identifier: Apache-2.0
#include "cpu.hpp"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "dsl/support/cpu.hpp"
#include "timing/cores.hpp"

namespace tessera::bench {
namespace {

long cache_size([[maybe_unused]] int level) {
#if defined(_SC_LEVEL1_DCACHE_SIZE)
  const int name = level == 1 ? _SC_LEVEL1_DCACHE_SIZE : level == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE;
  return std::max(0L, sysconf(name));
#else
  return 0;
#endif
}

}  // namespace

VectorIsa vector_isa() {
  const auto has_all = [](std::initializer_list<const char*> words) {
    return std::all_of(words.begin(), words.end(), [](const char* word) { return cpu_has(*cpu_feature(word)); });
  };
  if (has_all({"avx512f", "avx512dq", "avx512bw", "avx512vl"})) return VectorIsa::avx512;
  if (has_all({"avx2", "fma"})) return VectorIsa::avx2;
  return VectorIsa::other;
}

Machine machine() {
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "gcc " __VERSION__;
#endif
  const std::string brand = cpu_name().brand;
  return {brand.empty() ? "unknown" : brand,
          compiler,
          TESSERA_BENCH_FLAGS,
          timing::allowed_cores(),
          cache_size(1),
          cache_size(2),
          cache_size(3)};
}

void flush_caches() {
  // Virtual machines name the third level of the whole host.
  constexpr std::size_t line = 64, mebibyte = std::size_t(1) << 20;
  static std::vector<char> other(
      std::clamp(2 * static_cast<std::size_t>(cache_size(3)), 64 * mebibyte, 256 * mebibyte));
  volatile char* bytes = other.data();
  for (std::size_t i = 0; i < other.size(); i += line) bytes[i] = static_cast<char>(bytes[i] + 1);
}

}  // namespace tessera::bench
