// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/machine_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace tessera::conformance {
namespace {

using Group = std::vector<Machine*>;

std::vector<std::string> all_words(const Machine& m) {
  std::vector<std::string> out = m.compiler;
  out.insert(out.end(), m.runner.begin(), m.runner.end());
  return out;
}

std::string name_by_programs(const Machine& m) {
  const std::string compiler = fmt::format("{}", fmt::join(programs_of(m.compiler), " "));
  if (!m.model.empty()) return fmt::format("{} by {}", compiler, std::filesystem::path(m.model).filename().string());
  return m.is_native() ? compiler : fmt::format("{} under {}", compiler, fmt::join(programs_of(m.runner), " "));
}

bool all_have(const Group& group, const std::string& word) {
  return std::all_of(group.begin(), group.end(), [&](const Machine* m) {
    const std::vector<std::string> words = all_words(*m);
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

// Those of one name, by the words that not all of them have.
void tell_apart(const Group& group) {
  for (Machine* m : group) {
    std::vector<std::string> own = all_words(*m);
    std::erase_if(own, [&](const std::string& word) { return all_have(group, word); });
    if (!own.empty()) m->name += fmt::format(" ({})", fmt::join(own, " "));
  }
}

bool have_same_words(const Machine& a, const Machine& b) {
  return a.compiler == b.compiler && a.runner == b.runner && a.model == b.model;
}

std::string why_not_apart(const Group& all) {
  for (auto a = all.begin(); a != all.end(); ++a)
    for (auto b = all.begin(); b != a; ++b) {
      if (have_same_words(**a, **b)) return fmt::format("`{}` is there twice", fmt::join(all_words(**a), " "));
      if ((*a)->name == (*b)->name)
        return fmt::format("two machines have the name \"{}\": `{}` and `{}`", (*a)->name,
                           fmt::join(all_words(**b), " "), fmt::join(all_words(**a), " "));
    }
  return "";
}

}  // namespace

std::vector<std::string> programs_of(const std::vector<std::string>& command) {
  std::vector<std::string> out;
  for (const std::string& word : command) {
    if (word.starts_with('-')) break;
    out.push_back(std::filesystem::path(word).filename().string());
  }
  return out;
}

std::string name_machines(std::initializer_list<std::vector<Machine>*> lists) {
  Group all;
  std::map<std::string, Group> without_name;
  for (std::vector<Machine>* machines : lists)
    for (Machine& m : *machines) {
      all.push_back(&m);
      if (!m.name.empty()) continue;
      m.name = name_by_programs(m);
      without_name[m.name].push_back(&m);
    }
  for (const auto& [name, group] : without_name)
    if (group.size() > 1) tell_apart(group);
  return why_not_apart(all);
}

}  // namespace tessera::conformance
