// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "artifact/compile.hpp"

namespace tessera::artifact {

/// STEM_bench.c. Throws InputError (bench) for sizes that the kernel lacks or refuses, CheckError (bench) for
/// unsupported procedures.
std::string bench_program_text(const api::Loaded&, const Compiled&, const BenchRequest&);

}  // namespace tessera::artifact
