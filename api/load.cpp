// SPDX-License-Identifier: Apache-2.0
#include "api/load.hpp"

#include <fmt/format.h>

#include "api/operations.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/check/written.hpp"
#include "dsl/script/recorded.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::api {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void no_procedure(const Job& job, const syntax::Module& program) {
  if (program.procs.empty()) throw InputError("name", job.file + " holds no procedure", "one starts with `def`");
  std::vector<std::string> names;
  for (const ir::ProcRef& p : program.procs) names.push_back(p->name);
  throw InputError("name", fmt::format("{} holds no procedure '{}'", job.file, job.proc), syntax::known_names(names));
}

// Up to the step that takes in the line: a call may be spread over several.
syntax::Schedule before_line(syntax::Schedule schedule, int line) {
  const auto after = std::find_if(schedule.lines.begin(), schedule.lines.end(),
                                  [line](const syntax::ScheduleLine& l) { return l.loc.line > line; });
  schedule.lines.erase(after == schedule.lines.begin() ? after : after - 1, schedule.lines.end());
  return schedule;
}

std::map<std::string, std::string> settings(const std::vector<std::string>& given) {
  std::map<std::string, std::string> out;
  for (const std::string& s : given) {
    auto eq = s.find('=');
    if (eq == std::string::npos || eq == 0)
      throw InputError("usage", fmt::format("--set wants name=value, not '{}'", s), "as in --set MR=8 NR=12");
    if (!out.emplace(s.substr(0, eq), s.substr(eq + 1)).second)
      throw InputError("usage", fmt::format("--set {}: it is given twice", s.substr(0, eq)), "give each name once");
  }
  return out;
}

void run_schedule(const Job& job, Loaded& out) {
  out.schedule_text = read_file(job.schedule);
  script::check_version_of(job.schedule, out.schedule_text);
  syntax::Schedule schedule = syntax::parse_schedule(out.schedule_text, job.schedule);
  try {
    out.scheduled = script::evaluate(schedule, out.inputs, out.context);
  } catch (const Error& e) {
    const SrcLoc& at = e.diagnostic().loc;
    if (!job.keep_refused || e.exit_code() == ExitCode::bug || !at.file || *at.file != job.schedule) throw;
    out.inputs.whole = false;
    out.scheduled = script::evaluate(before_line(std::move(schedule), at.line), out.inputs, out.context);
    out.refusal = e;
  }
}

}  // namespace

Loaded load_unscheduled(const Job& job) { return with_program(load_libraries(job), job, read_file(job.file)); }

Loaded load_libraries(const Job& job) {
  Loaded out;
  out.solver = job.solver;
  out.context = make_context(job.solver);
  script::Inputs& inputs = out.inputs;
  for (const std::string& name : job.libraries)
    inputs.libraries.push_back(load_library(name, inputs.libraries, job.length));
  return out;
}

Loaded with_program(Loaded out, const Job& job, const std::string& text) {
  script::Inputs& inputs = out.inputs;
  std::vector<const syntax::Module*> modules;
  for (const script::Library& l : inputs.libraries) modules.push_back(&l.module);
  syntax::Module program = syntax::parse_module(text, job.file, modules, job.length);
  ir::ProcRef chosen =
      job.proc.empty() ? (program.procs.empty() ? nullptr : program.procs.back()) : program.proc(job.proc);
  if (!chosen) no_procedure(job, program);
  for (const ir::ProcRef& p : program.procs) {
    check::check_reachable(p, out.context->solver, out.context->proved);
    check::check_written(*p);
    if (p != chosen) inputs.procs.emplace_back(p, out.context);
  }
  inputs.procs.emplace_back(chosen, out.context);
  inputs.program = job.file;
  inputs.program_text = text;
  inputs.memories = program.memories;
  inputs.configs = program.configs;
  inputs.settings = settings(job.settings);
  add_operations(inputs);
  out.original = out.scheduled = inputs.procs.back();
  return out;
}

Loaded with_procedure(Loaded out, const std::string& name) {
  std::vector<Proc>& procs = out.inputs.procs;
  const auto chosen = std::find_if(procs.begin(), procs.end(), [&](const Proc& p) { return p.name() == name; });
  if (chosen == procs.end()) bug(fmt::format("the program holds no procedure {}", name));
  std::rotate(chosen, chosen + 1, procs.end());
  out.original = out.scheduled = procs.back();
  return out;
}

void rethrow_about_length(const Error& e, const ir::Lanes& lanes) {
  if (e.exit_code() == ExitCode::bug) throw e;
  Diagnostic d = e.diagnostic();
  const std::string text = fmt::format("where {} is {}", lanes.symbol, lanes.length);
  if (d.notes.empty() || d.notes.back().text != text) d.notes.push_back({{}, text});
  throw Error(e.exit_code(), std::move(d));
}

namespace {

void run_schedule_of_length(const Job& job, Loaded& out) try { run_schedule(job, out); } catch (const Error& e) {
  if (const ir::Lanes* lanes = script::lanes_of(out.inputs)) rethrow_about_length(e, *lanes);
  throw;
}

Loaded load_for_one_length(const Job& job) {
  Loaded out = load_unscheduled(job);
  if (!job.schedule.empty()) run_schedule_of_length(job, out);
  else if (!out.inputs.settings.empty())
    throw InputError(
        "usage", fmt::format("--set {}: there is no schedule that could use it", out.inputs.settings.begin()->first),
        "give the schedule with --sched");
  return out;
}

}  // namespace

// A schedule that is shown in part is shown for the first length.
Loaded load(const Job& job) {
  Loaded out = load_for_one_length(job);
  const ir::Lanes* lanes = job.length || job.keep_refused ? nullptr : script::lanes_of(out.inputs);
  if (!lanes) return out;
  for (const std::int64_t length : lanes->lengths) {
    if (length == lanes->length) continue;
    Job other = job;
    other.length = length;
    try {
      out.other_lengths.push_back(load_for_one_length(other));
    } catch (const Error& e) { rethrow_about_length(e, {lanes->symbol, lanes->lengths, lanes->c_text, length}); }
  }
  return out;
}

}  // namespace tessera::api
