#include <fmt/format.h>

#include "codegen/emit.hpp"
#include "driver/commands.hpp"
#include "driver/load.hpp"
#include "driver/report/facts.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/check/sampling.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"

namespace tessera::driver {
namespace {

struct VerifyJob : Job {
  std::string smt2;
  bool json = false;
};

void print_steps(const Proc& p) {
  int number = 0;
  for (const VersionRef& v : script::steps_of(p)) {
    fmt::print("{:4}  {}{}\n", ++number, v->step.primitive, script::remarks(v->step));
    for (const Proof& proof : v->step.proofs)
      fmt::print("        {} proved by {} in {:.1f} ms{}: {}\n", proof.condition,
                 report::decider_name(proof.answer.decider), proof.answer.seconds * 1e3,
                 proof.way.empty() ? "" : " (" + proof.way + ")", proof.query.text);
    for (const std::string& id : v->step.unsafe) fmt::print("        {} TAKEN AS GIVEN\n", id);
  }
}

// How many were written.
std::size_t export_queries(const Loaded& loaded, const std::string& folder) {
  std::vector<OutputFile> files;
  int step = 0;
  for (const VersionRef& v : script::steps_of(loaded.scheduled)) {
    ++step;
    int n = 0;
    for (const Proof& proof : v->step.proofs)
      files.push_back({fmt::format("{:03}_{}_{}_{}.smt2", step, v->step.primitive, proof.condition, ++n),
                       smt::to_smtlib(proof.query, loaded.context->solver.terms())});
  }
  write_files(folder, files);
  return files.size();
}

// Everything about the last program, whatever the steps were. Returns what the samples showed, in words.
std::string check_result(const Loaded& loaded) {
  const Proc& p = loaded.scheduled;
  check::check_reachable(p.ir(), loaded.context->solver);
  std::vector<ir::ProcRef> procs{p.ref()};
  codegen::emit(procs);  // memories, precisions and instruction templates
  return check::sample(script::reference(p), p.ir(), script::changed_fields(p));
}

void run_json(const VerifyJob& job) {
  Loaded loaded = load(job);
  const Proc& p = loaded.scheduled;
  std::string samples = check_result(loaded);
  script::ProofCount count = script::count_proofs(p);
  report::Json out{
      {"procedure", p.name()},
      {"hash", script::trace_hash(p)},
      {"proofs", {{"affine", count.affine}, {"z3", count.z3}, {"memo", count.memo}, {"seconds", count.seconds}}},
      {"samples", samples},
      {"unsafe", script::unsafe_conditions(p)},
      {"reassociates", script::reassociating_steps(p)},
      {"steps", report::steps_facts(p, report::Times::shown)}};
  if (!job.smt2.empty()) out["smt2"] = {{"folder", job.smt2}, {"files", export_queries(loaded, job.smt2)}};
  fmt::print("{}\n", report::text_of(out));
}

void run_text(const VerifyJob& job) {
  Loaded loaded = load(job);
  const Proc& p = loaded.scheduled;
  print_steps(p);
  std::string samples = check_result(loaded);
  for (const std::string& id : script::unsafe_conditions(p)) fmt::print("UNSAFE: taken as given, not proved: {}\n", id);
  script::ProofCount count = script::count_proofs(p);
  fmt::print("steps: {} obligations proved ({} affine, {} z3, {} memo) in {:.3f} s\n",
             count.affine + count.z3 + count.memo, count.affine, count.z3, count.memo, count.seconds);
  fmt::print(
      "final procedure: accesses in bounds, preconditions of calls, memories and precisions: proved for all sizes\n");
  fmt::print("{}\n", samples);
  if (!job.smt2.empty())
    fmt::print("{} obligations written to {}; each must be unsat\n", export_queries(loaded, job.smt2), job.smt2);
}

}  // namespace

Command add_verify(CLI::App& app) {
  auto job = std::make_shared<VerifyJob>();
  CLI::App* sub = app.add_subcommand(
      "verify", "list every proof, check the final procedure again, compare it with the original on samples");
  add_job_options(*sub, *job, true);
  sub->add_option("--smt2", job->smt2, "write each obligation to this folder as SMT-LIB 2");
  add_json_option(*sub, job->json);
  return [job] { job->json ? run_json(*job) : run_text(*job); };
}

}  // namespace tessera::driver
