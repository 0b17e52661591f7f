// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "dsl/ir/scalar.hpp"
#include "dsl/ir/sym.hpp"
#include "dsl/support/source.hpp"

namespace tessera::ir {

struct ConfigDecl;
using ConfigRef = std::shared_ptr<const ConfigDecl>;

class Expr;

/// An integer in control position. Type int.
struct IntLit {
  std::int64_t value;
};
/// A number in data position; its type is R until the context chooses one.
struct FloatLit {
  double value;
  Scalar type = Scalar::R;
};
struct BoolLit {
  bool value;
};
/// A variable: a control variable or scalar (no indices), an element `A[i, j]`, or, as an argument of a call,
/// the whole tensor `A` (no indices, the declaration has dimensions).
struct Read;
/// `lhs op rhs`. On control: quasi-affine, `/` and `%` are floor division and its remainder, rhs a positive literal.
struct Binary;
struct Negate;
/// `A[lo:hi, pt]`: a view; intervals keep their dimension, points drop it.
struct WindowExpr;
/// `stride(A, d)`: elements between neighbours along dimension d.
struct StrideOf {
  Sym tensor;
  int dim;
};
struct ReadConfig {
  ConfigRef config;
  std::string field;
  Scalar type;
};
/// `aligned(A, 64)`: the address of A's first element is a multiple of so many bytes. A whole assert, nowhere else.
struct Aligned {
  Sym tensor;
  int bytes;
};
/// A named pure function of data: relu(x), max(a, b), select(a, b, x, y), …
struct ExternCall;

enum class BinOp { add, sub, mul, div, mod, lt, gt, le, ge, eq, and_, or_ };
std::string_view spelling(BinOp);
bool is_comparison(BinOp);  ///< lt gt le ge eq
bool is_logical(BinOp);     ///< and or

using ExprNode = std::variant<IntLit, FloatLit, BoolLit, Read, Binary, Negate, WindowExpr, StrideOf, ReadConfig,
                              ExternCall, Aligned>;

namespace detail {
struct ExprCell;
template <class T, class Variant> constexpr bool is_alternative = false;
template <class T, class... Ts> constexpr bool is_alternative<T, std::variant<Ts...>> = (std::is_same_v<T, Ts> || ...);
}  // namespace detail

/// Handle to an immutable expression. Copying is cheap; an empty handle means "no expression".
class Expr {
 public:
  Expr() = default;
  template <class Node>
  requires detail::is_alternative<Node, ExprNode>
  explicit(false) Expr(Node node, SrcLoc loc = {});

  explicit operator bool() const { return cell_ != nullptr; }
  template <class Node> const Node* as() const;
  Scalar type() const;
  SrcLoc loc() const;
  /// The same expression at another place of the text.
  Expr at(SrcLoc loc) const;
  /// Identity of the node, for "nothing changed" tests only.
  const void* identity() const { return cell_.get(); }
  template <class... Cases> decltype(auto) match(Cases&&... cases) const;

 private:
  std::shared_ptr<const detail::ExprCell> cell_;
};

struct Read {
  Sym name;
  std::vector<Expr> idx;
  Scalar type;
};
struct Binary {
  BinOp op;
  Expr lhs, rhs;
  Scalar type;
};
struct Negate {
  Expr arg;
  Scalar type;
};
/// One dimension of a window: the interval lo:hi, or the point lo when hi is empty.
struct WindowDim {
  Expr lo, hi;
  bool is_point() const { return !hi; }
};
struct WindowExpr {
  Sym base;
  std::vector<WindowDim> dims;
  Scalar type;
};
struct ExternCall {
  std::string function;
  std::vector<Expr> args;
  Scalar type;
};

namespace detail {
struct ExprCell {
  ExprNode node;
  SrcLoc loc;
};
template <class... Ts> struct Overloaded : Ts... { using Ts::operator()...; };
template <class... Ts> Overloaded(Ts...) -> Overloaded<Ts...>;
}  // namespace detail

template <class Node>
requires detail::is_alternative<Node, ExprNode> Expr::Expr(Node node, SrcLoc loc)
    : cell_(std::make_shared<const detail::ExprCell>(detail::ExprCell{ExprNode(std::move(node)), loc})) {}

template <class Node> const Node* Expr::as() const { return cell_ ? std::get_if<Node>(&cell_->node) : nullptr; }

template <class... Cases> decltype(auto) Expr::match(Cases&&... cases) const {
  return std::visit(detail::Overloaded{std::forward<Cases>(cases)...}, cell_->node);
}

// Children, in the order they are written: Read idx; Binary lhs rhs; Negate arg; WindowExpr lo (hi) of each
// dimension; ExternCall args. A child's place in this list is its step in a path.
std::vector<Expr> children(const Expr&);
/// Equality by node identity; equal() compares structure.
bool same_nodes(const std::vector<Expr>&, const std::vector<Expr>&);
/// Visits children without a list of them: each step walks whole programs.
template <class Visit> void for_each_child(const Expr& e, Visit&& visit) {
  const auto all = [&](const std::vector<Expr>& list) {
    for (const Expr& one : list) visit(one);
  };
  e.match([&](const Read& n) { all(n.idx); }, [&](const Binary& n) { visit(n.lhs), visit(n.rhs); },
          [&](const Negate& n) { visit(n.arg); },
          [&](const WindowExpr& n) {
            for (const WindowDim& d : n.dims) {
              visit(d.lo);
              if (d.hi) visit(d.hi);
            }
          },
          [&](const ExternCall& n) { all(n.args); }, [](const auto&) {});
}
/// The node with other children (as many, in the same order); the node itself when none changed.
Expr with_children(const Expr&, std::vector<Expr>);

// Short forms. Arithmetic folds literals and the neutral elements 0 and 1, nothing else.
Expr int_lit(std::int64_t);
Expr bool_lit(bool);
Expr float_lit(double, Scalar = Scalar::R);
Expr read(Sym, Scalar type);                         ///< a control variable or a scalar
Expr read(Sym, std::vector<Expr> idx, Scalar type);  ///< an element
Expr binary(BinOp, Expr, Expr);                      ///< no folding; picks the type from the operands
Expr add(Expr, Expr);
Expr sub(Expr, Expr);
Expr mul(Expr, Expr);
Expr floor_div(Expr, std::int64_t);
Expr floor_mod(Expr, std::int64_t);
Expr negate(Expr);
/// The first level of index simplification (rewrite/collect_terms.hpp and analysis/to_expr.hpp are the next): evaluates
/// literal control arithmetic and conditions, drops neutral elements, bottom-up. Keeps order and data.
Expr fold_literals(const Expr&);
/// The top node only: a comparison of literals, or `and` and `or` with a literal side.
Expr fold_condition(const Expr&);
/// The value of a control literal, if it is one (a negated literal counts).
const std::int64_t* literal(const Expr&);

}  // namespace tessera::ir
