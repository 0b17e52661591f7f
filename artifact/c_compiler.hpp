// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "dsl/support/files.hpp"

namespace tessera::artifact {

/// Compiles the C (`stem`.c among the files) in a folder of its own, without keeping the result; headers are searched
/// in the folders too. Throws InputError (code "compiler", exit 2) when there is no such compiler, CheckError (exit 1)
/// with the compiler's words when it does not accept the code.
void check_compiles(const std::string& compiler, const std::string& stem, const std::vector<std::string>& flags,
                    const std::vector<OutputFile>& files, const std::vector<std::filesystem::path>& folders);

/// Does the compiler take C that includes these headers, searched in the folders too, with these flags? Throws
/// InputError (code "compiler") when there is no such compiler.
bool accepts_headers(const std::string& compiler, const std::vector<std::string>& flags,
                     const std::vector<std::string>& headers, const std::vector<std::filesystem::path>& folders);

/// A program to be built of C files, optimised: -std=gnu11 -O3, so that sums are contracted as the compiler does it
/// unless told otherwise.
struct ProgramJob {
  std::string compiler;
  std::vector<std::filesystem::path> sources;
  std::vector<std::string> flags, link_flags;
  std::vector<std::filesystem::path> folders;  ///< where headers are searched too
  std::filesystem::path program;
};

/// Builds it. Returns what the compiler objects to; nothing when it does not. Throws InputError (code "compiler") when
/// there is no such compiler.
std::string build_program(const ProgramJob&);

/// A C file, named from the folder of the job on, and flags of its own.
struct CSource {
  std::string file;
  std::vector<std::string> flags;
};

/// What a shared object is made of.
struct SharedObjectJob {
  std::string compiler;
  std::filesystem::path folder;
  std::vector<CSource> sources;
  std::vector<std::string> flags,
      link_flags;      ///< of all sources; of the object. -std=c11 -O2 -fPIC and the folder's headers are given anyhow
  std::string object;  ///< its name in the folder
  unsigned jobs = 1;   ///< compilers at once
  std::function<void(std::size_t)> told = [](std::size_t) {};  ///< now and then, how many sources are compiled
};

/// Compiles and links it. Throws InputError (code "compiler") when there is no such compiler or it does not accept a
/// source; then the object, if there was one, is as it was.
void compile_shared(const SharedObjectJob&);

}  // namespace tessera::artifact
