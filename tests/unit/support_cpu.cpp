// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

#include "dsl/support/cpu.hpp"

using namespace tessera;

TEST_CASE("each word of the table is there once for an architecture, and no two x86 words but synonyms share a bit") {
  std::set<std::tuple<std::uint32_t, std::uint32_t, int, int>> bits;
  std::size_t of_x86 = 0;
  for (const std::string& word : cpu_feature_words()) {
    CAPTURE(word);
    const CpuFeature f = *cpu_feature(word);
    CHECK((f.x86.in != 0 || f.aarch64.in != 0 || f.power.in != 0 || f.loongarch.in != 0 || f.riscv.key != 0 || f.wasm));
    CHECK((f.x86.in >= 0 && f.x86.in <= 4 && f.x86.bit >= 0 && f.x86.bit < 32));
    CHECK((f.aarch64.in >= 0 && f.aarch64.in <= 2 && f.aarch64.bit >= 0 && f.aarch64.bit < 64));
    CHECK((f.power.in >= 0 && f.power.in <= 2 && f.power.bit >= 0 && f.power.bit < 64));
    CHECK((f.riscv.key >= 0 && f.riscv.bit >= 0 && f.riscv.bit < 64));
    if (f.x86.in == 0 || word == "sse3") continue;  // which Linux calls pni
    ++of_x86;
    bits.emplace(f.x86.leaf, f.x86.subleaf, f.x86.in, f.x86.bit);
  }
  CHECK(bits.size() == of_x86);
  CHECK(!cpu_feature("nosuchfeature"));
  CHECK(!cpu_feature(""));
}

TEST_CASE("a word of both architectures is asked as each does it") {
  const CpuFeature aes = *cpu_feature("aes");
  CHECK((aes.x86.leaf == 1 && aes.x86.in == 3 && aes.x86.bit == 25));
  CHECK((aes.aarch64.in == 1 && aes.aarch64.bit == 3));
  CHECK(aes.power.in == 0);
  const CpuFeature mma = *cpu_feature("mma");
  CHECK((mma.power.in == 2 && mma.power.bit == 17));
  CHECK((mma.x86.in == 0 && mma.aarch64.in == 0));
  const CpuFeature lasx = *cpu_feature("lasx");
  CHECK((lasx.loongarch.in == 1 && lasx.loongarch.bit == 5 && lasx.power.in == 0 && !lasx.wasm));
  const CpuFeature zvfh = *cpu_feature("zvfh");
  CHECK((zvfh.riscv.key == 4 && zvfh.riscv.bit == 30 && zvfh.x86.in == 0 && zvfh.aarch64.in == 0));
  CHECK((cpu_feature("simd128")->wasm && !cpu_has(*cpu_feature("simd128"))));
}

TEST_CASE("long registers want a system that saves them") {
  for (const std::string& word : cpu_feature_words()) {
    CAPTURE(word);
    const CpuFeature f = *cpu_feature(word);
    if (f.x86.in == 0) continue;
    if (word.rfind("avx512", 0) == 0) CHECK(f.x86.state == 0xe6);
    else if (word.rfind("avx", 0) == 0 || word.rfind("fma", 0) == 0) CHECK(f.x86.state == 0x6);
  }
  CHECK(cpu_feature("amx_tile")->x86.state == 0x60000);
  CpuFeature f = *cpu_feature("sse2");
  f.x86.state = std::uint64_t(1) << 62;  // nobody saves this
  CHECK(!cpu_has(f));
}

TEST_CASE("this CPU has what its compiler and its system say") {
#if defined(__x86_64__)
  CHECK(cpu_has(*cpu_feature("sse2")));
  CHECK(cpu_has(*cpu_feature("ssse3")) == (__builtin_cpu_supports("ssse3") != 0));
  CHECK(cpu_has(*cpu_feature("avx2")) == (__builtin_cpu_supports("avx2") != 0));
  CHECK(cpu_has(*cpu_feature("fma")) == (__builtin_cpu_supports("fma") != 0));
  CHECK(cpu_has(*cpu_feature("avx512f")) == (__builtin_cpu_supports("avx512f") != 0));
  CHECK(cpu_has(*cpu_feature("avx512_vnni")) == (__builtin_cpu_supports("avx512vnni") != 0));
  CHECK(!cpu_has(*cpu_feature("asimd")));
  CHECK(!cpu_name().vendor.empty());
#elif defined(__aarch64__)
  CHECK(cpu_has(*cpu_feature("asimd")));
  CHECK(!cpu_has(*cpu_feature("sse2")));
#endif
  // What the kernel lists and the table knows, is there. Not the other way: it may have taken something away.
#if defined(__x86_64__)
  constexpr bool is_x86 = true;
#else
  constexpr bool is_x86 = false;
#endif
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("flags", 0) != 0 && line.rfind("Features", 0) != 0) continue;
    std::istringstream words(line.substr(line.find(':') + 1));
    for (std::string word; words >> word;) {
      CAPTURE(word);
      const std::optional<CpuFeature> f = cpu_feature(word);
      if (!f || (is_x86 ? f->x86.in : f->aarch64.in) == 0) continue;  // the other architecture's word
      CHECK(cpu_has(*f));
    }
    return;
  }
}
