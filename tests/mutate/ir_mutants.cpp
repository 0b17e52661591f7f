// SPDX-License-Identifier: Apache-2.0
#include "ir_mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::mutate {
namespace {

using ir::BinOp;
using ir::Block;
using ir::Expr;
using ir::Stmt;

struct Change {
  std::string kind;
  Block result;  ///< in place of the statement
};

Expr plus(const Expr& e, std::int64_t n) { return n < 0 ? ir::sub(e, ir::int_lit(-n)) : ir::add(e, ir::int_lit(n)); }

bool is_integer(const Expr& e) { return ir::is_integer_control(e.type()); }

// ---- one expression node in other ways

struct IrVariant {
  std::string kind;
  Expr expr;
};

std::vector<IrVariant> variants_of_binary(const ir::Binary& n) {
  static const std::vector<std::pair<BinOp, BinOp>> others{
      {BinOp::lt, BinOp::le},   {BinOp::le, BinOp::lt},   {BinOp::gt, BinOp::ge},   {BinOp::ge, BinOp::gt},
      {BinOp::add, BinOp::sub}, {BinOp::sub, BinOp::add}, {BinOp::and_, BinOp::or_}};
  std::vector<IrVariant> out;
  for (auto [from, to] : others)
    if (n.op == from)
      out.push_back(
          {fmt::format("{} for {}", ir::spelling(to), ir::spelling(from)), Expr(ir::Binary{to, n.lhs, n.rhs, n.type})});
  return out;
}

// The indices of an element or the dimensions of a window, two neighbours swapped or one off by one.
template <class List, class Rebuild> void vary_indices(const List& list,
                                                       const std::function<void(typename List::value_type&, int)>& move,
                                                       Rebuild rebuild, std::vector<IrVariant>& out) {
  for (std::size_t i = 0; i < list.size(); ++i)
    for (int by : {-1, 1}) {
      List changed = list;
      move(changed[i], by);
      out.push_back({"index off by one", rebuild(changed)});
    }
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    List changed = list;
    std::swap(changed[i], changed[i + 1]);
    out.push_back({"indices swapped", rebuild(changed)});
  }
}

std::vector<IrVariant> variants_of_node(const Expr& e) {
  std::vector<IrVariant> out;
  if (const auto* n = e.as<ir::Binary>()) out = variants_of_binary(*n);
  if (const std::int64_t* n = e.as<ir::IntLit>() ? ir::literal(e) : nullptr)
    for (int by : {-1, 1}) out.push_back({"constant off by one", ir::int_lit(*n + by)});
  if (const auto* n = e.as<ir::FloatLit>())
    out.push_back({"constant off by one", ir::float_lit(n->value + 1, n->type)});
  if (const auto* n = e.as<ir::Read>())
    vary_indices(
        n->idx, [](Expr& x, int by) { x = plus(x, by); },
        [&](const std::vector<Expr>& idx) { return ir::read(n->name, idx, n->type); }, out);
  if (const auto* n = e.as<ir::WindowExpr>())
    vary_indices(
        n->dims,
        [](ir::WindowDim& d, int by) {
          d.lo = plus(d.lo, by);
          if (d.hi) d.hi = plus(d.hi, by);
        },
        [&](const std::vector<ir::WindowDim>& dims) {
          return Expr(ir::WindowExpr{n->base, dims, n->type});
        },
        out);
  return out;
}

// The expression with each variant of each of its nodes in turn.
void vary(const Expr& e, const std::function<void(const std::string&, const Expr&)>& use) {
  for (const IrVariant& v : variants_of_node(e)) use(v.kind, v.expr);
  std::vector<Expr> kids = ir::children(e);
  for (std::size_t i = 0; i < kids.size(); ++i)
    vary(kids[i], [&](const std::string& kind, const Expr& changed) {
      std::vector<Expr> others = kids;
      others[i] = changed;
      use(kind, ir::with_children(e, others));
    });
}

// ---- one statement in other ways

void vary_written_place(const Stmt& s, std::vector<Change>& out) {
  auto places = [&](const auto& n) {
    std::vector<IrVariant> variants;
    vary_indices(
        n.idx, [](Expr& x, int by) { x = plus(x, by); },
        [&](const std::vector<Expr>& idx) { return ir::read(n.name, idx, n.type); }, variants);
    for (const IrVariant& v : variants) {
      auto changed = n;
      changed.idx = v.expr.template as<ir::Read>()->idx;
      out.push_back({v.kind, {Stmt(changed, s.loc())}});
    }
  };
  if (const auto* n = s.as<ir::Assign>()) places(*n);
  if (const auto* n = s.as<ir::Reduce>()) {
    places(*n);
    out.push_back({"= for +=", {Stmt(ir::Assign{n->name, n->idx, n->rhs, n->type}, s.loc())}});
  }
}

