// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>

#include "api/load.hpp"
#include "artifact/report/diff.hpp"
#include "artifact/report/listing.hpp"
#include "artifact/report/page.hpp"
#include "artifact/report/solver_log.hpp"
#include "cli/commands.hpp"
#include "cli/solver_options.hpp"
#include "codegen/text_of_lengths.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;
using report::Json;

struct ShowJob : api::Job {
  int after = -1;
  int diff = -1;
  bool steps = false;
  std::string html;
  bool no_times = false;
  bool json = false;

  report::Times times() const { return no_times ? report::Times::left_out : report::Times::shown; }
};

// The facts of a schedule that was refused hold the error too: there is one value on the standard output.
void print(const ShowJob& job, const api::Loaded& loaded, Json facts) {
  if (loaded.refusal) facts["error"] = report::error_facts(*loaded.refusal);
  report::add_statistics(facts, job.solver);
  fmt::print("{}\n", report::text_of(facts));
}

std::size_t steps_of(const api::Loaded& loaded) { return loaded.scheduled.history().size() - 1; }

std::string counted_steps(const api::Loaded& loaded) { return syntax::counted(steps_of(loaded), "step", "steps"); }

// The version after `wanted` steps.
const Version& version(const api::Loaded& loaded, const char* option, int wanted) {
  std::vector<VersionRef> history = loaded.scheduled.history();
  if (static_cast<std::size_t>(wanted) < history.size()) return *history[static_cast<std::size_t>(wanted)];
  throw InputError("usage", fmt::format("{} {}: the schedule has {}", option, wanted, counted_steps(loaded)),
                   "`tessera show --steps` lists them");
}

void list_steps(const ShowJob& job, const api::Loaded& loaded) {
  const Proc& p = loaded.scheduled;
  if (job.json) return print(job, loaded, {{"procedure", p.name()}, {"steps", report::steps_facts(p, job.times())}});
  int number = 0;
  if (steps_of(loaded) == 0) fmt::print(stderr, "no steps: {} is as written; --sched names a schedule\n", p.name());
  for (const VersionRef& v : p.history())
    if (v->parent)
      fmt::print("{:4}  {}{}{}\n", ++number, v->step.primitive, v->step.loc ? "  " + v->step.loc.text() : "",
                 script::remarks(v->step));
}

// Of one length; the others need not have as many steps.
std::optional<std::string> program_for(const ShowJob& job, const ir::Lanes& lanes, int steps) try {
  ShowJob one = job;
  one.length = lanes.length;
  const api::Loaded loaded = api::load(one);
  if (loaded.refusal || steps > static_cast<int>(steps_of(loaded))) return std::nullopt;
  return ir::print(*version(loaded, "--after", steps).ir);
} catch (const Error& e) { api::rethrow_about_length(e, lanes); }

// By the name of the number of lanes, where the programs of all lengths are the same but for it.
std::string program_text(const ShowJob& job, const api::Loaded& loaded, int steps) {
  std::string own = ir::print(*version(loaded, "--after", steps).ir);
  const ir::Lanes* lanes = script::lanes_of(loaded.inputs);
  if (!lanes || loaded.refusal) return own;
  std::vector<codegen::TextOfLength> texts;
  for (const std::int64_t length : lanes->lengths) {
    const ir::Lanes other{lanes->symbol, lanes->lengths, lanes->c_text, length};
    std::optional<std::string> text = length == lanes->length ? own : program_for(job, other, steps);
    if (!text) return own;
    texts.push_back({length, std::move(*text)});
  }
  codegen::OneText one = codegen::one_text(texts, lanes->symbol);
  return one.differ ? own : std::move(one.text);
}

void print_program(const ShowJob& job, const api::Loaded& loaded) {
  const Proc& p = loaded.scheduled;
  const int steps = static_cast<int>(steps_of(loaded)), n = job.after < 0 ? steps : job.after;
  std::string text = program_text(job, loaded, n);
  if (job.json) return print(job, loaded, {{"procedure", p.name()}, {"steps", steps}, {"after", n}, {"program", text}});
  fmt::print("{}\n", text);
}

report::Colour colour_of_terminal() {
  return ::isatty(STDOUT_FILENO) && !std::getenv("NO_COLOR") ? report::Colour::on : report::Colour::off;
}

