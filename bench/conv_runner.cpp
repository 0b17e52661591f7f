// Checks an emitted convolution kernel, then times it beside the naive C and oneDNN. README.md has the protocol.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "aligned.hpp"
#include "conv_reference.hpp"
#include "conv_shape.hpp"
#include "fma_peak.hpp"
#include "onednn_conv.hpp"
#include "shared_kernel.hpp"
#include "timing.hpp"

namespace {

using namespace tessera::bench;
using Json = nlohmann::ordered_json;

struct Options {
  std::string shape, kernel, naive, label;
  int pack = 0;        // 0: the kernel takes F as [S,R,C,K]
  int naive_pack = 0;  // the same for the naive procedure
  int pairs = min_pairs;
  double sample_seconds = 0.02;
  bool check_only = false, overwrites = false;
};

// A procedure under test with its operands, each on a cache line boundary.
struct Job {
  ConvKernel kernel;
  AlignedFloats O, F, I;
  void run() { kernel(O.data(), F.data(), I.data()); }
};

Job make_job(const ConvShape& shape, ConvKernel kernel, const ConvData& data, int pack) {
  return {kernel, AlignedFloats(data.O), AlignedFloats(pack ? pack_filter(shape, data.F, pack) : data.F),
          AlignedFloats(data.I)};
}

class Runner {
 public:
  explicit Runner(const Options& options)
      : options_(options), shape_(parse_conv_shape(options.shape)), kernel_(load_function<ConvKernel>(options.kernel)) {
    if (!options.naive.empty()) naive_ = load_function<ConvKernel>(options.naive);
    if (!options.label.empty()) report_["name"] = options.label;
    report_["shape"] = {{"K", shape_.K}, {"C", shape_.C}, {"H", shape_.H},          {"W", shape_.W},
                        {"R", shape_.R}, {"S", shape_.S}, {"stride", shape_.stride}};
    report_["pack"] = options.pack;
  }

  /// True when every element of every contender is right; the report says so, or names the first wrong one.
  bool check() {
    ok_ = check_on(integer_data(shape_, 1), Tolerance::exact) &&
          check_on(uniform_data(shape_, 2), Tolerance::error_bound);
    report_["ok"] = ok_;
    return ok_;
  }

  void time() {
    const ConvData data = uniform_data(shape_, 3);
    Job kernel = make_job(shape_, kernel_, data, options_.pack);
    std::vector<Contender> contenders{{"kernel", [&] { kernel.run(); }}};
    std::optional<Job> naive;
    if (naive_) {
      naive = make_job(shape_, naive_, data, options_.naive_pack);
      contenders.push_back({"naive", [&] { naive->run(); }});
    }
    const auto peer = make_onednn_conv(shape_, data);
    if (peer) contenders.push_back({"onednn", [&] { peer->run(); }});

    std::vector<FmaPeak> peaks;
    time_in_turn(contenders, options_.pairs, options_.sample_seconds, [&] { peaks.push_back(measure_fma_peak()); });
    report_peak(peaks, contenders[0]);
    for (const char* rival : {"onednn", "naive"}) report_rival(rival, contenders);
    report_["onednn"] = onednn_version();
    if (peer) report_["onednn_implementation"] = peer->implementation();
    report_["pairs"] = options_.pairs;
  }

  Json& report() { return report_; }

 private:
  bool check_on(const ConvData& data, Tolerance tolerance) {
    ConvData start = data;
    if (options_.overwrites) std::fill(start.O.begin(), start.O.end(), 0.f);
    const ConvReference want = reference_convolution(shape_, start);
    bool ok = check_procedure("kernel", kernel_, options_.pack, data, want, tolerance);
    if (naive_) ok = ok && check_procedure("naive", naive_, options_.naive_pack, start, want, tolerance);
    return ok && check_onednn(start, want, tolerance);
  }

  bool check_procedure(const char* who, ConvKernel procedure, int pack, const ConvData& data, const ConvReference& want,
                       Tolerance tolerance) {
    Job job = make_job(shape_, procedure, data, pack);
    job.run();
    return judge(who, compare(shape_, job.O.copy(), want, tolerance), tolerance);
  }

