// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "artifact/report/facts.hpp"
#include "codegen/conformance/check.hpp"
#include "dsl/script/evaluate.hpp"

// What checking a hardware library showed, kept beside its files: conformance.json.
namespace tessera::artifact {

/// ", but not on a = -128: its body overflows there"; "" for none.
std::string left_out(const std::vector<std::string>&);
/// ", within 2 ulp of its body (up to 1.3 seen)", of an instruction that states so.
std::string within(double stated, double most);

/// The file's text: the SHA-256 of each file of the library's folder, and of those that it extends; for each
/// instruction how it was run, by which compilers and emulators of which version, how often; or why it was not.
std::string conformance_record(const std::string& library, const std::vector<conformance::Finding>&);

/// What the record says of a library's instructions, as long as the files are those that were checked.
class ConformanceRecord {
 public:
  /// Reads it, if there is one. Throws InputError (code "conformance") for a file of another form or version.
  explicit ConformanceRecord(const std::string& library);
  /// "passed 8 runs natively", "passed 4 runs under emulation", "skipped: REASON"; "not run" when there is no record of
  /// it; "outdated" when the file that declares it, one that this file may use, one of the library's that holds no
  /// declarations (a header, machines.json), or any of a library that it extends has changed since.
  std::string of(const ir::Procedure& instruction) const;

 private:
  report::Json record_;                        ///< null: none
  std::map<std::string, std::string> hashes_;  ///< of the files as they are
  report::Json bases_;                         ///< of those of the libraries that it extends, as they are
};

}  // namespace tessera::artifact
