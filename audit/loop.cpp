// SPDX-License-Identifier: Apache-2.0
#include "audit/loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "audit/count.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::audit {
namespace {

bool is_hotter(const Counts& a, const Counts& b) {
  return std::tuple(-a.multiply_adds, a.instructions) < std::tuple(-b.multiply_adds, b.instructions);
}

[[noreturn]] void no_function(const std::string& wanted, const std::vector<Function>& functions) {
  std::vector<std::string> names;
  for (const Function& f : functions) names.push_back(f.name);
  const std::string near = syntax::nearest(wanted, names);
  throw InputError("audit",
                   fmt::format("the machine code has no function '{}': it is not there, or was inlined", wanted),
                   near.empty() ? syntax::known_names(names) : near);
}

std::optional<HottestLoop> hottest_of(const std::vector<HottestLoop>& loops) {
  const auto found = std::min_element(loops.begin(), loops.end(), [](const HottestLoop& a, const HottestLoop& b) {
    return is_hotter(a.counts, b.counts);
  });
  if (found == loops.end() || found->counts.multiply_adds == 0) return std::nullopt;
  HottestLoop out = *found;
  for (const HottestLoop& other : loops) {
    if (&other == &*found || other.counts.multiply_adds != found->counts.multiply_adds) continue;
    ++out.others;
    out.others_with_defect += other.counts.has_defect();
  }
  return out;
}

}  // namespace

std::optional<HottestLoop> hottest_loop(const std::string& assembly, const Table& table, const std::string& c_file,
                                        const std::string& function) {
  const std::vector<Function> functions = functions_in(assembly, table, c_file);
  Classifier classify(table);
  std::vector<HottestLoop> loops;
  bool is_found = function.empty();
  for (const Function& f : functions) {
    if (!function.empty() && f.name != function) continue;
    is_found = true;
    const ReadFunction read(f, table, classify);
    for (const Loop& loop : innermost_loops(read.flow)) loops.push_back(counted_loop(read, loop, table));
  }
  if (!is_found) no_function(function, functions);
  return hottest_of(loops);
}

}  // namespace tessera::audit
