// SPDX-License-Identifier: Apache-2.0
#include "artifact/bench_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <sstream>

#include "artifact/c_compiler.hpp"
#include "artifact/host_target.hpp"
#include "dsl/support/host_cpu.hpp"
#include "dsl/support/process.hpp"

namespace tessera::artifact {
namespace {

namespace fs = std::filesystem;

// ---- compilers

// Requirements that this machine lacks, or nothing.
std::string what_is_missing(const api::Loaded& loaded, const codegen::Emitted& c) {
  for (const std::string& feature : c.features) {
    bool is_there = loaded.inputs.libraries.empty();
    for (const script::Library& l : loaded.inputs.libraries)
      is_there = is_there || missing_feature(l.given, {feature}).empty();
    if (!is_there) return fmt::format("this CPU has no {}", feature);
  }
  return "";
}

std::string build_line(const std::string& stem, const codegen::Emitted& c) {
  return fmt::format("cc -std=gnu11 -O3{}{} {}_bench.c {}.c{}{} -lm", c.flags.empty() ? "" : " ",
                     fmt::join(c.flags, " "), stem, stem, c.sources.empty() ? "" : " ", fmt::join(c.sources, " "));
}

[[noreturn]] void cannot_run(const std::string& why, const Compiled& made, const fs::path& folder) {
  Diagnostic d;
  d.code = "bench";
  d.message = fmt::format("not timed: {}", why);
  d.hint = fmt::format("{} is written; build and run it where that is not so: {}",
                       (folder / (made.stem + "_bench.c")).string(), build_line(made.stem, made.c));
  throw Error(ExitCode::undecided, d);
}

std::vector<std::string> installed_compilers() {
  std::vector<std::string> out;
  for (const char* name : {"gcc", "clang"})
    if (is_program(name)) out.push_back(name);
  return out;
}

// ---- one run

[[noreturn]] void failed(const std::string& compiler, const ProcessResult& run) {
  constexpr int wrong = 1, no_program = 127, signals = 128;
  Diagnostic d;
  d.code = "bench";
  if (!run.output.empty()) d.notes.push_back({{}, run.output});
  if (run.status == wrong) {
    d.message =
        fmt::format("what the kernel computes, compiled by {}, is not what the procedure as written does", compiler);
    d.hint = "a procedure's instructions may differ from their bodies: `tessera hwlib check` runs them";
    throw CheckError(d);
  }
  d.message = fmt::format("the program that {} compiled ended with status {}", compiler, run.status);
  if (run.status == no_program || run.status == no_program - 1)
    d.message = fmt::format("the program that {} compiled does not run on this machine", compiler);
  if (run.status > signals)
    d.message = fmt::format("the program that {} compiled was ended by signal {}{}", compiler, run.status - signals,
                            run.status - signals == SIGILL ? ": this CPU lacks an instruction" : "");
  d.hint = "other sizes with --bench, or another compiler with --cc";
  throw InputError(d);
}

std::vector<BenchRow> rows_of(const std::string& compiler, const ProcessResult& run) {
  std::vector<BenchRow> out;
  std::istringstream lines(run.output);
  for (std::string line; std::getline(lines, line);) {
    std::optional<BenchRow> row = bench_row(compiler, line);
    if (!row) failed(compiler, run);
    out.push_back(std::move(*row));
  }
  return out;
}

void announce(const std::string& compiler) {
  if (::isatty(STDERR_FILENO)) fmt::print(stderr, "compiling with {}, and timing\n", compiler);
}

// Adds the measurements to `rows`. Returns the reason that the compiler did not build the program, if it did not.
std::string bench_with(const std::string& compiler, const Compiled& made, const std::vector<fs::path>& header_folders,
                       const fs::path& folder, std::vector<BenchRow>& rows) {
  announce(compiler);
  const ScratchFolder scratch;
  const fs::path program = scratch.path() / "bench";
  ProgramJob job{compiler,       {folder / (made.stem + "_bench.c"), folder / (made.stem + ".c")},
                 made.c.flags,   {"-lm"},
                 header_folders, program};
  for (const std::string& source : made.own.sources) job.sources.push_back(folder / source);
  job.link_flags.insert(job.link_flags.end(), made.c.link_flags.begin(), made.c.link_flags.end());
  const std::string refusal = build_program(job);
  if (!refusal.empty()) return refusal;
  constexpr unsigned an_hour = 3600;
  const ProcessResult run = run_process({program.string(), "--json"}, scratch.path() / "log", an_hour);
  if (run.status != 0) failed(compiler, run);
  for (BenchRow& row : rows_of(compiler, run)) rows.push_back(std::move(row));
  return "";
}

// A compiler may be named twice.
void add(std::vector<CompilerNote>& notes, const CompilerNote& note) {
  const auto is_same = [&](const CompilerNote& known) { return known.compiler == note.compiler; };
  if (std::none_of(notes.begin(), notes.end(), is_same)) notes.push_back(note);
}

[[noreturn]] void not_built(const std::string& compiler, const std::string& why, const codegen::Emitted& c) {
  Diagnostic d;
  d.code = "compiler";
  d.message = fmt::format("{} does not build the bench program", compiler);
  d.notes.push_back({{}, why});
  d.hint = c.flags.empty()
               ? "another compiler with --cc"
               : fmt::format("another compiler with --cc, one that knows the flags {}", fmt::join(c.flags, " "));
  throw InputError(d);
}

}  // namespace

BenchReport run_bench(const api::Loaded& loaded, const Compiled& made, const fs::path& folder,
                      const std::vector<std::string>& compilers) {
  if (const std::string why = what_is_missing(loaded, made.c); !why.empty()) cannot_run(why, made, folder);
  const std::vector<std::string> chosen = compilers.empty() ? installed_compilers() : compilers;
  if (chosen.empty()) cannot_run("there is neither gcc nor clang here, and --cc names no other", made, folder);
  BenchReport out;
  out.program = (folder / (made.stem + "_bench.c")).string();
  out.cpu = host_cpu();
  for (const std::string& compiler : chosen) {
    const std::string refusal = bench_with(compiler, made, api::header_folders(loaded.inputs), folder, out.rows);
    if (!refusal.empty() && (!compilers.empty() || chosen.size() == out.left_out.size() + 1))
      not_built(compiler, refusal, made.c);
    if (!refusal.empty()) out.left_out.push_back({compiler, refusal});
    else add(out.versions, {compiler, version_of(compiler)});
  }
  return out;
}

}  // namespace tessera::artifact
