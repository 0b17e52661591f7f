// SPDX-License-Identifier: Apache-2.0
// Checks emitted convolution kernels, then times them beside their peers. README.md has the protocol.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "blas_library.hpp"
#include "compiled_conv.hpp"
#include "conv_report.hpp"
#include "im2row_conv.hpp"
#include "onednn_conv.hpp"
#include "thread_start.hpp"
#include "timing/fma_peak.hpp"
#include "timing/openmp_threads.hpp"
#include "xnnpack_conv.hpp"

namespace {

using namespace tessera::bench;
namespace timing = tessera::timing;

struct Options {
  std::string shape, kernel, packing, plain, naive, label, layers, one_core, what, gemm, gemm_what, csv;
  int pack = 0;        // 0: the kernel takes plain weights
  int naive_pack = 0;  // the same for the naive procedure
  std::vector<std::string> contenders = timing::conv_contender_names;
  int threads = 1, pairs = timing::min_pairs;
  double sample_seconds = 0.02;
  bool check_only = false, overwrites = false, json = false;
};

// ---- what is to be measured

/// A layer, and the procedures for it.
struct Job {
  timing::ConvLayer layer;
  CompiledConv kernel;
  std::optional<CompiledConv> plain, naive;
};

Job job_of_options(const Options& options) {
  if (options.kernel.empty()) throw std::invalid_argument("--shape wants --kernel");
  if (!options.packing.empty() && options.pack == 0) throw std::invalid_argument("--pack-kernel wants --pack");
  Job job{{options.label.empty() ? options.shape : options.label, timing::parse_conv_shape(options.shape)}, {}, {}, {}};
  const bool adds = !options.overwrites;
  job.kernel = {load_function<ConvKernel>(options.kernel), options.pack, nullptr, adds};
  if (!options.packing.empty()) job.kernel.packing = load_function<ConvPacking>(options.packing);
  if (!options.plain.empty()) job.plain = CompiledConv{load_function<ConvKernel>(options.plain), 0, nullptr, adds};
  if (!options.naive.empty())
    job.naive = CompiledConv{load_function<ConvKernel>(options.naive), options.naive_pack,
                             options.naive_pack == options.pack ? job.kernel.packing : nullptr, adds};
  return job;
}

// A row of the table has what the options of its columns' names say; paths start at the table.
Job job_of_row(const Options& options, const timing::CsvTable& table, const timing::CsvRow& row) {
  Options of_row = options;
  const auto text = [&](const char* column) {
    const auto index = table.find(column);
    return index ? row.fields[*index] : std::string();
  };
  const std::filesystem::path folder = std::filesystem::absolute(table.file).parent_path();
  const auto procedure = [&](const char* column) {
    return text(column).empty() ? std::string() : (folder / text(column)).string();
  };
  const auto panel = [&](const char* column) {
    return text(column).empty() ? 0 : table.whole(row, table.at(column), 0, timing::largest_side);
  };
  of_row.label = text("name");
  of_row.shape = text("shape");
  of_row.kernel = procedure("kernel");
  of_row.packing = procedure("pack_kernel");
  of_row.plain = procedure("plain");
  of_row.naive = procedure("naive");
  of_row.pack = panel("pack");
  of_row.naive_pack = panel("naive_pack");
  Job job = job_of_options(of_row);
  const std::vector<std::string> known{"name",  "shape", "kernel", "pack_kernel",
                                       "plain", "naive", "pack",   "naive_pack"};
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    if (std::find(known.begin(), known.end(), table.columns[i]) == known.end())
      job.layer.further.emplace_back(table.columns[i], row.fields[i]);
  return job;
}

std::vector<Job> jobs_of_table(const Options& options, const std::string& file) {
  const timing::CsvTable table = timing::read_csv_file(file);
  for (const char* column : {"name", "shape", "kernel"}) table.at(column);
  std::vector<Job> jobs;
  for (const timing::CsvRow& row : table.rows) jobs.push_back(job_of_row(options, table, row));
  if (jobs.empty()) throw timing::TableError(table.file, 0, 0, "there are no layers");
  return jobs;
}

std::vector<Job> jobs_of(const Options& options) {
  if (options.shape.empty() == options.layers.empty()) throw std::invalid_argument("give one of --shape and --layers");
  return options.shape.empty() ? jobs_of_table(options, options.layers) : std::vector<Job>{job_of_options(options)};
}

// The same layers; empty where one core is not asked for.
std::vector<Job> jobs_of_one_core(const Options& options, const std::vector<Job>& jobs) {
  if (options.one_core.empty()) return {};
  if (options.threads == 1) throw std::invalid_argument("--one-core wants --threads of two or more");
  std::vector<Job> out = jobs_of_table(options, options.one_core);
  const auto is_same = [](const Job& a, const Job& b) {
    return timing::text_of(a.layer.shape) == timing::text_of(b.layer.shape);
  };
  if (!std::equal(out.begin(), out.end(), jobs.begin(), jobs.end(), is_same))
    throw timing::TableError(options.one_core, 0, 0, "these are not the layers of --layers");
  return out;
}

// ---- whom it is measured beside

GemmPeer open_gemm(const Options& options) {
  if (options.gemm.empty()) return {"im2row", nullptr, "there is no product (--gemm)"};
  return {"im2row", open_blas(options.gemm, "f32")};
}

ConvContender open_peer(const std::string& name, const Options& options) {
  if (name == "onednn") return onednn_conv(options.threads);
  if (name == "onednn_plain") return onednn_plain_conv(options.threads);
  if (name == "xnnpack") return xnnpack_conv(options.threads);
  if (name == "im2row") {
    ConvContender im2row = im2row_conv(open_gemm(options), name, options.threads);
    if (!options.gemm_what.empty()) im2row.version = options.gemm_what;
    return im2row;
  }
  return im2row_conv(open_openblas("", options.threads), name, options.threads);
}

bool is_asked(const std::string& name, const Options& options) {
  return std::find(options.contenders.begin(), options.contenders.end(), name) != options.contenders.end();
}

// Those that are the same for all layers. OpenBLAS and the runtime of OpenMP read the environment when they are loaded.
std::vector<ConvContender> open_peers(const Options& options) {
  forget_settings_of_libraries();
  timing::use_openmp_threads(options.threads);
  std::vector<ConvContender> peers;
  for (const std::string& name : timing::conv_contender_names) {
    if (name == "plain" || name == "naive") continue;
    peers.push_back(is_asked(name, options) ? open_peer(name, options) : ConvContender{name, {}, "not asked for"});
  }
  return peers;
}

// From weights as they are given: by a kernel that takes them so, or by the packing and the kernel.
ConvContender plain_of(const Job& job) {
  return job.plain ? compiled_conv("plain", *job.plain, PackWeights::beforehand)
                   : compiled_conv("plain", job.kernel, PackWeights::in_each_call);
}

// The kernel first, then in the order of the reports' columns.
std::vector<ConvContender> contenders_of(const Job& job, const std::vector<ConvContender>& peers,
                                         const Options& options) {
  std::vector<ConvContender> all{compiled_conv(kernel_name, job.kernel, PackWeights::beforehand)};
  for (const std::string& name : timing::conv_contender_names) {
    const auto peer = std::find_if(peers.begin(), peers.end(), [&](const ConvContender& p) { return p.name == name; });
    if (peer != peers.end()) {
      all.push_back(*peer);
    } else if (!is_asked(name, options)) {
      all.push_back({name, {}, "not asked for"});
    } else if (name == "plain") {
      all.push_back(job.kernel.panel == 0 ? ConvContender{name, {}, "the kernel itself takes plain weights"}
                                          : plain_of(job));
    } else {
      all.push_back(job.naive ? compiled_conv(name, *job.naive, PackWeights::beforehand)
                              : ConvContender{name, {}, "there is none (--naive)"});
    }
  }
  return all;
}

// ---- one core beside several

/// Runs with so many threads of OpenMP, whatever ran before it.
class OnCores final : public ReadyConv {
 public:
  OnCores(std::unique_ptr<ReadyConv> form, int threads) : form_(std::move(form)), threads_(threads) {}
  void run() override {
    timing::switch_openmp_threads(threads_);
    form_->run();
  }
  std::vector<float> output() override {
    timing::switch_openmp_threads(threads_);
    return form_->output();
  }
  std::string implementation() const override { return form_->implementation(); }

