// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/edit.hpp"

#include <algorithm>
#include <set>

#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

using ir::passes;
using ir::Step;

// The list reached by steps[from…] below `list`, replaced; rebuilds the spine only.
ir::Block with_list(const ir::Block& list, const std::vector<Step>& steps, std::size_t from, ir::Block replacement) {
  if (from + 1 == steps.size()) return replacement;
  ir::Block out = list;
  const auto at = static_cast<std::size_t>(steps[from].index);
  const ir::Branch branch = steps[from + 1].branch;
  const ir::Block& below = *ir::branch(list.at(at), branch);
  out.set(at, ir::with_branch(list[at], branch, with_list(below, steps, from + 1, std::move(replacement))));
  return out;
}

using Changes = std::map<Path, ir::Stmt>;

// The list that the first steps of all paths lead to, with the statements replaced.
ir::Block with_statements(const ir::Block& list, Changes::const_iterator from, Changes::const_iterator to,
                          std::size_t depth) {
  ir::Block out = list;
  while (from != to) {
    const Step step = from->first.steps[depth];
    const auto at = static_cast<std::size_t>(step.index);
    if (from->first.steps.size() == depth + 1) {
      out.set(at, (from++)->second);
      continue;
    }
    const ir::Branch branch = from->first.steps[depth + 1].branch;
    const auto end = std::find_if(from, to, [&](const auto& change) {
      return change.first.steps[depth] != step || change.first.steps[depth + 1].branch != branch;
    });
    const ir::Stmt stmt = out.at(at);
    out.set(at, ir::with_branch(stmt, branch, with_statements(*ir::branch(stmt, branch), from, end, depth + 1)));
    from = end;
  }
  return out;
}

ir::Expr with_expr(const ir::Expr& e, const std::vector<int>& steps, std::size_t from, const ir::Expr& replacement) {
  if (from == steps.size()) return replacement;
  std::vector<ir::Expr> kids = ir::children(e);
  ir::Expr& kid = kids.at(static_cast<std::size_t>(steps[from]));
  kid = with_expr(kid, steps, from + 1, replacement);
  return ir::with_children(e, std::move(kids));
}

// The path runs through the list that `member` is in: then the depth of its step in that list.
std::optional<std::size_t> depth_in_list(const Path& path, const Path& member) {
  std::size_t depth = member.steps.size() - 1;
  if (path.steps.size() <= depth) return std::nullopt;
  if (!std::equal(member.steps.begin(), member.steps.begin() + static_cast<long>(depth), path.steps.begin()))
    return std::nullopt;
  if (path.steps[depth].branch != member.steps[depth].branch) return std::nullopt;
  return depth;
}

std::size_t index_of(const Path& member) { return static_cast<std::size_t>(member.steps.back().index); }
std::size_t count_of(const Range& range) { return static_cast<std::size_t>(range.count); }

ir::Block part(const ir::Block& list, const Range& range) {
  return ir::Block(ir::Statements(list).subspan(index_of(range.first), count_of(range)));
}

// Position relative to a range in the same list: before, inside or after it.
enum class Where { elsewhere, before, inside, after };
Where where(const Path& path, const Range& range) {
  auto depth = depth_in_list(path, range.first);
  if (!depth) return Where::elsewhere;
  int index = path.steps[*depth].index, first = range.first.steps[*depth].index;
  return index < first ? Where::before : index < first + range.count ? Where::inside : Where::after;
}

Path shifted(Path path, const Range& range, int offset) {
  path.steps[range.first.steps.size() - 1].index += offset;
  return path;
}

// Where the statements at and after a gap go when `count` statements are put there.
Path after_insertion(const Path& path, const Path& gap, int count) {
  return where(path, {gap, 0}) == Where::after ? shifted(path, {gap, 0}, count) : path;
}

std::optional<Path> after_erasure(const Path& path, const Range& range) {
  switch (where(path, range)) {
    case Where::inside: return std::nullopt;
    case Where::after: return shifted(path, range, -range.count);
    default: return path;
  }
}

}  // namespace

