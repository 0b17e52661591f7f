// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "artifact/bench_report.hpp"
#include "artifact/compile.hpp"

namespace tessera::artifact {

/// Builds STEM_bench.c in its folder with each of these compilers (none: the installed ones of gcc and clang), runs it,
/// and returns the measurements. Throws Error (bench, exit code 3) with the missing part where it cannot run here,
/// CheckError (bench) for a kernel with wrong results, InputError for named compilers that do not build it.
BenchReport run_bench(const api::Loaded&, const Compiled&, const std::filesystem::path& folder,
                      const std::vector<std::string>& compilers);

}  // namespace tessera::artifact
