#include <fmt/format.h>

#include "driver/commands.hpp"
#include "driver/load.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::driver {
namespace {

struct ShowJob : Job {
  int after = -1;
  bool steps = false;
};

[[noreturn]] void no_such_step(int wanted, std::size_t count) {
  Diagnostic d;
  d.code = "usage";
  d.message = fmt::format("--after {}: the schedule has {} steps", wanted, count);
  throw InputError(d);
}

void run(const ShowJob& job) {
  Proc p = load(job).scheduled;
  std::vector<VersionRef> history = p.history();
  if (job.steps) {
    for (std::size_t i = 1; i < history.size(); ++i)
      fmt::print("{:4}  {}{}\n", i, history[i]->step.primitive,
                 history[i]->step.loc ? "  " + history[i]->step.loc.text() : "");
    return;
  }
  auto n = job.after < 0 ? history.size() - 1 : static_cast<std::size_t>(job.after);
  if (n >= history.size()) no_such_step(job.after, history.size() - 1);
  fmt::print("{}\n", ir::print(*history[n]->ir));
}

}  // namespace

void add_job_options(CLI::App& sub, Job& job, bool schedule_required) {
  sub.add_option("FILE", job.file, "the program (.tess)")->required();
  CLI::Option* sched = sub.add_option("--sched", job.schedule, "the schedule (.sched)");
  if (schedule_required) sched->required();
  sub.add_option("--hwlib", job.libraries,
                 "hardware library: a shipped name, or the path of a folder; may be repeated");
  sub.add_option("--set", job.settings, "name=value for the schedule; may be repeated");
  sub.add_option("--proc", job.proc, "the procedure to start from (default: the last of the file)");
}

Command add_show(CLI::App& app) {
  auto job = std::make_shared<ShowJob>();
  CLI::App* sub = app.add_subcommand("show", "print the program after all steps of a schedule, or after the first N");
  add_job_options(*sub, *job, false);
  sub->add_option("--after", job->after, "show the program after this many steps (0: as written)")
      ->check(CLI::Range(0, 1'000'000));
  sub->add_flag("--steps", job->steps, "list the steps instead");
  return [job] { run(*job); };
}

}  // namespace tessera::driver
