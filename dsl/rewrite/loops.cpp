// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::rewrite {

bool changes(const ir::Block& block, const ir::Expr& e) {
  std::set<std::string> written = analysis::written_configs(block);
  bool found = false;
  if (!written.empty())
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (const auto* n = node.as<ir::ReadConfig>()) found = found || written.count(n->config->name + "." + n->field);
    });
  return found;
}

bool changes_own_header(const ir::Stmt& s) {
  for (ir::Branch which : {ir::Branch::body, ir::Branch::orelse})
    if (const ir::Block* list = ir::branch(s, which))
      for (const ir::Expr& e : ir::expressions(s))
        if (changes(*list, e)) return true;
  return false;
}

bool is_identifier(const std::string& name) {
  static const std::set<std::string> words{"and", "assert", "bool",   "config", "def",  "else",   "False", "for",
                                           "if",  "in",     "index",  "instr",  "int",  "memory", "not",   "or",
                                           "par", "pass",   "return", "seq",    "size", "stride", "True"};
  auto letter = [](unsigned char c) { return std::isalpha(c) || c == '_'; };
  auto later = [&](unsigned char c) { return letter(c) || std::isdigit(c); };
  return !name.empty() && name != "_" && letter(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), later) && !words.count(name) && !ir::scalar_named(name);
}

void require_identifier(const StepContext& step, const Path& at, const std::string& name, std::string_view id) {
  if (!is_identifier(name)) step.refuse(id, at, fmt::format("invalid identifier '{}'", name));
}

void require_names(const StepContext& step, const Path& at, const std::vector<std::string>& names, std::size_t count,
                   std::string_view id) {
  if (names.size() != count)
    step.refuse(id, at,
                fmt::format("{} given, {} wanted", syntax::counted(names.size(), "name is", "names are"), count),
                count == 2 ? "they are one argument, a list: ['io', 'ii']" : "");
  for (const std::string& n : names) require_identifier(step, at, n, id);
}

ir::Expr condition_argument(const StepContext& step, const std::string& text, const Path& scope, std::string_view id) {
  ir::Expr e;
  try {
    e = step.parse_expr({text}, scope);
  } catch (const InputError& error) {
    step.refuse(id, scope, "'" + text + "' has no meaning here: " + error.diagnostic().message);
  }
  if (e.type() != ir::Scalar::bool_) step.refuse(id, scope, "'" + text + "' is not a condition", "compare something");
  return e;
}

ir::Sym escaping_name(const ir::Procedure& proc, const Range& range) {
  const Path following = range.first.sibling(range.count);
  const int rest = static_cast<int>(ir::list_at(proc, following)->size()) - following.steps.back().index;
  const ir::Block later = statements(proc, {following, rest});
  for (const ir::Stmt& s : statements(proc, range))
    if (ir::Sym name = ir::bound_name(s); name && !s.as<ir::For>() && ir::mentions(later, name)) return name;
  return {};
}

namespace {

// The same scope around a part of its list; the second part of a loop gets its own counter.
ir::Stmt first_part(const ir::Stmt& s, ir::Branch branch, ir::Block part) {
  const auto* n = s.as<ir::If>();
  if (!n || branch == ir::Branch::orelse) return ir::with_branch(s, branch, std::move(part));
  return ir::Stmt(ir::If{n->cond, std::move(part), {}}, s.loc());
}

ir::Stmt second_part(const ir::Stmt& s, ir::Branch branch, ir::Block part) {
  if (const auto* n = s.as<ir::If>()) {
    if (branch == ir::Branch::body) return ir::with_branch(s, branch, std::move(part));
    return ir::Stmt(ir::If{n->cond, {ir::Stmt(ir::Pass{})}, std::move(part)}, s.loc());
  }
  const ir::For& n = *s.as<ir::For>();
  ir::Sym iter = ir::Sym::fresh(n.iter.text());
  part = ir::substitute(part, {{n.iter, ir::read(iter, ir::Scalar::index)}});
  return ir::Stmt(ir::For{iter, n.lo, n.hi, std::move(part), n.mode}, s.loc());
}

// Statements after `at` move by one; those of the second part move into it.
cursor::ForwardStep after_split(const Path& at, const ir::Step& gap, Half scope) {
  return [at, gap, scope](const Path& p) -> std::optional<Path> {
    std::size_t depth = at.steps.size() - 1;
    Path out = p;
    if (ir::passes(p, at)) {
      if (p.steps.size() == at.steps.size()) return Path{at.sibling(scope == Half::first ? 0 : 1).steps, p.exprs};
      ir::Step& below = out.steps[depth + 1];
      const bool split = below.branch == gap.branch;
      if (split ? below.index < gap.index : below.branch == ir::Branch::body) return p;
      out.steps[depth].index += 1;
      if (split) below.index -= gap.index;
      return out;
    }
    bool same_list = p.steps.size() > depth && std::equal(at.steps.begin(), at.steps.end() - 1, p.steps.begin()) &&
                     p.steps[depth].branch == at.steps[depth].branch;
    if (same_list && p.steps[depth].index > at.steps[depth].index) out.steps[depth].index += 1;
    return out;
  };
}

}  // namespace

