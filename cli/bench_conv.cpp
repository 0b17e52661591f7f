// SPDX-License-Identifier: Apache-2.0
// tessera bench conv — times the convolutions that Tessera makes for this machine beside their peers.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/bench_runner.hpp"
#include "cli/conv_kernels.hpp"
#include "cli/conv_options.hpp"
#include "cli/solver_options.hpp"
#include "dsl/support/process.hpp"
#include "dsl/support/words.hpp"
#include "kernels/blas/gemm_library.hpp"
#include "timing/protocol.hpp"

namespace tessera::cli {
namespace {

constexpr RunnerProgram conv_runner{"conv_runner", "TESSERA_CONV_RUNNER"};

struct ConvBenchJob {
  ConvKernelsJob kernels;
  std::string layers, gemm, runner, csv, conv_options;
  std::vector<std::string> only, contenders = timing::usual_conv_contenders;
  int threads = 1, pairs = timing::min_pairs;
  double sample_seconds = 0.02;
  bool over_one = false, check_only = false, json = false;

  bool has(const std::string& contender) const {
    return std::find(contenders.begin(), contenders.end(), contender) != contenders.end();
  }
};

// ---- options

std::vector<shapes::ConvLayer> layers_of(const ConvBenchJob& job) {
  const std::vector<shapes::ConvLayer> all = read_layers(job.layers);
  if (job.only.empty()) return all;
  std::vector<shapes::ConvLayer> out;
  for (const std::string& name : job.only) {
    const std::size_t before = out.size();
    std::copy_if(all.begin(), all.end(), std::back_inserter(out),
                 [&](const shapes::ConvLayer& layer) { return layer.name == name; });
    if (out.size() > before) continue;
    std::vector<std::string> names;
    for (const shapes::ConvLayer& layer : all) names.push_back(layer.name);
    throw InputError("layers", fmt::format("{} has no layer '{}'", job.layers, name),
                     fmt::format("it has {}", fmt::join(names, ", ")));
  }
  return out;
}

// The measuring program calls its kernels with an image in nhwc and weights from hwio, and compares the result with the
// sums alone: a kernel for other operands would crash or count as wrong.
void check_measured(const kernels::conv::ConvRequest& request) {
  using kernels::conv::Weights;
  const auto refuse_unless = [](bool is_measured, const std::string& words) {
    if (is_measured) return;
    throw InputError("usage", fmt::format("--conv-options: kernels with {} are not measured", words),
                     "measured are convolutions of f32 in nhwc, weights hwio or packed from it, no epilogue, no --add");
  };
  refuse_unless(request.type == ir::Scalar::f32, fmt::format("--dtype {}", ir::name(request.type)));
  refuse_unless(request.layout == kernels::conv::Layout::nhwc, "--layout " + name(request.layout));
  refuse_unless(request.weights != Weights::oihw, fmt::format("--weights {}", name(request.weights)));
  refuse_unless(request.pack_from == Weights::hwio, fmt::format("--pack-from {}", name(request.pack_from)));
  refuse_unless(request.epilogue.empty(), "--epilogue");
  refuse_unless(!request.adds, "--add");
}

// The kernels' options by --conv-options, with this number of threads by default. With --weights a layer has one kernel
// only.
void set_kernels(ConvKernelsJob& out, const ConvBenchJob& job, int threads) try {
  ConvOptions options;
  options.caches = "host";
  if (threads > 1) options.threads = std::to_string(threads);
  CLI::App words;
  add_conv_options(words, options);
  add_solver_options(words, out.make.solver);
  std::vector<std::string> given = words_of(job.conv_options);
  std::reverse(given.begin(), given.end());  // as CLI11 takes them
  words.parse(given);
  out.request = request_of(options);
  check_measured(out.request);
  out.plain = job.has("plain") && words.count("--weights") == 0;
} catch (const CLI::ParseError& e) {
  throw InputError("usage", fmt::format("--conv-options: {}", e.what()), "`tessera conv --help` says what there is");
}

// ---- measuring

// The product of im2row: Tessera's own, where no other is given.
kernels::blas::GemmLibrary gemm_of(const ConvBenchJob& job, const std::filesystem::path& folder) {
  if (!job.has("im2row") || !job.gemm.empty()) return {job.gemm, job.gemm};
  ::setenv("TESSERA_BLAS_NUM_THREADS", std::to_string(job.threads).c_str(), 1);
  ::unsetenv("TESSERA_BLAS_TARGET");
  return kernels::blas::make_gemm_library({job.kernels.target, "f32", job.kernels.compiler, ""}, folder);
}

// The table of the same layers' kernels for one core; empty: not requested.
std::filesystem::path kernels_of_one_core(const ConvBenchJob& job, const std::vector<shapes::ConvLayer>& layers,
                                          const std::filesystem::path& folder) {
  if (!job.over_one) return {};
  ConvKernelsJob one = job.kernels;
  set_kernels(one, job, 1);
  one.naive = false;
  std::filesystem::create_directories(folder);
  return make_conv_kernels(one, layers, folder).table;
}

std::vector<std::string> command(const ConvBenchJob& job, const std::string& runner, const ConvKernels& kernels,
                                 const std::filesystem::path& one_core, const kernels::blas::GemmLibrary& gemm) {
  std::vector<std::string> words{runner,
                                 "--layers",
                                 kernels.table.string(),
                                 "--what",
                                 kernels.what,
                                 "--overwrites",
                                 "--contenders",
                                 fmt::format("{}", fmt::join(job.contenders, ",")),
                                 "--threads",
                                 std::to_string(job.threads),
                                 "--pairs",
                                 std::to_string(job.pairs),
                                 "--sample-seconds",
                                 fmt::format("{}", job.sample_seconds)};
  if (!gemm.file.empty()) words.insert(words.end(), {"--gemm", gemm.file.string(), "--gemm-what", gemm.what});
  if (!one_core.empty()) words.insert(words.end(), {"--one-core", one_core.string()});
  if (!job.csv.empty()) words.insert(words.end(), {"--csv", job.csv});
  if (job.check_only) words.push_back("--check-only");
  if (job.json) words.push_back("--json");
  return words;
}

void run(ConvBenchJob job) {
  if (job.over_one && job.threads == 1)
    throw InputError("usage", "--over-one wants several cores", "add --threads 2, or as many as there are");
  const std::vector<shapes::ConvLayer> layers = layers_of(job);
  const std::string runner = runner_of(conv_runner, job.runner);
  set_kernels(job.kernels, job, job.threads);
  job.kernels.naive = job.has("naive");
  const ScratchFolder scratch;
  const kernels::blas::GemmLibrary gemm = gemm_of(job, scratch.path() / "gemm");
  const ConvKernels kernels = make_conv_kernels(job.kernels, layers, scratch.path());
  const std::filesystem::path one_core = kernels_of_one_core(job, layers, scratch.path() / "one_core");
  measure(command(job, runner, kernels, one_core, gemm));
}

// ---- the command line

void add_kernel_options(CLI::App& sub, ConvBenchJob& job) {
  sub.add_option(
         "--layers", job.layers,
         "a table with the columns name,K,C,H,R,stride or name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,dil")
      ->required();
  sub.add_option("--only", job.only, "these layers of it, separated by commas")->delimiter(',');
  sub.add_option("--store", job.kernels.store,
                 "measurements of `tessera tune` (default: the user's, where there are some)");
  sub.add_flag("--untuned", job.kernels.untuned, "the scheme of the model, where a tuned one is known too");
  sub.add_option("--target", job.kernels.target,
                 "hardware library: a shipped name, or the path of a folder (default: the best for this CPU)");
  sub.add_option("--cc", job.kernels.compiler, "the C compiler of the kernels (default: cc)");
  sub.add_option("--conv-options", job.conv_options, "options of tessera conv for all kernels, as one word");
}

void add_runner_options(CLI::App& sub, ConvBenchJob& job) {
  std::vector<std::string> names = timing::conv_contender_names;
  names.push_back(timing::no_peers);
  sub.add_option("--contenders", job.contenders,
                 fmt::format("contenders beside the kernel, separated by commas: {} (default: {})",
                             fmt::join(names, ", "), fmt::join(job.contenders, ", ")))
      ->delimiter(',')
      ->check(CLI::IsMember(names));
  sub.add_option("--gemm", job.gemm, "the shared object with the cblas_sgemm of im2row (default: tessera blas)");
  sub.add_option("--threads", job.threads, "threads of every contender (default: 1)")->check(CLI::Range(1, 1024));
  sub.add_flag("--over-one", job.over_one,
               "with --threads: also measure kernels on OpenMP, and oneDNN, on one core, in the same rounds");
  sub.add_option("--pairs", job.pairs, "rounds, 9 or more (default: 9)")
      ->check(CLI::Range(timing::min_pairs, timing::max_pairs));
  sub.add_option("--sample-seconds", job.sample_seconds, "length of one turn (default: 0.02)")
      ->check(CLI::PositiveNumber);
  sub.add_flag("--check-only", job.check_only, "do not time");
  sub.add_option("--csv", job.csv, "write a row per layer to this file");
  add_runner_option(sub, conv_runner, job.runner);
}

}  // namespace

Command add_bench_conv(CLI::App& bench) {
  auto job = std::make_shared<ConvBenchJob>();
  CLI::App* conv = bench.add_subcommand(
      "conv", "convolutions: made, proved, compiled, checked, then timed. Exit code 1: a result is wrong");
  add_kernel_options(*conv, *job);
  add_runner_options(*conv, *job);
  add_json_option(*conv, job->json);
  return [job] { run(*job); };
}

}  // namespace tessera::cli
