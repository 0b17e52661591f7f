// SPDX-License-Identifier: Apache-2.0
// Checks emitted convolution kernels, then times them beside their peers. README.md has the protocol.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <fstream>
#include <iostream>

#include "conv_layer_run.hpp"
#include "dsl/support/csv.hpp"
#include "thread_start.hpp"

namespace {

using namespace tessera::bench;
namespace timing = tessera::timing;

class Runner {
 public:
  explicit Runner(const ConvOptions& options) : options_(options), machine_(facts_of_machine()) {
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
      rows_.push_back(run_layer(options_, jobs_[i], peers_, one_core_.empty() ? nullptr : &one_core_[i]));
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
    if (rows_.size() == 1) csv_ << tessera::csv_line(csv_columns(fields)) << '\n';
    csv_ << tessera::csv_line(csv_fields(fields)) << std::endl;
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

  ConvOptions options_;
  SharingWarning warning_{"conv_runner", options_.threads};
  Json machine_;
  std::vector<ConvContender> peers_;
  std::vector<ConvJob> jobs_, one_core_;
  std::vector<ConvRow> rows_;
  std::ofstream csv_;
};

void add_options(CLI::App& app, ConvOptions& options) {
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
      "a table with the columns name, shape, kernel, and of pack, pack_kernel, plain, naive, naive_pack what there is");
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
  ConvOptions options;
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
