// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A CPU feature and its detection: the same as `struct tessera_cpu_feature` of templates/cpu/tessera_cpu.h, in its
/// words and numbers.
struct CpuFeature {
  std::string name;
  struct Cpuid {
    std::uint32_t leaf = 0, subleaf = 0;
    int in = 0;  ///< the register: 1 to 4 for EAX, EBX, ECX, EDX; 0: no bit of CPUID
    int bit = 0;
    std::uint64_t state = 0;  ///< required bits of XCR0
  } x86;
  struct Hwcap {
    int in = 0;  ///< 1 or 2 for AT_HWCAP, AT_HWCAP2; 0: neither
    int bit = 0;
    bool is_usual = false;
  } aarch64;
  Hwcap power = {}, loongarch = {};
  struct Hwprobe {
    int key = 0;  ///< of riscv_hwprobe; 0: none
    int bit = 0;
  } riscv = {};
  bool wasm = false;  ///< of WebAssembly
};

/// The entry of templates/cpu/features.def for a word, for all architectures; nothing for an unknown word.
std::optional<CpuFeature> cpu_feature(const std::string& word);

/// All words of templates/cpu/features.def, each once, in its order.
const std::vector<std::string>& cpu_feature_words();

/// Has the CPU that this process runs on the feature, and has the system enabled it? Under an emulator, the emulated
/// CPU.
bool cpu_has(const CpuFeature&);

/// The CPU's name as reported by itself. Empty without a report.
struct CpuName {
  std::string vendor, family;  ///< "AuthenticAMD", "25"; on Arm the implementer and the part, "0x41", "0xd0c"
  std::string brand, model;    ///< "AMD EPYC 7763", "1"; on Arm empty
};
CpuName cpu_name();

}  // namespace tessera
