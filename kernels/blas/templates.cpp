// SPDX-License-Identifier: Apache-2.0
#include "kernels/blas/templates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "api/library_root.hpp"
#include "artifact/release.hpp"
#include "dsl/support/diagnostic.hpp"
#include "kernels/blas/library.hpp"

namespace tessera::kernels::blas {
namespace {

namespace fs = std::filesystem;

bool is_one_of(const std::vector<std::string>& types, const std::string& type) {
  return std::find(types.begin(), types.end(), type) != types.end();
}

// `#define TYPE f64`: a routine of a type that is not in this library.
bool is_of_other_type(const std::vector<std::string>& types, const std::string& text) {
  for (const std::string& type : BlasJob{}.types)
    if (!is_one_of(types, type) && text.find(fmt::format("#define TYPE {}\n", type)) != std::string::npos) return true;
  return false;
}

void replace_word(std::string& text, const std::string& word, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += value.size())
    text.replace(at, word.size(), value);
}

}  // namespace

std::vector<OutputFile> template_files(const std::vector<std::string>& types) {
  const fs::path folder = api::templates_root() / "blas";
  std::error_code unreadable;
  std::vector<OutputFile> out;
  for (const fs::directory_entry& e : fs::directory_iterator(folder, unreadable))
    if (e.is_regular_file()) out.push_back({e.path().filename().string(), artifact::with_version(read_file(e.path()))});
  if (out.empty())
    throw InputError("file", fmt::format("{}: cannot be read", folder.string()),
                     "TESSERA_TEMPLATES names the folder that holds the shipped C");
  std::erase_if(out, [&](const OutputFile& file) { return is_of_other_type(types, file.contents); });
  for (OutputFile& file : out) {
    replace_word(file.contents, "TESSERA_HAS_F32", is_one_of(types, "f32") ? "1" : "0");
    replace_word(file.contents, "TESSERA_HAS_F64", is_one_of(types, "f64") ? "1" : "0");
  }
  std::sort(out.begin(), out.end(), [](const OutputFile& a, const OutputFile& b) { return a.name < b.name; });
  return out;
}

void fill_in_sources(std::vector<OutputFile>& files, const std::vector<std::string>& sources) {
  for (OutputFile& file : files)
    replace_word(file.contents, "TESSERA_SOURCES", fmt::format("{}", fmt::join(sources, " ")));
}

}  // namespace tessera::kernels::blas
