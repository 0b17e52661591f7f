// SPDX-License-Identifier: Apache-2.0
#include "dsl/check/scope.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "dsl/support/diagnostic.hpp"

namespace tessera::check {
namespace {

using Syms = std::unordered_set<ir::Sym>;

template <class Visit> void for_each_name(const ir::Expr& e, const Visit& visit) {
  ir::for_each_expr(e, [&](const ir::Expr& node) {
    if (const auto* n = node.as<ir::Read>()) visit(n->name);
    if (const auto* n = node.as<ir::WindowExpr>()) visit(n->base);
    if (const auto* n = node.as<ir::StrideOf>()) visit(n->tensor);
    if (const auto* n = node.as<ir::Aligned>()) visit(n->tensor);
  });
}

ir::Sym written_name(const ir::Stmt& s) {
  if (const auto* n = s.as<ir::Assign>()) return n->name;
  if (const auto* n = s.as<ir::Reduce>()) return n->name;
  return {};
}

// All that the statements bind, and those below.
void add_bound(ir::Statements list, Syms& out) {
  ir::for_each_stmt(list, [&](const ir::Stmt& s) {
    if (const ir::Sym name = ir::bound_name(s)) out.insert(name);
  });
}

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

  // The statements after it were right with `before`. They may be many: they are only asked for names not used there
  // before. (A name removed by another difference in front is found by that one.)
  void difference(const ir::Procedure& proc, const ir::Difference& d) {
    for (const ir::Arg& a : proc.args) visible_.insert(a.name);
    around_ = &d;
    const std::vector<ir::Sym> used = ir::free_syms(ir::Block(d.before));
    used_before_ = Syms(used.begin(), used.end());
    std::vector<ir::Sym> bound;
    for (const ir::Stmt& s : d.after)
      if (const ir::Sym name = statement(s)) bound.push_back(name);
    const bool has_lost = std::any_of(d.before.begin(), d.before.end(), [&](const ir::Stmt& s) {
      const ir::Sym name = s.as<ir::For>() ? ir::Sym() : ir::bound_name(s);
      return name && !is_visible(name);
    });
    if (has_lost) following(d.following);
    for (ir::Sym s : bound) visible_.erase(s);
    around_ = nullptr;
    used_before_.clear();
  }

  const Syms& declared() const { return declared_; }

 private:
  void declare(ir::Sym s) {
    if (!declared_.insert(s).second) bug(made_by_ + " declared " + s.text() + " twice");
    visible_.insert(s);
  }
  bool is_visible(ir::Sym s) const {
    return visible_.count(s) || used_before_.count(s) || (around_ && around_->is_visible(s));
  }
  void use(ir::Sym s) const {
    if (!is_visible(s)) bug(made_by_ + " left " + s.text() + " used out of its scope");
  }
  void uses(const ir::Expr& e) const {
    for_each_name(e, [&](ir::Sym s) { use(s); });
  }

  // Returns its binding for the rest of its list.
  ir::Sym statement(const ir::Stmt& s) {
    ir::for_each_expression(s, [&](const ir::Expr& e) { uses(e); });
    if (const ir::Sym written = written_name(s)) use(written);
    const ir::Sym bound = ir::bound_name(s);
    if (bound) declare(bound);
    if (const ir::Block* b = ir::branch(s, ir::Branch::body)) block(*b);
    if (const ir::Block* b = ir::branch(s, ir::Branch::orelse)) block(*b);
    if (!s.as<ir::For>()) return bound;
    visible_.erase(bound);
    return {};
  }

  // The declarations in there are no new ones.
  void following(ir::Statements list) {
    Syms declared = std::exchange(declared_, {});
    block(list);
    declared_ = std::move(declared);
  }

  const std::string& made_by_;
  Syms declared_, visible_;
  const ir::Difference* around_ = nullptr;  ///< what is looked at alone
  Syms used_before_;
};

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
