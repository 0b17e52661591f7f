// SPDX-License-Identifier: Apache-2.0
#include "artifact/cpu_check.hpp"

#include <fmt/format.h>

#include "api/library_root.hpp"
#include "api/load.hpp"
#include "artifact/host_target.hpp"
#include "codegen/conformance/machines_file.hpp"

namespace tessera::artifact {
namespace {

constexpr const char* cpu_check_header = "tessera_cpu.h";

[[noreturn]] void unknown_feature(const std::string& word, const std::string& target,
                                  const conformance::Machines& machines) {
  const std::string near = conformance::nearest_feature(word, machines);
  throw InputError(
      "hwlib", fmt::format("{}: no test is known for the CPU feature '{}'", target, word),
      fmt::format("{}`tessera hwlib features` lists the words that are known; {} says what others mean, as in "
                  R"({{"cpu_flags": {{"{}": {{"cpuid": {{"leaf": 7, "register": "ebx", "bit": 5}}}}}}}})",
                  near.empty() ? "" : near + " ",
                  (api::library_folder(target) / conformance::machines_file_name).string(), word));
}

CpuFeature feature_of_library(const std::string& word, const std::string& target,
                              const conformance::Machines& machines) {
  const auto known = conformance::feature_named(word, machines);
  if (!known) unknown_feature(word, target, machines);
  return *known;
}

// One row of the table in the C.
std::string wanted_row(const std::string& word, const CpuFeature& f) {
  static constexpr const char* registers[] = {"TESSERA_NONE", "TESSERA_EAX", "TESSERA_EBX", "TESSERA_ECX",
                                              "TESSERA_EDX"};
  return fmt::format(
      "    {{\"{}\", {{{:#x}, {}, {}, {}, {:#x}}}, {{{}, {}, {}}}, {{{}, {}, 0}}, {{{}, {}, 0}}, {{{}, {}}}, {}}},\n",
      word, f.x86.leaf, f.x86.subleaf, registers[f.x86.in], f.x86.bit, f.x86.state, f.aarch64.in, f.aarch64.bit,
      f.aarch64.is_usual ? 1 : 0, f.power.in, f.power.bit, f.loongarch.in, f.loongarch.bit, f.riscv.key, f.riscv.bit,
      f.wasm ? 1 : 0);
}

}  // namespace

std::string runs_here_function(const std::string& stem, const std::vector<std::string>& features,
                               const std::string& target, const std::string& also) {
  if (features.empty())
    return fmt::format("int {}_runs_here(void) {{ return {}; }}\n", stem, also.empty() ? "1" : also);
  const conformance::Machines machines = api::library_machines(target);
  const std::string has_all = "tessera_cpu_has_all(wanted, (int)(sizeof wanted / sizeof *wanted))";
  std::string rows;
  for (const std::string& word : features) rows += wanted_row(word, feature_of_library(word, target, machines));
  return fmt::format(
      "/* What the CPU must have: the bit of CPUID, with the registers that the system must save for it;\n"
      " * the bit of AT_HWCAP, or of riscv_hwprobe. */\n"
      "static const struct tessera_cpu_feature wanted[] = {{\n{1}}};\n\n"
      "int {0}_runs_here(void) {{\n"
      "  static atomic_int known; /* 0: not asked yet, 1: no, 2: yes; whoever asks at the same time finds the same */\n"
      "  int answer = atomic_load_explicit(&known, memory_order_relaxed);\n"
      "  if (!answer) {{\n"
      "    answer = 1 + {2};\n"
      "    atomic_store_explicit(&known, answer, memory_order_relaxed);\n"
      "  }}\n"
      "  return answer - 1;\n}}\n",
      stem, rows, also.empty() ? has_all : fmt::format("({} && {})", has_all, also));
}

std::vector<OutputFile> cpu_check_files(const std::vector<std::string>& features) {
  if (features.empty()) return {};
  return {{cpu_check_header, read_file(api::templates_root() / "cpu" / cpu_check_header)}};
}

void check_features_known(const std::string& target) {
  const conformance::Machines machines = api::library_machines(target);
  for (const std::string& word : features_of_library(target)) feature_of_library(word, target, machines);
}

}  // namespace tessera::artifact
