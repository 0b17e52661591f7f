// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace tessera {

/// Throws InputError (code "file") when the file cannot be read.
std::string read_file(const std::filesystem::path&);

/// The first of these paths that is there; else the first, for the error that it is not.
std::string first_existing(const std::vector<std::filesystem::path>&);

struct OutputFile {
  std::string name;
  std::string contents;
};

/// Writes all files into the folder, or none: each goes to a temporary name first and all are renamed at the end. Makes
/// the folder. Throws InputError (code "output") naming the path and the reason; then every file is as it was before.
void write_files(const std::filesystem::path& folder, const std::vector<OutputFile>&);

}  // namespace tessera
