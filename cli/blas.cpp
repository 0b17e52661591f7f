// SPDX-License-Identifier: Apache-2.0
// tessera blas — a BLAS library of the matrix products that Tessera makes.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <chrono>

#include "artifact/report/facts.hpp"
#include "cli/commands.hpp"
#include "cli/compile.hpp"
#include "cli/solver_options.hpp"
#include "kernels/blas/library.hpp"

namespace tessera::cli {
namespace {

struct BlasCommand {
  kernels::blas::BlasJob library;
  bool build = false;
};

void tell(const BlasCommand& asked, const kernels::blas::BlasManifest& manifest, double seconds) {
  if (asked.library.json) return fmt::print("{}\n", report::text_of(to_json(manifest)));
  std::size_t steps = 0, obligations = 0, procedures = 0;
  for (const kernels::blas::BlasProduct& p : manifest.products) {
    steps += p.steps;
    obligations += p.obligations;
    procedures += p.functions.size();
  }
  fmt::print("{}: {}, best first; {} procedures, {} steps, {} obligations proved, {:.1f} s\n", asked.library.output,
             fmt::join(manifest.targets, ", "), procedures, steps, obligations, seconds);
  if (!manifest.built.empty()) fmt::print("{}\n", manifest.built);
}

void run(const BlasCommand& asked) {
  const auto start = std::chrono::steady_clock::now();
  kernels::blas::BlasManifest manifest = kernels::blas::write_blas(asked.library);
  if (asked.build) manifest.built = kernels::blas::build_blas(asked.library, manifest).string();
  tell(asked, manifest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace

Command add_blas(CLI::App& app) {
  auto asked = std::make_shared<BlasCommand>();
  kernels::blas::BlasJob& job = asked->library;
  CLI::App* sub =
      app.add_subcommand("blas", "write a BLAS library: sgemm and dgemm, or one of them, for Fortran and CBLAS");
  sub->add_option(
      "--target", job.targets,
      "hardware library: a shipped name, or the path of a folder; may be repeated. The library takes the "
      "best that the CPU has (default: every shipped target for this architecture that has the needed instructions and "
      "fits the tile)");
  sub->add_option("--types", job.types,
                  "types of the products: f32, f64, or f32,f64 (default). Each target must have vectors of each; "
                  "there is no routine of another type in the library")
      ->delimiter(',')
      ->check(CLI::IsMember({"f32", "f64"}));
  sub->add_option("--tile", job.tile, "tile of all products, as 14x32 (rows by columns; default: one for each)");
  sub->add_option("--caches", job.caches,
                  "sizes of L1, L2 and L3 in KiB, or host for this machine's (default: 32,512,16384)");
  add_edges_option(*sub, job.edges);
  add_spills_option(*sub, job.allow_spills);
  sub->add_option("-j,--jobs", job.jobs, "processes (default: one for each core)")->check(CLI::Range(1, 256));
  sub->add_option("-o,--output", job.output, "the folder to write to (made if missing)")->required();
  sub->add_flag("--build", asked->build, "compile the shared object too");
  sub->add_option("--cc", job.compiler, "the C compiler (default: cc)");
  add_json_option(*sub, job.json);
  add_solver_options(*sub, job.solver);
  return [asked] { run(*asked); };
}

}  // namespace tessera::cli