void split_scope(Edit& edit, const Path& gap, Half goes_to) {
  const Path at = gap.parent();
  const auto [branch, split] = gap.steps.back();
  const ir::Stmt scope = *ir::stmt_at(edit.proc(), at);
  const ir::Block& list = *ir::branch(scope, branch);
  ir::Stmt first = first_part(scope, branch, {list.begin(), list.begin() + split});
  ir::Stmt second = second_part(scope, branch, {list.begin() + split, list.end()});
  Edit halves(edit.result());  // two plain edits for the program, one rule for the cursors
  halves.become(at, first);
  halves.insert(at.sibling(1), {second});
  edit.set_body(halves.proc().body, after_split(at, gap.steps.back(), goes_to));
}

void forget_expressions(Edit& edit, std::function<bool(const Path&)> which) {
  edit.set_body(edit.proc().body, [which = std::move(which)](const Path& p) -> std::optional<Path> {
    if (p.is_expr() && which(p)) return std::nullopt;
    return p;
  });
}

void forget_header(Edit& edit, const Path& scope) {
  forget_expressions(edit, [scope](const Path& p) { return p.steps == scope.steps; });
}

void merge_scopes(Edit& edit, const Path& at, ir::Stmt merged, int body_offset, int orelse_offset, Contents of_second) {
  const Path second = at.sibling(1);
  forget_header(edit, second);
  Edit plain(edit.result());  // two plain edits for the program, one rule for the cursors
  plain.update(at, std::move(merged));
  plain.erase({second, 1});
  Edit closed(edit.result());  // what stands after moves up
  closed.erase({second, 1});
  edit.set_body(plain.proc().body, [=, rest = closed.forward()](const Path& p) -> std::optional<Path> {
    if (!ir::passes(p, second)) return rest(p);
    Path out = p;
    const std::size_t depth = at.steps.size();
    out.steps[depth - 1] = at.steps.back();
    if (out.steps.size() > depth && of_second == Contents::gone) return std::nullopt;
    if (out.steps.size() > depth)
      out.steps[depth].index += out.steps[depth].branch == ir::Branch::body ? body_offset : orelse_offset;
    return out;
  });
}

void erase_or_pass(Edit& edit, const Path& at) {
  bool only = ir::list_at(edit.proc(), at)->size() == 1;
  if (only && at.steps.back().branch == ir::Branch::body) return edit.replace({at, 1}, {ir::Pass{}});
  edit.erase({at, 1});
}