void Edit::set_list(const Path& member, ir::Block list) {
  auto changed = std::make_shared<ir::Procedure>(*proc_);
  changed->body = with_list(proc_->body, member.steps, 0, std::move(list));
  proc_ = std::move(changed);
}

void Edit::insert(const Path& before, ir::Block block) {
  ir::Block list = *ir::list_at(*proc_, before);
  int count = static_cast<int>(block.size());
  list.splice(index_of(before), 0, block);
  set_list(before, std::move(list));
  forward_.then([before, count](const Path& p) { return after_insertion(p, before, count); });
}

void Edit::erase(const Range& range) { replace(range, {}); }

void Edit::replace(const Range& range, ir::Block block) {
  ir::Block list = *ir::list_at(*proc_, range.first);
  int grown = static_cast<int>(block.size()) - range.count;
  list.splice(index_of(range.first), count_of(range), block);
  set_list(range.first, std::move(list));
  forward_.then([range, grown](const Path& p) -> std::optional<Path> {
    switch (where(p, range)) {
      case Where::inside: return std::nullopt;
      case Where::after: return shifted(p, range, grown);
      default: return p;
    }
  });
}

void Edit::become(const Path& at, ir::Stmt stmt) {
  ir::Block list = *ir::list_at(*proc_, at);
  list.set(index_of(at), std::move(stmt));
  set_list(at, std::move(list));
  forward_.then([at](const Path& p) -> std::optional<Path> {
    if (passes(p, at) && !(p == at)) return std::nullopt;
    return p;
  });
}

void Edit::update(const Path& at, ir::Stmt stmt) {
  ir::Block list = *ir::list_at(*proc_, at);
  list.set(index_of(at), std::move(stmt));
  set_list(at, std::move(list));
}

void Edit::update(const std::map<Path, ir::Stmt>& changes) {
  set_header([&](ir::Procedure& p) { p.body = with_statements(p.body, changes.begin(), changes.end(), 0); });
}

void Edit::wrap(const Range& range, const std::function<ir::Stmt(ir::Block)>& make) {
  ir::Block list = *ir::list_at(*proc_, range.first);
  list.splice(index_of(range.first), count_of(range), ir::Block{make(part(list, range))});
  set_list(range.first, std::move(list));
  forward_.then([range](const Path& p) -> std::optional<Path> {
    Where w = where(p, range);
    if (w == Where::after) return shifted(p, range, 1 - range.count);
    if (w != Where::inside) return p;
    std::size_t depth = range.first.steps.size() - 1;
    Path out = p;
    int offset = p.steps[depth].index - range.first.steps[depth].index;
    out.steps[depth].index = range.first.steps[depth].index;
    out.steps.insert(out.steps.begin() + static_cast<long>(depth) + 1, Step{ir::Branch::body, offset});
    return out;
  });
}

void Edit::unwrap(const Path& at, ir::Branch branch) {
  const ir::Stmt& stmt = *ir::stmt_at(*proc_, at);
  ir::Block inner = *ir::branch(stmt, branch);
  int grown = static_cast<int>(inner.size()) - 1;
  ir::Block list = *ir::list_at(*proc_, at);
  list.splice(index_of(at), 1, inner);
  set_list(at, std::move(list));
  forward_.then([at, branch, grown](const Path& p) -> std::optional<Path> {
    Range range{at, 1};
    Where w = where(p, range);
    if (w == Where::after) return shifted(p, range, grown);
    if (w != Where::inside) return p;
    std::size_t depth = at.steps.size() - 1;
    if (p.steps.size() <= depth + 1 || p.steps[depth + 1].branch != branch) return std::nullopt;
    Path out = p;
    out.steps[depth].index += p.steps[depth + 1].index;
    out.steps.erase(out.steps.begin() + static_cast<long>(depth) + 1);
    return out;
  });
}

