// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

// The results of checking a hardware library, kept beside its files: conformance.json.
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
  std::string compiler;                 ///< with its version text
  std::optional<std::string> emulator;  ///< likewise; nothing: run on this CPU
};

/// The distance of results from the body, in units in the last place.
struct UlpBound {
  double stated = 0, seen = 0;
};

struct CheckedInstruction {
  std::string name, file;
  std::optional<std::string> skipped;  ///< the reason that it was not run; then nothing else is set
  std::size_t runs = 0;
  bool is_native = false;             ///< else under emulation
  std::vector<std::string> machines;  ///< used for the runs, by name
  std::vector<std::string> left_out;  ///< untested data, as the body overflows there: "a = -128"
  std::optional<UlpBound> ulp;        ///< of an instruction with an error bound
};

struct ConformanceRecord {
  std::string made_by;                   ///< version of Tessera
  std::vector<HashedFile> files;         ///< of the library's folder
  std::vector<ExtendedLibrary> extends;  ///< the nearest first
  std::vector<CheckingMachine> machines;
  std::vector<CheckedInstruction> instructions;
};

/// The file's JSON.
nlohmann::ordered_json to_json(const ConformanceRecord&);

/// InputError (code "conformance") for a file of another form or version.
ConformanceRecord read_conformance_record(const std::filesystem::path&);

}  // namespace tessera::artifact
