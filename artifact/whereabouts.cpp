// SPDX-License-Identifier: Apache-2.0
#include "artifact/whereabouts.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;

std::string path_from(const std::string& folder, const std::string& path) {
  std::error_code error;
  const fs::path out = fs::proximate(fs::absolute(path), fs::absolute(folder), error);
  if (error)
    throw InputError("file", fmt::format("cannot find {} from {}: {}", path, folder, error.message()),
                     "write to another folder");
  return out.generic_string();
}

}  // namespace

bool is_path(const std::string& library) { return library.find('/') != std::string::npos; }

Whereabouts given(const script::Inputs& inputs) {
  Whereabouts out{inputs.program, {}};
  for (const script::Library& l : inputs.libraries) out.libraries.push_back(l.given);
  return out;
}

Whereabouts seen_from(const CompileOptions& options, const script::Inputs& inputs) {
  Whereabouts out = given(inputs);
  out.program = path_from(options.output, out.program);
  const std::string& folder = options.home.empty() ? options.output : options.home;
  for (std::string& library : out.libraries) {
    if (!is_path(library)) continue;
    library = path_from(folder, library);
    if (!is_path(library)) library = "./" + library;
  }
  return out;
}

std::string found_from(const std::string& folder, const std::string& name) {
  return first_existing({fs::path(folder) / name, fs::path(folder) / fs::path(name).filename()});
}

}  // namespace tessera::artifact
