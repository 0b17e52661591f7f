// SPDX-License-Identifier: Apache-2.0
// Checks GEMM microkernels on their own, then times them in turn with the FMA peak. README.md has the protocol.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "aligned.hpp"
#include "cpu.hpp"
#include "dsl/support/csv.hpp"
#include "gemm_reference.hpp"
#include "gemm_report.hpp"
#include "microkernel.hpp"
#include "shared_kernel.hpp"
#include "timing/fma_peak.hpp"
#include "timing/timing.hpp"

namespace {

using namespace tessera::bench;
namespace timing = tessera::timing;

struct Options {
  std::string kernel, tile, kernels, csv, peak;
  int k = 512, ldc = 0, pairs = timing::min_pairs;
  double sample_seconds = 0.02;
  bool check_only = false;
};

std::vector<MicrokernelSpec> specs_of(const Options& options) {
  if (options.kernel.empty() == options.kernels.empty())
    throw std::invalid_argument("give one of --kernel and --kernels");
  if (!options.kernels.empty())
    return microkernel_specs(tessera::read_csv_file(options.kernels),
                             std::filesystem::absolute(options.kernels).parent_path().string());
  const auto [mr, nr] = parse_tile(options.tile);
  return {{std::to_string(mr) + "x" + std::to_string(nr), options.kernel, mr, nr, options.k}};
}

timing::FmaPeak sample_peak(const Options& options) {
  return options.peak.empty() ? timing::measure_fma_peak() : timing::measure_fma_peak_of(options.peak);
}

struct Timing {
  double gflops;
  timing::Spread percent_of_peak, peak;
};

// Percent of the peak: what as many sums in registers reach as the tile has vectors of results.
double allowed_by_tile(const Options& options, const MicrokernelSpec& spec) {
  static std::map<int, double> measured;
  const timing::FmaPeak peak = sample_peak(options);
  const int sums = spec.mr * ((spec.nr + peak.lanes - 1) / peak.lanes);
  const auto [known, is_new] = measured.try_emplace(sums, 0);
  if (is_new) known->second = 100 * timing::fma_share_of_chains(peak.isa, sums, options.sample_seconds);
  return known->second;
}

// A and B are packed, and all operands stay in the caches.
Timing time_kernel(const Options& options, const MicrokernelSpec& spec, Microkernel kernel) {
  const GemmOperands<float> x = uniform_operands<float>(spec.mr, spec.nr, spec.k, 3);
  const int ldc = std::max(options.ldc, spec.nr);
  AlignedFloats a(x.A), b(x.B), c(std::vector<float>(std::size_t(spec.mr) * ldc));
  std::vector<timing::Contender> contenders{{"kernel", [&] { kernel(spec.k, a.data(), b.data(), c.data(), ldc); }}};
  std::vector<double> peaks, percents;
  timing::time_in_turn(contenders, options.pairs, options.sample_seconds,
                       [&] { peaks.push_back(sample_peak(options).gflops); });
  const std::vector<double>& seconds = contenders[0].seconds;
  for (std::size_t i = 0; i < seconds.size(); ++i)
    percents.push_back(100 * spec.flops() / seconds[i] * 1e-9 / ((peaks[2 * i] + peaks[2 * i + 1]) / 2));
  return {spec.flops() / timing::spread(seconds).median * 1e-9, timing::spread(percents), timing::spread(peaks)};
}

Json measured(const Options& options, const MicrokernelSpec& spec) {
  const auto kernel = load_function<Microkernel>(spec.kernel);
  const auto wrong = first_wrong(spec, kernel);
  Json row{{"name", spec.name}, {"mr", spec.mr}, {"nr", spec.nr}, {"k", spec.k}, {"ok", !wrong}};
  row["first_wrong"] = wrong ? Json(*wrong) : Json(nullptr);
  for (const char* key :
       {"gflops", "percent_of_peak", "percent_of_peak_quartiles", "tile_allows", "percent_of_tile", "peak"})
    row[key] = nullptr;
  if (wrong || options.check_only) return row;
  const Timing t = time_kernel(options, spec, kernel);
  row["gflops"] = rounded(t.gflops);
  row["percent_of_peak"] = rounded(t.percent_of_peak.median);
  row["percent_of_peak_quartiles"] = {rounded(t.percent_of_peak.lo), rounded(t.percent_of_peak.hi)};
  const double allowed = allowed_by_tile(options, spec);
  row["tile_allows"] = rounded(allowed);
  row["percent_of_tile"] = rounded(100 * t.percent_of_peak.median / allowed);
  row["peak"] = rounded(t.peak.median);
  return row;
}

// The smallest says which edge is slow, the mean what a sweep over all of them comes to.
Json summary_of_percents(const Json& rows) {
  std::vector<double> percents;
  for (const Json& row : rows)
    if (!row["percent_of_peak"].is_null()) percents.push_back(row["percent_of_peak"]);
  if (percents.empty()) return nullptr;
  return {{"rows", percents.size()},
          {"geometric_mean_percent_of_peak", rounded(geometric_mean(percents))},
          {"smallest_percent_of_peak", *std::min_element(percents.begin(), percents.end())}};
}

void write_csv(const std::string& path, const Json& rows, const Json& facts) {
  std::ofstream out(path);
  if (!out) throw std::invalid_argument("cannot write " + path);
  for (const Json& row : rows) {
    Json fields = row;
    fields.update(facts);
    if (&row == &rows.front()) out << tessera::csv_line(csv_columns(fields)) << '\n';
    out << tessera::csv_line(csv_fields(fields)) << '\n';
  }
}

// True when all kernels are right.
bool run(const Options& options) {
  const std::vector<MicrokernelSpec> specs = specs_of(options);
  Json facts = facts_of_machine();
  facts["isa"] = sample_peak(options).isa;
  timing::pin_to_current_core();
  Json rows = Json::array();
  for (const MicrokernelSpec& spec : specs) {
    rows.push_back(measured(options, spec));
    if (!rows.back()["ok"])
      std::cerr << "wrong result: " << spec.name << ": " << rows.back()["first_wrong"].get<std::string>() << '\n';
  }
  if (!options.csv.empty()) write_csv(options.csv, rows, facts);
  std::cout << Json{{"rows", rows}, {"summary", summary_of_percents(rows)}, {"machine", facts}}.dump(2) << '\n';
  return std::all_of(rows.begin(), rows.end(), [](const Json& row) { return row["ok"].get<bool>(); });
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("--kernel", options.kernel,
                 "PATH:SYMBOL of void f(int64_t k, const float *a, const float *b, float *c, int64_t ldc)");
  app.add_option("--tile", options.tile, "mr,nr of that kernel");
  app.add_option("--k", options.k, "length of the sum")->check(CLI::Range(1, 1 << 20));
  app.add_option("--kernels", options.kernels, "a table with the columns name, path, symbol, mr, nr, k");
  app.add_option("--ldc", options.ldc, "elements from row to row of C when timed; nr when absent or smaller")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--pairs", options.pairs, "rounds, 9 or more")
      ->check(CLI::Range(timing::min_pairs, timing::max_pairs));
  app.add_option("--sample-seconds", options.sample_seconds, "length of one turn")->check(CLI::PositiveNumber);
  app.add_option("--peak", options.peak,
                 "the FMA loop to compare with, as avx2 for kernels of it on a CPU with wider vectors");
  app.add_flag("--check-only", options.check_only, "do not time");
  app.add_option("--csv", options.csv, "write a row per kernel to this file");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"check GEMM microkernels, then time them in turn with the FMA peak"};
  add_options(app, options);
  try {
    app.parse(argc, argv);
    return run(options) ? 0 : 1;
  } catch (const CLI::ParseError& e) { return app.exit(e) == 0 ? 0 : 2; } catch (const std::exception& e) {
    std::cerr << "ukr_runner: " << e.what() << '\n';
    return 2;
  }
}
