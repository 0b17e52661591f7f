// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "codegen/conformance/machines_file.hpp"

namespace tessera::conformance {

/// Instructions of one library, and its header folders: its own, then those of extended libraries.
struct Subjects {
  std::vector<ir::ProcRef> instructions;
  std::vector<std::string> folders;
};

enum class Verdict { passed, failed, skipped };

/// The result for one instruction.
struct Finding {
  ir::ProcRef instruction;
  Verdict verdict = Verdict::skipped;
  std::size_t cases = 0;                          ///< operands tested, on each machine
  std::vector<std::string> left_out;              ///< untested data, as the body overflows there: "a = -128"
  std::vector<Machine> machines;                  ///< used for the tests
  std::optional<double> stated_ulp;               ///< the stated error bound, if any
  double max_ulp = 0;                             ///< the largest error seen
  std::string why;                                ///< the reason of a failure or skip, one line
  std::vector<std::string> operands_and_results;  ///< of a failure, where it ran: a line each

  std::size_t runs() const { return cases * machines.size(); }
  bool is_native() const { return !machines.empty() && machines.front().runner.empty(); }
};

/// Runs each instruction on the real machine, or the library's alternative, and compares every stored number, and those
/// around the operands, with the interpreted body. Memory operands end at an unmapped page, or begin at one, some
/// unaligned; the rest of their pages must stay unchanged. One finding per instruction, in order: a wrong instruction
/// does not throw.
std::vector<Finding> check(const Subjects&, const Machines&);

}  // namespace tessera::conformance