std::vector<smt::Query> reordering_conflicts(StepContext& step, const Path& at, const ir::For& outer,
                                             const ir::For& inner) {
  Lowering& lower = step.lower();
  std::vector<Formula> facts = step.facts(at);
  Formula ranges = analysis::in_range(lower, outer) && analysis::in_range(lower, inner);
  ir::Sym i = outer.iter, j = inner.iter, i2 = ir::Sym::fresh(i.text() + "'"), j2 = ir::Sym::fresh(j.text() + "'");
  analysis::Renaming other{{i, Affine::variable(i2)}, {j, Affine::variable(j2)}};
  facts.push_back(ranges && analysis::rename(step.terms(), ranges, other));
  facts.push_back(smt::lt(Affine::variable(i), Affine::variable(i2)) &&
                  smt::lt(Affine::variable(j2), Affine::variable(j)));
  std::vector<analysis::Access> here = analysis::accesses(lower, inner.body), there;
  for (const analysis::Access& a : here) there.push_back(analysis::instance(step.terms(), a, other));
  return analysis::no_conflict(lower.terms(), here, there, facts);
}

std::vector<smt::Query> iterations_do_not_race(Lowering& lower, const ir::Procedure& proc, const Path& at,
                                               const ir::Block& first, const ir::Block& second) {
  const ir::For& loop = *ir::stmt_at(proc, at)->as<ir::For>();
  std::vector<Formula> facts = analysis::facts_at(lower, proc, at);
  const ir::Sym i = loop.iter, other = ir::Sym::fresh(i.text() + "'");
  const analysis::Renaming to_other{{i, Affine::variable(other)}};
  const Formula range = analysis::in_range(lower, loop);
  facts.push_back(range && analysis::rename(lower.terms(), range, to_other));
  facts.push_back(smt::lt(Affine::variable(i), Affine::variable(other)) ||
                  smt::lt(Affine::variable(other), Affine::variable(i)));
  std::vector<analysis::Access> here = analysis::accesses(lower, first), there;
  for (const analysis::Access& a : analysis::accesses(lower, second))
    there.push_back(analysis::instance(lower.terms(), a, to_other));
  for (analysis::Access& a : here)  // sums commute, but not when both read before either writes
    if (a.kind == analysis::Access::Kind::reduce) a.kind = analysis::Access::Kind::write;
  return analysis::no_conflict(lower.terms(), here, there, facts);
}

void swap_loops(Edit& edit, const Path& at) {
  const ir::Stmt upper_stmt = *ir::stmt_at(edit.proc(), at);
  const ir::For& outer = *upper_stmt.as<ir::For>();
  const ir::Stmt lower_stmt = outer.body.at(0);
  const ir::For& inner = *lower_stmt.as<ir::For>();
  ir::Stmt below(ir::For{outer.iter, outer.lo, outer.hi, inner.body, outer.mode}, upper_stmt.loc());
  ir::Stmt above(ir::For{inner.iter, inner.lo, inner.hi, {below}, inner.mode}, lower_stmt.loc());
  Path upper = at, lower = at.child(ir::Branch::body, 0);
  edit.set_body(with_statement(edit.proc(), at, above), [upper, lower](const Path& p) -> std::optional<Path> {
    if (p.steps == upper.steps) return Path{lower.steps, p.exprs};
    if (p.steps == lower.steps) return Path{upper.steps, p.exprs};
    return p;
  });
}

std::vector<Formula> runs_twice(Lowering& lower, const ir::For& loop, std::vector<Formula> facts) {
  facts.push_back(smt::lt(lower.index(loop.lo) + 1, lower.index(loop.hi)));
  return facts;
}

bool loop_is_needless(StepContext& step, std::string_view idempotent, std::string_view runs, Lowering& lower,
                      const ir::Procedure& proc, const Path& at, const ir::Block& block) {
  const ir::For& loop = *ir::stmt_at(proc, at)->as<ir::For>();
  if (ir::mentions(block, loop.iter)) return false;
  std::vector<Formula> facts = analysis::facts_at(lower, proc, at);
  auto at_least_once = [&] {
    return std::vector<smt::Query>{
        {"", "the loop runs at least once", facts, smt::lt(lower.index(loop.lo), lower.index(loop.hi))}};
  };
  auto once_is_enough = [&] { return analysis::idempotent(lower, block, runs_twice(lower, loop, facts)); };
  return step.prove_and_record(
      {StepContext::Reason{runs, at_least_once}, StepContext::Reason{idempotent, once_is_enough}});
}

}  // namespace tessera::rewrite