void Edit::move(const Range& range, const Path& target) {
  ir::Block source = *ir::list_at(*proc_, range.first);
  const ir::Block moved = part(source, range);
  if (where(target, range) == Where::inside && target.steps != range.first.steps) bug("move into itself");
  source.splice(index_of(range.first), count_of(range), {});
  set_list(range.first, std::move(source));
  Path gap = target;
  if (where(target, range) == Where::after) gap = shifted(target, range, -range.count);
  ir::Block list = *ir::list_at(*proc_, gap);
  list.splice(index_of(gap), 0, moved);
  set_list(gap, std::move(list));
  forward_.then([range, gap](const Path& p) -> std::optional<Path> {
    if (where(p, range) != Where::inside) return after_insertion(*after_erasure(p, range), gap, range.count);
    std::size_t depth = range.first.steps.size() - 1;
    Path out{gap.steps, p.exprs};
    out.steps.back().index += p.steps[depth].index - range.first.steps[depth].index;
    out.steps.insert(out.steps.end(), p.steps.begin() + static_cast<long>(depth) + 1, p.steps.end());
    return out;
  });
}

void Edit::become_expr(const Path& at, ir::Expr expr) {
  const ir::Stmt& stmt = *ir::stmt_at(*proc_, at.stmt());
  std::vector<ir::Expr> tops = ir::expressions(stmt);
  ir::Expr& top = tops.at(static_cast<std::size_t>(at.exprs.front()));
  top = with_expr(top, at.exprs, 1, expr);
  update(at.stmt(), ir::with_expressions(stmt, std::move(tops)));
  forward_.then([at](const Path& p) -> std::optional<Path> {
    if (ir::is_within(p, at) && !(p == at)) return std::nullopt;
    return p;
  });
}

void Edit::become_exprs(const std::vector<Path>& places, const std::function<ir::Expr(const ir::Expr&)>& make) {
  std::map<Path, ir::Stmt> changes;
  for (const Path& at : places) {
    ir::Stmt& stmt = changes.try_emplace(at.stmt(), *ir::stmt_at(*proc_, at.stmt())).first->second;
    std::vector<ir::Expr> tops = ir::expressions(stmt);
    ir::Expr& top = tops.at(static_cast<std::size_t>(at.exprs.front()));
    top = with_expr(top, at.exprs, 1, make(*ir::expr_at(*proc_, at)));
    stmt = ir::with_expressions(stmt, std::move(tops));
  }
  update(changes);
  forward_.then([all = std::set<Path>(places.begin(), places.end())](const Path& p) -> std::optional<Path> {
    Path above{p.steps, {}};
    for (std::size_t i = 0; i + 1 < p.exprs.size(); ++i) {
      above.exprs.push_back(p.exprs[i]);
      if (all.count(above)) return std::nullopt;
    }
    return p;
  });
}

void Edit::set_header(std::function<void(ir::Procedure&)> change) {
  auto changed = std::make_shared<ir::Procedure>(*proc_);
  change(*changed);
  proc_ = std::move(changed);
}

void Edit::set_body(ir::Block body, cursor::ForwardStep forward) {
  set_header([&](ir::Procedure& p) { p.body = std::move(body); });
  forward_.then(std::move(forward));
}

ir::Block with_statement(const ir::Procedure& proc, const Path& at, ir::Stmt stmt) {
  ir::Block list = *ir::list_at(proc, at);
  list.set(index_of(at), std::move(stmt));
  return with_list(proc, at, std::move(list));
}

ir::Block with_list(const ir::Procedure& proc, const Path& member, ir::Block list) {
  return with_list(proc.body, member.steps, 0, std::move(list));
}

cursor::ForwardStep deepen(const Path& at, int levels) {
  return [at, levels](const Path& p) -> std::optional<Path> {
    if (!passes(p, at) || p.steps.size() == at.steps.size()) return p;
    Path out = p;
    out.steps.insert(out.steps.begin() + static_cast<long>(at.steps.size()), static_cast<std::size_t>(levels), Step{});
    return out;
  };
}

}  // namespace tessera::rewrite
