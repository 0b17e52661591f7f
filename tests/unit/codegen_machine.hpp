#pragma once
#include <optional>
#include <string>
#include <vector>

#include "codegen/emit.hpp"
#include "dsl/interp/arguments.hpp"
#include "dsl/syntax/module.hpp"

// Compiles emitted C, runs it on given data between guard pages, and brings the data back.
namespace tessera::testing {

using State = interp::Arguments<interp::Floats>;

/// A compiler, and how its programs are run.
struct Machine {
  std::string name;
  std::string compiler;  ///< with its fixed flags
  std::string runner;    ///< "" or an emulator
  bool is_available() const;
};
std::vector<Machine> native_machines();  ///< gcc and clang
Machine aarch64_emulator();

/// One call: statements of C that use the data as t0, t1, … (pointers to the first element of each tensor argument).
struct Case {
  const ir::Procedure* proc;
  State state;
  std::string call;
};
Case call_of(const ir::Procedure&, State);              ///< a call of the emitted function
Case call_of_instruction(const ir::Procedure&, State);  ///< the instruction alone, registers copied in and out

/// The states after the calls. Throws std::runtime_error with the compiler's or the program's output when that fails.
/// `emitted` is compiled with -std=c11 -Wall -Wextra -Werror.
std::vector<State> run_on(const Machine&, const codegen::Emitted& emitted, const std::string& extra_includes,
                          const std::vector<Case>&);

/// Element-wise comparison of everything that is stored, gaps included. "" when equal.
std::string difference(const ir::Procedure&, const State& expected, const State& found);

/// All definitions of one source text, or of a hardware library folder.
struct Library {
  std::vector<std::unique_ptr<syntax::Module>> modules;
  std::vector<const syntax::Module*> all() const;
  ir::ProcRef proc(const std::string& name) const;
  std::vector<ir::ProcRef> instructions() const;
};
Library hardware(const std::string& target);

}  // namespace tessera::testing
