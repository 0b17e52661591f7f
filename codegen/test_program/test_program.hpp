// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "codegen/emit.hpp"

namespace tessera::codegen {

/// One C file that tests the C of `scheduled`, emitted with these options, against that of `reference`: a program for
/// libc and POSIX, to be linked with STEM.c. It runs every small choice of sizes that the preconditions allow, and
/// sizes around the constants of both procedures; operands end at a guard page, begin at one, and are unaligned;
/// windows are dense, padded, with gaps everywhere, and with their first dimension innermost, where the preconditions
/// allow; gaps hold NaN; outputs that the reference overwrites start as NaN. Data are small integers with exact sums,
/// so results are compared exactly. Exit code 0 and a line of counts, or 1 and the first difference; 2 when it cannot
/// run.
///
/// Both procedures have the same arguments; those of `scheduled` (precision, windows) count. Throws CheckError (test)
/// for unsupported procedures: with configurations or register arguments.
///
/// Where the machine chooses its number of lanes, the program is of the number that `scheduled` was read for, and exits
/// with 77 on a machine with another one.
std::string test_program(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options&);

/// The program's name without "_test.c" for one number of lanes: "axpy.VL4".
std::string test_name(const std::string& stem, const ir::Lanes&);

}  // namespace tessera::codegen
