// SPDX-License-Identifier: Apache-2.0
// tessera replay — runs a trace again, proves every step again, and compares with the record.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <sstream>

#include "artifact/compile.hpp"
#include "artifact/report/facts.hpp"
#include "artifact/report/solver_log.hpp"
#include "artifact/whereabouts.hpp"
#include "cli/commands.hpp"
#include "cli/compile.hpp"
#include "cli/solver_options.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;

struct ReplayJob {
  std::string trace;
  std::string file;                    ///< the program; empty: the one that the trace names
  std::vector<std::string> libraries;  ///< empty: those that the trace names
  bool changed = false;                ///< what it starts from, and so the result, may differ from what was recorded
  std::string cpp;                     ///< file for the steps as C++
  api::SolverOptions solver;
  bool json = false;  ///< the facts as JSON
  artifact::CompileOptions compile;
};

[[noreturn]] void fail(const std::string& message, const std::string& hint) {
  Diagnostic d;
  d.code = "trace";
  d.message = message;
  d.hint = hint;
  throw CheckError(d);
}

// A path that the trace names: as seen from its folder, or beside it. Traces of before named paths as they were given:
// they may be right as seen from here.
std::string found(const std::string& path, const std::string& trace) {
  const std::string there = artifact::found_from(fs::path(trace).parent_path().string(), path);
  return is_there(there) ? fs::proximate(there).generic_string() : path;
}

std::string found_library(const std::string& given, const std::string& trace) {
  if (!artifact::is_path(given)) return given;
  const std::string folder = found(given, trace);
  return artifact::is_path(folder) ? folder : "./" + folder;
}

api::Job job_of(const ReplayJob& given, const script::TraceHead& head) {
  api::Job job;
  job.solver = given.solver;
  job.file = given.file.empty() ? found(head.program, given.trace) : given.file;
  if (job.file.empty() || (given.file.empty() && !is_there(job.file))) {
    throw InputError("trace",
                     head.program.empty() ? "the trace names no program"
                                          : fmt::format("the program {} of the trace is not there", head.program),
                     fmt::format("tessera replay {} FILE.tess", given.trace));
  }
  job.length = head.length;
  job.libraries = given.libraries;
  if (job.libraries.empty())
    for (const std::string& l : head.libraries) job.libraries.push_back(found_library(l, given.trace));
  return job;
}

// `program.conv` or `neon.neon_vld_4xf32`; null if it no longer exists.
ir::ProcRef declared(const script::Inputs& inputs, const std::string& source) {
  std::size_t dot = source.find('.');
  std::string library = source.substr(0, dot), name = dot == std::string::npos ? "" : source.substr(dot + 1);
  for (const Proc& p : inputs.procs)
    if (library == "program" && p.name() == name) return p.ref();
  for (const script::Library& l : inputs.libraries)
    if (script::library_word(l.name) == library) return l.module.proc(name);
  return nullptr;
}

// The procedures of the program and the instructions that are not as they were.
void check_unchanged(const script::TraceHead& head, const script::Inputs& inputs) {
  for (const auto& [source, hash] : head.from) {
    ir::ProcRef now = declared(inputs, source);
    if (!now)
      fail(fmt::format("the trace needs {}, which is not there", source),
           "give the program and the --hwlib that it was written with");
    if (script::definition_hash(*now) != hash)
      fail(fmt::format("{} is not what it was when the trace was written ({} now, {} then)", source,
                       script::definition_hash(*now), hash),
           "with --changed the steps are proved on what it is now");
  }
}

// The lines of a program around the first that begins as one of the anchors; all of them when they are few.
std::string neighbourhood(const std::string& program, const std::vector<std::string>& anchors) {
  constexpr std::size_t few = 40, around = 10;
  std::vector<std::string> lines;
  std::istringstream in(program);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  auto is_anchor = [&](const std::string& line) {
    std::string_view text = std::string_view(line).substr(std::min(line.find_first_not_of(' '), line.size()));
    return std::any_of(anchors.begin(), anchors.end(), [&](const std::string& a) { return text.starts_with(a); });
  };
  auto at = std::find_if(lines.begin(), lines.end(), is_anchor);
  std::size_t centre = at == lines.end() ? 0 : static_cast<std::size_t>(at - lines.begin());
  bool whole = lines.size() <= few;
  std::size_t from = whole || centre < around ? 0 : centre - around;
  std::size_t to = whole ? lines.size() : std::min(lines.size(), centre + around + 1);
  std::string out = from > 0 ? lines.front() + "\n    ...\n" : "";
  for (std::size_t i = from; i < to; ++i) out += lines[i] + "\n";
  if (to < lines.size()) out += "    ...\n";
  out.pop_back();
  return out;
}

// The statements in an error: its notes, or its nearest candidates.
std::vector<std::string> anchors_of(const Diagnostic& d) {
  std::vector<std::string> out;
  for (const Note& note : d.notes) out.push_back(note.text.substr(0, note.text.find('\n')));
  constexpr std::string_view nearest = "nearest: ";
  if (d.hint.starts_with(nearest)) {
    std::string first = d.hint.substr(nearest.size(), d.hint.find(" |") - nearest.size());
    out.push_back(first.substr(0, first.find(" _")));
  }
  std::erase(out, "");
  return out;
}

