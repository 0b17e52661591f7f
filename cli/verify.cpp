// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "api/load.hpp"
#include "artifact/compile.hpp"
#include "artifact/evidence.hpp"
#include "artifact/report/solver_log.hpp"
#include "artifact/report/validation.hpp"
#include "artifact/smt2_export.hpp"
#include "cli/commands.hpp"
#include "cli/compile.hpp"
#include "cli/solver_options.hpp"
#include "codegen/emit.hpp"
#include "dsl/script/trace.hpp"

namespace tessera::cli {
namespace {

struct VerifyJob : api::Job {
  std::string smt2;
  std::string sizes;  ///< ranges, "n=1..40,m=8"
  std::uint64_t work = validate::Options{}.fuel;
  std::uint64_t seed = validate::Options{}.seed;
  bool allow_spills = false, json = false;
};

void print_steps(const Proc& p) {
  int number = 0;
  for (const VersionRef& v : script::steps_of(p)) {
    fmt::print("{:4}  {}{}\n", ++number, v->step.primitive, script::remarks(v->step));
    for (const Proof& proof : v->step.proofs)
      fmt::print("        {} proved by {} in {:.1f} ms{}: {}\n", proof.condition,
                 report::decider_name(proof.answer.decider), proof.answer.seconds * 1e3,
                 proof.strategy.empty() ? "" : " (" + proof.strategy + ")", proof.query.text);
    for (const std::string& id : v->step.unsafe) fmt::print("        {} ASSUMED\n", id);
  }
}

constexpr const char* larger =
    "--work allows larger runs, --sizes chooses other sizes; what was left out is listed above";

validate::Options comparison_of(const VerifyJob& job) {
  validate::Options out;
  if (!job.sizes.empty()) out.ranges = validate::parse_ranges(job.sizes);
  out.fuel = job.work;
  out.seed = job.seed;
  return out;
}

// Everything about the last program, whatever the steps were.
report::ValidationReport validate(const VerifyJob& job, const Proc& p) {
  std::vector<ir::ProcRef> procs{p.ref()};
  codegen::Options of_c;
  of_c.allow_spills = job.allow_spills;
  codegen::emit(procs, of_c);  // memories, precisions and instruction templates
  validate::Options options = comparison_of(job);
  options.modulo = script::changed_fields(p);
  return {validate::equivalent(script::reference(p), p.ir(), options), script::reassociating_steps(p),
          script::unsafe_conditions(p)};
}

bool is_evidence(const std::string& file) { return file.ends_with(".evidence.json"); }

// A program comes with a schedule, evidence with nothing.
void check_usage(const VerifyJob& job) {
  const bool has_more = !job.schedule.empty() || !job.libraries.empty() || !job.settings.empty() || !job.proc.empty() ||
                        !job.smt2.empty() || !job.sizes.empty() || job.allow_spills;
  Diagnostic d;
  d.code = "usage";
  if (is_evidence(job.file))
    d.message = "evidence names its program, libraries and steps itself; give --work and --seed alone beside the file";
  else d.message = "--sched is required";
  d.hint = "see `tessera verify --help`";
  if (is_evidence(job.file) ? has_more : job.schedule.empty()) throw InputError(d);
}

// On stderr, after the printed output.
[[noreturn]] void tell(const Error& e) {
  std::fflush(stdout);
  fmt::print(stderr, "{}\n", e.diagnostic().render());
  throw api::AlreadyReported{e.exit_code()};
}

void run_json(const VerifyJob& job) {
  api::Loaded loaded = api::load(job);
  const Proc& p = loaded.scheduled;
  report::ValidationReport validation = validate(job, p);
  const std::optional<Error> nothing = artifact::nothing_compared(validation.result, larger);
  script::ProofCount count = script::count_proofs(p);
  report::Json out{
      {"procedure", p.name()},
      {"hash", script::trace_hash(p)},
      {"proofs", {{"affine", count.affine}, {"z3", count.z3}, {"memo", count.memo}, {"seconds", count.seconds}}},
      {"validation", report::to_json(validation)},
      {"unsafe", validation.unsafe},
      {"reassociates", validation.reassociated},
      {"steps", report::steps_facts(p, report::Times::shown)}};
  if (!job.smt2.empty()) out["smt2"] = {{"folder", job.smt2}, {"files", artifact::export_smt2(loaded, job.smt2)}};
  if (nothing) out["error"] = report::error_facts(*nothing);
  report::add_statistics(out, job.solver);
  fmt::print("{}\n", report::text_of(out));
  if (nothing) tell(*nothing);
}

void run_text(const VerifyJob& job) {
  api::Loaded loaded = api::load(job);
  const Proc& p = loaded.scheduled;
  print_steps(p);
  const report::ValidationReport validation = validate(job, p);
  script::ProofCount count = script::count_proofs(p);
  fmt::print("steps: {} obligations proved ({} affine, {} z3, {} memo) in {:.3f} s\n",
             count.affine + count.z3 + count.memo, count.affine, count.z3, count.memo, count.seconds);
  fmt::print("{}", report::to_text(validation));
  if (!job.smt2.empty())
    fmt::print("{} obligations written to {}; each must be unsat\n", artifact::export_smt2(loaded, job.smt2), job.smt2);
  if (const std::optional<Error> nothing = artifact::nothing_compared(validation.result, larger)) tell(*nothing);
}

}  // namespace

Command add_verify(CLI::App& app) {
  auto job = std::make_shared<VerifyJob>();
  CLI::App* sub = app.add_subcommand(
      "verify",
      "list every proof, check the final procedure again, compare it with the original on sizes that cover all cases; "
      "for a FILE KERNEL.evidence.json: check all its claims again");
  add_job_options(*sub, *job, false, "the program (.tess), or KERNEL.evidence.json");
  sub->add_option("--smt2", job->smt2, "write each obligation to this folder as SMT-LIB 2, listed in its index.json");
  sub->add_option("--sizes", job->sizes, "compare on these sizes only: NAME=LO..HI or NAME=VALUE, with commas between");
  sub->add_option("--work", job->work,
                  "maximum of interpreter steps for the comparison; everything left out is printed")
      ->check(wrong_number)
      ->capture_default_str();
  sub->add_option("--seed", job->seed, "seed of the random data and of the choice of sizes")
      ->check(wrong_number)
      ->capture_default_str();
  add_spills_option(*sub, job->allow_spills);
  add_json_option(*sub, job->json);
  return [job] {
    check_usage(*job);
    if (is_evidence(job->file)) return artifact::verify_evidence(job->file, comparison_of(*job), job->json);
    run_with_statistics(job->solver, job->json, [&] { job->json ? run_json(*job) : run_text(*job); });
  };
}

}  // namespace tessera::cli
