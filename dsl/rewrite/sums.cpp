// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/sums.hpp"

#include <algorithm>
#include <map>

#include "dsl/analysis/access.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Access;

// The block, or a procedure it calls, adds to something: moving it may change the order of a sum.
bool has_reduction(const ir::Block& block) {
  bool found = false;
  ir::for_each_stmt_and_called(block, [&](const ir::Stmt& s) { found = found || s.as<ir::Reduce>(); });
  return found;
}

std::vector<Access> additions(Lowering& lower, const ir::Block& block) {
  std::vector<Access> out = analysis::accesses(lower, block);
  std::erase_if(out, [](const Access& a) { return a.kind != Access::Kind::reduce; });
  return out;
}

using Fixed = std::set<ir::Sym>;

// Sizes and counters that are the same throughout the statement at `at`.
Fixed fixed_at(const ir::Procedure& p, const Path& at) {
  Fixed out;
  for (const auto& arg : p.args)
    if (arg.type.is_control()) out.insert(arg.name);
  for (Path scope = at; !scope.steps.empty();) {
    scope = scope.parent();
    if (scope.steps.empty()) break;
    if (const auto* loop = ir::stmt_at(p, scope)->as<ir::For>()) out.insert(loop->iter);
  }
  return out;
}

bool is_fixed(const Affine& index, const Fixed& fixed) {
  return std::all_of(index.terms().begin(), index.terms().end(),
                     [&](const auto& term) { return fixed.count(term.first) > 0; });
}

// Some dimension differs by a number, for all values that are not fixed: own loops, and their dependents.
bool are_apart(const Access& a, const Access& b, const Fixed& fixed) {
  for (std::size_t d = 0; d < std::min(a.at.idx.size(), b.at.idx.size()); ++d) {
    const Affine between = a.at.idx[d] - b.at.idx[d];
    if (between.is_constant() && between.constant() != 0 && is_fixed(a.at.idx[d], fixed)) return true;
  }
  return false;
}

// For two values of the counter it is two places: all else in it is fixed.
bool tells_apart(const Affine& index, ir::Sym counter, const Fixed& fixed) {
  return index.mentions(counter) && is_fixed(index - Affine::variable(counter, index.coefficient(counter)), fixed);
}

bool one_iteration_adds(const std::vector<Access>& to_buffer, ir::Sym counter, const Fixed& fixed) {
  const std::vector<Affine>& first = to_buffer.front().at.idx;
  for (std::size_t d = 0; d < first.size(); ++d) {
    const auto is_alike = [&](const Access& a) { return a.at.idx[d] == first[d]; };
    if (tells_apart(first[d], counter, fixed) && std::all_of(to_buffer.begin(), to_buffer.end(), is_alike)) return true;
  }
  return false;
}

}  // namespace

bool add_to_one_element(Lowering& lower, const ir::Procedure& p, const Path& at, const ir::Block& a, const ir::Block& b,
                        ir::Sym counter) {
  if (!has_reduction(a) || !has_reduction(b)) return false;
  analysis::facts_at(lower, p, at);
  Fixed fixed = fixed_at(p, at);
  fixed.erase(counter);
  const std::vector<Access> first = additions(lower, a), second = additions(lower, b);
  return std::any_of(first.begin(), first.end(), [&](const Access& x) {
    return std::any_of(second.begin(), second.end(),
                       [&](const Access& y) { return x.at.buffer == y.at.buffer && !are_apart(x, y, fixed); });
  });
}

bool swap_reorders_sums(StepContext& step, const Path& outer_at, const ir::For& outer, const ir::For& inner) {
  if (!has_reduction(inner.body)) return false;
  step.facts(outer_at);
  std::map<ir::Sym, std::vector<Access>> by_buffer;
  for (Access& a : additions(step.lower(), inner.body)) by_buffer[a.at.buffer].push_back(std::move(a));
  const Fixed fixed = fixed_at(step.ir(), outer_at);
  return std::any_of(by_buffer.begin(), by_buffer.end(), [&](const auto& buffer) {
    return !one_iteration_adds(buffer.second, outer.iter, fixed) &&
           !one_iteration_adds(buffer.second, inner.iter, fixed);
  });
}

}  // namespace tessera::rewrite