 private:
  std::unique_ptr<ReadyConv> form_;
  int threads_;
};

ConvContender on_cores(ConvContender c, int threads) {
  if (!c.prepare) return c;
  c.prepare = [prepare = c.prepare, threads](const timing::ConvShape& shape, const ConvData& data) {
    timing::switch_openmp_threads(threads);
    ConvForms forms = prepare(shape, data);
    for (auto& form : forms) form = std::make_unique<OnCores>(std::move(form), threads);
    return forms;
  };
  return c;
}

const std::string one_core_suffix = " on one core";
std::string on_one_core(const std::string& name) { return name + one_core_suffix; }
bool is_on_one_core(const std::string& name) { return name.find(one_core_suffix) != std::string::npos; }

// Of those on OpenMP, whose threads can change from turn to turn.
std::vector<ConvContender> contenders_of_one_core(const Job& job, const Options& options) {
  std::vector<ConvContender> all{compiled_conv(kernel_name, job.kernel, PackWeights::beforehand)};
  if (is_asked("plain", options) && job.kernel.panel != 0) all.push_back(plain_of(job));
  if (is_asked("onednn", options)) all.push_back(onednn_conv(1));
  if (is_asked("onednn_plain", options)) all.push_back(onednn_plain_conv(1));
  for (ConvContender& c : all) {
    c = on_cores(c, 1);
    c.name = on_one_core(c.name);
  }
  return all;
}

// Each followed by the same on one core, so that both turns of a round see the same machine.
std::vector<ConvContender> beside_one_core(const std::vector<ConvContender>& several,
                                           const std::vector<ConvContender>& one, int threads) {
  std::vector<ConvContender> all;
  for (const ConvContender& c : several) {
    all.push_back(on_cores(c, threads));
    for (const ConvContender& other : one)
      if (other.name == on_one_core(c.name) && other.prepare) all.push_back(other);
  }
  return all;
}

// ---- measuring

// What this process has run so far, all threads together.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

class LayerRun {
 public:
  LayerRun(const Options& options, const Job& job, const std::vector<ConvContender>& peers)
      : options_(options), job_(job), row_{job.layer}, contenders_(contenders_of(job, peers, options)) {}

