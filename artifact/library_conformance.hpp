// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "artifact/conformance_record.hpp"
#include "codegen/conformance/check.hpp"
#include "dsl/script/evaluate.hpp"

// Writing the conformance record of a hardware library, and looking instructions up in it.
namespace tessera::artifact {

/// ", but not on a = -128: its body overflows there"; "" for none.
std::string left_out(const std::vector<std::string>&);
/// "; not run on clang: there is no clang", for each; "" for none.
std::string not_run_on(const std::vector<conformance::NotRun>&);
/// ", with my_load after it", of the instructions that read what this one sets; "" for none.
std::string shown_by(const std::vector<std::string>&);
/// ", between canaries on wasm-gcc", where there were no guard pages; "" where there were on all.
std::string between(const std::vector<conformance::Machine>&);
/// "; vec9 by probe", of features; "" for none.
std::string by_probe(const std::vector<std::string>&);
/// What a program says of its version; "version unknown" where it says nothing.
std::string version_said(const std::string&);
/// Each machine that ran an instruction, whether rightly or not, once: sorted by name.
std::vector<conformance::Machine> machines_that_ran(const std::vector<conformance::Finding>&);
/// ", within 2 ulp of its body (up to 1.3 seen)", of an instruction that states so.
std::string within(const ir::ErrorBound& stated, double most);

/// The hash of each file of the library and of those it extends; for each instruction the number of runs, with
/// compilers, emulators and their versions; or the reason that it was skipped.
ConformanceRecord conformance_record(const std::string& library, const std::vector<conformance::Finding>&);

/// The recorded results of a library's instructions, valid while the checked files are unchanged.
class LibraryConformance {
 public:
  /// Reads the record, if there is one. Throws InputError (code "conformance") for a file of another form or version.
  explicit LibraryConformance(const std::string& library);
  /// "passed 8 runs natively", "passed 4 runs under emulation", "skipped: REASON"; "not run" without a record;
  /// "outdated" when one of these has changed: the instruction's file, a file that it may use, a file without
  /// declarations (a header, machines.json), any file of an extended library.
  std::string of(const ir::Procedure& instruction) const;

 private:
  std::optional<ConformanceRecord> record_;
  std::vector<HashedFile> files_;         ///< current ones
  std::vector<ExtendedLibrary> extends_;  ///< current ones
};

}  // namespace tessera::artifact
