// tessera tune — schemes of convolutions, ranked by a model, measured on this machine and kept.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>
#include <chrono>
#include <set>
#include <thread>

#include "driver/commands.hpp"
#include "driver/conv_kernels.hpp"
#include "driver/executor.hpp"
#include "driver/family.hpp"
#include "driver/host_target.hpp"
#include "driver/tune_batch.hpp"
#include "driver/tune_report.hpp"
#include "driver/tune_results.hpp"
#include "driver/tune_tiles.hpp"
#include "driver/tuned.hpp"
#include "tuning/variants.hpp"

namespace tessera::driver {
namespace {

using report::Json;
using tuning::Candidate;
using tuning::Measurement;
using tuning::Measurements;
using Outcome = Measurement::Outcome;

using Scheme = std::pair<std::string, std::string>;  // of a program

constexpr const char *packed_weights = "packed", *one_thread = "none";
constexpr std::size_t confirmed = 5;       // the fastest, timed once more in turns
constexpr std::size_t repeated = 10;       // those behind them, timed once more before that
constexpr double near = 0.85;              // of the fastest: what such a repetition may still make up
constexpr std::size_t refined[] = {3, 1};  // rounds of other choices of how data comes: of how many schemes
constexpr int confirming_rounds = 9;

struct TuneJob {
  ConvJob conv;  ///< what all convolutions have in common
  std::vector<std::string> shapes;
  std::string layers, store, compiler = "cc", batch, results, report, executor = "local";
  SlurmOptions slurm;
  std::size_t best = 16, sample = 0;
  std::uint64_t seed = 1;
  bool microkernels = true, loops_only = false, json = false;
};

/// One convolution to tune.
struct Layer {
  std::string name, shape;
};

// ---- what is asked for

std::vector<Layer> layers(const TuneJob& job) {
  std::vector<Layer> out;
  for (const std::string& shape : job.shapes)
    out.push_back({families::conv::name(families::conv::parse(shape)), shape});
  if (!job.layers.empty()) {
    for (const bench::ConvLayer& l : read_layers(job.layers)) out.push_back({l.name, bench::text_of(l.shape)});
  }
  return out;
}

// ---- progress

/// How far a measuring has come, on the standard error: a line that changes where that is a terminal.
class Progress {
 public:
  Progress(std::string what, std::size_t steps) : what_(std::move(what)), steps_(steps) {}
  void step() {
    ++done_;
    if (!is_terminal()) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    const auto left = static_cast<long>(seconds / static_cast<double>(done_) * static_cast<double>(steps_ - done_));
    fmt::print(stderr, "\r{}: {} of {}, {} s left \x1b[K", what_, done_, steps_, left);
    if (done_ == steps_) fmt::print(stderr, "\n");
  }
  /// On a line of its own.
  static void note(const std::string& text) { fmt::print(stderr, "{}{}\n", is_terminal() ? "\r\x1b[K" : "", text); }

 private:
  static bool is_terminal() { return ::isatty(STDERR_FILENO) != 0; }
  std::string what_;
  std::size_t steps_, done_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// ---- measuring

std::unique_ptr<Executor> executor(const TuneJob& job, const tuning::Place& here) {
  if (job.executor == "local") return local_executor(here);
  SlurmOptions options = job.slurm;
  if (options.folder.empty()) options.folder = store_file(job.store).replace_extension(".slurm");
  options.time_limit = job.conv.solver.time_limit;
  return slurm_executor(here, options);
}

class Tuner {
 public:
  explicit Tuner(const TuneJob& job)
      : job_(job),
        place_(tuning_place(job.compiler)),
        store_(store_file(job.store), place_),
        executor_(executor(job, place_)) {}

  Json tuned(const std::vector<Layer>& layers) {
    if (job_.microkernels) measure_microkernels();
    const std::size_t together = executor_->is_parallel() ? layers.size() : 1;
    Json rows = Json::array();
    for (auto first = layers.begin(); first < layers.end(); first += static_cast<std::ptrdiff_t>(together))
      for (Json& row : tuned_together({first, first + static_cast<std::ptrdiff_t>(together)}))
        rows.push_back(std::move(row));
    return rows;
  }

