// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "codegen/conformance/places.hpp"
#include "dsl/ir/error_bound.hpp"

namespace tessera::conformance {

/// Instructions of one library, and its header folders: its own, then those of extended libraries.
struct Subjects {
  std::vector<ir::ProcRef> instructions;
  std::vector<std::string> folders;
  std::uint64_t seed = 1;  ///< of the data
  /// All of the library and of those that it extends: the check has these set the machine's state, fill registers and
  /// read them.
  std::vector<ir::ProcRef> library = {};
};

enum class Verdict { passed, failed, skipped };

/// Where an instruction ran, whether rightly or not.
enum class Where { natively, emulated, modelled, nowhere };
/// "natively", "under emulation", "in a model"; "" for nowhere.
std::string in_words(Where);

/// What came out for one instruction.
struct Finding {
  ir::ProcRef instruction;
  Verdict verdict = Verdict::skipped;
  std::size_t cases = 0;              ///< operands that it was run on, by each machine
  std::vector<std::string> left_out;  ///< data that none of these hold, as the body overflows: "a = -128"
  std::vector<Machine> machines;      ///< that ran it, and rightly
  std::vector<NotRun> not_run;        ///< the others
  std::vector<std::string> probed;    ///< features of this CPU that a probe has shown
  std::vector<std::string> shown_by;  ///< of one that sets the machine's state: the instructions that were run with it
  std::optional<ir::ErrorBound> stated;  ///< how far its results may be off, if it says so
  double most_off = 0;                   ///< how far they were then, in the unit of the bound
  std::optional<Machine> failed_on;      ///< of what failed on one
  std::string why;                       ///< of what failed or was skipped, one line
  bool undecided = false;                ///< whether its body keeps to its operands; it counts as skipped
  std::vector<std::string> errors;       ///< of what ended early: the last lines that it, or its emulator, said
  std::vector<std::string> operands_and_results;  ///< of what failed, where it ran: a line each

  std::optional<std::size_t> all_runs = {};  ///< of several numbers of lanes, which have not as many cases
  std::size_t runs() const { return all_runs.value_or(cases * machines.size()); }
  Where where() const;
};

/// Runs each instruction on the real machine, or where its library says, and compares with what the interpreter makes
/// of its body: every stored number, those around the operands too. Memory operands lie up against an unmapped page,
/// after or before them, some off any alignment; the rest of their pages must stay as it is. Where a compiler's target
/// has no such pages, they lie between canaries, which show writes only.
/// After a failure on one machine it is not run on those that come later.
/// Fields of configurations are set by instructions of the library, which are themselves shown by those that read them.
/// One finding per instruction, in order. Throws nothing for a wrong instruction: that is a finding; but as moves_among
/// does. `done` is called for each instruction when its operands and results are known, which takes longer than to run
/// it.
std::vector<Finding> check(
    const Subjects&, const Machines&, const std::function<void()>& done = [] {});

}  // namespace tessera::conformance
