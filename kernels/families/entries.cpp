// SPDX-License-Identifier: Apache-2.0
#include "kernels/families/entries.hpp"

#include <algorithm>

#include "api/library_root.hpp"

namespace tessera::kernels {
namespace {

void put(std::string& text, const std::string& word, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += value.size())
    text.replace(at, word.size(), value);
}

}  // namespace

bool has_entries(const kernels::Family& family) {
  auto is_there = [&](const auto& call) {
    return std::any_of(family.members.begin(), family.members.end(),
                       [&](const kernels::Member& m) { return m.name == call.second; });
  };
  return family.entries && std::all_of(family.entries->calls.begin(), family.entries->calls.end(), is_there);
}

std::vector<OutputFile> entry_files(const kernels::Family& family, ir::Scalar type) {
  std::vector<OutputFile> out;
  if (!has_entries(family)) return out;
  for (const std::string name : {"entries.h", "entries.c"}) {
    std::string text = read_file(api::templates_root() / family.entries->folder / name);
    put(text, "TESSERA_STEM", family.stem);
    put(text, "TESSERA_REAL", std::string(ir::c_type(type)));
    put(text, "TESSERA_TYPE", std::string(ir::name(type)));
    for (const auto& [word, member] : family.entries->calls) put(text, "TESSERA_" + word, member);
    out.push_back({family.stem + "_" + name, text});
  }
  return out;
}

}  // namespace tessera::kernels
