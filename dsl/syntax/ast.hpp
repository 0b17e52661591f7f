// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dsl/syntax/expr.hpp"

// What the grammars produce: the text as a tree, nothing resolved. Programs, patterns and schedules share one form of
// expression; what is allowed where is decided when the tree is given a meaning.
namespace tessera::syntax::ast {

/// `scalar[shape] @ memory`, or a hole in a pattern.
struct Type {
  Expr form;
  std::string memory;  ///< "" when left out
  const char* memory_at = nullptr;
};

struct Stmt {
  enum class Kind { pass, assign, reduce, declare, loop, branch, expression };
  Kind kind = Kind::pass;
  Expr target;  ///< assign, reduce: left side; declare, loop: the name; branch: condition; expression
  Expr value;   ///< assign, reduce: right side; loop: range
  Type type;    ///< declare
  std::vector<Stmt> body, orelse;
  const char* at = nullptr;
};

struct Argument {
  Expr name;
  Type type;
  const char* at = nullptr;
};

struct Procedure {
  std::vector<Expr> decorators;  ///< `@proc`, `@instr(…)`
  Expr name;
  std::vector<Argument> args;
  std::vector<Expr> asserts;
  std::vector<Stmt> body;
  const char* at = nullptr;
};

/// One line of a memory block: a word and what follows it.
struct Property {
  Expr word;
  std::vector<Expr> values;                     ///< words, numbers or strings
  std::vector<std::pair<Expr, Expr>> holdings;  ///< holds: type, and C type, which is at no place where there is none
  const char* at = nullptr;
};

struct Memory {
  Expr name;
  std::vector<Property> properties;
  const char* at = nullptr;
};

struct Config {
  Expr name;
  std::vector<Argument> fields;
  const char* at = nullptr;
};

/// `extends avx512`, `extends ../base`: the library that a file's own is added to.
struct Extends {
  Expr base;
  const char* at = nullptr;
};

using Definition = std::variant<Procedure, Memory, Config, Extends>;
using Module = std::vector<Definition>;

struct ScheduleLine {
  std::vector<Expr> targets;
  Expr value;
  const char* at = nullptr;
  const char* end = nullptr;
};
using Schedule = std::vector<ScheduleLine>;

/// `stmt ; stmt`, an expression (a single statement of kind expression), or bare names; then perhaps `#n`.
struct Pattern {
  std::vector<Stmt> stmts;
  std::vector<Expr> names;
  bool has_nth = false;
  std::int64_t nth = 0;
};

}  // namespace tessera::syntax::ast
