// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "codegen/emit.hpp"

namespace tessera::codegen {

/// One C file that times the C of `scheduled`, emitted with these options, beside that of `reference`: a program for
/// libc and POSIX, to be linked with STEM.c. For each choice of sizes it first compares the results, as test_program
/// does, then times both in turns on one core: median and quartiles of samples of 2 ms or one call. Choices are
/// arguments of the program, `n=1024,m=64`; without them `defaults`; without these it looks for sizes that fill the
/// caches of its machine and satisfy the preconditions. It prints a line per choice, a JSON object with --json. Exit
/// code 1 for a wrong result, 2 when it cannot run.
///
/// Throws CheckError (bench) for unsupported procedures: with configurations, register arguments, or no operands.
std::string bench_program(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options&,
                          const std::vector<std::string>& flags, const std::vector<std::string>& defaults = {});

}  // namespace tessera::codegen
