// tessera tune — schemes of convolutions, ranked by a model, measured on this machine and kept.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>
#include <chrono>

#include "driver/commands.hpp"
#include "driver/conv_kernels.hpp"
#include "driver/family.hpp"
#include "driver/host_target.hpp"
#include "driver/tune_batch.hpp"
#include "driver/tune_report.hpp"
#include "driver/tuned.hpp"
#include "dsl/support/files.hpp"

namespace tessera::driver {
namespace {

using report::Json;
using tuning::Candidate;
using tuning::Measurement;
using Outcome = Measurement::Outcome;

constexpr std::size_t confirmed = 3;  // the fastest, timed once more with nothing beside
constexpr int confirming_rounds = 9;

struct TuneJob {
  ConvJob conv;  ///< what all convolutions have in common
  std::vector<std::string> shapes;
  std::string layers, store, compiler = "cc", batch, results, report;
  std::size_t best = 16;
  std::uint64_t seed = 1;
  bool microkernels = true, json = false;
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

 private:
  static bool is_terminal() { return ::isatty(STDERR_FILENO) != 0; }
  std::string what_;
  std::size_t steps_, done_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// ---- measuring

class Tuner {
 public:
  explicit Tuner(const TuneJob& job) : job_(job), store_(store_file(job.store), tuning_place(job.compiler)) {}

