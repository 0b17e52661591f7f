// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

// Templates, so that the compiler can inline the visitor: each step walks whole programs.

/// Every expression node of e, parents first.
template <class Visit> void for_each_expr(const Expr& e, Visit&& visit) {
  visit(e);
  for_each_child(e, [&visit](const Expr& child) { for_each_expr(child, visit); });
}
/// Every statement of the list and below, parents first, in program order.
template <class Visit> void for_each_stmt(Statements list, Visit&& visit) {
  for (const Stmt& s : list) {
    visit(s);
    if (const Block* body = branch(s, Branch::body)) for_each_stmt(*body, visit);
    if (const Block* orelse = branch(s, Branch::orelse)) for_each_stmt(*orelse, visit);
  }
}
/// All procedures called by the block, directly or not: each once, callers first.
std::vector<ProcRef> all_called(const Block& block);
/// The number of statements with all calls inlined. A double: each level that calls the one below twice doubles it.
double statements_with_calls(const Block&);
bool has_window_argument(const Procedure&);
/// The statements of the block, then those of each called procedure, directly called or not.
template <class Visit> void for_each_stmt_and_called(const Block& block, Visit&& visit) {
  std::unordered_set<const Procedure*> seen;
  std::vector<ProcRef> called;
  const auto go = [&](const Block& statements) {
    for_each_stmt(statements, [&](const Stmt& s) {
      visit(s);
      if (const auto* call = s.as<Call>(); call && seen.insert(call->callee.get()).second)
        called.push_back(call->callee);
    });
  };
  go(block);
  for (std::size_t i = 0; i < called.size(); ++i) go(ProcRef(called[i])->body);
}
/// Every expression node in the block, program order.
template <class Visit> void for_each_expr(const Block& block, Visit&& visit) {
  for_each_stmt(
      block, [&visit](const Stmt& s) { for_each_expression(s, [&visit](const Expr& e) { for_each_expr(e, visit); }); });
}

/// Rebuild bottom-up: children first, then `f` on the node. Untouched subtrees keep their identity.
Expr map_expr(const Expr& e, const std::function<Expr(const Expr&)>& f);
/// `f` on every top expression of every statement in the block and below.
Block map_exprs(const Block& block, const std::function<Expr(const Expr&)>& f);
Stmt map_exprs(const Stmt& stmt, const std::function<Expr(const Expr&)>& f);
/// Replace each statement by a list, bottom-up.
Block map_stmts(const Block& block, const std::function<Block(const Stmt&)>& f);

using Substitution = std::unordered_map<Sym, Expr>;
/// Replace control variables and scalars by expressions; a buffer or window name is replaced when its image is
/// a Read without indices (renaming). Binders of the block must not occur in the images (fresh them first if they may).
Expr substitute(const Expr&, const Substitution&);
Block substitute(const Block&, const Substitution&);
Stmt substitute(const Stmt&, const Substitution&);

/// The same block with every binder (loop, allocation, window) renewed, so that it can stand beside the original.
Block with_fresh_binders(const Block&);
Stmt with_fresh_binders(const Stmt&);

/// An operand of the operation has type R, which is not chosen yet.
bool has_open_variable(const Expr&);
/// Free variables, in order of first occurrence.
std::vector<Sym> free_syms(const Block&);
std::vector<Sym> free_syms(const Expr&);
bool mentions(const Expr&, Sym);
bool mentions(const Block&, Sym);
bool mentions(const Stmt&, Sym);

/// The declaration of a variable.
struct Declaration {
  Type type;      ///< loop counters are of scalar type index; a window statement has its window's shape
  MemoryRef mem;  ///< null for control variables
};
using Declarations = std::unordered_map<Sym, Declaration>;
Declarations declarations(const Procedure&);

/// The shape of a window: the lengths of its interval dimensions.
std::vector<Expr> window_shape(const WindowExpr&);

}  // namespace tessera::ir
