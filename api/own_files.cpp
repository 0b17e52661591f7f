// SPDX-License-Identifier: Apache-2.0
#include "api/own_files.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <sstream>

#include "api/hardware_library.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::api {
namespace {

namespace fs = std::filesystem;

bool is_plain(const std::string& name) { return !name.empty() && fs::path(name).filename() == name; }

std::optional<fs::path> found_in(const std::vector<fs::path>& folders, const std::string& name) {
  for (const fs::path& folder : folders) {
    std::error_code unreadable;
    if (fs::is_regular_file(folder / name, unreadable)) return folder / name;
  }
  return std::nullopt;
}

std::set<std::string> named_headers(const syntax::Module& module) {
  std::set<std::string> out;
  for (const ir::MemoryRef& m : module.memories) out.insert(m->headers.begin(), m->headers.end());
  for (const ir::ProcRef& p : module.procs)
    if (p->instr) out.insert(p->instr->headers.begin(), p->instr->headers.end());
  return out;
}

// The names in lines `#include "name"`.
std::vector<std::string> included_by(const fs::path& header) {
  std::vector<std::string> out;
  std::istringstream text(read_file(header));
  for (std::string line; std::getline(text, line);) {
    const std::size_t word = line.find("include"), open = line.find('"'), close = line.rfind('"');
    const std::size_t first = line.find_first_not_of(" \t");
    if (first != std::string::npos && line[first] == '#' && word < open && open < close)
      out.push_back(line.substr(open + 1, close - open - 1));
  }
  return out;
}

}  // namespace

OwnFiles own_headers(const script::Inputs& inputs) {
  OwnFiles out;
  for (const script::Library& library : inputs.libraries) {
    const std::vector<fs::path> folders = library_folders(library.given);
    for (const std::string& name : named_headers(library.module))
      if (const std::optional<fs::path> file = is_plain(name) ? found_in(folders, name) : std::nullopt)
        out.emplace(name, *file);
  }
  return out;
}

OwnFiles with_included(const OwnFiles& headers, const std::vector<std::string>& used) {
  OwnFiles out;
  std::vector<std::pair<std::string, fs::path>> left;
  for (const std::string& name : used) left.emplace_back(name, headers.at(name));
  while (!left.empty()) {
    const auto [name, file] = left.back();
    left.pop_back();
    if (!out.emplace(name, file).second) continue;
    for (const std::string& more : included_by(file))
      if (const std::optional<fs::path> there = is_plain(more) ? found_in({file.parent_path()}, more) : std::nullopt)
        left.emplace_back(more, *there);
  }
  return out;
}

OwnFiles own_sources(const script::Inputs& inputs) {
  OwnFiles out;
  for (const script::Library& library : inputs.libraries)
    for (const ir::MemoryRef& m : library.module.memories)
      for (const std::string& name : m->state.sources) {
        const std::optional<fs::path> file = found_in(library_folders(library.given), name);
        if (!file) {
          Diagnostic d;
          d.code = "hwlib";
          d.loc = m->loc;
          d.message = fmt::format("{} links {}, which is not in the folder of {}", m->name, name, library.given);
          d.hint = "put the file beside the memory's, or leave out `link`";
          throw InputError(d);
        }
        out.emplace(name, *file);
      }
  return out;
}

}  // namespace tessera::api
