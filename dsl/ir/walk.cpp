// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/walk.hpp"
#include "dsl/ir/conversion.hpp"

#include <algorithm>

namespace tessera::ir {

namespace {

// Procedures share callees: each is walked once, not once for each path to it.
void walk_called(const Block& block, std::unordered_set<const Procedure*>& seen, std::vector<ProcRef>& out) {
  for_each_stmt(block, [&](const Stmt& s) {
    const auto* call = s.as<Call>();
    if (!call || !seen.insert(call->callee.get()).second) return;
    out.push_back(call->callee);
    walk_called(call->callee->body, seen, out);
  });
}

double statements_with_calls(const Block& block, std::unordered_map<const Procedure*, double>& known) {
  double sum = 0;
  for_each_stmt(block, [&](const Stmt& s) {
    ++sum;
    const auto* call = s.as<Call>();
    if (!call) return;
    const auto it = known.find(call->callee.get());
    sum +=
        it != known.end() ? it->second : known[call->callee.get()] = statements_with_calls(call->callee->body, known);
  });
  return sum;
}

}  // namespace

std::vector<ProcRef> all_called(const Block& block) {
  std::unordered_set<const Procedure*> seen;
  std::vector<ProcRef> out;
  walk_called(block, seen, out);
  return out;
}

double statements_with_calls(const Block& block) {
  std::unordered_map<const Procedure*, double> known;
  return statements_with_calls(block, known);
}

bool has_window_argument(const Procedure& p) {
  return std::any_of(p.args.begin(), p.args.end(), [](const Arg& a) { return a.type.is_window; });
}

Expr map_expr(const Expr& e, const std::function<Expr(const Expr&)>& f) {
  std::vector<Expr> kids = children(e);
  for (Expr& kid : kids) kid = map_expr(kid, f);
  return f(with_children(e, std::move(kids)));
}

namespace {

bool same_block(const Block& a, const Block& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                            [](const Stmt& x, const Stmt& y) { return x.identity() == y.identity(); });
}

// Apply f to both branches, keeping identity when nothing changes.
Stmt map_branches(Stmt s, const std::function<Block(const Block&)>& f) {
  for (Branch b : {Branch::body, Branch::orelse})
    if (const Block* block = branch(s, b)) {
      Block changed = f(*block);
      if (!same_block(changed, *block)) s = with_branch(s, b, std::move(changed));
    }
  return s;
}

}  // namespace

Stmt map_exprs(const Stmt& stmt, const std::function<Expr(const Expr&)>& f) {
  std::vector<Expr> kids = expressions(stmt);
  for (Expr& kid : kids) kid = f(kid);
  return map_branches(with_expressions(stmt, std::move(kids)), [&](const Block& b) { return map_exprs(b, f); });
}

Block map_exprs(const Block& block, const std::function<Expr(const Expr&)>& f) {
  Block out;
  for (const Stmt& s : block) out.push_back(map_exprs(s, f));
  return out;
}

Block map_stmts(const Block& block, const std::function<Block(const Stmt&)>& f) {
  Block out;
  for (const Stmt& s : block) out.append(f(map_branches(s, [&](const Block& b) { return map_stmts(b, f); })));
  return out;
}

namespace {

// The variable that a renaming maps `name` to, or `name`.
Sym renamed(Sym name, const Substitution& map) {
  auto it = map.find(name);
  if (it == map.end()) return name;
  const Read* image = it->second.as<Read>();
  return image && image->idx.empty() ? image->name : name;
}

Expr substitute_node(const Expr& e, const Substitution& map) {
  if (const Read* n = e.as<Read>()) {
    auto it = map.find(n->name);
    if (it == map.end()) return e;
    if (n->idx.empty()) return it->second.at(e.loc());
    return Expr(Read{renamed(n->name, map), n->idx, n->type}, e.loc());
  }
  if (const WindowExpr* n = e.as<WindowExpr>()) {
    Sym base = renamed(n->base, map);
    return base == n->base ? e : Expr(WindowExpr{base, n->dims, n->type}, e.loc());
  }
  if (const StrideOf* n = e.as<StrideOf>()) {
    Sym tensor = renamed(n->tensor, map);
    return tensor == n->tensor ? e : Expr(StrideOf{tensor, n->dim}, e.loc());
  }
  if (const Aligned* n = e.as<Aligned>()) {
    Sym tensor = renamed(n->tensor, map);
    return tensor == n->tensor ? e : Expr(Aligned{tensor, n->bytes}, e.loc());
  }
  return e;
}

// Names that a statement writes or binds.
Stmt rename_statement(const Stmt& s, const Substitution& map) {
  auto changed = [&](Sym name) { return !(renamed(name, map) == name); };
  return s.match(
      [&](const Assign& n) {
        return changed(n.name) ? Stmt(Assign{renamed(n.name, map), n.idx, n.rhs, n.type}, s.loc()) : s;
      },
      [&](const Reduce& n) {
        return changed(n.name) ? Stmt(Reduce{renamed(n.name, map), n.idx, n.rhs, n.type}, s.loc()) : s;
      },
      [&](const Alloc& n) {
        return changed(n.name) ? Stmt(Alloc{renamed(n.name, map), n.type, n.mem}, s.loc()) : s;
      },
      [&](const WindowStmt& n) {
        return changed(n.name) ? Stmt(WindowStmt{renamed(n.name, map), n.rhs}, s.loc()) : s;
      },
      [&](const For& n) {
        return changed(n.iter) ? Stmt(For{renamed(n.iter, map), n.lo, n.hi, n.body, n.mode}, s.loc()) : s;
      },
      [&](const auto&) { return s; });
}

}  // namespace

