// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/ir/block.hpp"
#include "dsl/ir/decl.hpp"
#include "dsl/ir/expr.hpp"

namespace tessera::ir {

struct Procedure;
using ProcRef = std::shared_ptr<const Procedure>;

/// Shape and element type of a buffer, argument or window. No dimensions: a scalar (data or control).
struct Type {
  Scalar scalar = Scalar::R;
  std::vector<Expr> shape;  ///< elements along each dimension, outermost first
  bool is_window = false;   ///< `[f32][n]`: strides are the caller's

  bool is_tensor() const { return !shape.empty(); }
  bool is_control() const { return !is_data(scalar); }
};

/// `name[idx] = rhs`; a scalar has no idx.
struct Assign {
  Sym name;
  std::vector<Expr> idx;
  Expr rhs;
  Scalar type;
};
/// `name[idx] += rhs`.
struct Reduce {
  Sym name;
  std::vector<Expr> idx;
  Expr rhs;
  Scalar type;
};
/// `name: type @ mem`: a new buffer with unspecified contents, alive to the end of the block.
struct Alloc {
  Sym name;
  Type type;
  MemoryRef mem;
};
/// `name = base[...]`: a name for a window, alive to the end of the block. rhs is a WindowExpr.
struct WindowStmt {
  Sym name;
  Expr rhs;
};
struct WriteConfig {
  ConfigRef config;
  std::string field;
  Expr rhs;
};
struct Pass {};

enum class LoopMode { seq, par };
/// for (iter = lo; iter < hi; ++iter) body. Half-open. par: iterations may run in any order.
/// Invariant: lo and hi are index expressions and do not mention iter.
struct For;
struct If;
/// A call; tensor arguments are whole tensors (Read without indices) or WindowExprs, control and data scalars are
/// expressions.
struct Call;

using StmtNode = std::variant<Assign, Reduce, Alloc, WindowStmt, WriteConfig, Pass, For, If, Call>;

namespace detail {
struct StmtCell;
}

/// Handle to an immutable statement; see Expr.
class Stmt {
 public:
  Stmt() = default;
  template <class Node>
  requires detail::is_alternative<Node, StmtNode>
  explicit(false) Stmt(Node node, SrcLoc loc = {});

  explicit operator bool() const { return cell_ != nullptr; }
  template <class Node> const Node* as() const;
  SrcLoc loc() const;
  const void* identity() const { return cell_.get(); }
  template <class... Cases> decltype(auto) match(Cases&&... cases) const;

 private:
  std::shared_ptr<const detail::StmtCell> cell_;
};

struct For {
  Sym iter;
  Expr lo, hi;
  Block body;
  LoopMode mode = LoopMode::seq;
};
struct If {
  Expr cond;
  Block body, orelse;
};
struct Call {
  ProcRef callee;
  std::vector<Expr> args;
};

namespace detail {
struct StmtCell {
  StmtNode node;
  SrcLoc loc;
};
}  // namespace detail

template <class Node>
requires detail::is_alternative<Node, StmtNode> Stmt::Stmt(Node node, SrcLoc loc)
    : cell_(std::make_shared<const detail::StmtCell>(detail::StmtCell{StmtNode(std::move(node)), loc})) {}

// Of lists of statements (block.hpp): what walks go through.
template <std::input_iterator It> Block::Block(It from, It to) {
  for (; from != to; ++from) push_back(*from);
}

inline const Stmt& Block::operator[](std::size_t i) const {
  const Shared& shared = i < parts_.front().end ? parts_.front() : shared_with(i);
  return (*shared.part)[i - shared.begin];
}

inline void Block::const_iterator::seek(std::size_t index) {
  index_ = index;
  at_ = nullptr;
  if (index >= list_->size()) return;
  const Shared& shared = index < list_->parts_.front().end ? list_->parts_.front() : list_->shared_with(index);
  end_of_part_ = shared.end;
  at_ = shared.part->data() + (index - shared.begin);
}

inline Block::const_iterator& Block::const_iterator::operator++() {
  ++at_;
  if (++index_ == end_of_part_) seek(index_);
  return *this;
}

inline Block::const_iterator Block::begin() const { return {*this, 0}; }
inline Block::const_iterator Block::end() const { return {*this, size()}; }
inline Block::const_reverse_iterator Block::rbegin() const { return const_reverse_iterator(end()); }
inline Block::const_reverse_iterator Block::rend() const { return const_reverse_iterator(begin()); }

template <class Node> const Node* Stmt::as() const { return cell_ ? std::get_if<Node>(&cell_->node) : nullptr; }

template <class... Cases> decltype(auto) Stmt::match(Cases&&... cases) const {
  return std::visit(detail::Overloaded{std::forward<Cases>(cases)...}, cell_->node);
}

/// An argument of a procedure. mem matters for tensors and data scalars only.
struct Arg {
  Sym name;
  Type type;
  MemoryRef mem;
  SrcLoc loc;
};

/// A procedure. asserts are preconditions: assumed in the body, proved at each call. Arguments do not alias.
struct Procedure {
  std::string name;
  std::vector<Arg> args;
  std::vector<Expr> asserts;
  Block body;
  std::optional<InstrInfo> instr;
  SrcLoc loc;
};

// Expressions of a statement, in the order they are written: Assign/Reduce idx then rhs; Alloc shape; WindowStmt rhs;
// WriteConfig rhs; For lo hi; If cond; Call args.
std::vector<Expr> expressions(const Stmt&);
template <class Visit> void for_each_expression(const Stmt& s, Visit&& visit) {
  const auto all = [&](const std::vector<Expr>& list) {
    for (const Expr& one : list) visit(one);
  };
  s.match([&](const Assign& n) { all(n.idx), visit(n.rhs); }, [&](const Reduce& n) { all(n.idx), visit(n.rhs); },
          [&](const Alloc& n) { all(n.type.shape); }, [&](const WindowStmt& n) { visit(n.rhs); },
          [&](const WriteConfig& n) { visit(n.rhs); }, [](const Pass&) {},
          [&](const For& n) { visit(n.lo), visit(n.hi); }, [&](const If& n) { visit(n.cond); },
          [&](const Call& n) { all(n.args); });
}
Stmt with_expressions(const Stmt&, std::vector<Expr>);

/// Which list of statements below a statement: For has a body, If a body and an orelse.
enum class Branch { body, orelse };
/// The list, or null when the statement has none.
const Block* branch(const Stmt&, Branch);
Stmt with_branch(const Stmt&, Branch, Block);

/// The variable that a statement brings into scope: For iter, Alloc and WindowStmt name.
Sym bound_name(const Stmt&);

}  // namespace tessera::ir
