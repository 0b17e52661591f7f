// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/ir/expr.hpp"

// Patterns for places in a program. Names are texts, `_` matches anything.
namespace tessera::syntax {

struct ExprPattern {
  enum class Kind {
    hole,      ///< `_`
    name,      ///< `x`: a scalar, a control variable, a buffer as a whole or any element of it
    element,   ///< `A[i, _]`: name and args
    window,    ///< `A[i, 0:4]`: name and args, an interval is an arg of kind interval
    interval,  ///< args: lo, hi (holes where left out)
    integer,
    number,
    boolean,
    binary,  ///< op, args: lhs, rhs
    negate,  ///< args: operand
    call,    ///< `relu(_)`: name and args
    stride,  ///< `stride(A, _)`: name is the buffer, args: the dimension
    config,  ///< `Cfg.f`: name and field
  };
  Kind kind = Kind::hole;
  std::string name;  ///< "_" = any
  std::string field;
  std::vector<ExprPattern> args;  ///< a single hole in an element, a window or a call matches any number
  ir::BinOp op = ir::BinOp::add;
  std::int64_t integer = 0;  ///< matches a data literal of that value too
  double number = 0;
  bool boolean = false;

  bool is_hole() const { return kind == Kind::hole; }
};

struct StmtPattern {
  enum class Kind {
    any,           ///< `_`: any block of statements
    assign,        ///< `C[_] = _` or `C = _`: name, idx, rhs. `w = _` may be meant for a window statement too
    reduce,        ///< `C[_] += _`
    alloc,         ///< `a : _`, `a : i8[_]`: name, type, idx (extents)
    window,        ///< `w = A[_, 0:4]`: name, rhs
    loop,          ///< `for i in seq(0, _): _`: name, lo, hi, body
    cond,          ///< `if _: _`: cond, body, orelse
    call,          ///< `foo(_)`: name, args (none, or holes alone, match any number)
    config_write,  ///< `Cfg.f = _`: name, field, rhs
    pass,
  };
  enum class Mode { any, seq, par };
  Kind kind = Kind::any;
  std::string name;  ///< "_" = any
  std::string field;
  std::optional<ir::Scalar> type;               ///< alloc
  std::optional<std::vector<ExprPattern>> idx;  ///< absent: a scalar or any element
  ExprPattern rhs, lo, hi, cond;
  Mode mode = Mode::any;  ///< loop
  std::vector<StmtPattern> body;
  bool has_orelse = false;  ///< cond: without `else` the pattern matches any orelse
  std::vector<StmtPattern> orelse;
  std::vector<ExprPattern> args;
};

/// One of stmts, expr and names is given; a single bare name is both expr and names.
struct Pattern {
  std::vector<StmtPattern> stmts;  ///< `s1 ; s2`
  std::optional<ExprPattern> expr;
  std::vector<std::string> names;  ///< bare names: `i`, `jtt it`
  std::optional<int> nth;          ///< ` #2`, as written: #0 is the first match
  std::string text;                ///< as written, for messages
};

/// Throws InputError (code "syntax"); its file is "<pattern>".
Pattern parse_pattern(std::string_view);

}  // namespace tessera::syntax
