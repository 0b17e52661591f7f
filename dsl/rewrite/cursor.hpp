// SPDX-License-Identifier: Apache-2.0
#pragma once
// Cursors: places in one version of a procedure. A move with a result of known kind gives a cursor of that kind, and
// each kind has its own moves, so that a gap has no body() and does not convert to a loop: the compiler checks it.
// find() gives the dynamic Cursor, with all moves, checked at run time; as_loop() and the like convert it to a known
// kind.
#include "dsl/rewrite/proc.hpp"

namespace tessera {

class Cursor;
class StmtCursor;
class LoopCursor;
class IfCursor;
class AllocCursor;
class CallCursor;
class ExprCursor;
class BlockCursor;
class GapCursor;
class ArgCursor;

/// The common part of all cursors: the place, the node there, and the moves, which each kind publishes as they apply. A
/// move without a target, or a property that the node lacks, throws SchedulingError.
class AnyCursor {
 public:
  using Kind = CursorKind;

  const Proc& proc() const { return proc_; }
  Kind kind() const { return kind_; }
  /// stmt, expr: the node. block: its first statement. gap: the place before which it lies.
  const ir::Path& path() const { return path_; }
  /// block: how many statements. arg: which argument.
  int count() const { return count_; }
  ir::Range range() const;
  bool is_within(const AnyCursor& outer) const;
  bool is_ancestor_of(const AnyCursor& inner) const;
  /// The same place of the same version.
  bool operator==(const AnyCursor&) const;
  BlockCursor root() const;  ///< the body of the procedure

  // The node.
  const ir::Stmt& stmt() const;         ///< the statement, or the one that the expression is in
  ir::Expr expr() const;                ///< the expression
  std::string kind_name() const;        ///< "for", "assign", "call", "read", "gap", …
  std::string described() const;        ///< "a for", "an assign", …
  std::string name() const;             ///< of the loop, buffer, callee, argument, function; "" otherwise
  std::string text() const;             ///< the node as printed
  std::string show() const;             ///< the procedure as printed, with the place marked: `# <-- here`
  ir::Type type() const;                ///< of an allocation, argument or expression
  ir::MemoryRef memory() const;         ///< of an allocation or argument
  std::vector<ir::Expr> shape() const;  ///< of an allocation or argument; none for a scalar
  bool is_tensor() const;               ///< the allocation or argument has dimensions
  ir::BinOp op() const;                 ///< of a binary expression
  std::variant<std::int64_t, double, bool> value() const;  ///< of a literal
  Proc callee() const;                                     ///< of a call
  std::string config() const;                              ///< of a configuration read or written
  std::string field() const;

 protected:
  AnyCursor(Proc proc, Kind kind, ir::Path path, int count = 1)
      : proc_(std::move(proc)), kind_(kind), path_(std::move(path)), count_(count) {}

  // Moves. Each kind publishes those that apply.
  Cursor parent() const;                            ///< the enclosing expression or statement
  StmtCursor statement() const;                     ///< the statement around the expression
  StmtCursor next(int offset = 1) const;            ///< the neighbour; of a block, the one after it
  StmtCursor prev(int offset = 1) const;            ///< of a block, the one before it
  GapCursor before() const;                         ///< the gap goes with this statement or block when that moves
  GapCursor after() const;                          ///< likewise
  BlockCursor as_block() const;                     ///< the statement alone
  BlockCursor expand(int before, int after) const;  ///< and so many statements around it
  BlockCursor slice(int from, int to) const;        ///< statements from … to - 1 of a block
  StmtCursor operator[](int i) const;               ///< i-th statement of a block
  BlockCursor body() const;                         ///< of a loop or if
  BlockCursor orelse() const;                       ///< of an if
  ExprCursor child(int i) const;                    ///< i-th expression, in written order
  ExprCursor cond() const;                          ///< of an if
  ExprCursor lo() const;                            ///< of a loop
  ExprCursor hi() const;                            ///< of a loop
  ExprCursor lhs() const;                           ///< of a binary expression
  ExprCursor rhs() const;                           ///< the written value; of a binary expression, its right side
  std::vector<ExprCursor> idx() const;              ///< of an access: the indices; of a window: all ends and points
  std::vector<ExprCursor> args() const;             ///< of a call, a function or a negation
  Cursor find(const std::string& pattern) const;    ///< the first match inside
  std::vector<Cursor> find_all(const std::string& pattern) const;

