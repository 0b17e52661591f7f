#pragma once
#include <functional>
#include <map>
#include <set>
#include <unordered_map>

#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// Every expression node of e, parents first.
void for_each_expr(const Expr& e, const std::function<void(const Expr&)>& visit);
/// Every statement of the block and below, parents first, in program order.
void for_each_stmt(const Block& block, const std::function<void(const Stmt&)>& visit);
/// Procedures that the block calls, and those that these call: each once, callers first.
std::vector<ProcRef> all_called(const Block& block);
/// The statements of the block, then those of each procedure that it calls, directly or not.
void for_each_stmt_and_called(const Block& block, const std::function<void(const Stmt&)>& visit);
/// Every expression node in the block, program order.
void for_each_expr(const Block& block, const std::function<void(const Expr&)>& visit);

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

/// Variables that occur and are not bound inside. In order of first occurrence.
/// Data: something of type R is read, whose type is not yet chosen.
bool has_open_variable(const Expr&);
std::vector<Sym> free_syms(const Block&);
std::vector<Sym> free_syms(const Expr&);
bool mentions(const Expr&, Sym);
bool mentions(const Block&, Sym);
bool mentions(const Stmt&, Sym);

/// What each variable that is in scope somewhere in the procedure was declared as.
struct Declaration {
  Type type;      ///< loop counters are of scalar type index; a window statement has its window's shape
  MemoryRef mem;  ///< null for control variables
};
using Declarations = std::unordered_map<Sym, Declaration>;
Declarations declarations(const Procedure&);

/// Shape that a window expression shows: the lengths of its interval dimensions.
std::vector<Expr> window_shape(const WindowExpr&);

}  // namespace tessera::ir
