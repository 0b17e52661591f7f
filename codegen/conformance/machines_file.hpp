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

/// What a hardware library says of where its instructions run when this CPU has them not.
struct Machines {
  std::vector<Machine> emulated;
  std::map<std::string, std::string> cpu_flags;    ///< an instruction's feature, and another word that means the same
  std::map<std::string, CpuFeature> cpu_features;  ///< an instruction's feature, and how a CPU is asked for it
};

/// Reads machines.json of a library's folder; nothing is in it when there is no such file:
///   {"emulated": [{"compile": ["mychip-gcc", "-static"], "run": ["mychip-sim"]}],
///    "cpu_flags": {"vec": "avx2", "vec2": {"cpuid": {"leaf": 7, "subleaf": 1, "register": "eax", "bit": 4, "state":
///    "ymm"}},
///                  "vec3": {"hwcap": {"word": 2, "bit": 14}}}}
/// Throws InputError (code "machines") for a file of another form.
Machines read_machines(const std::filesystem::path& library_folder);

/// How a CPU is asked for an instruction's feature: as the library's file says, else as the table that all libraries
/// share. Nothing where neither knows the word.
std::optional<CpuFeature> feature_named(const std::string& word, const Machines&);

/// Has this CPU the feature? No where nobody knows how to ask.
bool cpu_has(const std::string& feature, const Machines&);

/// What keeps this CPU from what needs the feature: "this CPU has no avx2"; "" where nothing does.
std::string why_not_here(const std::string& feature, const Machines&);

/// Where an instruction can be run here, or why it cannot.
struct Places {
  std::vector<Machine> machines;
  std::string why_none;
};
Places places_for(const ir::Procedure& instruction, const Machines&);

}  // namespace tessera::conformance
