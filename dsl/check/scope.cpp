// SPDX-License-Identifier: Apache-2.0
#include "dsl/check/scope.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "dsl/support/diagnostic.hpp"

namespace tessera::check {
namespace {

using Syms = std::unordered_set<ir::Sym>;

class ScopeWalk {
 public:
  explicit ScopeWalk(const std::string& made_by) : made_by_(made_by) {}

  void arguments(const ir::Procedure& proc) {
    for (const ir::Arg& a : proc.args) declare(a.name);
    for (const ir::Arg& a : proc.args)
      for (const ir::Expr& e : a.type.shape) uses(e);
    for (const ir::Expr& e : proc.asserts) uses(e);
  }

  void block(ir::Statements list) {
    std::vector<ir::Sym> here;
    for (const ir::Stmt& s : list)
      if (const ir::Sym bound = statement(s)) here.push_back(bound);
    for (ir::Sym s : here) visible_.erase(s);
  }

  // What stands behind it was right where `before` was.
  void difference(const ir::Procedure& proc, const ir::Difference& d) {
    for (const ir::Arg& a : proc.args) visible_.insert(a.name);
    visible_.insert(d.visible.begin(), d.visible.end());
    std::vector<ir::Sym> bound = d.visible;
    for (const ir::Stmt& s : d.after)
      if (const ir::Sym name = statement(s)) bound.push_back(name);
    const bool has_lost = std::any_of(d.before.begin(), d.before.end(), [&](const ir::Stmt& s) {
      const ir::Sym name = s.as<ir::For>() ? ir::Sym() : ir::bound_name(s);
      return name && !visible_.count(name);
    });
    if (has_lost) behind(d.behind);
    for (ir::Sym s : bound) visible_.erase(s);
  }

  const Syms& declared() const { return declared_; }

 private:
  void declare(ir::Sym s) {
    if (!declared_.insert(s).second) bug(made_by_ + " declared " + s.text() + " twice");
    visible_.insert(s);
  }
  void use(ir::Sym s) const {
    if (!visible_.count(s)) bug(made_by_ + " left " + s.text() + " used out of its scope");
  }
  void uses(const ir::Expr& e) const {
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (const auto* n = node.as<ir::Read>()) use(n->name);
      if (const auto* n = node.as<ir::WindowExpr>()) use(n->base);
      if (const auto* n = node.as<ir::StrideOf>()) use(n->tensor);
    });
  }

  // Gives what it binds for the rest of its list.
  ir::Sym statement(const ir::Stmt& s) {
    ir::for_each_expression(s, [&](const ir::Expr& e) { uses(e); });
    if (const auto* n = s.as<ir::Assign>()) use(n->name);
    if (const auto* n = s.as<ir::Reduce>()) use(n->name);
    const ir::Sym bound = ir::bound_name(s);
    if (bound) declare(bound);
    if (const ir::Block* b = ir::branch(s, ir::Branch::body)) block(*b);
    if (const ir::Block* b = ir::branch(s, ir::Branch::orelse)) block(*b);
    if (!s.as<ir::For>()) return bound;
    visible_.erase(bound);
    return {};
  }

  // The declarations in there are no new ones.
  void behind(ir::Statements list) {
    Syms declared = std::exchange(declared_, {});
    block(list);
    declared_ = std::move(declared);
  }

  const std::string& made_by_;
  Syms declared_, visible_;
};

// All that the statements bind, and those below.
void add_bound(ir::Statements list, Syms& out) {
  for (const ir::Stmt& s : list) {
    if (const ir::Sym name = ir::bound_name(s)) out.insert(name);
    for (const ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* below = ir::branch(s, b)) add_bound(*below, out);
  }
}

}  // namespace

void well_formed(const ir::Procedure& proc, const std::string& made_by) {
  ScopeWalk walk(made_by);
  walk.arguments(proc);
  walk.block(proc.body);
}

void well_formed(const ir::Procedure& after, const std::vector<ir::Difference>& differences,
                 const std::function<bool(ir::Sym)>& declared, const std::string& made_by) {
  ScopeWalk walk(made_by);
  Syms gone;
  for (const ir::Difference& d : differences) add_bound(d.before, gone);
  for (const ir::Difference& d : differences) walk.difference(after, d);
  const auto may_be_twice = [&](ir::Sym s) { return declared(s) && !gone.count(s); };
  if (std::any_of(walk.declared().begin(), walk.declared().end(), may_be_twice)) well_formed(after, made_by);
}

}  // namespace tessera::check