void vary_call(const ir::Call& n, const Stmt& s, std::vector<Change>& out) {
  const std::vector<ir::Arg>& formals = n.callee->args;
  for (std::size_t i = 0; i < n.args.size(); ++i) {
    if (is_integer(n.args[i]) && !n.args[i].as<ir::IntLit>())
      for (int by : {-1, 1}) {
        ir::Call changed = n;
        changed.args[i] = plus(n.args[i], by);
        out.push_back({"argument off by one", {Stmt(changed, s.loc())}});
      }
    for (std::size_t j = i + 1; j < n.args.size(); ++j) {
      bool alike = formals[i].type.scalar == formals[j].type.scalar && formals[i].mem == formals[j].mem &&
                   formals[i].type.shape.size() == formals[j].type.shape.size() && !formals[i].type.is_control();
      if (!alike || ir::equal(n.args[i], n.args[j])) continue;
      ir::Call changed = n;
      std::swap(changed.args[i], changed.args[j]);
      out.push_back({"operands swapped", {Stmt(changed, s.loc())}});
    }
  }
}

void vary_loop(const ir::For& n, const Stmt& s, std::vector<Change>& out) {
  auto loop = [&](const Expr& lo, const Expr& hi) {
    return Block{Stmt(ir::For{n.iter, lo, hi, n.body, n.mode}, s.loc())};
  };
  for (int by : {-1, 1}) {
    out.push_back({"bound off by one", loop(plus(n.lo, by), n.hi)});
    out.push_back({"bound off by one", loop(n.lo, plus(n.hi, by))});
  }
}

std::vector<Change> changes_of(const Stmt& s) {
  std::vector<Change> out;
  if (!s.as<ir::Alloc>() && !s.as<ir::WindowStmt>() && !s.as<ir::Pass>())
    out.push_back({s.as<ir::For>() ? "dropped loop" : "dropped statement", {Stmt(ir::Pass{}, s.loc())}});
  if (const auto* n = s.as<ir::If>()) out.push_back({"dropped guard", n->body});
  if (const auto* n = s.as<ir::For>()) vary_loop(*n, s, out);
  if (const auto* n = s.as<ir::Call>()) vary_call(*n, s, out);
  if (const auto* n = s.as<ir::Alloc>())
    for (std::size_t d = 0; d < n->type.shape.size(); ++d) {
      ir::Alloc changed = *n;
      changed.type.shape[d] = ir::fold_literals(plus(n->type.shape[d], -1));
      out.push_back({"buffer too small", {Stmt(changed, s.loc())}});
    }
  vary_written_place(s, out);
  bool has_bounds = s.as<ir::For>() || s.as<ir::Alloc>();  // varied above
  std::vector<Expr> exprs = ir::expressions(s);
  for (std::size_t i = 0; i < exprs.size() && !has_bounds; ++i)
    vary(exprs[i], [&](const std::string& kind, const Expr& changed) {
      std::vector<Expr> others = exprs;
      others[i] = changed;
      out.push_back({kind, {ir::with_expressions(s, others)}});
    });
  return out;
}

// The block with every change of every statement in turn.
void vary(const Block& block, const std::function<void(const Change&, const Stmt&, Block)>& use) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    auto with = [&](const Block& instead) {
      Block out = block;
      out.splice(i, 1, instead);
      return out;
    };
    for (const Change& c : changes_of(block[i])) use(c, block[i], with(c.result));
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const Block* inner = ir::branch(block[i], b))
        vary(*inner, [&](const Change& c, const Stmt& s, Block changed) {
          use(c, s, with({ir::with_branch(block[i], b, std::move(changed))}));
        });
  }
}

}  // namespace

std::vector<IrMutant> ir_mutants(const ir::Procedure& p) {
  std::vector<IrMutant> out;
  ir::Names names(p);
  vary(p.body, [&](const Change& c, const Stmt& s, Block body) {
    ir::Procedure changed = p;
    changed.body = std::move(body);
    if (ir::equal(changed, p)) return;  // equal indices swapped
    std::string before = first_line(ir::print(s, names)),
                after = c.result.empty() ? "" : first_line(ir::print(c.result.front(), names));
    out.push_back({c.kind, before + "  -->  " + after, std::move(changed)});
  });
  return out;
}

}  // namespace tessera::mutate