  /// What register tiles reach alone.
  Json tiles() const {
    Json out = Json::array();
    for (const auto& [tile, percent] : microkernels_.all())
      out.push_back(
          {{"rows", tile.rows}, {"vectors", tile.vectors}, {"unrolled", tile.unrolled}, {"percent_of_peak", percent}});
    return out;
  }

 private:
  TuneBatch batch(const std::string& shape) const {
    TuneBatch out;
    out.conv = job_.conv;
    out.conv.shape = shape;
    out.compiler = job_.compiler;
    out.seed = job_.seed;
    return out;
  }

  // Those that the store has not, each once.
  void measure_missing(const std::string& what, std::vector<TuneBatch> batches) {
    std::set<Scheme> asked;
    for (TuneBatch& b : batches) {
      const std::string key = program_key(b.conv);
      std::erase_if(b.schemes, [&](const std::string& scheme) {
        return store_.find(key, scheme).has_value() || !asked.emplace(key, scheme).second;
      });
    }
    measure(what, batches);
  }

  void measure(const std::string& what, const std::vector<TuneBatch>& batches) {
    std::set<Scheme> awaited;
    for (const TuneBatch& b : batches)
      for (const std::string& scheme : b.schemes) awaited.emplace(program_key(b.conv), scheme);
    Progress progress(what, awaited.size());
    executor_->measure(batches, [&](const Measurements& all, const tuning::Place& place) {
      store_.keep(all, place);
      if (place != place_) return;
      for (const Measurement& m : all) {
        measured_.insert(m.program);
        if (awaited.erase({m.program, m.scheme}) > 0) progress.step();
        if (m.outcome == Outcome::measured && !m.detail.empty()) Progress::note(m.scheme + ": " + m.detail);
      }
    });
  }

  // ---- tiles alone

  tuning::Machine machine() const {
    ConvJob one = job_.conv;
    one.shape = "1,1,1,1,1,1";
    return to_tune(one).machine;
  }

  TuneBatch batch_alone(const TileAlone& a) const {
    TuneBatch b = batch(a.shape);
    b.conv.layout = "nhwc", b.conv.weights = packed_weights, b.conv.epilogue.clear(), b.conv.adds = true;
    b.conv.threads = one_thread;
    b.rounds = 7, b.sample_seconds = 0.003;
    b.schemes = {a.scheme};
    return b;
  }

  void measure_microkernels() {
    const std::vector<TileAlone> all = tiles_alone(machine());
    std::vector<TuneBatch> batches;
    for (const TileAlone& a : all) batches.push_back(batch_alone(a));
    measure_missing("microkernels", batches);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (const auto m = store_.find(program_key(batches[i].conv), all[i].scheme); m && m->outcome == Outcome::measured)
        microkernels_.measured(all[i].tile, m->percent_hi);  // noise only slows
  }

  // ---- layers

  /// What the model says of a scheme.
  struct Expected {
    std::size_t rank;
    tuning::Prediction predicted;
  };

  struct Plan {
    Layer layer;
    TuneBatch batch;  ///< in the model's order, then what is used untuned
    ConvToTune what;
    std::string untuned;                       ///< what is used untuned
    std::size_t space = 0;                     ///< schemes that the model ranks
    std::map<std::string, Expected> expected;  ///< of those that are measured
  };

