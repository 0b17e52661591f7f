// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>

#include "dsl/cursor/forward.hpp"

namespace tessera::rewrite {

using ir::Path;
using ir::Range;

/// A rewrite in progress: a procedure, and the forwarding of the old nodes. Each operation takes paths of the current
/// program, makes a new program that shares all untouched nodes, and records the moves of the old nodes. Semantics are
/// not its concern: the primitive proves them.
class Edit {
 public:
  explicit Edit(ir::ProcRef proc) : proc_(std::move(proc)) {}

  const ir::Procedure& proc() const { return *proc_; }
  ir::ProcRef result() const { return proc_; }
  const cursor::Forward& forward() const { return forward_; }

  void insert(const Path& before, ir::Block block);
  void erase(const Range&);
  /// The statements at `range` become `block`; nodes at and below them are gone.
  void replace(const Range& range, ir::Block block);
  /// One statement becomes another; a path to the statement itself stays, paths below it are gone.
  void become(const Path& at, ir::Stmt stmt);
  /// One statement becomes another of the same shape: every path at and below stays valid.
  void update(const Path& at, ir::Stmt stmt);
  /// The same for many at once, none of them below another.
  void update(const std::map<Path, ir::Stmt>&);
  /// The statements at `range` become one statement made of them, whose `body` holds them.
  void wrap(const Range& range, const std::function<ir::Stmt(ir::Block)>& make);
  /// The loop or `if` at the path is replaced by the statements of its branch.
  void unwrap(const Path& at, ir::Branch branch = ir::Branch::body);
  /// The statements move to the gap before `target`, a place outside `range` of the current program.
  void move(const Range& range, const Path& target);
  /// The expression at the path becomes another; paths to it stay, paths below are gone.
  void become_expr(const Path& at, ir::Expr expr);
  /// The same for many at once, none of them below another: `make` gives each new expression.
  void become_exprs(const std::vector<Path>& places, const std::function<ir::Expr(const ir::Expr&)>& make);
  /// Every path stays: for changes of names, types, headers, or expressions under `at` whose shape is kept.
  void set_header(std::function<void(ir::Procedure&)> change);
  /// Any other edit: a new body and the forwarding of each node.
  void set_body(ir::Block body, cursor::ForwardStep forward);

 private:
  void set_list(const Path& member, ir::Block list);
  ir::ProcRef proc_;
  cursor::Forward forward_;
};

/// The body of the procedure with the statement at the path replaced; shares all else.
ir::Block with_statement(const ir::Procedure&, const Path& at, ir::Stmt stmt);
/// The same with the whole list around `member` replaced.
ir::Block with_list(const ir::Procedure&, const Path& member, ir::Block list);
/// The statement stays in place and its body moves `levels` first statements down, as when a loop is split in two.
cursor::ForwardStep deepen(const Path& at, int levels);

}  // namespace tessera::rewrite