  bool check_onednn(const ConvData& data, const ConvReference& want, Tolerance tolerance) {
    const auto peer = make_onednn_conv(shape_, data);
    if (!peer) return true;
    peer->run();
    std::vector<float> got = peer->output();
    for (std::size_t i = 0; i < got.size(); ++i) got[i] += data.O[i];  // it overwrites where the reference adds
    return judge("onednn", compare(shape_, got, want, tolerance), tolerance);
  }

  bool judge(const char* who, const Comparison& result, Tolerance tolerance) {
    if (tolerance == Tolerance::error_bound) {
      report_["max_error"][who] = result.max_error;
      report_["max_error_of_bound"][who] = result.max_error_of_bound;
    }
    if (result.ok()) return true;
    const char* data = tolerance == Tolerance::exact ? " (integer data, exact)" : " (random data)";
    report_["first_wrong"] = std::string(who) + ": " + *result.first_wrong + data;
    return false;
  }

  // Each turn of the kernel is held against the mean of the two peaks sampled beside it.
  void report_peak(const std::vector<FmaPeak>& peaks, const Contender& kernel) {
    std::vector<double> percents;
    for (std::size_t i = 0; i < kernel.seconds.size(); ++i) {
      const double peak = (peaks[2 * i].gflops + peaks[2 * i + 1].gflops) / 2;
      percents.push_back(100 * shape_.flops() / kernel.seconds[i] * 1e-9 / peak);
    }
    report_["isa"] = peaks.front().isa;
    report_["peak_before"] = peaks.front().gflops;
    report_["peak_after"] = peaks.back().gflops;
    report_["gflops"] = gflops(kernel);
    report_spread("percent_of_peak", spread(percents));
  }

  // Keys of a contender that did not run are null.
  void report_rival(const std::string& rival, const std::vector<Contender>& contenders) {
    for (const char* key : {"gflops_", "ratio_"}) report_[key + rival] = nullptr;
    report_["ratio_" + rival + "_quartiles"] = nullptr;
    for (const Contender& c : contenders) {
      if (c.name != rival) continue;
      report_["gflops_" + rival] = gflops(c);
      report_spread("ratio_" + rival, paired_ratio(c, contenders[0]));
    }
  }

  double gflops(const Contender& c) const { return shape_.flops() / spread(c.seconds).median * 1e-9; }

  void report_spread(const std::string& key, const Spread& s) {
    report_[key] = s.median;
    report_[key + "_quartiles"] = {s.lo, s.hi};
  }

  Options options_;
  ConvShape shape_;
  ConvKernel kernel_;
  ConvKernel naive_ = nullptr;
  Json report_;
  bool ok_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"check a convolution kernel, then time it beside the naive C and oneDNN"};
  Options options;
  app.add_option("--shape", options.shape, "K,C,H,W,R,S[,stride]; H and W count output pixels")->required();
  app.add_option("--kernel", options.kernel, "PATH:SYMBOL of the kernel's shared object")->required();
  app.add_option("--naive", options.naive, "PATH:SYMBOL of the naive procedure's shared object");
  app.add_option("--pack", options.pack, "the kernel takes F as [K/KT][S][R][C][KT]")->check(CLI::PositiveNumber);
  app.add_option("--naive-pack", options.naive_pack, "the same for the naive procedure")->check(CLI::PositiveNumber);
  app.add_option("--pairs", options.pairs, "timed rounds, at least 9")
      ->check(CLI::Range(min_pairs, 10000))
      ->capture_default_str();
  app.add_option("--sample-seconds", options.sample_seconds, "length of one timed sample")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--overwrites", options.overwrites, "the kernel sets O, as oneDNN does; without it, it adds");
  app.add_option("--label", options.label, "copied to \"name\" of the report");
  app.add_flag("--check-only", options.check_only, "do not time");
  try {
    app.parse(argc, argv);
    pin_to_current_core();
    Runner runner(options);
    const bool ok = runner.check();
    if (ok && !options.check_only) runner.time();
    std::cout << runner.report().dump(2) << '\n';
    if (!ok) std::cerr << "wrong result: " << runner.report()["first_wrong"].get<std::string>() << '\n';
    return ok ? 0 : 1;
  } catch (const CLI::ParseError& e) { return app.exit(e) == 0 ? 0 : 2; } catch (const std::exception& e) {
    std::cerr << "conv_runner: " << e.what() << '\n';
    return 2;
  }
}