void print_diff(const ShowJob& job, const api::Loaded& loaded) {
  const Version& v = version(loaded, "--diff", job.diff);
  auto text = [&](report::Colour colour) {
    return report::unified(report::Listing(*v.parent->ir).lines(), report::Listing(*v.ir).lines(),
                           fmt::format("before step {}", job.diff),
                           fmt::format("after step {}: {}", job.diff, v.step.primitive), colour);
  };
  if (!job.json) return fmt::print("{}", text(colour_of_terminal()));
  print(job, loaded,
        {{"procedure", loaded.scheduled.name()},
         {"step", report::step_facts(v, job.diff, job.times())},
         {"diff", text(report::Colour::off)}});
}

void write_page(const ShowJob& job, const api::Loaded& loaded) {
  report::PageInput in;
  in.proc = loaded.scheduled;
  in.program = fs::path(job.file).filename().string();
  in.schedule = fs::path(job.schedule).filename().string();
  for (const std::string& l : job.libraries) in.libraries.push_back(fs::path(l).filename().string());
  in.schedule_text = loaded.schedule_text;
  in.times = job.times();
  if (loaded.refusal) {
    const Diagnostic& d = loaded.refusal->diagnostic();
    in.refusal = {report::error_facts(*loaded.refusal), d.source_line, d.loc.line};
  }
  fs::path out = job.html;
  write_files(out.has_parent_path() ? out.parent_path() : ".", {{out.filename().string(), report::page(in)}});
  if (job.json)
    return print(job, loaded,
                 {{"procedure", loaded.scheduled.name()}, {"steps", steps_of(loaded)}, {"html", job.html}});
  fmt::print("{}: {}{}\n", job.html, counted_steps(loaded), loaded.refusal ? " before the one that is refused" : "");
}

// Whether the requested part exists although the schedule ended early.
bool is_before_refusal(const ShowJob& job, const api::Loaded& loaded) {
  const int wanted = std::max(job.after, job.diff);
  return !job.html.empty() || job.steps || (wanted >= 0 && static_cast<std::size_t>(wanted) <= steps_of(loaded));
}

// On stderr, after the output for the steps before it.
[[noreturn]] void tell_refusal(const api::Loaded& loaded) {
  std::fflush(stdout);
  fmt::print(stderr,
             "{}\n  before: {} succeeded; `--after {}` prints the program at that point, `--steps` lists them\n",
             loaded.refusal->diagnostic().render(), counted_steps(loaded), steps_of(loaded));
  throw api::AlreadyReported{loaded.refusal->exit_code()};
}

void look(const ShowJob& job, const api::Loaded& loaded) {
  if (!job.html.empty()) write_page(job, loaded);
  else if (job.steps) list_steps(job, loaded);
  else if (job.diff >= 0) print_diff(job, loaded);
  else print_program(job, loaded);
}

void run(const ShowJob& job) {
  const api::Loaded loaded = api::load(job);
  if (!loaded.refusal || is_before_refusal(job, loaded)) look(job, loaded);
  else if (job.json) print(job, loaded, {{"procedure", loaded.scheduled.name()}, {"steps", steps_of(loaded)}});
  if (loaded.refusal) tell_refusal(loaded);
}

}  // namespace

Command add_show(CLI::App& app) {
  auto job = std::make_shared<ShowJob>();
  CLI::App* sub = app.add_subcommand("show", "print the program after all steps of a schedule, or look at the steps");
  add_job_options(*sub, *job, false);
  CLI::Range step(0, 1'000'000);
  CLI::Option* after =
      sub->add_option("--after", job->after, "the program after this many steps (0: as written)")->check(step);
  CLI::Option* diff = sub->add_option("--diff", job->diff, "what this step changed, as a unified diff")
                          ->check(CLI::Range(1, 1'000'000));
  CLI::Option* steps = sub->add_flag("--steps", job->steps, "list the steps");
  CLI::Option* html =
      sub->add_option("--html", job->html,
                      "write a page for the browser: every step with its change and its proofs, and "
                      "the C; when a step is refused, the page ends there")
          ->check([](const std::string& s) { return std::string(s.empty() ? "a file is wanted" : ""); });
  for (CLI::Option* one : {after, diff, steps, html})
    for (CLI::Option* other : {after, diff, steps, html})
      if (one != other) one->excludes(other);
  sub->add_flag("--no-times", job->no_times, "leave out how long proofs took: the same input gives the same page");
  add_cache_option(*sub, job->solver);
  add_json_option(*sub, job->json);
  return [job] {
    job->keep_refused = true;
    run_with_statistics(job->solver, job->json, [&] { run(*job); });
  };
}

}  // namespace tessera::cli
