// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "audit/table.hpp"

namespace tessera::audit {

/// Numbers of instructions of a loop, once through it.
struct Counts {
  int instructions = 0;
  int multiply_adds = 0;                  ///< those below included
  int apart = 0;                          ///< of these: products whose sum is an instruction of its own
  int loads = 0, stores = 0;              ///< of data: those on the stack are not among them
  int stack_stores = 0, reloads = 0;      ///< on the stack
  int moved_aside = 0;                    ///< accumulators moved out of the way by an instruction for that
  int moves = 0, moved_accumulators = 0;  ///< copies between registers; those that take or leave an accumulator
  int defects = 0;                        ///< instructions that have no place in a loop
  int calls = 0;
  int longest_chain = 0;      ///< multiply-adds that each need the sum of the one before: into one register
  bool has_branches = false;  ///< not all instructions run each time

  int spills() const { return stack_stores + reloads + moved_aside; }
  bool has_defect() const { return spills() > 0 || moved_accumulators > 0 || defects > 0; }
};

/// A reason to look at the machine code, and the instructions that are it.
struct Defect {
  std::string what;
  std::vector<std::string> instructions;
};

/// The loop of a function with the most multiply-adds.
struct HottestLoop {
  std::string function, label;
  int first_line = 0, last_line = 0;  ///< of the C; 0: not known
  Counts counts;
  std::vector<Defect> defects;
  int others = 0, others_with_defect = 0;  ///< further innermost loops with as many multiply-adds
};

/// Of the innermost loops of all functions, or of the one named, that with the most multiply-adds; of equal ones that
/// with the fewest other instructions, then the first. Nothing where no loop multiplies and adds. Throws InputError
/// (code "audit") for a function that is not there.
std::optional<HottestLoop> hottest_loop(const std::string& assembly, const Table&, const std::string& c_file,
                                        const std::string& function = "");

}  // namespace tessera::audit
