// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/ir/expr.hpp"
#include "dsl/support/source.hpp"

namespace tessera::syntax::ast {

/// An expression of a program, a pattern or a schedule, as the grammar reads it. What is allowed where is decided by
/// elaboration, by patterns and by the evaluation of schedules.
struct Expr {
  enum class Kind {
    missing,  ///< left out, as both ends of `:`
    name,
    integer,
    number,
    string,
    boolean,
    none,
    list,       ///< `[a, b]`, `(a, b)`
    call,       ///< items: callee, arguments; keywords
    attribute,  ///< items: base; text: the name after the dot
    index,      ///< items: base, indices (slices among them)
    slice,      ///< items: lo, hi
    binary,     ///< items: lhs, rhs; in a schedule `/` and `//` are both div
    negate,     ///< items: operand
  };
  Kind kind = Kind::missing;
  std::string text;  ///< name, attribute, contents of a string, digits as written
  std::int64_t integer = 0;
  double number = 0;
  bool boolean = false;        ///< of a boolean
  bool formatted = false;      ///< a string f"…": in a schedule, `{…}` in its text is replaced by a value
  bool tuple = false;          ///< a list written `(a, b)` or `a, b`
  bool parenthesised = false;  ///< any expression
  ir::BinOp op = ir::BinOp::add;
  std::vector<Expr> items;
  std::vector<struct Keyword> keywords;
  const char* at = nullptr;  ///< in Layout::code, while there is one
  SrcLoc loc;                ///< in a schedule, whose layout is gone
  int depth = 1;             ///< of the tree
};

/// `word = value` in a call.
struct Keyword {
  std::string first;
  Expr second;
};

}  // namespace tessera::syntax::ast
