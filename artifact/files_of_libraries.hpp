// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "codegen/emit.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/support/files.hpp"

namespace tessera::artifact {

/// Files of hardware libraries that lie beside a kernel's C: headers that it includes, with those that these include,
/// and C files that it is linked with.
struct FilesOfLibraries {
  std::vector<std::string> headers, sources;  ///< names, sorted
  std::vector<OutputFile> files;
};
FilesOfLibraries files_of_libraries(const script::Inputs&, const codegen::Emitted&);

/// Adds them to a kernel's files. Throws InputError (code "output") where one has the name of a file of the kernel.
void add_files_of_libraries(const FilesOfLibraries&, const std::string& stem, std::vector<OutputFile>&);

}  // namespace tessera::artifact
