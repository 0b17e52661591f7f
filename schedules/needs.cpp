// SPDX-License-Identifier: Apache-2.0
#include "schedules/needs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tessera::schedules {

bool is_met(const Need& need, const VectorTarget& target) {
  return std::any_of(need.by.begin(), need.by.end(), [&](const std::vector<std::string>& roles) {
    return std::all_of(roles.begin(), roles.end(), [&](const std::string& role) { return target.has(role); });
  });
}

Needs missing(const Needs& needs, const VectorTarget& target) {
  Needs out = needs;
  std::erase_if(out, [&](const Need& need) { return is_met(need, target); });
  return out;
}

Needs joined(Needs needs, const Needs& more) {
  for (const Need& need : more)
    if (std::find(needs.begin(), needs.end(), need) == needs.end()) needs.push_back(need);
  return needs;
}

std::string roles_text(const Need& need) {
  std::string out;
  for (std::size_t i = 0; i < need.by.size(); ++i) {
    if (i > 0) out += i + 1 < need.by.size() ? ", " : need.by.size() == 2 ? " or " : ", or ";
    out += fmt::format("{}", fmt::join(need.by[i], " with "));
  }
  return out;
}

std::string roles_text(const Needs& needs) {
  std::vector<std::string> out;
  for (const Need& need : needs) out.push_back(roles_text(need));
  return fmt::format("{}", fmt::join(out, "; "));
}

std::string usual_roles(const Needs& needs) {
  std::vector<std::string> out;
  for (const Need& need : needs) out.push_back(fmt::format("{}", fmt::join(need.by.front(), " with ")));
  return fmt::format("{}", fmt::join(out, ", "));
}

}  // namespace tessera::schedules