  Plan plan(const Layer& layer) const {
    Plan out{layer, batch(layer.shape), {}, {}, 0, {}};
    out.what = to_tune(out.batch.conv);
    const std::vector<Candidate> ranked = driver::ranked(out.batch.conv, out.what, microkernels_);
    const auto add = [&](const std::string& scheme) {
      std::vector<std::string>& all = out.batch.schemes;
      if (!scheme.empty() && std::find(all.begin(), all.end(), scheme) == all.end()) all.push_back(scheme);
    };
    for (const Candidate& c : tuning::best(out.what.problem, ranked, std::max<std::size_t>(1, job_.best)))
      add(schemes::text(c.scheme));
    out.untuned = schemes::text(decided(out.batch.conv).scheme);
    add(out.untuned);
    add(fastest_of_packed(out.batch.conv));
    for (const std::string& scheme : fastest_of_one_thread(out.batch.conv)) add(scheme);
    for (const Candidate& c : tuning::sample(ranked, job_.sample, job_.seed)) add(schemes::text(c.scheme));
    out.space = ranked.size(), out.expected = expected(ranked, out.batch);
    return out;
  }

  // Of many convolutions together all that is ranked would be too much to keep.
  std::map<std::string, Expected> expected(const std::vector<Candidate>& ranked, const TuneBatch& b) const {
    std::set<std::string> wanted(b.schemes.begin(), b.schemes.end());
    for (const Measurement& m : store_.of(program_key(b.conv))) wanted.insert(m.scheme);
    std::map<std::string, Expected> out;
    for (std::size_t rank = 0; rank < ranked.size(); ++rank)
      if (const std::string scheme = schemes::text(ranked[rank].scheme); wanted.count(scheme) > 0)
        out.emplace(scheme, Expected{rank, ranked[rank].predicted});
    return out;
  }

  // The loops that served packed weights best, where that was measured, are a good guess for others.
  std::string fastest_of_packed(ConvJob conv) const {
    if (conv.weights == packed_weights) return {};
    conv.weights = packed_weights;
    const std::string scheme = tuned_scheme(conv, store_);
    return scheme.empty() ? "" : schemes::text(tuning::loops_of(schemes::parse(scheme)));
  }

  // What is fastest on one thread, with parallel loops.
  std::vector<std::string> fastest_of_one_thread(ConvJob conv) const {
    const std::int64_t several = threads(conv);
    if (several == 1) return {};
    conv.threads = one_thread;
    conv.scheme = tuned_scheme(conv, store_);
    conv.scheme = schemes::text(decided(conv).scheme);  // a shipped one, or the model's, where none was measured
    std::vector<std::string> out;
    for (const std::string& strategy : conv_strategies()) {
      conv.threads = strategy;
      out.push_back(schemes::text(decided(conv).scheme));
    }
    return out;
  }

  std::vector<Json> tuned_together(const std::vector<Layer>& layers) {
    std::vector<Plan> plans;
    std::vector<TuneBatch> batches;
    for (const Layer& l : layers) plans.push_back(plan(l)), batches.push_back(plans.back().batch);
    const std::string what = layers.size() == 1 ? layers[0].name : fmt::format("{} convolutions", layers.size());
    measure_missing(what, batches);
    for (const std::size_t fastest : refined)
      if (!job_.loops_only) measure_missing(what + ", how data comes", variants(plans, fastest));
    settle(what, plans);
    std::vector<Json> rows;
    for (const Plan& p : plans) rows.push_back(row(p));
    return rows;
  }

  // Of the fastest schemes so far, what differs from them in one choice.
  std::vector<TuneBatch> variants(const std::vector<Plan>& plans, std::size_t fastest) const {
    std::vector<TuneBatch> out;
    for (const Plan& p : plans) {
      const tuning::Packable packable =
          job_.conv.weights == packed_weights ? tuning::Packable{} : tuning::Packable{"F"};
      out.push_back(p.batch);
      out.back().schemes.clear();
      const Measurements all = store_.of(program_key(p.batch.conv));
      for (std::size_t i = 0; i < std::min(fastest, all.size()) && all[i].outcome == Outcome::measured; ++i)
        for (const schemes::Scheme& s : tuning::variants(schemes::parse(all[i].scheme), p.what.problem, packable))
          out.back().schemes.push_back(schemes::text(s));
    }
    return out;
  }

