// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>

#include "artifact/report/facts.hpp"
#include "artifact/workshop.hpp"
#include "cli/commands.hpp"
#include "cli/compile.hpp"
#include "cli/solver_options.hpp"
#include "kernels/families/write.hpp"

namespace tessera::cli {
namespace {

struct FamilyCommand : kernels::FamilyJob {
  bool list = false;
};

void print_members(const kernels::FamilyJob& job) {
  const kernels::Family family = kernels::family_of(job);
  report::Json names = report::Json::array();
  for (const kernels::Member& m : family.members) names.push_back(m.name);
  if (job.json) return fmt::print("{}\n", report::text_of({{"family", family.stem}, {"members", names}}));
  for (const kernels::Member& m : family.members) fmt::print("{}\n", m.name);
}

void run(const FamilyCommand& job) {
  if (job.list) return print_members(job);
  const auto start = std::chrono::steady_clock::now();
  const artifact::Workshop workshop(job.compile.output);
  kernels::FamilyJob inside = job;
  inside.compile = workshop.options(job.compile);
  const kernels::FamilyManifest manifest = kernels::write_family(inside);
  workshop.move();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (job.json) return fmt::print("{}\n", report::text_of(to_json(manifest)));
  fmt::print("{}/{}.h: {} procedures, {} steps, {} obligations proved, {:.1f} s\n", job.compile.output, manifest.family,
             manifest.members.size(), manifest.steps, manifest.obligations, seconds);
}

}  // namespace

CLI::Option* add_edges_option(CLI::App& sub, std::string& edges) {
  return sub
      .add_option(
          "--edges", edges,
          "rows that no whole tile covers: two tiles of nearly equal height (even, the default), or one low tile "
          "after the whole ones (last)")
      ->check(CLI::IsMember({"even", "last"}));
}

Command add_family(CLI::App& app) {
  auto job = std::make_shared<FamilyCommand>();
  CLI::App* sub = app.add_subcommand("family", "schedule, prove and write a whole family of kernels");
  sub->add_option("NAME", job->name, "the family: " + kernels::known_families())->required();
  sub->add_option("--target", job->target, "hardware library: a shipped name, or the path of a folder")->required();
  CLI::Option* one_type =
      sub->add_option("--dtype", job->type, "type of the data: f32 or f64, where the target has it (default: f32)");
  sub->add_option("--types", job->types,
                  "types of A, of B and of the sums, as ui8,i8,i32 or bf16,bf16,f32, and of C where it is not the "
                  "sums, as ui8,i8,i32,ui8: "
                  "by the form of an instruction (gemm)")
      ->excludes(one_type);
  sub->add_option("--tile", job->tiles,
                  "only this tile, as 14x32 (rows by columns) or 14x2v (by vectors); may be repeated");
  sub->add_option("--lanes", job->lanes,
                  "of a target whose machines choose their number of lanes: only for machines with this one");
  sub->add_option("--variant", job->variants, "only this variant; may be repeated");
  sub->add_option("--caches", job->caches,
                  "sizes of L1, L2 and L3 in KiB, or host for this machine's (default: 32,512,16384)");
  sub->add_option("--workspace", job->workspace,
                  "a header that declares void *tessera_workspace_take(size_t bytes) and void "
                  "tessera_workspace_give(void *): where buffers come from (default: malloc at each call)");
  add_edges_option(*sub, job->edges);
  sub->add_option("--only", job->only, "only members whose names match this regular expression");
  sub->add_option("-j,--jobs", job->jobs, "processes (default: one for each core)")->check(CLI::Range(1, 256));
  sub->add_option("-o,--output", job->compile.output, "the folder to write to (made if missing)");
  sub->add_flag("--list", job->list, "print the names of the members, and write nothing");
  sub->add_flag("--validate", job->compile.validate,
                "compare each result with its specification, and put that on record");
  sub->add_flag("--test", job->compile.test, "write a test program for each too");
  add_spills_option(*sub, job->compile.allow_spills);
  add_json_option(*sub, job->json);
  add_solver_options(*sub, job->solver);
  return [job] { run(*job); };
}

}  // namespace tessera::cli
