#include "dsl/check/scope.hpp"

#include <set>

#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::check {
namespace {

class ScopeWalk {
 public:
  explicit ScopeWalk(const std::string& made_by) : made_by_(made_by) {}

  void declare(ir::Sym s) {
    if (!declared_.insert(s).second) bug(made_by_ + " declared " + s.text() + " twice");
    visible_.insert(s);
  }
  void use(ir::Sym s) {
    if (!visible_.count(s)) bug(made_by_ + " left " + s.text() + " used out of its scope");
  }
  void uses(const ir::Expr& e) {
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (const auto* n = node.as<ir::Read>()) use(n->name);
      if (const auto* n = node.as<ir::WindowExpr>()) use(n->base);
      if (const auto* n = node.as<ir::StrideOf>()) use(n->tensor);
    });
  }
  void block(const ir::Block& list) {
    std::vector<ir::Sym> here;
    for (const ir::Stmt& s : list) {
      for (const ir::Expr& e : ir::expressions(s)) uses(e);
      if (const auto* n = s.as<ir::Assign>()) use(n->name);
      if (const auto* n = s.as<ir::Reduce>()) use(n->name);
      ir::Sym bound = ir::bound_name(s);
      if (bound) declare(bound);
      if (const ir::Block* b = ir::branch(s, ir::Branch::body)) block(*b);
      if (const ir::Block* b = ir::branch(s, ir::Branch::orelse)) block(*b);
      if (bound && s.as<ir::For>()) visible_.erase(bound);
      else if (bound) here.push_back(bound);
    }
    for (ir::Sym s : here) visible_.erase(s);
  }

 private:
  const std::string& made_by_;
  std::set<ir::Sym> declared_, visible_;
};

}  // namespace

void well_formed(const ir::Procedure& proc, const std::string& made_by) {
  ScopeWalk walk(made_by);
  for (const ir::Arg& a : proc.args) walk.declare(a.name);
  for (const ir::Arg& a : proc.args)
    for (const ir::Expr& e : a.type.shape) walk.uses(e);
  for (const ir::Expr& e : proc.asserts) walk.uses(e);
  walk.block(proc.body);
}

}  // namespace tessera::check