  Json row(const Plan& p) const {
    Json out = chosen(p);
    // Cycles of the multiplications alone, where nothing ever waits.
    const double least = p.what.problem.operations() / 2 /
                         static_cast<double>(p.what.machine.lanes * p.what.machine.threads) /
                         tuning::Microkernels::units;
    const schemes::Scheme scheme = schemes::parse(out.at("scheme").get<std::string>());
    out["register_tiles"] = schemes::register_tiles(scheme, p.what.machine.lanes);
    out["measured"] = measured(p, least);
    fmt::print(stderr, "{}: {:.1f} % of the peak by {}\n", p.layer.name, out.at("percent_of_peak").get<double>(),
               out.at("scheme").get<std::string>());
    return out;
  }

  // Bytes from memory that are asked for a block ahead.
  static double asked(const tuning::Prediction& p) {
    double out = 0;
    for (std::size_t array = 0; array < p.from_memory.size(); ++array)
      if (p.asks_for_next[array]) out += p.from_memory[array];
    return out;
  }

  // What was expected, and what came, in the model's order.
  Json measured(const Plan& plan, double least) const {
    Measurements all = store_.of(program_key(plan.batch.conv));
    std::erase_if(all, [&](const Measurement& m) { return plan.expected.count(m.scheme) == 0; });
    const auto rank = [&](const Measurement& m) { return plan.expected.at(m.scheme).rank; };
    std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    const auto by_array = [&](const tuning::Amounts& bytes) {
      Json out;
      const std::vector<tuning::Array>& arrays = plan.what.problem.arrays;
      for (std::size_t i = 0; i < arrays.size(); ++i) out[arrays[i].name] = bytes[i];
      return out;
    };
    Json out = Json::array();
    for (const Measurement& m : all) {
      const tuning::Prediction& p = plan.expected.at(m.scheme).predicted;
      out.push_back({{"scheme", m.scheme},
                     {"rank", rank(m)},
                     {"outcome", name(m.outcome)},
                     {"percent_of_peak", m.percent},
                     {"seconds", m.seconds},
                     {"in_turns", m.in_turns},
                     {"expected", 100 * least / p.cycles},
                     {"cycles", p.cycles},
                     {"near", p.alone.near},
                     {"crowded", p.alone.crowded},
                     {"least", least},
                     {"runs", p.runs},
                     {"displaced", p.alone.displaced},
                     {"starts", p.starts},
                     {"in_parts", p.is_in_parts},
                     {"copied", p.copied},
                     {"from_second", by_array(p.from_second)},
                     {"from_third", by_array(p.from_third)},
                     {"from_memory", by_array(p.from_memory)},
                     {"asked", asked(p)},
                     {"rows_from_second", p.rows_from_second},
                     {"rows_from_third", p.rows_from_third},
                     {"reduction", p.reduction},
                     {"first_filled", p.first_filled}});
    }
    return out;
  }

  // ---- the choice

  // Beside others' making and in a slow spell of the machine one may have been unlucky, another one lucky.
  void settle(const std::string& what, const std::vector<Plan>& plans) {
    const std::vector<TuneBatch> all = unsettled(plans);
    measure(what + ", once more", with_schemes(all, [&](const std::string& program) { return to_repeat(program); }));
    std::map<std::string, std::string> untuned;
    for (const Plan& p : plans) untuned[program_key(p.batch.conv)] = p.untuned;
    std::vector<TuneBatch> fastest =
        with_schemes(all, [&](const std::string& program) { return to_confirm(program, untuned.at(program)); });
    for (TuneBatch& b : fastest) b.in_turns = true, b.rounds = confirming_rounds;
    measure(what + ", in turns", fastest);
    measured_.clear();
  }

  // What has new measurements, and what an earlier run did not come to confirm.
  std::vector<TuneBatch> unsettled(const std::vector<Plan>& plans) const {
    std::vector<TuneBatch> out;
    std::set<std::string> seen;
    for (const Plan& p : plans) {
      const std::string program = program_key(p.batch.conv);
      const Measurements all = store_.of(program);
      const bool is_settled = !all.empty() && all[0].in_turns && measured_.count(program) == 0;
      if (!is_settled && seen.insert(program).second) out.push_back(p.batch);
    }
    return out;
  }

