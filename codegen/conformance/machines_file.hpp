// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <optional>

#include "codegen/conformance/machine.hpp"
#include "dsl/ir/stmt.hpp"
#include "dsl/support/cpu.hpp"

namespace tessera::conformance {

constexpr const char* machines_file_name = "machines.json";

/// A hardware library's ways to run instructions that this CPU lacks, and to detect features.
struct Machines {
  std::vector<Machine> emulated;
  std::map<std::string, std::string> cpu_flags;    ///< an instruction's feature, and a synonym
  std::map<std::string, CpuFeature> cpu_features;  ///< an instruction's feature, and its detection
};

/// Reads machines.json of a library's folder; nothing is in it when there is no such file:
///   {"emulated": [{"compile": ["mychip-gcc", "-static"], "run": ["mychip-sim"]}],
///    "cpu_flags": {"vec": "avx2", "vec2": {"cpuid": {"leaf": 7, "subleaf": 1, "register": "eax", "bit": 4, "state":
///    "ymm"}},
///                  "vec3": {"hwcap": {"word": 2, "bit": 14}}}}
/// Throws InputError (code "machines") for a file of another form.
Machines read_machines(const std::filesystem::path& library_folder);

/// The detection of an instruction's feature: from the library's file, else from the table shared by all libraries.
/// Nothing for an unknown word.
std::optional<CpuFeature> feature_named(const std::string& word, const Machines&);

/// Does this CPU have the feature? No for an unknown one.
bool cpu_has(const std::string& feature, const Machines&);

/// "did you mean `avx2`?" with the known words that are near; "" when none is.
std::string nearest_feature(const std::string& word, const Machines&);

/// The reason that this CPU lacks the feature: "this CPU has no avx2"; "" where it has it.
std::string why_not_here(const std::string& feature, const Machines&);

/// The machines for an instruction, or the reason that there are none.
struct Places {
  std::vector<Machine> machines;
  std::string why_none;
};
Places places_for(const ir::Procedure& instruction, const Machines&);

}  // namespace tessera::conformance
