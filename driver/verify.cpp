#include <fmt/format.h>

#include "codegen/emit.hpp"
#include "driver/commands.hpp"
#include "driver/load.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/check/sampling.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/files.hpp"

namespace tessera::driver {
namespace {

struct VerifyJob : Job {
  std::string smt2;
};

const char* decider(const Proof& p) {
  if (p.answer.decider == smt::Decider::affine) return "affine";
  return p.answer.decider == smt::Decider::z3 ? "z3" : "memo";
}

void print_steps(const Proc& p) {
  int number = 0;
  for (const VersionRef& v : p.history()) {
    if (!v->parent) continue;
    fmt::print("{:4}  {}{}\n", ++number, v->step.primitive, v->step.reassociates ? "  (may reassociate sums)" : "");
    for (const Proof& proof : v->step.proofs)
      fmt::print("        {} proved by {} in {:.1f} ms{}: {}\n", proof.condition, decider(proof),
                 proof.answer.seconds * 1e3, proof.way.empty() ? "" : " (" + proof.way + ")", proof.query.text);
    for (const std::string& id : v->step.unsafe) fmt::print("        {} TAKEN AS GIVEN\n", id);
  }
}

void export_queries(const Loaded& loaded, const std::string& folder) {
  std::vector<OutputFile> files;
  int step = 0;
  for (const VersionRef& v : loaded.scheduled.history()) {
    if (!v->parent) continue;
    ++step;
    int n = 0;
    for (const Proof& proof : v->step.proofs)
      files.push_back({fmt::format("{:03}_{}_{}_{}.smt2", step, v->step.primitive, proof.condition, ++n),
                       smt::to_smtlib(proof.query, loaded.context->solver.terms())});
  }
  write_files(folder, files);
  fmt::print("{} obligations written to {}; each must be unsat\n", files.size(), folder);
}

// What the result must equal: the program as written, with the arguments fixed that the schedule fixed.
const ir::Procedure& reference(const Proc& p) {
  const Version* out = p.version().get();
  for (const Version* v = out; v && v->ir->args.size() == p.ir().args.size(); v = v->parent.get()) out = v;
  return *out->ir;
}

void run(const VerifyJob& job) {
  Loaded loaded = load(job);
  const Proc& p = loaded.scheduled;
  print_steps(p);
  check::check_reachable(p.ir(), loaded.context->solver);
  std::vector<ir::ProcRef> procs{p.ref()};
  codegen::emit(procs);  // memories, precisions and instruction templates
  script::ProofCount count = script::count_proofs(p);
  fmt::print("steps: {} obligations proved ({} affine, {} z3, {} memo) in {:.3f} s\n",
             count.affine + count.z3 + count.memo, count.affine, count.z3, count.memo, count.seconds);
  fmt::print(
      "final procedure: accesses in bounds, preconditions of calls, memories and precisions: proved for all sizes\n");
  fmt::print("{}\n", check::sample(reference(p), p.ir()));
  if (!job.smt2.empty()) export_queries(loaded, job.smt2);
}

}  // namespace

Command add_verify(CLI::App& app) {
  auto job = std::make_shared<VerifyJob>();
  CLI::App* sub = app.add_subcommand(
      "verify", "list every proof, check the final procedure again, compare it with the original on samples");
  add_job_options(*sub, *job, true);
  sub->add_option("--smt2", job->smt2, "write each obligation to this folder as SMT-LIB 2");
  return [job] { run(*job); };
}

}  // namespace tessera::driver
