// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "codegen/conformance/operand_memory.hpp"
#include "codegen/emit.hpp"
#include "dsl/interp/arguments.hpp"

// Compiles emitted C, runs it on given data between guard pages, or canaries, and brings the data back.
namespace tessera::conformance {

using State = interp::Arguments<interp::Floats>;

/// A C compiler and a runner for its programs. Both are words of a command.
struct Machine {
  std::string name;                   ///< for people, unlike that of any other: "gcc", "cross-gcc under emulator"
  std::vector<std::string> compiler;  ///< with its fixed flags; this and the next as the library's file has them
  std::vector<std::string> runner;    ///< an emulator; empty: natively
  std::string at_least = {};          ///< a version below which the compiler is not taken: "19"; empty: any is
  std::vector<std::string> version_command = {};  ///< prints the emulator's version; empty: the runner with --version
  std::string compiler_says = {};                 ///< of its version, a line; empty: not asked, or it does not say
  std::string emulator_says = {};                 ///< likewise
  Around around = Around::guard_pages;            ///< operands in memory
  /// A header that says in C what the instructions do, included before all others: programs run here, compiled without
  /// the flags of the machine that it stands for. Empty: that machine itself.
  std::string model = {};
  std::vector<std::string> features = {};  ///< that this CPU must have to run the model
  std::optional<std::int64_t> lanes = {};  ///< of a library whose machines choose their number
  std::string folder = {};                 ///< where files are whose words begin with ./

  bool is_native() const { return runner.empty() && model.empty(); }
  bool is_available() const { return missing_program().empty(); }
  std::vector<std::string> compile_command() const;  ///< the compiler, its files found in the folder
  std::vector<std::string> run_command() const;      ///< likewise the runner
  std::string missing_program() const;               ///< the first program that is not installed, or ""
};
/// The compiler with -O2, after all of its words, unless these say how much to optimize.
std::vector<std::string> optimizing(std::vector<std::string> compiler);
std::vector<Machine> native_machines();  ///< gcc and clang

/// The side of an operand with an unmapped page right beside it, or a canary. There is one a little further on the
/// other side.
enum class Guard { after, before };

/// One call: statements of C that use the data as tessera_t0, tessera_t1, … (pointers to the first element of each
/// tensor argument).
struct Case {
  const ir::Procedure* proc;
  State state;
  std::string call;
  Guard guard = Guard::after;
  std::string attributes = {};  ///< of the function around it
};
/// A call of the emitted function. Its C has the default stem.
Case call_of(const ir::Procedure&, State);

/// The program of the cases ended early: it failed, or a case wrote out of bounds.
struct ProgramFailed : std::runtime_error {
  ProgramFailed(const std::string& what, std::size_t first, bool stopped, std::string said)
      : std::runtime_error(what), first_not_done(first), was_stopped(stopped), errors(std::move(said)) {}
  std::size_t first_not_done;  ///< of the cases
  bool was_stopped;            ///< as it ran, or printed, without end
  std::string errors;          ///< what it said on its second output, or its emulator did
};

/// The states after the calls. Throws ProgramFailed, or std::runtime_error with the compiler's output. `emitted` is
/// compiled with -std=c11 -Wall -Wextra -Werror, and linked with its sources, which are paths here.
std::vector<State> run_on(const Machine&, const codegen::Emitted& emitted, const std::string& extra_includes,
                          const std::vector<Case>&);

/// Does the body only store numbers that it read, and literals?
bool only_moves(const ir::Procedure&);
/// The same with conversions between floating point types, which keep the sign of zero.
bool only_converts_floats(const ir::Procedure&);

/// Element-wise comparison of everything stored, gaps included, except elements expected to be unwritten. Signs of
/// zeros count where data are only moved: the order of two zeros is unspecified. "" when equal.
std::string difference(const ir::Procedure&, const State& expected, const State& found);

}  // namespace tessera::conformance