  void add_one_core(const Job& job) {
    contenders_ = beside_one_core(contenders_, contenders_of_one_core(job, options_), options_.threads);
    row_.has_one_core = true;
  }

  ConvRow run() {
    check();
    if (!options_.check_only && std::count(out_.begin(), out_.end(), kernel_name) == 0) time();
    return row_;
  }

 private:
  const timing::ConvShape& shape() const { return job_.layer.shape; }

  void leave_out(const std::string& name, const std::string& why) {
    row_.not_run.emplace_back(name, why);
    out_.push_back(name);
  }
  bool is_out(const ConvContender& c) const { return std::count(out_.begin(), out_.end(), c.name) > 0; }

  void check() {
    for (const ConvContender& c : contenders_)
      if (!c.prepare) leave_out(c.name, c.missing);
    check_on(integer_data(shape(), 1), Tolerance::exact);
    check_on(uniform_data(shape(), 2), Tolerance::error_bound);
  }

  // What overwrites is compared with what adds to an output of zeros.
  void check_on(const ConvData& data, Tolerance tolerance) {
    ConvData zeros = data;
    std::fill(zeros.O.begin(), zeros.O.end(), 0.f);
    const ConvReference sums = reference_convolution(shape(), zeros);
    const bool any_adds = std::any_of(contenders_.begin(), contenders_.end(), [](const auto& c) { return c.adds; });
    const ConvReference added = any_adds ? with_output(sums, data) : ConvReference{};
    for (const ConvContender& c : contenders_)
      if (!is_out(c)) check(c, data, c.adds ? added : sums, tolerance);
  }

