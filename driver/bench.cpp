// tessera bench — times what Tessera makes for this machine beside its peers. The measuring is done by the programs of
// bench/, which know the peers; here is made what they measure.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "bench/input/gemm_shape.hpp"
#include "bench/input/protocol.hpp"
#include "driver/commands.hpp"
#include "driver/gemm_library.hpp"
#include "driver/load.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/process.hpp"

namespace tessera::driver {
namespace {

namespace fs = std::filesystem;

constexpr const char* runner_variable = "TESSERA_GEMM_RUNNER";

struct GemmBenchJob {
  GemmLibraryJob product{.target = "", .type = "f32", .compiler = "cc", .tile = ""};
  std::string shapes, library, runner, csv;
  std::vector<std::string> peers = bench::gemm_peer_names, peer_paths;
  int threads = 1, beta = 1, pairs = bench::min_pairs;
  double sample_seconds = 0.02;
  bool flush = false, check_only = false;
};

// ---- what is asked for

std::string line_of(const std::string& text, int number) {
  std::istringstream in(text);
  std::string line;
  while (number-- > 0) std::getline(in, line);
  return line;
}

// Before anything is made: the runner would say the same, but later.
void check_shapes(const std::string& file) try {
  bench::gemm_shapes(bench::read_csv_file(file));
} catch (const bench::TableError& e) {
  Diagnostic d;
  d.code = "shapes";
  d.message = e.line == 0 ? fmt::format("{}: {}", e.file, e.message) : e.message;
  d.loc = {intern(e.file), e.line, e.column};
  if (e.line > 0) d.source_line = line_of(read_file(file), e.line);
  d.rule =
      fmt::format("a table has the columns name, m, n, k; sizes are whole numbers from 1 to {}", bench::largest_extent);
  d.hint = "as in: name,m,n,k on the first line, then layer_1,3136,64,576";
  throw InputError(d);
}

// In the build folder the runner lies below the command.
std::string runner_of(const GemmBenchJob& job) {
  const char* variable = std::getenv(runner_variable);
  std::string runner = !job.runner.empty() ? job.runner : variable ? variable : "";
  std::error_code unknown;
  if (runner.empty()) runner = fs::read_symlink("/proc/self/exe", unknown).parent_path() / "bench" / "gemm_runner";
  if (fs::is_directory(runner) || !is_program(runner))
    throw InputError(
        "runner", fmt::format("there is no program {}, which measures", runner),
        fmt::format("`scripts/build release gemm_runner` builds it; --runner or {} says where it is", runner_variable));
  return runner;
}

// ---- measuring

std::vector<std::string> command(const GemmBenchJob& job, const std::string& runner, const GemmLibrary& library) {
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

[[noreturn]] void refused(const std::string& runner, const ProcessResult& run) {
  const std::string how = run.status > 128 ? fmt::format("was ended by signal {}", run.status - 128)
                                           : fmt::format("ended with status {}", run.status);
  Diagnostic d;
  d.code = "runner";
  d.message = fmt::format("{} {}; nothing more was measured", runner, how);
  if (!run.output.empty()) d.notes.push_back({{}, run.output.substr(0, run.output.find_last_not_of('\n') + 1)});
  d.hint = fmt::format("`{} --help` says what it takes; if it is older than this command, build it anew", runner);
  throw InputError(d);
}

// The report goes to the standard output as the rows are measured; what the runner objects to is told at the end.
void measure(const GemmBenchJob& job, const std::string& runner, const GemmLibrary& library) {
  const ScratchFolder scratch;
  const ProcessResult run = run_in_front(command(job, runner, library), scratch.path() / "errors");
  constexpr int wrong_result = 1;
  if (run.status != 0 && run.status != wrong_result) refused(runner, run);
  fmt::print(stderr, "{}", run.output);
  if (run.status == wrong_result) throw ToldAlready{ExitCode::refused};
}

void run(GemmBenchJob job) {
  check_shapes(job.shapes);
  const std::string runner = runner_of(job);
  const ScratchFolder scratch;
  GemmLibrary library{job.library, job.library};
  if (job.library.empty()) {
    library = make_gemm_library(job.product, scratch.path());
    ::setenv("TESSERA_BLAS_NUM_THREADS", std::to_string(job.threads).c_str(), 1);
    ::unsetenv("TESSERA_BLAS_TARGET");
  }
  measure(job, runner, library);
}

// ---- the command line

void add_product_options(CLI::App& sub, GemmBenchJob& job) {
  std::vector<CLI::Option*> of_product{
      sub.add_option("--target", job.product.target,
                     "hardware library: a shipped name, or the path of a folder (default: the best for this CPU)"),
      sub.add_option("--tile", job.product.tile,
                     "of the product, as 14x32 (rows by columns; default: the family's choice)"),
      add_edges_option(sub, job.product.edges),
      sub.add_option("--cc", job.product.compiler, "the C compiler of the product (default: cc)")};
  CLI::Option* library =
      sub.add_option("--library", job.library, "measure this shared object, which exports a CBLAS, instead");
  for (CLI::Option* option : of_product) library->excludes(option);
  sub.add_option("--dtype", job.product.type, "f32 or f64")->check(CLI::IsMember({"f32", "f64"}));
}

void add_runner_options(CLI::App& sub, GemmBenchJob& job) {
  std::vector<std::string> names = bench::gemm_peer_names;
  names.push_back(bench::no_peers);
  sub.add_option("--shapes", job.shapes, "a table with the columns name, m, n, k")->required();
  sub.add_option("--peers", job.peers,
                 fmt::format("which, separated by commas: {} (default: all)", fmt::join(names, ", ")))
      ->delimiter(',')
      ->check(CLI::IsMember(names));
  sub.add_option("--peer-path", job.peer_paths, "NAME=PATH: the shared object of a peer; may be repeated");
  sub.add_option("--threads", job.threads, "of every contender")->check(CLI::Range(1, 1024));
  sub.add_option("--beta", job.beta, "of the timed calls: 1 adds to C, 0 overwrites it")->check(CLI::Range(0, 1));
  sub.add_option("--pairs", job.pairs, "rounds, 9 or more")->check(CLI::Range(bench::min_pairs, bench::max_pairs));
  sub.add_option("--sample-seconds", job.sample_seconds, "length of one turn")->check(CLI::PositiveNumber);
  sub.add_flag("--flush", job.flush, "cold caches: they are flushed before each call");
  sub.add_flag("--check-only", job.check_only, "do not time");
  sub.add_option("--csv", job.csv, "write a row per shape to this file");
  sub.add_option("--runner", job.runner,
                 fmt::format("the program that measures (default: ${}, or bench/gemm_runner beside this command)",
                             runner_variable));
}

}  // namespace

Command add_bench(CLI::App& app) {
  auto job = std::make_shared<GemmBenchJob>();
  CLI::App* bench = app.add_subcommand("bench", "measure what Tessera makes for this machine beside its peers");
  bench->require_subcommand(1);
  CLI::App* gemm = bench->add_subcommand(
      "gemm", "the matrix product: made, proved, compiled, checked, then timed. Exit code 1: a result is wrong");
  add_product_options(*gemm, *job);
  add_runner_options(*gemm, *job);
  add_json_option(*gemm, job->product.json);
  return [job] { run(*job); };
}

}  // namespace tessera::driver
