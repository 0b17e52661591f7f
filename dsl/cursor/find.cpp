// SPDX-License-Identifier: Apache-2.0
#include "dsl/cursor/find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

#include "dsl/cursor/match.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::cursor {
namespace {

using syntax::Pattern;
using syntax::StmtPattern;

// Walks the statements in program order with their paths; `visit` gets the list, the place in it and the path.
class Walk {
 public:
  using Visit = std::function<void(const ir::Block&, std::size_t, const ir::Path&)>;
  explicit Walk(Visit visit) : visit_(std::move(visit)) {}

  void list(const ir::Block& block, ir::Path parent, ir::Branch branch, std::size_t from, std::size_t to) {
    path_ = std::move(parent);
    go(block, branch, from, to);
  }

 private:
  void go(const ir::Block& block, ir::Branch branch, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      path_.steps.push_back({branch, static_cast<int>(i)});
      visit_(block, i, path_);
      for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
        if (const ir::Block* inner = ir::branch(block[i], b)) go(*inner, b, 0, inner->size());
      path_.steps.pop_back();
    }
  }

  Visit visit_;
  ir::Path path_;  ///< one for all statements: most of them match nothing and keep none
};

void walk(const ir::Procedure& proc, const ir::Range* within, const Walk::Visit& visit) {
  if (!within) return Walk(visit).list(proc.body, {}, ir::Branch::body, 0, proc.body.size());
  const ir::Block* list = list_at(proc, within->first);
  auto first = static_cast<std::size_t>(within->first.steps.back().index);
  Walk(visit).list(*list, within->first.stmt().parent(), within->first.steps.back().branch, first,
                   first + static_cast<std::size_t>(within->count));
}

// `path`: of e, restored on return.
void find_exprs(const Matcher& matcher, const syntax::ExprPattern& pattern, const ir::Expr& e, ir::Path& path,
                std::vector<Match>& out) {
  if (matcher.matches(pattern, e)) out.push_back({path, 1});
  int next = 0;
  ir::for_each_child(e, [&](const ir::Expr& kid) {
    path.exprs.push_back(next++);
    find_exprs(matcher, pattern, kid, path, out);
    path.exprs.pop_back();
  });
}

// How many statements from place i on the sequence of patterns takes; 0 for none. Here `_` is one statement.
int sequence(const Matcher& matcher, const std::vector<StmtPattern>& patterns, const ir::Block& block, std::size_t i) {
  std::size_t at = i;
  for (const StmtPattern& p : patterns) {
    if (at >= block.size() || !matcher.matches(p, block[at])) return 0;
    ++at;
  }
  return static_cast<int>(at - i);
}

}  // namespace

std::vector<Match> find_all(const ir::Procedure& proc, const Pattern& pattern, const ir::Range* within) {
  Matcher matcher(proc);
  std::vector<Match> out;
  // `jtt it`: the loop jtt whose body is the loop it.
  if (pattern.names.size() > 1) {
    StmtPattern nest;
    for (auto name = pattern.names.rbegin(); name != pattern.names.rend(); ++name) {
      StmtPattern loop = loop_pattern(*name, {}).stmts[0];
      if (name != pattern.names.rbegin()) loop.body = {nest};
      nest = loop;
    }
    Pattern loops;
    loops.stmts = {nest};
    return find_all(proc, loops, within);
  }
  walk(proc, within, [&](const ir::Block& block, std::size_t i, const ir::Path& path) {
    if (!pattern.stmts.empty()) {
      if (int count = sequence(matcher, pattern.stmts, block, i)) out.push_back({path, count});
    } else if (pattern.expr) {
      ir::Path at = path;
      int next = 0;
      ir::for_each_expression(block[i], [&](const ir::Expr& top) {
        at.exprs = {next++};
        find_exprs(matcher, *pattern.expr, top, at, out);
      });
    }
  });
  return out;
}

syntax::Pattern loop_pattern(const std::string& name, std::optional<int> nth) {
  StmtPattern loop;
  loop.kind = StmtPattern::Kind::loop;
  loop.name = name;
  loop.body = {StmtPattern{}};
  Pattern p;
  p.stmts = {loop};
  p.nth = nth;
  p.text = fmt::format("for {} in _: _", name);
  return p;
}

namespace {

// The head of a statement with holes for the rest: a pattern that a user would write.
std::string head(const ir::Stmt& s) {
  auto element = [](ir::Sym name, const std::vector<ir::Expr>& idx) {
    return name.text() + (idx.empty() ? "" : "[_]");
  };
  return s.match([&](const ir::Assign& n) { return element(n.name, n.idx) + " = _"; },
                 [&](const ir::Reduce& n) { return element(n.name, n.idx) + " += _"; },
                 [](const ir::Alloc& n) { return n.name.text() + " : _"; },
                 [](const ir::WindowStmt& n) { return n.name.text() + " = _"; },
                 [](const ir::WriteConfig& n) { return n.config->name + "." + n.field + " = _"; },
                 [](const ir::Pass&) { return std::string("pass"); },
                 [](const ir::For& n) { return "for " + n.iter.text() + " in _: _"; },
                 [](const ir::If&) { return std::string("if _: _"); },
                 [](const ir::Call& n) { return n.callee->name + "(_)"; });
}

}  // namespace

std::vector<std::string> candidates(const ir::Procedure& proc, const Pattern& pattern, std::size_t limit) {
  std::vector<std::string> heads;
  std::set<std::string> seen;
  auto add = [&](std::string text) {
    if (seen.insert(text).second) heads.push_back(std::move(text));
  };
  ir::Names names(proc);
  walk(proc, nullptr, [&](const ir::Block& block, std::size_t i, const ir::Path&) {
    if (!pattern.expr) return add(head(block[i]));
    std::function<void(const ir::Expr&)> reads = [&](const ir::Expr& e) {
      if (e.as<ir::Read>() || e.as<ir::WindowExpr>()) add(ir::print(e, names));
      for (const ir::Expr& kid : ir::children(e)) reads(kid);
    };
    for (const ir::Expr& e : ir::expressions(block[i])) reads(e);
  });
  std::vector<std::string> wanted{pattern.text};
  if (!pattern.names.empty()) wanted.clear();
  for (const std::string& name : pattern.names) wanted.push_back(loop_pattern(name, {}).text);
  auto distance = [&](const std::string& head) {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const std::string& w : wanted) least = std::min<std::size_t>(least, syntax::edit_distance(head, w));
    return least;
  };
  std::stable_sort(heads.begin(), heads.end(),
                   [&](const std::string& a, const std::string& b) { return distance(a) < distance(b); });
  if (heads.size() > limit) heads.resize(limit);
  return heads;
}

std::string pattern_of(const ir::Procedure& proc, const ir::Path& path) {
  std::string text = head(*stmt_at(proc, path));
  std::vector<Match> all = find_all(proc, syntax::parse_pattern(text));
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].first == path) return i == 0 ? text : fmt::format("{} #{}", text, i);
  return text;
}

}  // namespace tessera::cursor