  Json tuned(const std::vector<Layer>& layers) {
    if (job_.microkernels) measure_microkernels();
    Json rows = Json::array();
    for (const Layer& l : layers) rows.push_back(tuned(l));
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

  // Those that the store has not; whether there were any.
  bool measure(TuneBatch b, const std::function<void()>& each) {
    const std::string key = program_key(b.conv);
    std::erase_if(b.schemes, [&](const std::string& scheme) { return store_.find(key, scheme).has_value(); });
    run_batch(b, [&](const Measurement& m) {
      store_.keep(m);
      each();
    });
    return !b.schemes.empty();
  }

  // ---- tiles alone

  // A convolution whose only loops are a sum that stays near and one register tile.
  struct Alone {
    tuning::Microkernel tile;
    std::string shape, scheme;
  };

  std::vector<Alone> alone() const {
    const tuning::Machine m = machine();
    std::vector<Alone> out;
    for (std::int64_t vectors = 1; vectors <= 6; ++vectors)
      for (std::int64_t rows = 1; rows * vectors + vectors + 1 <= m.registers; ++rows)
        for (const std::string form : {"", "s", "r", "rs"}) out.push_back(alone(m, {rows, vectors, form}));
    return out;
  }

  static Alone alone(const tuning::Machine& m, const tuning::Microkernel& tile) {
    constexpr std::int64_t taps = 3;
    const bool has_s = tile.unrolled.find('s') != std::string::npos,
               has_r = tile.unrolled.find('r') != std::string::npos;
    const std::int64_t unrolled = (has_s ? taps : 1) * (has_r ? taps : 1);
    // Half the first cache holds the weights.
    const std::int64_t steps = m.caches.first / 2 / (tile.vectors * m.lanes * m.element);
    const std::int64_t channels = std::max<std::int64_t>(4, steps / unrolled);
    Alone out{tile, "", fmt::format("T({}, c)", channels)};
    out.shape = fmt::format("{},{},1,{},{},{}", tile.vectors * m.lanes, channels, tile.rows, has_r ? taps : 1,
                            has_s ? taps : 1);
    if (has_r) out.scheme += fmt::format(" U({}, r)", taps);
    if (has_s) out.scheme += fmt::format(" U({}, s)", taps);
    if (tile.rows > 1) out.scheme += fmt::format(" U({}, q)", tile.rows);
    if (tile.vectors > 1) out.scheme += fmt::format(" U({}, k)", tile.vectors);
    out.scheme += " V(k)";
    return out;
  }

  tuning::Machine machine() const {
    ConvJob one = job_.conv;
    one.shape = "1,1,1,1,1,1";
    return to_tune(one).machine;
  }

  TuneBatch batch_alone(const Alone& a) const {
    TuneBatch b = batch(a.shape);
    b.conv.layout = "nhwc", b.conv.weights = "packed", b.conv.epilogue.clear(), b.conv.adds = true;
    b.rounds = 3, b.sample_seconds = 0.003;
    b.schemes = {a.scheme};
    return b;
  }

  void measure_microkernels() {
    const std::vector<Alone> all = alone();
    Progress progress("microkernels", all.size());
    for (const Alone& a : all) {
      measure(batch_alone(a), [] {});
      progress.step();
      if (const auto m = store_.find(program_key(batch_alone(a).conv), a.scheme); m && m->outcome == Outcome::measured)
        microkernels_.measured(a.tile, m->percent);
    }
  }

  // ---- a layer

  Json tuned(const Layer& layer) {
    TuneBatch b = batch(layer.shape);
    const ConvToTune what = to_tune(b.conv);
    const std::string model = schemes::text(decided(b.conv).scheme);
    b.schemes = {model};
    std::vector<Candidate> ranked;
    if (!what.problem.rows.empty()) ranked = tuning::space(what.problem, what.machine, microkernels_);
    const std::vector<Candidate> candidates = tuning::best(ranked, job_.best);
    for (const Candidate& c : candidates) b.schemes.push_back(schemes::text(c.scheme));
    Progress progress(layer.name, b.schemes.size());
    if (measure(b, [&] { progress.step(); })) confirm(b);
    Json row = chosen(layer, b, ranked.size());
    // Cycles of the multiplications alone, where nothing ever waits.
    const double least =
        what.problem.operations() / 2 / static_cast<double>(what.machine.lanes) / tuning::Microkernels::units;
    row["measured"] = measured(program_key(b.conv), candidates, least);
    fmt::print(stderr, "{}: {:.1f} % of the peak by {}\n", layer.name, row.at("percent_of_peak").get<double>(),
               row.at("scheme").get<std::string>());
    return row;
  }

  // What was expected, and what came.
  Json measured(const std::string& key, const std::vector<Candidate>& candidates, double least) const {
    Json out = Json::array();
    for (const Candidate& c : candidates) {
      const std::string scheme = schemes::text(c.scheme);
      const std::optional<Measurement> m = store_.find(key, scheme);
      if (!m) continue;
      const tuning::Prediction& p = c.predicted;
      out.push_back({{"scheme", scheme},
                     {"outcome", name(m->outcome)},
                     {"percent_of_peak", m->percent},
                     {"seconds", m->seconds},
                     {"expected", 100 * least / p.cycles},
                     {"cycles", p.cycles},
                     {"multiplying", p.multiplying},
                     {"runs", p.runs},
                     {"from_second", p.from_second},
                     {"from_third", p.from_third},
                     {"reduction", p.reduction},
                     {"first_filled", p.first_filled}});
    }
    return out;
  }

  // Beside others' making one may have been unlucky.
  void confirm(TuneBatch b) {
    const std::vector<Measurement> all = store_.of(program_key(b.conv));
    b.rounds = confirming_rounds;
    for (std::size_t i = 0; i < std::min(confirmed, all.size()); ++i) {
      if (all[i].outcome != Outcome::measured) break;
      b.schemes = {all[i].scheme};
      run_batch(b, [&](const Measurement& m) { store_.keep(m); });
    }
  }

  Json chosen(const Layer& layer, const TuneBatch& b, std::size_t space) const {
    const std::vector<Measurement> all = store_.of(program_key(b.conv));
    const bool is_any = !all.empty() && all[0].outcome == Outcome::measured;
    if (!is_any)
      throw CheckError({"tune",
                        fmt::format("{}: no scheme could be measured", layer.name),
                        {},
                        "",
                        {},
                        "",
                        {},
                        all.empty() ? "" : all[0].detail});
    const auto rank = std::find(b.schemes.begin(), b.schemes.end(), all[0].scheme) - b.schemes.begin();
    const auto first = store_.find(program_key(b.conv), b.schemes[0]);
    return {{"name", layer.name},
            {"shape", layer.shape},
            {"scheme", all[0].scheme},
            {"seconds", all[0].seconds},
            {"percent_of_peak", all[0].percent},
            {"rank", rank},
            {"space", space},
            {"percent_of_model", first ? first->percent : 0}};
  }

  const TuneJob& job_;
  tuning::Store store_;
  tuning::Microkernels microkernels_;
};

// ---- the command

// What another process asked for: a line for each result, as it comes.
void run_given_batch(const TuneJob& job) {
  const TuneBatch batch = [&] {
    try {
      return batch_of(Json::parse(read_file(job.batch)));
    } catch (const Json::exception& e) { throw InputError("tune", fmt::format("{}: {}", job.batch, e.what())); }
  }();
  std::FILE* out = std::fopen(job.results.c_str(), "ae");
  if (!out) throw InputError("output", "cannot write " + job.results);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> closes(out, std::fclose);
  run_batch(batch, [&](const Measurement& m) {
    fmt::print(out, "{}\n", json_of(m).dump());
    std::fflush(out);
  });
}

void run(TuneJob job) {
  if (!job.batch.empty()) return run_given_batch(job);
  job.conv.caches = "host";
  if (job.conv.target.empty()) job.conv.target = host_target(data_type(job.conv.type));
  const std::vector<Layer> wanted = layers(job);
  if (wanted.empty()) throw InputError("usage", "there is nothing to tune", "--shape or --layers");
  Tuner tuner(job);
  const Json rows = tuner.tuned(wanted);
  const Json facts{{"microkernels", tuner.tiles()}, {"rows", rows}};
  if (!job.report.empty()) write_tune_report(facts, job.report);
  if (job.json) fmt::print("{}\n", report::text_of(facts));
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
  sub->add_option("--store", job->store,
                  "file of measurements (default: tessera/tuned.sqlite among the user's caches)");
  sub->add_option("--best", job->best, "how many schemes of a convolution are measured")->check(CLI::Range(1, 100000));
  sub->add_option("--seed", job->seed, "of the numbers that are computed with");
  sub->add_option("--cc", job->compiler, "the C compiler");
  sub->add_flag("!--no-microkernels", job->microkernels, "rank by a model of the tiles, without measuring them alone");
  sub->add_option("--report", job->report, "write tables and pictures of what was tuned into this folder");
  sub->add_option("--batch", job->batch, "measure what this file asks for, as another process wrote it");
  sub->add_option("--results", job->results, "of --batch: the file that results are added to")->needs("--batch");
  add_json_option(*sub, job->json);
  add_solver_options(*sub, job->conv.solver);
  return [job] { run(*job); };
}

}  // namespace tessera::driver
