// SPDX-License-Identifier: Apache-2.0
#include "cli/hwlib_needs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "artifact/report/facts.hpp"
#include "cli/hwlib_generators.hpp"
#include "cli/hwlib_lacks.hpp"
#include "dsl/syntax/roles.hpp"

namespace tessera::cli {
namespace {

using report::Json;
using schedules::Generator, schedules::Need;

struct AskedRole {
  syntax::Role role;
  std::vector<std::string> needed_by;  ///< generators that ask for it first
  std::vector<std::string> taken_by;   ///< those that take it in place of another
};

std::vector<AskedRole> asked_roles() {
  std::vector<AskedRole> out;
  for (const syntax::Role& role : syntax::roles()) {
    AskedRole asked{role, {}, {}};
    for (const Generator& g : generators_for({})) {
      bool is_first = false, is_any = false;
      for (const Need& need : g.needs)
        for (std::size_t i = 0; i < need.by.size(); ++i)
          if (std::count(need.by[i].begin(), need.by[i].end(), role.name)) (i == 0 ? is_first : is_any) = true;
      if (is_first) asked.needed_by.push_back(g.name);
      else if (is_any) asked.taken_by.push_back(g.name);
    }
    out.push_back(std::move(asked));
  }
  return out;
}

Json to_json(const AskedRole& a) {
  return {{"role", a.role.name},
          {"meaning", a.role.meaning},
          {"has_masked", a.role.has_masked},
          {"needed_by", a.needed_by},
          {"taken_by", a.taken_by}};
}

void print(const AskedRole& a) {
  fmt::print("{:18} {}{}\n", a.role.name, a.role.meaning, a.role.has_masked ? "; masked_" + a.role.name : "");
}

}  // namespace

void show_needs(const std::string& library, const std::vector<std::string>& schedules, bool json) {
  if (!library.empty()) return show_lacks(library, schedules, json);
  Json all = Json::array();
  for (const Generator& g : generators_for({})) {
    all.push_back({{"generator", g.name}, {"needs", needs_json(g.needs)}});
    if (!json) fmt::print("{:26} {}\n", g.name, roles_text(g.needs));
  }
  if (json) fmt::print("{}\n", report::text_of(all));
}

void list_roles(bool json) {
  Json all = Json::array();
  for (const AskedRole& a : asked_roles()) {
    all.push_back(to_json(a));
    if (!json) print(a);
  }
  if (json) fmt::print("{}\n", report::text_of(all));
}

}  // namespace tessera::cli
