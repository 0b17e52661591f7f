// SPDX-License-Identifier: Apache-2.0
// tessera tune — schemes of convolutions, ranked by a model, measured on this machine and kept.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "artifact/host_target.hpp"
#include "cli/commands.hpp"
#include "cli/conv_kernels.hpp"
#include "cli/conv_options.hpp"
#include "cli/solver_options.hpp"
#include "kernels/conv/measured_schemes.hpp"
#include "shapes/conv_text.hpp"
#include "timing/cores.hpp"
#include "tuning/executor/interrupts.hpp"
#include "tuning/measure/batch_json.hpp"
#include "tuning/measure/results.hpp"
#include "tuning/search/executors.hpp"
#include "tuning/search/report.hpp"
#include "tuning/search/tuner.hpp"

namespace tessera::cli {
namespace {

struct TuneJob {
  tuning::TunerOptions options;
  ConvOptions conv;
  std::vector<std::string> shapes;
  std::string target;
  std::string layers, batch, results, report;
  bool json = false;
};

std::vector<tuning::LayerToTune> layers(const TuneJob& job) {
  std::vector<tuning::LayerToTune> out;
  for (const std::string& text : job.shapes) {
    const shapes::ConvShape shape = shapes::parse_conv_shape(text);
    out.push_back({name(shape), shape});
  }
  if (!job.layers.empty()) {
    for (const shapes::ConvLayer& l : read_layers(job.layers)) out.push_back({l.name, l.shape});
  }
  return out;
}

// For another process: prints a line for each result as it comes.
void run_given_batches(const TuneJob& job) {
  tuning::BatchRunner runner;
  for (tuning::TuneBatch& batch : tuning::batches_in(job.batch)) {
    batch.solver = job.options.solver;
    tuning::ResultsWriter results(job.results, kernels::conv::tuning_place(batch.compiler));
    try {
      runner.run(batch, [&](const tuning::Measurements& all) { results.add(all); });
    } catch (const CheckError& wrong) {
      results.add(wrong);
      throw;
    }
  }
}

// The store's form: the number of threads, 1 by default.
kernels::conv::Threads number_of_threads(const kernels::conv::Threads& given) {
  const std::int64_t number = kernels::conv::count(given), cores = timing::allowed_cores();
  const bool is_strategy = std::holds_alternative<schemes::Strategy>(given) && given != kernels::conv::one_thread;
  if (is_strategy) throw InputError("usage", "--threads: all strategies are tried", "their number, or host");
  if (number > cores)
    throw InputError("tune",
                     fmt::format("--threads: {} threads, and this process may use {} of the cores here", number, cores),
                     fmt::format("--threads {}, or fewer; or tune on the machine that the code is for", cores));
  return number == 1 ? kernels::conv::one_thread : given;
}

void run(TuneJob job) {
  if (!job.batch.empty()) return run_given_batches(job);
  job.conv.caches = "host";
  kernels::conv::ConvRequest& conv = job.options.conv;
  conv = request_of(job.conv);
  conv.target = job.target.empty() ? artifact::host_target(conv.type) : job.target;
  conv.threads = number_of_threads(conv.threads);
  const std::vector<tuning::LayerToTune> wanted = layers(job);
  if (wanted.empty()) throw InputError("usage", "there is nothing to tune", "--shape or --layers");
  const tuning::LastWords kept(
      fmt::format("\ninterrupted: what was measured is kept in {}; run the same again to go on\n",
                  kernels::conv::store_file(job.options.store).string()));
  tuning::Tuner tuner(job.options);
  const tuning::TuneResults results = tuner.tuned(wanted);
  if (!job.report.empty()) tuning::write_tune_report(results, job.report);
  if (job.json) fmt::print("{}\n", report::text_of(to_json(results)));
}

void add_executor_options(CLI::App& sub, tuning::TunerOptions& options) {
  sub.add_option(
         "--executor", options.executor,
         "who measures: this process (local, the default), or tasks of Slurm on nodes like this machine (slurm)")
      ->check(CLI::IsMember(tuning::executor_names()));
  sub.add_option("--work-folder", options.slurm.folder,
                 "with --executor slurm: a folder that the nodes share (default: beside the store)")
      ->needs("--executor");
  sub.add_option("--slurm-options", options.slurm.options,
                 "options for sbatch, separated by spaces: partition, account, time, …")
      ->needs("--executor");
  sub.add_option("--slurm-tasks", options.slurm.tasks, "maximum of tasks at once (default: all)")
      ->check(CLI::Range(1, 100000))
      ->needs("--executor");
  sub.add_option("--slurm-schemes", options.slurm.schemes, "maximum of schemes that a task measures (default: 20)")
      ->check(CLI::Range(1, 100000))
      ->needs("--executor");
}

}  // namespace

Command add_tune(CLI::App& app) {
  auto job = std::make_shared<TuneJob>();
  tuning::TunerOptions& options = job->options;
  CLI::App* sub = app.add_subcommand("tune", "measure schemes of convolutions on this machine and keep the best");
  sub->add_option("--shape", job->shapes, "a convolution, as `tessera conv` takes it; may be repeated")
      ->transform(without_blanks);
  sub->add_option("--layers", job->layers, "a table of them, as `tessera bench conv` takes it");
  sub->add_option("--target", job->target, "hardware library (default: the best for this CPU)");
  sub->add_option("--dtype", job->conv.type, "type of the data: f32 or f64, where the target has it (default: f32)");
  sub->add_option("--layout", job->conv.layout, "layout of image and result (default: nhwc)");
  sub->add_option("--weights", job->conv.weights, "layout of the weights (default: packed)")
      ->check(CLI::IsMember(kernels::conv::weights_names()));
  sub->add_option("--threads", job->conv.threads,
                  "tune for this number of threads, by several strategies for parallel loops; or host for this "
                  "machine's (default: one)");
  sub->add_option("--store", options.store,
                  "file of measurements (default: tessera/tuned.sqlite among the user's caches)");
  sub->add_option("--best", options.amounts.best, "how many schemes of a convolution are measured (default: 16)")
      ->check(CLI::Range(1, 100000));
  sub->add_option("--sample", options.amounts.sample,
                  "also measure this many schemes at random from all that the model ranks, to judge the model")
      ->check(CLI::Range(0, 100000));
  sub->add_option("--seed", options.seed, "seed of the operands and of --sample (default: 1)");
  sub->add_option("--cc", options.compiler, "the C compiler (default: cc)");
  sub->add_flag_callback(
      "--no-microkernels", [&options] { options.microkernels = false; },
      "rank by a model of the tiles, without measuring them alone");
  sub->add_flag("--loops-only", options.loops_only, "do not try packing inside the kernel and other prefetches");
  sub->add_option("--report", job->report, "write tables and pictures of what was tuned into this folder");
  sub->add_option("--batch", job->batch, "batch file (used internally by Slurm tasks)");
  sub->add_option("--results", job->results, "with --batch: the file to add results to")->needs("--batch");
  add_executor_options(*sub, options);
  add_json_option(*sub, job->json);
  add_solver_options(*sub, options.solver);
  return [job] { run(*job); };
}

}  // namespace tessera::cli
