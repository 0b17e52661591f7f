// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/stmt.hpp"

#include "dsl/support/diagnostic.hpp"

namespace tessera::ir {
namespace {

template <class Write> Stmt write_with(const Write& n, std::vector<Expr> kids, SrcLoc loc) {
  Expr rhs = kids.back();
  kids.pop_back();
  return Stmt(Write{n.name, std::move(kids), rhs, n.type}, loc);
}

}  // namespace

SrcLoc Stmt::loc() const { return cell_ ? cell_->loc : SrcLoc{}; }

std::vector<Expr> expressions(const Stmt& s) {
  std::vector<Expr> out;
  for_each_expression(s, [&](const Expr& e) { out.push_back(e); });
  return out;
}

Stmt with_expressions(const Stmt& s, std::vector<Expr> kids) {
  if (same_nodes(expressions(s), kids)) return s;
  SrcLoc loc = s.loc();
  return s.match([&](const Assign& n) { return write_with(n, std::move(kids), loc); },
                 [&](const Reduce& n) { return write_with(n, std::move(kids), loc); },
                 [&](const Alloc& n) {
                   return Stmt(Alloc{n.name, {n.type.scalar, std::move(kids), n.type.is_window}, n.mem}, loc);
                 },
                 [&](const WindowStmt& n) {
                   return Stmt(WindowStmt{n.name, kids.at(0)}, loc);
                 },
                 [&](const WriteConfig& n) {
                   return Stmt(WriteConfig{n.config, n.field, kids.at(0)}, loc);
                 },
                 [&](const Pass&) { return s; },
                 [&](const For& n) {
                   return Stmt(For{n.iter, kids.at(0), kids.at(1), n.body, n.mode}, loc);
                 },
                 [&](const If& n) {
                   return Stmt(If{kids.at(0), n.body, n.orelse}, loc);
                 },
                 [&](const Call& n) {
                   return Stmt(Call{n.callee, std::move(kids)}, loc);
                 });
}

const Block* branch(const Stmt& s, Branch b) {
  if (const For* n = s.as<For>()) return b == Branch::body ? &n->body : nullptr;
  if (const If* n = s.as<If>()) return b == Branch::body ? &n->body : &n->orelse;
  return nullptr;
}

Stmt with_branch(const Stmt& s, Branch b, Block block) {
  if (const For* n = s.as<For>()) return Stmt(For{n->iter, n->lo, n->hi, std::move(block), n->mode}, s.loc());
  const If* n = s.as<If>();
  if (!n) bug("with_branch on a statement without branches");
  return b == Branch::body ? Stmt(If{n->cond, std::move(block), n->orelse}, s.loc())
                           : Stmt(If{n->cond, n->body, std::move(block)}, s.loc());
}

Sym bound_name(const Stmt& s) {
  if (const For* n = s.as<For>()) return n->iter;
  if (const Alloc* n = s.as<Alloc>()) return n->name;
  if (const WindowStmt* n = s.as<WindowStmt>()) return n->name;
  return {};
}

}  // namespace tessera::ir
