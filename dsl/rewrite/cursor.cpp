// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/cursor.hpp"

#include <fmt/format.h>

#include "dsl/rewrite/cursor_error.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera {

using ir::Path;

namespace {

std::string statements(int count) {
  return syntax::counted(static_cast<std::size_t>(count), "statement", "statements");
}

}  // namespace

void AnyCursor::require(bool is, const char* wanted) const {
  if (!is) cursor_error(fmt::format("{} is wanted, this is {}", wanted, described()));
}

// ---- kinds

StmtCursor::StmtCursor(const AnyCursor& c) : AnyCursor(c) { require(kind_ == Kind::stmt, "a statement"); }
LoopCursor::LoopCursor(const AnyCursor& c) : StmtCursor(c) { require(stmt().as<ir::For>(), "a loop"); }
IfCursor::IfCursor(const AnyCursor& c) : StmtCursor(c) { require(stmt().as<ir::If>(), "an if"); }
AllocCursor::AllocCursor(const AnyCursor& c) : StmtCursor(c) { require(stmt().as<ir::Alloc>(), "an allocation"); }
CallCursor::CallCursor(const AnyCursor& c) : StmtCursor(c) { require(stmt().as<ir::Call>(), "a call"); }
ExprCursor::ExprCursor(const AnyCursor& c) : AnyCursor(c) { require(kind_ == Kind::expr, "an expression"); }
GapCursor::GapCursor(const AnyCursor& c) : AnyCursor(c) { require(kind_ == Kind::gap, "a gap"); }
ArgCursor::ArgCursor(const AnyCursor& c) : AnyCursor(c) { require(kind_ == Kind::arg, "an argument"); }
BlockCursor::BlockCursor(const AnyCursor& c) : AnyCursor(c) {
  require(kind_ == Kind::stmt || kind_ == Kind::block, "a block");
  if (kind_ == Kind::stmt) kind_ = Kind::block, count_ = 1;
}

StmtCursor Cursor::as_stmt() const { return StmtCursor(*this); }
LoopCursor Cursor::as_loop() const { return LoopCursor(*this); }
IfCursor Cursor::as_if() const { return IfCursor(*this); }
AllocCursor Cursor::as_alloc() const { return AllocCursor(*this); }
CallCursor Cursor::as_call() const { return CallCursor(*this); }
ExprCursor Cursor::as_expr() const { return ExprCursor(*this); }
GapCursor Cursor::as_gap() const { return GapCursor(*this); }
ArgCursor Cursor::as_arg() const { return ArgCursor(*this); }
LoopCursor StmtCursor::as_loop() const { return LoopCursor(*this); }
IfCursor StmtCursor::as_if() const { return IfCursor(*this); }
AllocCursor StmtCursor::as_alloc() const { return AllocCursor(*this); }
CallCursor StmtCursor::as_call() const { return CallCursor(*this); }

// ---- where

ir::Range AnyCursor::range() const {
  if (kind_ == Kind::gap) return {path_, 0};
  if (kind_ == Kind::arg) cursor_error("an argument is not a statement");
  return {path_, kind_ == Kind::block ? count_ : 1};
}

bool AnyCursor::operator==(const AnyCursor& other) const {
  return proc_.version() == other.proc_.version() && kind_ == other.kind_ && path_ == other.path_ &&
         (kind_ == Kind::gap || count_ == other.count_);
}

namespace {

// The statement or expression is one of the range, or in one; a gap is between two of its statements, or in one.
bool lies_in(const Path& path, const ir::Range& range, bool is_gap) {
  for (int i = 0; i < range.count; ++i) {
    const Path member = range.first.is_expr() ? range.first : range.first.sibling(i);
    const bool itself = is_gap && path == member;
    if (itself ? i > 0 : ir::is_within(path, member)) return true;
  }
  return false;
}

}  // namespace

bool AnyCursor::is_within(const AnyCursor& outer) const {
  if (proc_.version() != outer.proc_.version())
    cursor_error("the cursors are of different versions; forward one of them");
  if (kind_ == Kind::arg || outer.kind_ == Kind::arg || outer.kind_ == Kind::gap) return *this == outer;
  const ir::Range around = outer.range();
  if (kind_ != Kind::block) return lies_in(path_, around, kind_ == Kind::gap);
  return lies_in(path_, around, false) && lies_in(path_.sibling(count_ - 1), around, false);
}

bool AnyCursor::is_ancestor_of(const AnyCursor& inner) const { return inner.is_within(*this) && !(inner == *this); }

BlockCursor AnyCursor::root() const { return proc_.body(); }

// ---- moves

Cursor AnyCursor::at(Kind kind, Path path, int count) const {
  Cursor c(proc_, kind, std::move(path), count);
  const ir::Procedure& proc = proc_.ir();
  bool exists = kind == Kind::expr  ? ir::expr_at(proc, c.path_).has_value()
                : kind == Kind::gap ? ir::list_at(proc, c.path_) != nullptr
                : kind == Kind::block
                    ? count > 0 && ir::stmt_at(proc, c.path_) && ir::stmt_at(proc, c.path_.sibling(count - 1))
                    : ir::stmt_at(proc, c.path_) != nullptr;
  if (!exists) cursor_error(fmt::format("this move leads out of {}", proc_.name()));
  return c;
}

Cursor AnyCursor::parent() const {
  if (kind_ == Kind::arg) cursor_error("an argument has no parent");
  Path up = path_.parent();
  return at(up.is_expr() ? Kind::expr : Kind::stmt, up);
}
StmtCursor StmtCursor::parent() const { return StmtCursor(AnyCursor::parent()); }
StmtCursor BlockCursor::parent() const { return StmtCursor(AnyCursor::parent()); }
StmtCursor GapCursor::parent() const { return StmtCursor(AnyCursor::parent()); }

