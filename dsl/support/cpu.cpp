// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/cpu.hpp"

#include <algorithm>

#include "templates/cpu/tessera_cpu.h"

namespace tessera {
namespace {

// The table, with one entry for each architecture on which the word means something.
const std::vector<CpuFeature>& cpu_feature_rows() {
  static const std::vector<CpuFeature> rows{
#define X86(word, leaf, subleaf, in, bit, state) {word, {leaf, subleaf, TESSERA_##in, bit, TESSERA_##state}, {}, {}},
#define AARCH64(word, in, bit, is_usual) {word, {}, {in, bit, (is_usual) != 0}, {}},
#define POWER(word, in, bit) {word, {}, {}, {in, bit, false}},
#define LOONGARCH(word, in, bit) {word, {}, {}, {}, {in, bit, false}},
#define RISCV(word, key, bit) {word, {}, {}, {}, {}, {key, bit}},
#define WASM(word) {word, {}, {}, {}, {}, {}, true},
#include "templates/cpu/features.def"
#undef X86
#undef AARCH64
#undef POWER
#undef LOONGARCH
#undef RISCV
#undef WASM
  };
  return rows;
}

}  // namespace

std::optional<CpuFeature> cpu_feature(const std::string& word) {
  std::optional<CpuFeature> out;
  for (const CpuFeature& row : cpu_feature_rows()) {
    if (row.name != word) continue;
    if (!out) out = CpuFeature{word, {}, {}, {}};
    if (row.x86.in != 0) out->x86 = row.x86;
    if (row.aarch64.in != 0) out->aarch64 = row.aarch64;
    if (row.power.in != 0) out->power = row.power;
    if (row.loongarch.in != 0) out->loongarch = row.loongarch;
    if (row.riscv.key != 0) out->riscv = row.riscv;
    out->wasm = out->wasm || row.wasm;
  }
  return out;
}

const std::vector<std::string>& cpu_feature_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> out;
    for (const CpuFeature& row : cpu_feature_rows())
      if (std::find(out.begin(), out.end(), row.name) == out.end()) out.push_back(row.name);
    return out;
  }();
  return words;
}

bool cpu_has(const CpuFeature& f) {
  const tessera_cpu_feature asked{f.name.c_str(),
                                  {f.x86.leaf, f.x86.subleaf, f.x86.in, f.x86.bit, f.x86.state},
                                  {f.aarch64.in, f.aarch64.bit, f.aarch64.is_usual ? 1 : 0},
                                  {f.power.in, f.power.bit, 0},
                                  {f.loongarch.in, f.loongarch.bit, 0},
                                  {f.riscv.key, f.riscv.bit},
                                  f.wasm ? 1 : 0};
  return tessera_cpu_has(&asked) != 0;
}

}  // namespace tessera
