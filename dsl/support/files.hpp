// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace tessera {

/// Throws InputError (code "file") when the file cannot be read.
std::string read_file(const std::filesystem::path&);

/// Is there a file or folder of this name? Throws InputError (code "file") where that cannot be known, as with links
/// that lead to each other.
bool is_there(const std::filesystem::path&);

/// The first existing path; else the first, for the error message.
std::string first_existing(const std::vector<std::filesystem::path>&);

struct OutputFile {
  std::string name;
  std::string contents;
};

/// Writes all files into the folder, or none: each gets a temporary name first, and all are renamed at the end. Makes
/// the folder. Throws InputError (code "output") with path and reason; then everything is as before.
void write_files(const std::filesystem::path& folder, const std::vector<OutputFile>&);

}  // namespace tessera
