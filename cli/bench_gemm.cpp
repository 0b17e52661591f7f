// SPDX-License-Identifier: Apache-2.0
// tessera bench gemm — times the matrix product that Tessera makes for this machine beside its peers.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <cstdlib>

#include "cli/bench_runner.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/table_error.hpp"
#include "kernels/blas/gemm_library.hpp"
#include "shapes/gemm_shape.hpp"
#include "timing/protocol.hpp"

namespace tessera::cli {
namespace {

constexpr RunnerProgram gemm_runner{"gemm_runner", "TESSERA_GEMM_RUNNER"};

struct GemmBenchJob {
  kernels::blas::GemmLibraryJob product{.target = "", .type = "f32", .compiler = "cc", .tile = ""};
  std::string shapes, library, runner, csv;
  std::vector<std::string> peers = timing::gemm_peer_names, peer_paths;
  int threads = 1, beta = 1, pairs = timing::min_pairs;
  double sample_seconds = 0.02;
  bool flush = false, check_only = false;
};

// Before anything is made: the runner would say the same, but later.
void check_shapes(const std::string& file) try {
  shapes::gemm_shapes(read_csv_file(file));
} catch (const TableError& e) {
  refuse_table(
      e, "shapes",
      fmt::format("a table has the columns name, m, n, k; sizes are whole numbers from 1 to {}", shapes::max_extent),
      "as in: name,m,n,k on the first line, then layer_1,3136,64,576");
}

std::vector<std::string> command(const GemmBenchJob& job, const std::string& runner,
                                 const kernels::blas::GemmLibrary& library) {
  std::vector<std::string> words{runner,
                                 "--library",
                                 library.file.string(),
                                 "--label",
                                 library.what,
                                 "--shapes",
                                 job.shapes,
                                 "--dtype",
                                 job.product.type,
                                 "--peers",
                                 fmt::format("{}", fmt::join(job.peers, ",")),
                                 "--threads",
                                 std::to_string(job.threads),
                                 "--beta",
                                 std::to_string(job.beta),
                                 "--pairs",
                                 std::to_string(job.pairs),
                                 "--sample-seconds",
                                 fmt::format("{}", job.sample_seconds)};
  for (const std::string& path : job.peer_paths) words.insert(words.end(), {"--peer-path", path});
  if (!job.csv.empty()) words.insert(words.end(), {"--csv", job.csv});
  if (job.flush) words.push_back("--flush");
  if (job.check_only) words.push_back("--check-only");
  if (job.product.json) words.push_back("--json");
  return words;
}

void run(GemmBenchJob job) {
  check_shapes(job.shapes);
  const std::string runner = runner_of(gemm_runner, job.runner);
  const ScratchFolder scratch;
  kernels::blas::GemmLibrary library{job.library, job.library};
  if (job.library.empty()) {
    library = kernels::blas::make_gemm_library(job.product, scratch.path());
    ::setenv("TESSERA_BLAS_NUM_THREADS", std::to_string(job.threads).c_str(), 1);
    ::unsetenv("TESSERA_BLAS_TARGET");
  }
  measure(command(job, runner, library));
}

// ---- the command line

void add_product_options(CLI::App& sub, GemmBenchJob& job) {
  std::vector<CLI::Option*> of_product{
      sub.add_option("--target", job.product.target,
                     "hardware library: a shipped name, or the path of a folder (default: the best for this CPU)"),
      sub.add_option("--tile", job.product.tile,
                     "tile of the product, as 14x32 (rows by columns; default: the family's choice)"),
      add_edges_option(sub, job.product.edges),
      sub.add_option("--cc", job.product.compiler, "the C compiler of the product (default: cc)")};
  CLI::Option* library =
      sub.add_option("--library", job.library, "measure this shared object, which exports a CBLAS, instead");
  for (CLI::Option* option : of_product) library->excludes(option);
  sub.add_option("--dtype", job.product.type, "type of the data (default: f32)")->check(CLI::IsMember({"f32", "f64"}));
}

void add_runner_options(CLI::App& sub, GemmBenchJob& job) {
  std::vector<std::string> names = timing::gemm_peer_names;
  names.push_back(timing::no_peers);
  sub.add_option("--shapes", job.shapes, "a table with the columns name, m, n, k")->required();
  sub.add_option("--peers", job.peers,
                 fmt::format("the peers, separated by commas: {} (default: all)", fmt::join(names, ", ")))
      ->delimiter(',')
      ->check(CLI::IsMember(names));
  sub.add_option("--peer-path", job.peer_paths, "NAME=PATH: the shared object of a peer; may be repeated");
  sub.add_option("--threads", job.threads, "threads of every contender (default: 1)")->check(CLI::Range(1, 1024));
  sub.add_option("--beta", job.beta, "beta of the timed calls: 1 adds to C, 0 overwrites it (default: 1)")
      ->check(CLI::Range(0, 1));
  sub.add_option("--pairs", job.pairs, "rounds, 9 or more (default: 9)")
      ->check(CLI::Range(timing::min_pairs, timing::max_pairs));
  sub.add_option("--sample-seconds", job.sample_seconds, "length of one turn (default: 0.02)")
      ->check(CLI::PositiveNumber);
  sub.add_flag("--flush", job.flush, "cold caches: they are flushed before each call");
  sub.add_flag("--check-only", job.check_only, "do not time");
  sub.add_option("--csv", job.csv, "write a row per shape to this file");
  add_runner_option(sub, gemm_runner, job.runner);
}

}  // namespace

Command add_bench_gemm(CLI::App& bench) {
  auto job = std::make_shared<GemmBenchJob>();
  CLI::App* gemm = bench.add_subcommand(
      "gemm", "the matrix product: made, proved, compiled, checked, then timed. Exit code 1: a result is wrong");
  add_product_options(*gemm, *job);
  add_runner_options(*gemm, *job);
  add_json_option(*gemm, job->product.json);
  return [job] { run(*job); };
}

}  // namespace tessera::cli
