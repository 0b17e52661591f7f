// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "codegen/conformance/check.hpp"
#include "dsl/ir/error_bound.hpp"

// What checking a hardware library showed, as it is kept beside the library's files: conformance.json.
namespace tessera::artifact {

struct HashedFile {
  std::string file, sha256;
  bool operator==(const HashedFile&) const = default;
};

/// A library that the checked one extends.
struct ExtendedLibrary {
  std::string library;  ///< its name, or its path from the library that extends it
  std::vector<HashedFile> files;
  bool operator==(const ExtendedLibrary&) const = default;
};

/// The compiler and emulator of a check.
struct CheckingMachine {
  std::string name;
  std::string compiler;                 ///< with its version, as it says; or "version unknown"
  std::optional<std::string> emulator;  ///< likewise; nothing: run on this CPU
  std::vector<std::string> compile;     ///< the compiler's command
  std::vector<std::string> run;         ///< the emulator's
  std::string around = "guard pages";   ///< operands in memory; or "canaries"
  std::string model = {};               ///< the header that stands for the machine; empty: the machine itself
  std::string cpu = {};                 ///< that ran it natively; empty in records of before this was kept
};

/// The distance of results from the body, in the unit of the bound.
struct SeenError {
  ir::ErrorBound stated;
  double seen = 0;
};

struct CheckedInstruction {
  std::string name, file;
  std::optional<std::string> skipped;  ///< why it was not run; then only machines that did not run it are known
  std::size_t runs = 0;
  conformance::Where where = conformance::Where::nowhere;
  std::vector<std::string> machines;         ///< that ran it, by name
  std::vector<conformance::NotRun> not_run;  ///< machines that did not
  std::vector<std::string> probed;           ///< features of this CPU that a probe has shown
  std::vector<std::string> left_out;         ///< data that it was not run on, as the body overflows: "a = -128"
  std::optional<SeenError> error;            ///< of one that states how far its results may be off
  std::vector<std::string> shown_by = {};    ///< of one that sets the machine's state: those that were run with it
};

struct ConformanceRecord {
  std::string made_by;                   ///< version of Tessera
  std::vector<HashedFile> files;         ///< of the library's folder
  std::vector<ExtendedLibrary> extends;  ///< the nearest first
  std::vector<CheckingMachine> machines;
  std::vector<CheckedInstruction> instructions;
};

/// Adds `"ulp": {"stated": 2, "most": 1.3}`, or `"error": {"stated": "2^-14", "most": 5e-05}`.
void add_error_bound(const ir::ErrorBound& stated, double most, nlohmann::ordered_json& instruction);

/// "native", "emulated", "modelled", as in the JSON.
const char* how_word(conformance::Where);

/// The file's JSON.
nlohmann::ordered_json to_json(const ConformanceRecord&);

/// InputError (code "conformance") for a file of another form or version.
ConformanceRecord read_conformance_record(const std::filesystem::path&);

}  // namespace tessera::artifact
