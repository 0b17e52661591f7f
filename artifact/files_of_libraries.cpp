// SPDX-License-Identifier: Apache-2.0
#include "artifact/files_of_libraries.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "api/own_files.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::artifact {

FilesOfLibraries files_of_libraries(const script::Inputs& inputs, const codegen::Emitted& c) {
  FilesOfLibraries out;
  for (const auto& [name, place] : api::with_included(api::own_headers(inputs), c.own_headers)) {
    out.headers.push_back(name);
    out.files.push_back({name, read_file(place)});
  }
  if (c.sources.empty()) return out;
  const api::OwnFiles sources = api::own_sources(inputs);
  for (const std::string& name : c.sources) {
    const auto place = sources.find(name);
    if (place == sources.end())
      throw InputError("hwlib", fmt::format("{} is to be linked, but no hardware library has it", name),
                       "`link` names a file in the folder of a hardware library");
    out.sources.push_back(name);
    out.files.push_back({name, read_file(place->second)});
  }
  return out;
}

void add_files_of_libraries(const FilesOfLibraries& own, const std::string& stem, std::vector<OutputFile>& files) {
  for (const OutputFile& file : own.files) {
    if (std::any_of(files.begin(), files.end(), [&](const OutputFile& f) { return f.name == file.name; }))
      throw InputError("output", fmt::format("{} is a file of the kernel, and one of its hardware library", file.name),
                       fmt::format("choose another name than {} with --stem", stem));
    files.push_back(file);
  }
}

}  // namespace tessera::artifact