StmtCursor AnyCursor::statement() const {
  require(kind_ == Kind::stmt || kind_ == Kind::expr, "a statement or an expression");
  return StmtCursor(at(Kind::stmt, path_.stmt()));
}

StmtCursor AnyCursor::next(int offset) const {
  if (kind_ != Kind::stmt && kind_ != Kind::block) cursor_error("only statements and blocks have neighbours");
  const int size = kind_ == Kind::block ? count_ : 1;
  return StmtCursor(at(Kind::stmt, path_.sibling(offset > 0 ? size - 1 + offset : offset)));
}
StmtCursor AnyCursor::prev(int offset) const { return next(-offset); }

GapCursor AnyCursor::before() const {
  require(kind_ == Kind::stmt || kind_ == Kind::block, "a statement or a block");
  return GapCursor(at(Kind::gap, path_));
}

GapCursor AnyCursor::after() const {
  require(kind_ == Kind::stmt || kind_ == Kind::block, "a statement or a block");
  GapCursor gap(at(Kind::gap, path_.sibling(kind_ == Kind::block ? count_ : 1)));
  gap.goes_with_previous_ = true;
  return gap;
}

BlockCursor AnyCursor::as_block() const { return BlockCursor(*this); }

BlockCursor AnyCursor::expand(int before, int after) const {
  BlockCursor b = as_block();
  return BlockCursor(at(Kind::block, b.path_.sibling(-before), b.count_ + before + after));
}

BlockCursor AnyCursor::slice(int from, int to) const {
  require(kind_ == Kind::block, "a block");
  if (from < 0 || from >= to || to > count_) cursor_error("the block has " + statements(count_));
  return BlockCursor(at(Kind::block, path_.sibling(from), to - from));
}

StmtCursor AnyCursor::operator[](int i) const {
  require(kind_ == Kind::block, "a block");
  if (i < 0 || i >= count_) cursor_error("the block has " + statements(count_));
  return StmtCursor(at(Kind::stmt, path_.sibling(i)));
}

BlockCursor AnyCursor::body() const {
  const ir::Block* list = kind_ == Kind::stmt ? ir::branch(stmt(), ir::Branch::body) : nullptr;
  if (!list) cursor_error("only loops and ifs have a body");
  return BlockCursor(at(Kind::block, path_.child(ir::Branch::body, 0), static_cast<int>(list->size())));
}

BlockCursor AnyCursor::orelse() const {
  const ir::Block* list = kind_ == Kind::stmt ? ir::branch(stmt(), ir::Branch::orelse) : nullptr;
  if (!list || list->empty()) cursor_error("there is no else branch");
  return BlockCursor(at(Kind::block, path_.child(ir::Branch::orelse, 0), static_cast<int>(list->size())));
}

// ---- moves to expressions

ExprCursor AnyCursor::child(int i) const {
  require(kind_ == Kind::stmt || kind_ == Kind::expr, "a statement or an expression");
  return ExprCursor(at(Kind::expr, path_.expr({i})));
}

ExprCursor AnyCursor::cond() const {
  require(kind_ == Kind::stmt && stmt().as<ir::If>(), "an if");
  return child(0);
}
ExprCursor AnyCursor::lo() const {
  require(kind_ == Kind::stmt && stmt().as<ir::For>(), "a loop");
  return child(0);
}
ExprCursor AnyCursor::hi() const {
  require(kind_ == Kind::stmt && stmt().as<ir::For>(), "a loop");
  return child(1);
}
ExprCursor AnyCursor::lhs() const {
  require(kind_ == Kind::expr && expr().as<ir::Binary>(), "a binary expression");
  return child(0);
}

ExprCursor AnyCursor::rhs() const {
  if (kind_ == Kind::stmt) {
    const ir::Stmt& s = stmt();
    bool writes = s.as<ir::Assign>() || s.as<ir::Reduce>() || s.as<ir::WindowStmt>() || s.as<ir::WriteConfig>();
    require(writes, "a statement that writes, or a binary expression");
    return child(static_cast<int>(ir::expressions(s).size()) - 1);
  }
  require(kind_ == Kind::expr && expr().as<ir::Binary>(), "a statement that writes, or a binary expression");
  return child(1);
}

std::vector<ExprCursor> AnyCursor::children(std::size_t from, std::size_t to) const {
  std::vector<ExprCursor> out;
  for (std::size_t i = from; i < to; ++i) out.push_back(child(static_cast<int>(i)));
  return out;
}

std::vector<ExprCursor> AnyCursor::idx() const {
  constexpr const char* wanted = "an assignment, a reduction, a read or a window";
  if (kind_ == Kind::stmt) {
    const ir::Stmt& s = stmt();
    require(s.as<ir::Assign>() || s.as<ir::Reduce>(), wanted);
    return children(0, ir::expressions(s).size() - 1);
  }
  require(kind_ == Kind::expr && (expr().as<ir::Read>() || expr().as<ir::WindowExpr>()), wanted);
  return children(0, ir::children(expr()).size());
}

std::vector<ExprCursor> AnyCursor::args() const {
  constexpr const char* wanted = "a call, a function or a negation";
  if (kind_ == Kind::stmt) {
    require(stmt().as<ir::Call>(), wanted);
    return children(0, ir::expressions(stmt()).size());
  }
  require(kind_ == Kind::expr && (expr().as<ir::ExternCall>() || expr().as<ir::Negate>()), wanted);
  return children(0, ir::children(expr()).size());
}

}  // namespace tessera
