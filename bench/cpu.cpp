#include "cpu.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "cores.hpp"

namespace tessera::bench {
namespace {

std::string cpu_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    const auto text = line.find_first_not_of(": \t", line.find(':'));
    if (text != std::string::npos) return line.substr(text);
  }
  return "unknown";
}

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
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl"))
    return VectorIsa::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return VectorIsa::avx2;
#endif
  return VectorIsa::other;
}

Machine machine() {
#if defined(__clang__)
  const std::string compiler = "clang " __clang_version__;
#else
  const std::string compiler = "gcc " __VERSION__;
#endif
  return {cpu_name(), compiler, TESSERA_BENCH_FLAGS, allowed_cores(), cache_size(1), cache_size(2), cache_size(3)};
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
