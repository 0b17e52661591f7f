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

/// Instructions that an emulator, or a compiler, is known to get wrong.
struct KnownWrong {
  std::string machine;                    ///< the name of one, or a program of its commands
  std::string version;                    ///< of that program, as names_versions has it; empty: every one
  std::vector<std::string> instructions;  ///< names, or patterns of the shell
  std::string why, source;

  bool names(const std::string& instruction) const;
};

/// What a hardware library says of where its instructions run.
struct Machines {
  std::vector<Machine> emulated;                   ///< when this CPU has them not
  std::map<std::string, std::string> cpu_flags;    ///< an instruction's feature, and another word that means the same
  std::map<std::string, CpuFeature> cpu_features;  ///< an instruction's feature, and how a CPU is asked for it
  std::vector<Machine> native = native_machines();
  std::vector<KnownWrong> known_wrong = {};
  /// Stand for machines that neither this CPU nor an emulator is: C of the same meaning, written from the manual.
  std::vector<Machine> modelled = {};
  std::map<std::string, std::string> probes = {};  ///< a feature that no CPU can be asked for; statements that need it
  std::filesystem::path file = {};                 ///< that says so; empty: none
};

/// Reads machines.json of a library's folder; nothing is in it when there is no such file:
///   {"native": [{"compile": ["clang-19"], "at_least": "19"}],
///    "emulated": [{"name": "256 bits", "lanes": 8, "compile": ["mychip-gcc", "-static"], "run": ["mychip-sim"]}],
///    "modelled": [{"name": "my chip in C", "compile": ["gcc"], "header": "mychip_model.h", "source": "manual 7.2"}],
///    "known_wrong": [{"machine": "mychip-sim", "version": "7.2", "instructions": ["dot_*"], "why": "…"}],
///    "cpu_flags": {"vec": "avx2", "vec2": {"cpuid": {"leaf": 7, "subleaf": 1, "register": "eax", "bit": 4, "state":
///    "ymm"}},
///                  "vec3": {"hwcap": {"word": 2, "bit": 14}}},
///    "probe": {"vec9": {"statements": "__asm__ volatile(\"vec9 zero\");"}}}
/// Throws InputError (code "machines") for a file of another form, for two machines of the same words or of one name.
Machines read_machines(const std::filesystem::path& library_folder);

/// Has this CPU's code compiled by these commands, and by no others. Throws InputError (code "machines") for one that
/// is there twice.
void compile_natively_by(const std::vector<std::string>& commands, Machines&);

/// How a CPU is asked for an instruction's feature: as the library's file says, else as the table that all libraries
/// share. Nothing where neither knows the word.
std::optional<CpuFeature> feature_named(const std::string& word, const Machines&);

/// Does this CPU have the feature? No for an unknown one.
bool cpu_has(const std::string& feature, const Machines&);

/// "did you mean `avx2`?" with the known words that are near; "" when none is.
std::string nearest_feature(const std::string& word, const Machines&);

/// The reason that this CPU lacks the feature: "this CPU has no avx2"; "" where it has it.
std::string why_not_here(const std::string& feature, const Machines&);

}  // namespace tessera::conformance