  static ConvReference with_output(ConvReference sums, const ConvData& data) {
    for (std::size_t i = 0; i < data.O.size(); ++i) {
      sums.value[i] += data.O[i];
      sums.magnitude[i] += std::fabs(data.O[i]);
    }
    return sums;
  }

  void check(const ConvContender& c, const ConvData& data, const ConvReference& want, Tolerance tolerance) try {
    for (const auto& form : c.prepare(shape(), data)) {
      form->run();
      const Comparison result = compare(shape(), form->output(), want, tolerance);
      if (tolerance == Tolerance::error_bound) note_error(c.name, result);
      if (result.ok()) continue;
      const std::string how = form->implementation().empty() ? "" : " (" + form->implementation() + ")";
      const char* on = tolerance == Tolerance::exact ? " (integer data, exact)" : " (random data)";
      row_.wrong.push_back(c.name + how + ": " + *result.first_wrong + on);
      return leave_out(c.name, "wrong result");
    }
  } catch (const NotOffered& e) { leave_out(c.name, e.what()); }

  void note_error(const std::string& name, const Comparison& result) {
    auto it = std::find_if(row_.errors.begin(), row_.errors.end(), [&](const ConvError& e) { return e.name == name; });
    if (it == row_.errors.end()) it = row_.errors.insert(it, {name});
    it->absolute = std::max(it->absolute, result.max_error);
    it->of_bound = std::max(it->of_bound, result.max_error_of_bound);
  }

  struct Timed {
    std::string name;
    std::unique_ptr<ReadyConv> form;
  };

  void time() {
    const ConvData data = uniform_data(shape(), 3);
    std::vector<Timed> forms;
    for (const ConvContender& c : contenders_) {
      if (is_out(c)) continue;
      for (auto& form : c.prepare(shape(), data)) forms.push_back({c.name, std::move(form)});
    }
    std::vector<timing::Contender> turns;
    for (const Timed& t : forms) turns.push_back({t.name, [form = t.form.get()] { form->run(); }});
    if (row_.has_one_core) add_yardstick(turns);
    std::vector<double> peaks;
    const double cpu_before = cpu_seconds();
    const timing::OnFirstCore first;
    const double wall = timing::seconds_of([&] {
      timing::time_in_turn(
          turns, options_.pairs, options_.sample_seconds,
          [&] { peaks.push_back(timing::measure_fma_peak_of_cores(options_.threads)); },
          timing::Beside::every_contender);
    });
    if (options_.threads == 1) row_.cpu_share = (cpu_seconds() - cpu_before) / wall;
    for (const timing::Contender& turn : turns) note_shared_core(row_.shared_core, turn);
    row_.peak = timing::spread(peaks);
    note(forms, turns, peaks);
    if (row_.has_one_core) row_.peak_over_one = timing::paired_ratio(turns.back(), turns[forms.size()]);
  }

  // The last two turns of a round: as many multiplications on all cores as on one. Long enough not to see threads
  // start.
  void add_yardstick(std::vector<timing::Contender>& turns) const {
    constexpr std::int64_t iterations = 1 << 22;
    const int cores = options_.threads;
    turns.push_back({"peak", [cores] { timing::multiply_add_on_cores(cores, iterations); }});
    turns.push_back({on_one_core("peak"), [cores] { timing::multiply_add_on_cores(1, cores * iterations); }});
  }

  void note(const std::vector<Timed>& forms, const std::vector<timing::Contender>& turns,
            const std::vector<double>& peaks) {
    for (std::size_t i = 0; i < forms.size(); ++i) {
      if (is_on_one_core(turns[i].name)) continue;  // part of its namesake's timing
      ConvTiming timing{turns[i].name, timing::spread(turns[i].seconds), percents(turns, i, peaks)};
      timing.implementation = forms[i].form->implementation();
      if (const timing::Contender* base = base_of(turns, i)) timing.ratio = timing::paired_ratio(turns[i], *base);
      if (const timing::Contender* one = fastest_of(on_one_core(turns[i].name), turns)) {
        timing.seconds_one = timing::spread(one->seconds);
        timing.over_one = timing::paired_ratio(*one, turns[i]);
      }
      keep_faster(timing);
    }
  }

