// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "api/load.hpp"
#include "artifact/files_of_libraries.hpp"
#include "codegen/emit.hpp"
#include "dsl/support/files.hpp"
#include "validate/equivalent.hpp"

namespace tessera::artifact {

/// `tessera compile --bench`: the kernel's time beside the reference's.
struct BenchRequest {
  std::vector<std::string> sizes;  ///< each as n=1024,m=64; none: the program chooses sizes that fill the caches
};

/// Names and places of the results.
struct CompileOptions {
  std::string output = ".";
  std::string home;                    ///< the final folder of the files in `output`; empty: `output` itself
  std::vector<std::string> inputs;     ///< files that are read: never overwritten
  std::string stem;                    ///< name of the files; empty: the procedure's
  std::string prefix;                  ///< of the names of public functions
  std::vector<std::string> compilers;  ///< must accept the C
  bool validate = false;               ///< compare the result with the reference before writing files
  bool test = false;                   ///< write a test program too
  std::optional<BenchRequest> bench;   ///< write a program that times the kernel, and run it
  bool allow_spills = false;           ///< more vectors than registers are a warning, not an error
  bool json = false;                   ///< print the manifest
  bool quiet = false;                  ///< print nothing
};

/// Deciders of the obligations. Z3's cached answers count as Z3.
struct Deciders {
  std::size_t affine = 0, z3 = 0;
};

/// The C of a scheduled procedure, and the claims about it.
struct Compiled {
  std::string stem;
  codegen::Options options;
  codegen::Emitted c;
  Deciders steps, result;                          ///< of the obligations of the steps, and of the result's checks
  std::optional<validate::Validation> validation;  ///< nothing: not run
  FilesOfLibraries own;                            ///< files that lie beside the C
  std::vector<Compiled> other_lengths;             ///< of Loaded::other_lengths, without the C, which is one
};

/// Compares the scheduled procedure with the reference. Throws CheckError where they differ.
validate::Validation validated(const Proc&);
/// The error for a validation that ran no sizes and proved nothing for all of them. `hint`: the next step.
std::optional<Error> nothing_compared(const validate::Validation&, const std::string& hint);
/// Checks the scheduled procedure (CheckError) and emits its C. The same input gives the same bytes.
Compiled compile(const api::Loaded&, const CompileOptions&);

/// The files of a kernel, in memory: C, header, manifest, trace, evidence, those of libraries that the C needs, and
/// others by option.
struct CompiledFiles {
  Compiled made;
  std::vector<OutputFile> files;
};
/// Compiles as above, and checks that the compilers of the options accept the C.
CompiledFiles compiled_files(const api::Loaded&, const CompileOptions&);
/// The same, and writes all files or none.
Compiled write_compiled(const api::Loaded&, const CompileOptions&);

}  // namespace tessera::artifact
