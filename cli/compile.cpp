// SPDX-License-Identifier: Apache-2.0
#include "cli/compile.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstring>

#include "artifact/smt2_export.hpp"
#include "cli/commands.hpp"
#include "cli/solver_options.hpp"

namespace tessera::cli {
namespace {

struct CompileJob : api::Job, artifact::CompileOptions {
  std::string smt2;
};

bool has_only(const std::string& word, const char* more) {
  return std::all_of(word.begin(), word.end(), [more](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || (c && std::strchr(more, c));
  });
}

std::string wrong_stem(const std::string& word) {
  bool good = !word.empty() && word[0] != '.' && word[0] != '-' && has_only(word, "_-.");
  return good ? "" : fmt::format("'{}' is not a file name of letters, digits, _ - and .", word);
}

std::string wrong_prefix(const std::string& word) {
  bool good = !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) && has_only(word, "_");
  return good ? "" : fmt::format("'{}' is not the start of a C name", word);
}

}  // namespace

void add_spills_option(CLI::App& sub, bool& allow_spills) {
  sub.add_flag("--allow-spills", allow_spills,
               "more vectors alive than the machine has registers are a warning, not an error");
}

void add_compile_options(CLI::App& sub, artifact::CompileOptions& job) {
  sub.add_option("-o,--output", job.output, "the folder to write to (made if missing)");
  sub.add_option("--stem", job.stem, "name of the files (default: the procedure's)")->check(wrong_stem);
  sub.add_option("--prefix", job.prefix, "put before the names of public functions")->check(wrong_prefix);
  sub.add_flag("--validate", job.validate, "compare the result with the reference, and put that on record");
  sub.add_flag("--test", job.test, "write a test program too: a C file that runs the kernel on small and odd sizes");
  add_spills_option(sub, job.allow_spills);
  sub.add_option("--cc", job.compilers,
                 "compile the C with this compiler first, and write nothing if it fails; may be repeated");
}

namespace {

// Sizes may follow it, or nothing; it may be repeated.
void add_bench_option(CLI::App& sub, std::optional<artifact::BenchRequest>& request) {
  sub.add_option_function<std::vector<std::string>>(
         "--bench",
         [&request](const std::vector<std::string>& given) {
           request.emplace();
           for (const std::string& sizes : given)
             if (!sizes.empty()) request->sizes.push_back(sizes);
         },
         "write a program that times the kernel beside the procedure as written, and run it with gcc and clang, or "
         "with "
         "those of --cc; at these sizes, as in n=1024,m=64 (may be repeated), else at some that fill the caches")
      ->expected(0, 1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("SIZES");
}

void run(const CompileJob& job) {
  api::Loaded loaded = api::load(job);
  artifact::CompileOptions options = job;
  options.inputs = {job.file, job.schedule};
  artifact::write_compiled(loaded, options);
  if (!job.smt2.empty()) artifact::export_smt2(loaded, job.smt2);
}

}  // namespace

Command add_compile(CLI::App& app) {
  auto job = std::make_shared<CompileJob>();
  CLI::App* sub = app.add_subcommand("compile", "schedule, prove, and write C, header, manifest, trace and evidence");
  add_job_options(*sub, *job, false);
  add_compile_options(*sub, *job);
  add_bench_option(*sub, job->bench);
  sub->add_option("--smt2", job->smt2, "write each obligation to this folder as SMT-LIB 2, listed in its index.json");
  add_cache_option(*sub, job->solver);
  add_json_option(*sub, job->json);
  return [job] { run_with_statistics(job->solver, job->json, [&] { run(*job); }); };
}

}  // namespace tessera::cli
