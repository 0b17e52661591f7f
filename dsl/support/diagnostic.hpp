// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "dsl/support/source.hpp"

namespace tessera {

/// Exit codes of the `tessera` command, and the class of every error.
enum class ExitCode : int { done = 0, refused = 1, bad_input = 2, undecided = 3, bug = 70 };

/// A second place involved in an error, with a text.
struct Note {
  SrcLoc loc;
  std::string text;
};

/// Values that break a rule; empty when every value breaks it.
struct Counterexample {
  struct Value {
    std::string name;
    std::int64_t value;
  };
  std::vector<Value> values;
  std::string replay = {};  ///< the result of running the program with them; empty when it was not run

  /// "n = 2, i = 0", or "always".
  std::string values_text() const;
  /// The same, then the result of the run: "n = 2, i = 0  [replayed: …]".
  std::string text() const;
};

/// An error with everything needed to act on it: primitive, place, rule, evidence, next step.
struct Diagnostic {
  std::string code;     ///< "reorder_loops.S1", "syntax", "type", "bounds", …
  std::string message;  ///< one line, lower case, with actual and expected sizes
  SrcLoc loc;
  std::string source_line;  ///< the line at `loc`, if known; printed with a caret
  std::vector<Note> notes;
  std::string rule;  ///< the condition in words
  std::optional<Counterexample> counterexample;
  std::string hint;  ///< what to do next

  /// Place, message, source line, rule, evidence and hint, one to a line; no trailing newline.
  std::string render() const;
};

/// Base of all errors shown to users.
class Error : public std::runtime_error {
 public:
  Error(ExitCode exit, Diagnostic diagnostic);
  ExitCode exit_code() const { return exit_; }
  const Diagnostic& diagnostic() const { return diagnostic_; }

 private:
  ExitCode exit_;
  Diagnostic diagnostic_;
};

/// The input text is not a program, pattern or schedule (exit 2).
struct InputError : Error {
  explicit InputError(Diagnostic d) : Error(ExitCode::bad_input, std::move(d)) {}
  InputError(std::string code, std::string message, std::string hint = {});
};

/// A check of a procedure failed: types, bounds, preconditions, memories (exit 1).
struct CheckError : Error {
  explicit CheckError(Diagnostic d) : Error(ExitCode::refused, std::move(d)) {}
};

/// A schedule step was refused (exit 1), or could not be decided (exit 3).
struct SchedulingError : Error {
  explicit SchedulingError(Diagnostic d, ExitCode exit = ExitCode::refused) : Error(exit, std::move(d)) {}
};

/// A broken invariant of Tessera itself (exit 70).
[[noreturn]] void bug(const std::string& what);

}  // namespace tessera
