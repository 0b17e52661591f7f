// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/around_change.hpp"

#include <algorithm>
#include <optional>

namespace tessera::ir {
namespace {

bool is_same_node(const Stmt& a, const Stmt& b) { return a.identity() == b.identity(); }

// The one place where lists of one length differ.
std::optional<std::size_t> one_change(const Block& a, const Block& b) {
  if (a.size() != b.size()) return std::nullopt;
  const auto first = std::mismatch(a.begin(), a.end(), b.begin(), is_same_node).first;
  if (first == a.end()) return std::nullopt;
  const auto at = first - a.begin();
  if (!std::equal(first + 1, a.end(), b.begin() + at + 1, is_same_node)) return std::nullopt;
  return static_cast<std::size_t>(at);
}

}  // namespace

std::vector<Turn> around_change(const Block& before, const Block& after) {
  std::vector<Turn> out;
  const Block *a = &before, *b = &after;
  for (Branch in = Branch::body;;) {
    const auto at = one_change(*a, *b);
    if (!at || !differ_inside((*a)[*at], (*b)[*at])) return out;
    const Stmt &was = (*a)[*at], &is = (*b)[*at];
    out.push_back({in, *at});
    const Block *before_else = branch(was, Branch::orelse), *after_else = branch(is, Branch::orelse);
    const bool is_else_same = !before_else || std::equal(before_else->begin(), before_else->end(), after_else->begin(),
                                                         after_else->end(), is_same_node);
    if (!is_else_same) return out;
    a = branch(was, Branch::body), b = branch(is, Branch::body), in = Branch::body;
  }
}

}  // namespace tessera::ir
