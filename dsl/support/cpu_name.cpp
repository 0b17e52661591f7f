// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstring>

#include "dsl/support/cpu.hpp"
#include "templates/cpu/tessera_cpu.h"

namespace tessera {

#if defined(TESSERA_CPU_X86)

namespace {

struct CpuidWords {
  std::uint32_t word[4];  // eax, ebx, ecx, edx
};

CpuidWords cpuid(std::uint32_t leaf) {
  CpuidWords out{};
  tessera_cpuid_of(leaf, 0, out.word);
  return out;
}

std::string cpu_vendor() {
  const CpuidWords w = cpuid(0);
  std::string out;
  for (const int i : {1, 3, 2}) {
    char bytes[4];
    std::memcpy(bytes, &w.word[i], sizeof bytes);
    out.append(bytes, sizeof bytes);
  }
  return out.c_str();  // a CPU that does not answer says zeros
}

std::string cpu_brand() {
  std::string out;
  for (const std::uint32_t leaf : {0x80000002U, 0x80000003U, 0x80000004U}) {
    char bytes[16];
    const CpuidWords w = cpuid(leaf);
    std::memcpy(bytes, w.word, sizeof bytes);
    out.append(bytes, sizeof bytes);
  }
  out = out.c_str();
  const std::size_t begin = out.find_first_not_of(' '), end = out.find_last_not_of(' ');
  return begin == std::string::npos ? "" : out.substr(begin, end + 1 - begin);
}

}  // namespace

CpuName cpu_name() {
  const std::uint32_t signature = cpuid(1).word[0];
  std::uint32_t family = signature >> 8 & 0xf, model = signature >> 4 & 0xf;
  if (family >= 6) model += (signature >> 16 & 0xf) << 4;
  if (family == 0xf) family += signature >> 20 & 0xff;
  return {cpu_vendor(), std::to_string(family), cpu_brand(), std::to_string(model)};
}

#elif defined(__aarch64__) && defined(__linux__)

// The register that names the CPU is the kernel's; where it says so, it answers for it.
CpuName cpu_name() {
  const std::optional<CpuFeature> readable = cpu_feature("cpuid");
  if (!readable || !cpu_has(*readable)) return {};
  std::uint64_t midr = 0;
  __asm__("mrs %0, MIDR_EL1" : "=r"(midr));
  return {fmt::format("0x{:02x}", midr >> 24 & 0xff), fmt::format("0x{:03x}", midr >> 4 & 0xfff), "", ""};
}

#else

CpuName cpu_name() { return {}; }

#endif

}  // namespace tessera
