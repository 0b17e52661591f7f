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
std::string test_program(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options&);

}  // namespace tessera::codegen
