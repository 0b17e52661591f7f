// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "artifact/compile.hpp"

namespace tessera::artifact {

/// STEM_bench.c. Throws InputError (bench) for sizes that
/// the kernel does not have or does not take, CheckError (bench) for procedures that no such program can be written
/// for.
std::string bench_program_text(const api::Loaded&, const Compiled&, const BenchRequest&);

/// Builds STEM_bench.c in the folder, where it was written, with each of these compilers (none: those of gcc and clang
/// that are installed) and runs it; gives what it measured. Throws Error (bench, exit code 3) where it cannot run
/// here, with what is missing, CheckError (bench) for a kernel whose results are wrong, InputError for compilers that
/// are named and do not build it.
nlohmann::ordered_json run_bench(const api::Loaded&, const Compiled&, const std::filesystem::path& folder,
                                 const std::vector<std::string>& compilers);

/// What was measured, as a table.
std::string bench_table(const nlohmann::ordered_json& measured);

}  // namespace tessera::artifact