  template <class Schemes> static std::vector<TuneBatch> with_schemes(std::vector<TuneBatch> batches, Schemes&& of) {
    for (TuneBatch& b : batches) b.schemes = of(program_key(b.conv));
    return batches;
  }

  // What was measured of a program, in turns or alone.
  Measurements by_time(const std::string& program) const {
    Measurements out = store_.of(program);
    std::erase_if(out, [](const Measurement& m) { return m.outcome != Outcome::measured; });
    std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    return out;
  }

  // The fastest, and what is used untuned: no unlucky reading is to make the choice a worse one.
  std::vector<std::string> to_confirm(const std::string& program, const std::string& untuned) const {
    const Measurements all = by_time(program);
    std::vector<std::string> out;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (i < confirmed || all[i].scheme == untuned) out.push_back(all[i].scheme);
    return out;
  }

  // Behind those that are confirmed anyway, what comes near the fastest by the better of its quartiles.
  std::vector<std::string> to_repeat(const std::string& program) const {
    const Measurements all = by_time(program);
    std::vector<std::string> out;
    for (std::size_t i = confirmed; i < all.size() && out.size() < repeated; ++i)
      if (!all[i].in_turns && all[i].percent_hi >= near * all[0].percent) out.push_back(all[i].scheme);
    return out;
  }

  Json chosen(const Plan& p) const {
    const TuneBatch& b = p.batch;
    const Measurements all = store_.of(program_key(b.conv));
    const bool is_any = !all.empty() && all[0].outcome == Outcome::measured;
    if (!is_any)
      throw CheckError({"tune",
                        fmt::format("{}: no scheme could be measured", p.layer.name),
                        {},
                        "",
                        {},
                        "",
                        {},
                        all.empty() ? "" : all[0].detail});
    const auto loops = [](const std::string& s) { return schemes::text(tuning::loops_of(schemes::parse(s))); };
    const auto rank = std::find_if(b.schemes.begin(), b.schemes.end(),
                                   [&](const std::string& s) { return loops(s) == loops(all[0].scheme); }) -
                      b.schemes.begin();
    const auto first = store_.find(program_key(b.conv), b.schemes[0]);
    return {{"name", p.layer.name},
            {"shape", p.layer.shape},
            {"scheme", all[0].scheme},
            {"seconds", all[0].seconds},
            {"percent_of_peak", all[0].percent},
            {"rank", rank},
            {"space", p.space},
            {"percent_of_model", first ? first->percent : 0}};
  }