  // Of the turns of that name; null: there are none.
  static const timing::Contender* fastest_of(const std::string& name, const std::vector<timing::Contender>& turns) {
    const timing::Contender* fastest = nullptr;
    for (const timing::Contender& c : turns)
      if (c.name == name && (!fastest || timing::spread(c.seconds).median < timing::spread(fastest->seconds).median))
        fastest = &c;
    return fastest;
  }

  // Of the forms of one contender the fastest stays.
  void keep_faster(const ConvTiming& timing) {
    const auto known = std::find_if(row_.timings.begin(), row_.timings.end(),
                                    [&](const ConvTiming& t) { return t.name == timing.name; });
    if (known == row_.timings.end()) {
      row_.timings.push_back(timing);
    } else if (timing.seconds.median < known->seconds.median) {
      *known = timing;
    }
  }

  // A kernel that takes plain weights stands for both.
  const timing::Contender* base_of(const std::vector<timing::Contender>& turns, std::size_t i) const {
    if (i == 0) return nullptr;
    const std::string wanted = job_.kernel.panel == 0 ? kernel_name : compared_with(turns[i].name);
    const auto base =
        std::find_if(turns.begin(), turns.end(), [&](const timing::Contender& c) { return c.name == wanted; });
    return base == turns.end() ? nullptr : &*base;
  }

  // Each turn is held against the mean of the two peaks sampled beside it.
  timing::Spread percents(const std::vector<timing::Contender>& turns, std::size_t i,
                          const std::vector<double>& peaks) const {
    std::vector<double> percents;
    for (std::size_t round = 0; round < turns[i].seconds.size(); ++round) {
      const std::size_t turn = round * turns.size() + i;
      const double peak = (peaks[turn] + peaks[turn + 1]) / 2;
      percents.push_back(100 * shape().flops() / turns[i].seconds[round] * 1e-9 / peak);
    }
    return timing::spread(percents);
  }

  const Options& options_;
  const Job& job_;
  ConvRow row_;
  std::vector<ConvContender> contenders_;
  std::vector<std::string> out_;  // not measured
};

// ---- reports

class Runner {
 public:
  explicit Runner(const Options& options) : options_(options), machine_(facts_of_machine()) {
    take_cores(options.threads);
    peers_ = open_peers(options);
    jobs_ = jobs_of(options);
    one_core_ = jobs_of_one_core(options, jobs_);
    if (options.csv.empty()) return;
    csv_.open(options.csv);
    if (!csv_) throw std::invalid_argument("cannot write " + options.csv);
  }

  /// True when every contender was right on every layer.
  bool run() {
    if (!options_.json) std::cout << conv_text_header() << std::endl;
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
      LayerRun layer(options_, jobs_[i], peers_);
      if (!one_core_.empty()) layer.add_one_core(one_core_[i]);
      rows_.push_back(layer.run());
      show(rows_.back());
    }
    finish();
    return std::all_of(rows_.begin(), rows_.end(), [](const ConvRow& row) { return row.wrong.empty(); });
  }

 private:
  // At once, so that a run that is cut short leaves its rows.
  void show(const ConvRow& row) {
    for (const std::string& wrong : row.wrong)
      std::cerr << "wrong result: " << row.layer.name << ": " << wrong << std::endl;
    warning_.tell(row.layer.name, row.shared_core);
    if (!options_.json) std::cout << text_line(row) << std::endl;
    if (!csv_.is_open()) return;
    Json fields = row_as_json(row);
    fields.update(settings());
    fields.update(machine_);
    if (rows_.size() == 1) csv_ << timing::csv_line(csv_columns(fields)) << '\n';
    csv_ << timing::csv_line(csv_fields(fields)) << std::endl;
  }

  Json settings() const {
    return {{"kernels", options_.what},
            {"threads", options_.threads},
            {"pairs", options_.pairs},
            {"sample_seconds", options_.sample_seconds}};
  }

