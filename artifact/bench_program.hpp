// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "artifact/compile.hpp"

namespace tessera::artifact {

/// STEM_bench.c. Throws InputError (bench) for sizes that the kernel does not have or does not take, CheckError (bench)
/// for procedures that no such program can be written for.
std::string bench_program_text(const api::Loaded&, const Compiled&, const BenchRequest&);

}  // namespace tessera::artifact
