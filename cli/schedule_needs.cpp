// SPDX-License-Identifier: Apache-2.0
#include "cli/schedule_needs.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

#include "dsl/support/files.hpp"
#include "dsl/syntax/roles.hpp"

namespace tessera::cli {
namespace {

bool is_known_role(const std::string& word) {
  const auto& all = syntax::role_names();
  return std::find(all.begin(), all.end(), word) != all.end();
}

}  // namespace

// By words: names of instructions and memories, which are written alike, are no roles.
schedules::Generator needs_of_schedule(const std::string& file, ir::Scalar type) {
  static const std::regex member(R"(\bhw(?:\[[^\]]*\])?\.(\w+)(?:\.(\w+))?)");
  schedules::Generator out{file, {}};
  std::istringstream lines(read_file(file));
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of(" \t") == line.find('#')) continue;  // a comment
    for (std::sregex_iterator m(line.begin(), line.end(), member), end; m != end; ++m) {
      const std::optional<ir::Scalar> of = ir::scalar_named((*m)[1].str());
      const std::string word = (*m)[of ? 2 : 1];
      if ((of && *of != type) || !is_known_role(word)) continue;
      out.needs = schedules::joined(std::move(out.needs), {{"hw." + word, {{word}}}});
    }
  }
  return out;
}

}  // namespace tessera::cli
