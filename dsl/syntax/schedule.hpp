// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/ir/expr.hpp"
#include "dsl/support/source.hpp"

// Schedule files (`.sched`): straight-line calls and assignments in Python's spelling. Read here, evaluated elsewhere.
namespace tessera::syntax {

struct ScheduleExpr {
  enum class Kind {
    name,
    integer,
    number,
    string,
    boolean,
    list,       ///< `[a, b]`, `(a, b)` and `a, b`: items
    call,       ///< items: callee, arguments; keywords
    attribute,  ///< items: base; text: the name after the dot
    index,      ///< items: base, index
    binary,     ///< items: lhs, rhs; `/` and `//` are both div
    negate,     ///< items: operand
    none,
  };
  Kind kind = Kind::none;
  std::string text;  ///< name, attribute, contents of a string; numbers as written
  std::int64_t integer = 0;
  double number = 0;
  bool boolean = false;
  bool formatted = false;  ///< a string f"…": `{…}` in its text stands for values
  ir::BinOp op = ir::BinOp::add;
  std::vector<ScheduleExpr> items;
  std::vector<struct ScheduleKeyword> keywords;
  SrcLoc loc;
};

/// `word = value` in a call.
struct ScheduleKeyword {
  std::string first;
  ScheduleExpr second;
};

/// `a, b = value`, or a value alone.
struct ScheduleLine {
  std::vector<std::string> targets;
  ScheduleExpr value;
  SrcLoc loc;
  std::string text;         ///< as written, without its comment
  std::string source_line;  ///< the first line of it, for the caret of an error
};

struct Schedule {
  std::vector<ScheduleLine> lines;
};

/// Throws InputError (code "syntax").
Schedule parse_schedule(std::string_view text, std::string_view file_name);

}  // namespace tessera::syntax
