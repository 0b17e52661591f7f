// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/path.hpp"

#include <algorithm>

namespace tessera::ir {

Path Path::parent() const {
  Path p = *this;
  if (!p.exprs.empty()) p.exprs.pop_back();
  else if (!p.steps.empty()) p.steps.pop_back();
  return p;
}

Path Path::sibling(int offset) const {
  Path p = stmt();
  p.steps.back().index += offset;
  return p;
}

Path Path::child(Branch branch, int index) const {
  Path p = stmt();
  p.steps.push_back({branch, index});
  return p;
}

Path Path::expr(std::vector<int> more) const {
  Path p = *this;
  p.exprs.insert(p.exprs.end(), more.begin(), more.end());
  return p;
}

bool passes(const Path& path, const Path& at) {
  return path.steps.size() >= at.steps.size() && std::equal(at.steps.begin(), at.steps.end(), path.steps.begin());
}

Range Range::whole_body(const Procedure& proc) { return {Path{{Step{}}, {}}, static_cast<int>(proc.body.size())}; }

bool is_within(const Path& a, const Path& b) {
  if (!passes(a, b)) return false;
  if (b.exprs.empty()) return true;
  return a.steps == b.steps && a.exprs.size() >= b.exprs.size() &&
         std::equal(b.exprs.begin(), b.exprs.end(), a.exprs.begin());
}

namespace {

// The list that the last of `steps` points into.
const Block* list_of(const Procedure& proc, const std::vector<Step>& steps) {
  const Block* list = &proc.body;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    int index = steps[i].index;
    if (index < 0 || index >= static_cast<int>(list->size())) return nullptr;
    list = branch((*list)[static_cast<std::size_t>(index)], steps[i + 1].branch);
    if (!list) return nullptr;
  }
  return list;
}

}  // namespace

const Block* list_at(const Procedure& proc, const Path& path) {
  return path.steps.empty() ? nullptr : list_of(proc, path.steps);
}

const Stmt* stmt_at(const Procedure& proc, const Path& path) {
  const Block* list = list_at(proc, path);
  if (!list) return nullptr;
  int index = path.steps.back().index;
  return index >= 0 && index < static_cast<int>(list->size()) ? &(*list)[static_cast<std::size_t>(index)] : nullptr;
}

std::optional<Expr> expr_at(const Procedure& proc, const Path& path) {
  const Stmt* stmt = stmt_at(proc, path);
  if (!stmt || path.exprs.empty()) return std::nullopt;
  std::vector<Expr> level = expressions(*stmt);
  Expr found;
  for (int step : path.exprs) {
    if (step < 0 || step >= static_cast<int>(level.size())) return std::nullopt;
    found = level[static_cast<std::size_t>(step)];
    level = children(found);
  }
  return found;
}

Names names_at(const Procedure& proc, const Path& path, int count) {
  std::vector<Names::Turn> turns;
  for (const Step& s : path.steps) turns.push_back({s.branch, static_cast<std::size_t>(s.index)});
  return {proc, turns, static_cast<std::size_t>(count)};
}

std::vector<Path> ancestor_paths(const Path& path) {
  std::vector<Path> out;
  std::size_t end =
      path.is_expr() ? path.steps.size() : path.steps.size() - std::min<std::size_t>(1, path.steps.size());
  for (std::size_t n = 1; n <= end; ++n)
    out.push_back({{path.steps.begin(), path.steps.begin() + static_cast<long>(n)}, {}});
  return out;
}

std::vector<Stmt> ancestors(const Procedure& proc, const Path& path) {
  std::vector<Stmt> out;
  for (const Path& p : ancestor_paths(path))
    if (const Stmt* s = stmt_at(proc, p)) out.push_back(*s);
  return out;
}

}  // namespace tessera::ir