// The error of the step, which step it is, and the program that it met.
[[noreturn]] void stopped(const Error& e, const script::Progress& progress, const script::TraceHead& head) {
  Diagnostic d = e.diagnostic();
  if (progress.program) {
    std::string step = progress.primitive.empty()
                           ? fmt::format("after step {} of {}", progress.done, head.steps)
                           : fmt::format("at step {} of {}, {}", progress.done + 1, head.steps, progress.primitive);
    d.notes.push_back({{}, fmt::format("the trace stops {}; the program there:", step)});
    d.notes.push_back({{}, neighbourhood(progress.program.text(), anchors_of(e.diagnostic()))});
  }
  if (e.exit_code() == ExitCode::bad_input) throw InputError(d);
  if (e.exit_code() == ExitCode::bug) throw Error(ExitCode::bug, d);
  throw SchedulingError(d, e.exit_code());
}

void check_same(const script::TraceHead& then, const script::TraceHead& now) {
  const char* hint = "every step was proved; with --changed this is not an error";
  if (now.hash != then.hash)
    fail(fmt::format("the steps are not those recorded: trace {} now, {} then", now.hash, then.hash), hint);
  if (now.result_hash != then.result_hash)
    fail(fmt::format("the steps lead to another {} than recorded: {} now, {} then", now.result, now.result_hash,
                     then.result_hash),
         hint);
}

void write_cpp(const api::Loaded& loaded, const std::string& path) {
  fs::path to(path);
  write_files(to.has_parent_path() ? to.parent_path() : fs::path("."),
              {{to.filename().string(), script::trace_cpp(loaded.scheduled, loaded.inputs)}});
}

bool is_same(const script::TraceHead& then, const script::TraceHead& now) {
  return now.hash == then.hash && now.result_hash == then.result_hash;
}

void print_text(const std::string& trace, const Proc& p, const script::TraceHead& then, const script::TraceHead& now) {
  script::ProofCount proofs = script::count_proofs(p);
  fmt::print("{}: {} steps replayed, {} obligations proved; ", trace, now.steps,
             proofs.affine + proofs.z3 + proofs.memo);
  if (is_same(then, now))
    fmt::print("trace {} and result {} {} are those recorded\n", now.hash, now.result, now.result_hash);
  else fmt::print("the result {} {} is another than recorded ({})\n", now.result, now.result_hash, then.result_hash);
  for (const std::string& id : script::unsafe_conditions(p)) fmt::print("UNSAFE: assumed, not proved: {}\n", id);
}

void print_json(const api::Loaded& loaded, const script::TraceHead& then, const script::TraceHead& now) {
  const Proc& p = loaded.scheduled;
  script::ProofCount proofs = script::count_proofs(p);
  nlohmann::ordered_json facts{
      {"steps", now.steps},
      {"proofs", {{"affine", proofs.affine}, {"z3", proofs.z3}, {"memo", proofs.memo}, {"seconds", proofs.seconds}}},
      {"name", now.result},
      {"hash", now.hash},
      {"result_hash", now.result_hash},
      {"unsafe", script::unsafe_conditions(p)},
      {"as_recorded", is_same(then, now)}};
  report::add_statistics(facts, loaded.solver);
  fmt::print("{}\n", report::text_of(facts));
}

void run(const ReplayJob& job) {
  script::RecordedTrace trace = script::read_trace(job.trace);
  api::Loaded loaded = api::load_unscheduled(job_of(job, trace.head));
  if (!job.changed) check_unchanged(trace.head, loaded.inputs);
  loaded.inputs.any_start = true;
  script::Progress progress;
  try {
    loaded.scheduled =
        script::evaluate(syntax::parse_schedule(trace.text, trace.name), loaded.inputs, loaded.context, &progress);
  } catch (const Error& e) { stopped(e, progress, trace.head); }
  check::check_reachable(loaded.scheduled.ir(), loaded.context->solver);
  script::TraceHead now = script::head_of(loaded.scheduled, loaded.inputs);
  if (!job.changed) check_same(trace.head, now);
  if (!job.cpp.empty()) write_cpp(loaded, job.cpp);
  if (!job.compile.output.empty()) artifact::write_compiled(loaded, job.compile);
  job.json ? print_json(loaded, trace.head, now) : print_text(job.trace, loaded.scheduled, trace.head, now);
}

}  // namespace

Command add_replay(CLI::App& app) {
  auto job = std::make_shared<ReplayJob>();
  job->compile.output.clear();
  CLI::App* sub =
      app.add_subcommand("replay", "carry out a trace again, prove every step, compare with what it records");
  sub->add_option("TRACE", job->trace, "what `compile` wrote: KERNEL.sched or KERNEL.evidence.json")->required();
  sub->add_option("FILE", job->file, "the program (default: the one that the trace names)");
  sub->add_option("--hwlib", job->libraries, "hardware libraries (default: those that the trace names)");
  sub->add_flag("--changed", job->changed,
                "the program or the libraries may have changed since: prove the steps on what they are now");
  sub->add_option("--cpp", job->cpp, "write the steps to this file as a C++ function for tessera/tessera.hpp");
  add_compile_options(*sub, job->compile);
  add_solver_options(*sub, job->solver);
  add_json_option(*sub, job->json);
  return [job] {
    job->compile.quiet = job->json;
    run_with_statistics(job->solver, job->json, [&] { run(*job); });
  };
}

}  // namespace tessera::cli