  Cursor at(Kind kind, ir::Path path, int count = 1) const;
  std::vector<ExprCursor> children(std::size_t from, std::size_t to) const;
  /// Throws unless the cursor is a `wanted`.
  void require(bool is, const char* wanted) const;

  friend class Proc;
  Proc proc_;
  Kind kind_;
  ir::Path path_;
  int count_ = 1;
  bool goes_with_previous_ = false;  ///< gap: made by after()
};

/// A place of dynamic kind: the result of a pattern.
class Cursor : public AnyCursor {
 public:
  Cursor(Proc proc, Kind kind, ir::Path path, int count = 1)
      : AnyCursor(std::move(proc), kind, std::move(path), count) {}
  explicit(false) Cursor(const AnyCursor& c) : AnyCursor(c) {}
  static Cursor argument(Proc proc, int index) { return {std::move(proc), Kind::arg, {}, index}; }

  using AnyCursor::after, AnyCursor::args, AnyCursor::as_block, AnyCursor::before, AnyCursor::body, AnyCursor::child,
      AnyCursor::cond, AnyCursor::expand, AnyCursor::find, AnyCursor::find_all, AnyCursor::hi, AnyCursor::idx,
      AnyCursor::lhs, AnyCursor::lo, AnyCursor::next, AnyCursor::orelse, AnyCursor::parent, AnyCursor::prev,
      AnyCursor::rhs, AnyCursor::slice, AnyCursor::statement, AnyCursor::operator[];

  // Conversions; throw SchedulingError for another kind.
  StmtCursor as_stmt() const;
  LoopCursor as_loop() const;
  IfCursor as_if() const;
  AllocCursor as_alloc() const;
  CallCursor as_call() const;
  ExprCursor as_expr() const;
  GapCursor as_gap() const;
  ArgCursor as_arg() const;
};

class StmtCursor : public AnyCursor {
 public:
  explicit StmtCursor(const AnyCursor&);
  StmtCursor parent() const;
  using AnyCursor::after, AnyCursor::args, AnyCursor::as_block, AnyCursor::before, AnyCursor::body, AnyCursor::child,
      AnyCursor::cond, AnyCursor::expand, AnyCursor::find, AnyCursor::find_all, AnyCursor::hi, AnyCursor::idx,
      AnyCursor::lo, AnyCursor::next, AnyCursor::orelse, AnyCursor::prev, AnyCursor::rhs;
  LoopCursor as_loop() const;
  IfCursor as_if() const;
  AllocCursor as_alloc() const;
  CallCursor as_call() const;
};

class LoopCursor : public StmtCursor {
 public:
  explicit LoopCursor(const AnyCursor&);
  ir::LoopMode mode() const;
};

class IfCursor : public StmtCursor {
 public:
  explicit IfCursor(const AnyCursor&);
};

class AllocCursor : public StmtCursor {
 public:
  explicit AllocCursor(const AnyCursor&);
};

class CallCursor : public StmtCursor {
 public:
  explicit CallCursor(const AnyCursor&);
};

class ExprCursor : public AnyCursor {
 public:
  explicit ExprCursor(const AnyCursor&);
  using AnyCursor::args, AnyCursor::child, AnyCursor::find, AnyCursor::find_all, AnyCursor::idx, AnyCursor::lhs,
      AnyCursor::parent, AnyCursor::rhs, AnyCursor::statement;
};

class BlockCursor : public AnyCursor {
 public:
  explicit BlockCursor(const AnyCursor&);
  StmtCursor parent() const;
  using AnyCursor::after, AnyCursor::as_block, AnyCursor::before, AnyCursor::expand, AnyCursor::find,
      AnyCursor::find_all, AnyCursor::next, AnyCursor::prev, AnyCursor::slice, AnyCursor::operator[];
};

class GapCursor : public AnyCursor {
 public:
  explicit GapCursor(const AnyCursor&);
  StmtCursor parent() const;
};

class ArgCursor : public AnyCursor {
 public:
  explicit ArgCursor(const AnyCursor&);
};

template <class Typed> Typed Proc::forward(const Typed& c) const { return Typed(forward(Cursor(c))); }

}  // namespace tessera
