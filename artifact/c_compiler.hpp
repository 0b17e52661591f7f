// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "dsl/support/files.hpp"

namespace tessera::artifact {

/// Compiles the C (`stem`.c among the files) in a temporary folder, without keeping the result; headers are searched in
/// the folders too. Throws InputError (code "compiler", exit 2) for a missing compiler, CheckError (exit 1) with the
/// compiler's message when it refuses the code.
void check_compiles(const std::string& compiler, const std::string& stem, const std::vector<std::string>& flags,
                    const std::vector<OutputFile>& files, const std::vector<std::filesystem::path>& folders);

/// Does the compiler accept C that includes these headers, searched in the folders too, with these flags? Throws
/// InputError (code "compiler") for a missing compiler.
bool accepts_headers(const std::string& compiler, const std::vector<std::string>& flags,
                     const std::vector<std::string>& headers, const std::vector<std::filesystem::path>& folders);

/// A program to build from C files, optimised: -std=gnu11 -O3, so that sums are contracted by the compiler's default.
struct ProgramJob {
  std::string compiler;
  std::vector<std::filesystem::path> sources;
  std::vector<std::string> flags, link_flags;
  std::vector<std::filesystem::path> folders;  ///< further header folders
  std::filesystem::path program;
};

/// Builds it. Returns the compiler's errors; nothing on success. Throws InputError (code "compiler") for a missing
/// compiler.
std::string build_program(const ProgramJob&);

/// A C file, relative to the folder of the job, and its own flags.
struct CSource {
  std::string file;
  std::vector<std::string> flags;
};

/// The parts of a shared object.
struct SharedObjectJob {
  std::string compiler;
  std::filesystem::path folder;
  std::vector<CSource> sources;
  std::vector<std::string> flags,
      link_flags;      ///< of all sources; of the object. -std=c11 -O2 -fPIC and the folder's headers are always added
  std::string object;  ///< its name in the folder
  unsigned jobs = 1;   ///< compilers in parallel
  std::function<void(std::size_t)> told = [](std::size_t) {};  ///< now and then, how many sources are compiled
};

/// Compiles and links it. Throws InputError (code "compiler") for a missing compiler or a refused source; then an
/// existing object is unchanged.
void compile_shared(const SharedObjectJob&);

}  // namespace tessera::artifact
