// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <optional>
#include <vector>

#include "dsl/ir/print.hpp"
#include "dsl/ir/stmt.hpp"

namespace tessera::ir {

/// One step down the statement tree: into a branch of the statement reached so far (the procedure's body at the
/// root), to the statement at `index`.
struct Step {
  Branch branch = Branch::body;
  int index = 0;
  auto operator<=>(const Step&) const = default;
};

/// A place in a procedure. `steps` leads to a statement (empty: the procedure itself); `exprs` then leads to an
/// expression: first the place in expressions(statement), then in children(expression), and so on.
struct Path {
  std::vector<Step> steps;
  std::vector<int> exprs;

  bool is_stmt() const { return exprs.empty() && !steps.empty(); }
  bool is_expr() const { return !exprs.empty(); }
  Path stmt() const { return {steps, {}}; }
  Path parent() const;             ///< the enclosing expression or statement
  Path sibling(int offset) const;  ///< the statement `offset` places on, unchecked
  Path child(Branch, int index) const;
  Path expr(std::vector<int> more) const;
  auto operator<=>(const Path&) const = default;
};

/// `count` neighbouring statements from `first` on; count 0 is the gap before `first`.
struct Range {
  Path first;
  int count = 1;
  /// All statements of the procedure.
  static Range whole_body(const Procedure&);
  bool operator==(const Range&) const = default;
};

/// a is b or lies below it.
bool is_within(const Path& a, const Path& b);
/// The path continues at or below the statement `at`; then its steps below are steps[at.steps.size()…].
bool passes(const Path& path, const Path& at);

/// Null when the path leads nowhere.
const Stmt* stmt_at(const Procedure&, const Path&);
std::optional<Expr> expr_at(const Procedure&, const Path&);
/// The list that holds (or would hold) the statement at the path.
const Block* list_at(const Procedure&, const Path&);

/// The procedure's names for all variables visible in front of the statement at `path`, or in `count` statements from
/// there on.
Names names_at(const Procedure&, const Path& path, int count = 0);

/// The statements from the outermost to the parent of `path`.
std::vector<Stmt> ancestors(const Procedure&, const Path& path);
/// Their paths.
std::vector<Path> ancestor_paths(const Path& path);

}  // namespace tessera::ir
