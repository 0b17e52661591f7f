// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/written.hpp"

#include <map>
#include <set>

#include "dsl/ir/walk.hpp"

namespace tessera::ir {
namespace {

// The buffer or window that an argument of a call names, if any.
Sym named(const Expr& e) {
  if (const auto* n = e.as<Read>()) return n->name;
  if (const auto* n = e.as<WindowExpr>()) return n->base;
  return {};
}

// Of each procedure once, however many ways of calls lead to it.
class Written {
 public:
  const std::vector<bool>& parameters(const Procedure& p) {
    if (const auto known = known_.find(&p); known != known_.end()) return known->second;
    const std::set<Sym> names = names_in(p);
    std::vector<bool> out;
    for (const Arg& a : p.args) out.push_back(names.count(a.name) > 0);
    return known_.emplace(&p, std::move(out)).first->second;
  }

 private:
  std::set<Sym> names_in(const Procedure& p) {
    std::set<Sym> out;
    std::map<Sym, Sym> base;  // of windows
    const auto write = [&](Sym s) {
      for (auto it = base.find(s); it != base.end(); it = base.find(s)) s = it->second;
      out.insert(s);
    };
    for_each_stmt(p.body, [&](const Stmt& s) {
      if (const auto* n = s.as<Assign>()) write(n->name);
      if (const auto* n = s.as<Reduce>()) write(n->name);
      if (const auto* n = s.as<WindowStmt>()) base[n->name] = n->rhs.as<WindowExpr>()->base;
      const auto* call = s.as<Call>();
      for (std::size_t i = 0; call && i < call->args.size(); ++i)
        if (const Sym name = named(call->args[i]); name && parameters(*call->callee).at(i)) write(name);
    });
    return out;
  }

  std::map<const Procedure*, std::vector<bool>> known_;
};

}  // namespace

std::vector<bool> written_parameters(const Procedure& p) { return Written().parameters(p); }

}  // namespace tessera::ir
