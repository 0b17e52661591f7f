// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "artifact/conformance_record.hpp"
#include "codegen/conformance/check.hpp"
#include "dsl/script/evaluate.hpp"

// The check of a hardware library: put on record, and looked up there.
namespace tessera::artifact {

/// ", but not on a = -128: its body overflows there"; "" for none.
std::string left_out(const std::vector<std::string>&);
/// ", within 2 ulp of its body (up to 1.3 seen)", of an instruction that states so.
std::string within(double stated, double most);

/// The hash of each file of the library's folder, and of those that it extends; for each instruction how it was run, by
/// which compilers and emulators of which version, how often; or why it was not.
ConformanceRecord conformance_record(const std::string& library, const std::vector<conformance::Finding>&);

/// What is on record of a library's instructions, as long as the files are those that were checked.
class LibraryConformance {
 public:
  /// Reads the record, if there is one. Throws InputError (code "conformance") for a file of another form or version.
  explicit LibraryConformance(const std::string& library);
  /// "passed 8 runs natively", "passed 4 runs under emulation", "skipped: REASON"; "not run" when there is no record of
  /// it; "outdated" when the file that declares it, one that this file may use, one of the library's that holds no
  /// declarations (a header, machines.json), or any of a library that it extends has changed since.
  std::string of(const ir::Procedure& instruction) const;

 private:
  std::optional<ConformanceRecord> record_;
  std::vector<HashedFile> files_;         ///< as they are
  std::vector<ExtendedLibrary> extends_;  ///< as they are
};

}  // namespace tessera::artifact