  void finish() const {
    Json peers;
    for (const ConvContender& p : peers_)
      peers[p.name] = p.prepare ? Json{{"available", true}, {"version", p.version}}
                                : Json{{"available", false}, {"why", p.missing}};
    if (options_.json) {
      Json rows = Json::array();
      for (const ConvRow& row : rows_) rows.push_back(row_as_json(row));
      const Json report{{"rows", rows},
                        {"summary", summary_of(rows_)},
                        {"settings", settings()},
                        {"machine", machine_},
                        {"peers", peers}};
      std::cout << report.dump(2) << '\n';
      return;
    }
    for (const auto& [name, facts] : peers.items())
      std::cout << name << ": " << (facts["available"] ? "" : "not measured: ")
                << facts[facts["available"] ? "version" : "why"].get<std::string>() << '\n';
    std::cout << text_of_conv_summary(summary_of(rows_));
  }

  Options options_;
  SharingWarning warning_{"conv_runner", options_.threads};
  Json machine_;
  std::vector<ConvContender> peers_;
  std::vector<Job> jobs_, one_core_;
  std::vector<ConvRow> rows_;
  std::ofstream csv_;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option(
      "--shape", options.shape,
      "K=64,C=64,H=56,W=56,R=3,S=3,pad=1 as for tessera conv, or K,C,H,W,R,S[,stride] with H and W in results");
  app.add_option("--kernel", options.kernel, "PATH:SYMBOL of the kernel's shared object");
  app.add_option("--plain", options.plain,
                 "PATH:SYMBOL of the convolution that takes F[R,S,C,K] (default: packing, then the kernel)");
  app.add_option("--naive", options.naive, "PATH:SYMBOL of the naive procedure's shared object");
  app.add_option("--pack", options.pack, "the kernel takes weights in panels of so many channels")
      ->check(CLI::PositiveNumber);
  app.add_option("--pack-kernel", options.packing, "PATH:SYMBOL of the procedure that packs them from F[R,S,C,K]");
  app.add_option("--naive-pack", options.naive_pack,
                 "as --pack, for the naive procedure; --pack-kernel packs for both if they are equal")
      ->check(CLI::PositiveNumber);
  app.add_option("--label", options.label, "name of the row");
  app.add_option(
      "--layers", options.layers,
      "a table with the columns name, shape, kernel, and of pack, pack_kernel, naive, naive_pack what there is");
  app.add_option("--one-core", options.one_core,
                 "such a table of the same layers: kernels for one core, timed in the same rounds; so is oneDNN");
  app.add_option("--what", options.what, "what the kernels are, for the reports");
  app.add_flag("--overwrites", options.overwrites, "the procedures set O; without it, they add");
  std::vector<std::string> names = timing::conv_contender_names;
  names.push_back(timing::no_peers);
  app.add_option("--contenders", options.contenders, "which, separated by commas, beside the kernel")
      ->delimiter(',')
      ->check(CLI::IsMember(names));
  app.add_option("--gemm", options.gemm, "the shared object with the cblas_sgemm of im2row");
  app.add_option("--gemm-what", options.gemm_what, "what it is, for the reports");
  app.add_option("--threads", options.threads, "of every contender, each on a core of its own")
      ->check(CLI::Range(1, 1024));
  app.add_option("--pairs", options.pairs, "rounds, 9 or more")
      ->check(CLI::Range(timing::min_pairs, timing::max_pairs));
  app.add_option("--sample-seconds", options.sample_seconds, "length of one turn")->check(CLI::PositiveNumber);
  app.add_flag("--check-only", options.check_only, "do not time");
  app.add_option("--csv", options.csv, "write a row per layer to this file");
  app.add_flag("--json", options.json, "print JSON");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"check convolution kernels, then time them beside their peers"};
  add_options(app, options);
  try {
    app.parse(argc, argv);
    return Runner(options).run() ? 0 : 1;
  } catch (const CLI::ParseError& e) { return app.exit(e) == 0 ? 0 : 2; } catch (const std::exception& e) {
    std::cerr << "conv_runner: " << e.what() << '\n';
    return 2;
  }
}