Expr substitute(const Expr& e, const Substitution& map) {
  if (map.empty()) return e;
  return map_expr(e, [&](const Expr& node) { return substitute_node(node, map); });
}

Stmt substitute(const Stmt& s, const Substitution& map) { return substitute(Block{s}, map).front(); }

Block substitute(const Block& block, const Substitution& map) {
  if (map.empty()) return block;
  Block out = map_exprs(block, [&](const Expr& e) { return substitute(e, map); });
  return map_stmts(out, [&](const Stmt& s) { return Block{rename_statement(s, map)}; });
}

Block with_fresh_binders(const Block& block) {
  Substitution fresh;
  for_each_stmt(block, [&](const Stmt& s) {
    if (Sym name = bound_name(s)) {
      const Alloc* alloc = s.as<Alloc>();
      Scalar type = alloc ? alloc->type.scalar : s.as<For>() ? Scalar::index : s.as<WindowStmt>()->rhs.type();
      fresh[name] = read(Sym::fresh(name.text()), type);
    }
  });
  return substitute(block, fresh);
}

Stmt with_fresh_binders(const Stmt& s) { return with_fresh_binders(Block{s}).front(); }

namespace {

struct FreeSyms {
  std::unordered_set<Sym> bound, seen;
  std::vector<Sym> order;

  void use(Sym s) {
    if (!bound.count(s) && seen.insert(s).second) order.push_back(s);
  }
  void visit(const Expr& e) {
    for_each_expr(e, [&](const Expr& node) {
      if (const Read* n = node.as<Read>()) use(n->name);
      if (const WindowExpr* n = node.as<WindowExpr>()) use(n->base);
      if (const StrideOf* n = node.as<StrideOf>()) use(n->tensor);
      if (const Aligned* n = node.as<Aligned>()) use(n->tensor);
    });
  }
  // Syms are unique, so a binder that was seen stays bound for the rest of the walk.
  void visit(const Block& block) {
    for_each_stmt(block, [&](const Stmt& s) {
      for_each_expression(s, [&](const Expr& e) { visit(e); });
      if (const Assign* n = s.as<Assign>()) use(n->name);
      if (const Reduce* n = s.as<Reduce>()) use(n->name);
      if (Sym name = bound_name(s)) bound.insert(name);
    });
  }
};

}  // namespace

bool has_open_variable(const Expr& e) {
  bool found = false;
  for_each_operand(e, [&](const Expr& node) { found = found || (chooses_type(node) && node.type() == Scalar::R); });
  return found;
}

std::vector<Sym> free_syms(const Block& block) {
  FreeSyms f;
  f.visit(block);
  return f.order;
}

std::vector<Sym> free_syms(const Expr& e) {
  FreeSyms f;
  f.visit(e);
  return f.order;
}

bool mentions(const Expr& e, Sym s) {
  if (const Read* n = e.as<Read>(); n && n->name == s) return true;
  if (const WindowExpr* n = e.as<WindowExpr>(); n && n->base == s) return true;
  if (const StrideOf* n = e.as<StrideOf>(); n && n->tensor == s) return true;
  if (const Aligned* n = e.as<Aligned>(); n && n->tensor == s) return true;
  bool found = false;
  for_each_child(e, [&](const Expr& child) { found = found || mentions(child, s); });
  return found;
}

bool mentions(const Stmt& stmt, Sym s) {
  if (const Assign* n = stmt.as<Assign>(); n && n->name == s) return true;
  if (const Reduce* n = stmt.as<Reduce>(); n && n->name == s) return true;
  bool found = false;
  for_each_expression(stmt, [&](const Expr& e) { found = found || mentions(e, s); });
  if (found) return true;
  for (Branch b : {Branch::body, Branch::orelse})
    if (const Block* block = branch(stmt, b); block && mentions(*block, s)) return true;
  return false;
}

bool mentions(const Block& block, Sym s) {
  return std::any_of(block.begin(), block.end(), [&](const Stmt& stmt) { return mentions(stmt, s); });
}

std::vector<Expr> window_shape(const WindowExpr& w) {
  std::vector<Expr> shape;
  for (const WindowDim& d : w.dims)
    if (d.hi) shape.push_back(sub(d.hi, d.lo));
  return shape;
}

Declarations declarations(const Procedure& proc) {
  Declarations out;
  for (const Arg& a : proc.args) out[a.name] = {a.type, a.type.is_control() ? nullptr : a.mem};
  for_each_stmt(proc.body, [&](const Stmt& s) {
    if (const For* n = s.as<For>()) out[n->iter] = {{Scalar::index, {}, false}, nullptr};
    if (const Alloc* n = s.as<Alloc>()) out[n->name] = {n->type, n->mem};
    if (const WindowStmt* n = s.as<WindowStmt>()) {
      const WindowExpr& w = *n->rhs.as<WindowExpr>();
      auto base = out.find(w.base);
      out[n->name] = {{w.type, window_shape(w), true}, base == out.end() ? dram() : base->second.mem};
    }
  });
  return out;
}

}  // namespace tessera::ir
