// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "dsl/support/source.hpp"
#include "dsl/syntax/expr.hpp"

// Schedule files (`.sched`): straight-line calls and assignments in Python's spelling. Read here, evaluated elsewhere.
namespace tessera::syntax {

/// Without slices; `loc` is set.
using ScheduleExpr = ast::Expr;

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
