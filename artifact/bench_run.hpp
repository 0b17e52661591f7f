// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "artifact/bench_report.hpp"
#include "artifact/compile.hpp"

namespace tessera::artifact {

/// Builds STEM_bench.c in the folder, where it was written, with each of these compilers (none: those of gcc and clang
/// that are installed) and runs it; gives what it measured. Throws Error (bench, exit code 3) where it cannot run
/// here, with what is missing, CheckError (bench) for a kernel whose results are wrong, InputError for compilers that
/// are named and do not build it.
BenchReport run_bench(const api::Loaded&, const Compiled&, const std::filesystem::path& folder,
                      const std::vector<std::string>& compilers);

}  // namespace tessera::artifact