  const TuneJob& job_;
  tuning::Place place_;
  tuning::Store store_;
  std::unique_ptr<Executor> executor_;
  tuning::Microkernels microkernels_;
  std::set<std::string> measured_;  ///< programs of this run's results, until they are settled
};

// ---- the command

// What another process asked for: a line for each result, as it comes.
void run_given_batches(const TuneJob& job) {
  BatchRunner runner;
  for (TuneBatch& batch : batches_in(job.batch)) {
    batch.conv.solver = job.conv.solver;
    ResultsWriter results(job.results, tuning_place(batch.compiler));
    try {
      runner.run(batch, [&](const Measurements& all) { results.add(all); });
    } catch (const CheckError& wrong) {
      results.add(wrong);
      throw;
    }
  }
}

// As a store has it: a number, or "none" for one.
std::string number_of_threads(const ConvJob& conv) {
  const std::int64_t number = threads(conv), cores = std::thread::hardware_concurrency();
  const bool is_strategy = std::count(conv_strategies().begin(), conv_strategies().end(), conv.threads) > 0;
  if (is_strategy) throw InputError("usage", "--threads: all strategies are tried", "their number, or host");
  if (number > cores)
    throw InputError("tune", fmt::format("--threads: {} threads, and this machine runs {} at once", number, cores),
                     fmt::format("--threads {}, or fewer; or tune on the machine that the code is for", cores));
  return number == 1 ? one_thread : std::to_string(number);
}

void run(TuneJob job) {
  if (!job.batch.empty()) return run_given_batches(job);
  job.conv.caches = "host";
  if (job.conv.target.empty()) job.conv.target = host_target(data_type(job.conv.type));
  job.conv.threads = number_of_threads(job.conv);
  const std::vector<Layer> wanted = layers(job);
  if (wanted.empty()) throw InputError("usage", "there is nothing to tune", "--shape or --layers");
  Tuner tuner(job);
  const Json rows = tuner.tuned(wanted);
  const Json facts{{"microkernels", tuner.tiles()}, {"rows", rows}};
  if (!job.report.empty()) write_tune_report(facts, job.report);
  if (job.json) fmt::print("{}\n", report::text_of(facts));
}

void add_executor_options(CLI::App& sub, TuneJob& job) {
  sub.add_option("--executor", job.executor, "who measures: this process, or tasks of Slurm on nodes like this machine")
      ->check(CLI::IsMember({"local", "slurm"}));
  sub.add_option("--work-folder", job.slurm.folder,
                 "of slurm: a folder that the nodes share (default: beside the store)")
      ->needs("--executor");
  sub.add_option("--slurm-options", job.slurm.options, "for sbatch, between spaces: partition, account, time, …")
      ->needs("--executor");
  sub.add_option("--slurm-tasks", job.slurm.tasks, "how many tasks run at once, at most (default: all)")
      ->check(CLI::Range(1, 100000))
      ->needs("--executor");
  sub.add_option("--slurm-schemes", job.slurm.schemes, "how many schemes a task measures, at most")
      ->check(CLI::Range(1, 100000))
      ->needs("--executor");
}

}  // namespace

Command add_tune(CLI::App& app) {
  auto job = std::make_shared<TuneJob>();
  CLI::App* sub = app.add_subcommand("tune", "measure schemes of convolutions on this machine and keep the best");
  sub->add_option("--shape", job->shapes, "a convolution, as `tessera conv` takes it; may be repeated");
  sub->add_option("--layers", job->layers, "a table of them, as `tessera bench conv` takes it");
  sub->add_option("--target", job->conv.target, "hardware library (default: the best for this CPU)");
  sub->add_option("--dtype", job->conv.type, "type of the data");
  sub->add_option("--layout", job->conv.layout, "of image and result");
  sub->add_option("--weights", job->conv.weights, "how they lie")->check(CLI::IsMember(conv_weights()));
  sub->add_option("--threads", job->conv.threads,
                  "how many share the work, with parallel loops by several strategies: a number, or host for this "
                  "machine's (default: one)");
  sub->add_option("--store", job->store,
                  "file of measurements (default: tessera/tuned.sqlite among the user's caches)");
  sub->add_option("--best", job->best, "how many schemes of a convolution are measured")->check(CLI::Range(1, 100000));
  sub->add_option("--sample", job->sample, "so many more, at random from all that the model ranks: to judge it by")
      ->check(CLI::Range(0, 100000));
  sub->add_option("--seed", job->seed, "of the numbers that are computed with, and of --sample");
  sub->add_option("--cc", job->compiler, "the C compiler");
  sub->add_flag("!--no-microkernels", job->microkernels, "rank by a model of the tiles, without measuring them alone");
  sub->add_flag("--loops-only", job->loops_only,
                "do not try other ways for data to come: packed inside, asked for ahead");
  sub->add_option("--report", job->report, "write tables and pictures of what was tuned into this folder");
  sub->add_option("--batch", job->batch, "measure the batches of this file, as another process wrote them");
  sub->add_option("--results", job->results, "of --batch: the file that results are added to")->needs("--batch");
  add_executor_options(*sub, *job);
  add_json_option(*sub, job->json);
  add_solver_options(*sub, job->conv.solver);
  return [job] { run(*job); };
}

}  // namespace tessera::driver
