// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "api/load.hpp"
#include "codegen/emit.hpp"
#include "dsl/support/files.hpp"
#include "validate/equivalent.hpp"

namespace tessera::artifact {

/// `tessera compile --bench`: the kernel's time beside that of the procedure as written.
struct BenchRequest {
  std::vector<std::string> sizes;  ///< each as n=1024,m=64; none: the program looks for some that fill the caches
};

/// Where the results go, and how they are called.
struct CompileOptions {
  std::string output = ".";
  std::string home;                    ///< the folder that takes the files of `output` in the end; empty: they stay
  std::string stem;                    ///< name of the files; empty: the procedure's
  std::string prefix;                  ///< put before the names of public functions
  std::vector<std::string> compilers;  ///< that must accept the C
  bool validate = false;               ///< compare the result with the reference before anything is written
  bool test = false;                   ///< write a test program too
  std::optional<BenchRequest> bench;   ///< write a program that times the kernel, and run it
  bool json = false;                   ///< print the manifest
  bool quiet = false;                  ///< print nothing
};

/// How the obligations were decided. An earlier answer of Z3 to the same question is Z3's.
struct Deciders {
  std::size_t affine = 0, z3 = 0;
};

/// The C of a scheduled procedure, and what was established about it.
struct Compiled {
  std::string stem;
  codegen::Options options;
  codegen::Emitted c;
  Deciders steps, result;  ///< the obligations of the steps, and those of the checks of the result
  std::optional<validate::Validation> validation;  ///< nothing: not run
};

/// Compares the scheduled procedure with the reference. Throws CheckError where they differ.
validate::Validation validated(const Proc&);
/// A validation that ran no sizes and proved nothing for all of them says nothing: that is no success. `hint` says what
/// to do.
std::optional<Error> nothing_compared(const validate::Validation&, const std::string& hint);
/// Checks the scheduled procedure (CheckError) and emits its C. The same input gives the same bytes.
Compiled compile(const api::Loaded&, const CompileOptions&);

/// The files of a kernel, in memory: C, header, manifest, trace, evidence, and what else the options ask for.
struct CompiledFiles {
  Compiled made;
  std::vector<OutputFile> files;
};
/// Compiles as above, and checks that the compilers of the options take the C.
CompiledFiles compiled_files(const api::Loaded&, const CompileOptions&);
/// The same, and writes them, or nothing. Gives what was compiled.
Compiled write_compiled(const api::Loaded&, const CompileOptions&);

}  // namespace tessera::artifact
