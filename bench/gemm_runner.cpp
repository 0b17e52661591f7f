// SPDX-License-Identifier: Apache-2.0
// Checks a BLAS library's matrix product, then times it beside its peers. README.md has the protocol.
#include <CLI/CLI.hpp>
#include <ctime>
#include <fstream>
#include <iostream>
#include <map>

#include "aligned.hpp"
#include "blas_library.hpp"
#include "cpu.hpp"
#include "dsl/support/csv.hpp"
#include "gemm_check.hpp"
#include "gemm_report.hpp"
#include "libxsmm_gemm.hpp"
#include "onednn_matmul.hpp"
#include "shapes/gemm_shape.hpp"
#include "thread_start.hpp"
#include "timing/fma_peak.hpp"
#include "timing/timing.hpp"

namespace {

using namespace tessera::bench;
namespace shapes = tessera::shapes;
namespace timing = tessera::timing;

struct Options {
  std::string library, label, shape, shapes, csv, dtype = "f32";
  std::vector<std::string> peers = timing::gemm_peer_names, peer_paths;
  bool transa = false, transb = false, flush = false, json = false, check_only = false;
  int threads = 1, beta = 1, pairs = timing::min_pairs;
  double sample_seconds = 0.02;
};

Transpose transpose(bool yes) { return yes ? Transpose::yes : Transpose::no; }

std::map<std::string, std::string> parse_peer_paths(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> paths;
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos || (name != "openblas" && name != "blis" && name != "mkl"))
      throw std::invalid_argument("--peer-path " + text + ": it is NAME=PATH, NAME one of openblas, blis, mkl");
    paths[name] = text.substr(equals + 1);
  }
  return paths;
}

GemmPeer open_peer(const std::string& name, const std::string& path, int threads) {
  if (name == "openblas") return open_openblas(path, threads);
  if (name == "blis") return open_blis(path, threads);
  if (name == "mkl") return open_mkl(path, threads);
  if (name == "libxsmm") return open_libxsmm(threads);
  return open_onednn(name == "onednn" ? Weights::plain : Weights::packed, threads);
}

// The library under test first. The peers are opened before it: what they need in the environment must be there first.
std::vector<GemmPeer> open_contenders(const Options& options) {
  auto paths = parse_peer_paths(options.peer_paths);
  forget_settings_of_libraries();
  std::vector<GemmPeer> contenders;
  for (const std::string& name : timing::gemm_peer_names) {
    const bool asked = std::find(options.peers.begin(), options.peers.end(), name) != options.peers.end();
    contenders.push_back(asked ? open_peer(name, paths[name], options.threads)
                               : GemmPeer{name, nullptr, "not asked for"});
  }
  if (!options.library.empty())
    contenders.insert(contenders.begin(), GemmPeer{library_name, open_blas(options.library, options.dtype)});
  return contenders;
}

std::vector<shapes::GemmShape> shapes_of(const Options& options) {
  if (options.shape.empty() == options.shapes.empty()) throw std::invalid_argument("give one of --shape and --shapes");
  if (!options.shape.empty()) return {shapes::parse_gemm_shape(options.shape)};
  return shapes::gemm_shapes(tessera::read_csv_file(options.shapes));
}

// What this process has run so far, all threads together.
double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The operands of the timed calls; all contenders work on the same.
template <class T> struct TimedOperands {
  AlignedArray<T> A, B, C;
  GemmCall<T> call;

  TimedOperands(const Options& options, const GemmOperands<T>& x)
      : TimedOperands(options, x, StoredMatrix<T>(x.A, x.m, x.k, transpose(options.transa), 0, 0),
                      StoredMatrix<T>(x.B, x.k, x.n, transpose(options.transb), 0, 0)) {}

 private:
  TimedOperands(const Options& options, const GemmOperands<T>& x, const StoredMatrix<T>& a, const StoredMatrix<T>& b)
      : A(a.plain()), B(b.plain()), C(x.C) {
    call = {transpose(options.transa),
            transpose(options.transb),
            x.m,
            x.n,
            x.k,
            1,
            A.data(),
            a.leading_dimension(),
            B.data(),
            b.leading_dimension(),
            static_cast<T>(options.beta),
            C.data(),
            x.n};
  }
};

template <class T> class ShapeRun {
 public:
  ShapeRun(const Options& options, const shapes::GemmShape& shape, std::vector<GemmPeer>& peers)
      : options_(options), row_{shape}, peers_(peers) {}

  GemmRow run() {
    check();
    if (!options_.check_only && !library_is_wrong_) time();
    return row_;
  }

 private:
  void check() {
    const GemmCheck<T> check(row_.shape.m, row_.shape.n, row_.shape.k, transpose(options_.transa),
                             transpose(options_.transb));
    for (GemmPeer& peer : peers_) {
      if (!peer.library) {
        row_.not_run.emplace_back(peer.name, peer.missing);
      } else if (const auto wrong = check.first_wrong(*peer.library)) {
        row_.wrong.push_back(peer.name + ": " + *wrong);
        row_.not_run.emplace_back(peer.name, "wrong result");
        library_is_wrong_ = library_is_wrong_ || peer.name == library_name;
      } else {
        right_.push_back(&peer);
      }
    }
  }

  void time() {
    TimedOperands<T> operands(options_, uniform_operands<T>(row_.shape.m, row_.shape.n, row_.shape.k, 3));
    std::vector<timing::Contender> contenders;
    for (GemmPeer* peer : right_) {
      ReadyGemm ready = peer->library->prepare(operands.call);
      if (!ready.run) {
        row_.not_run.emplace_back(peer->name, ready.why_not);
        continue;
      }
      contenders.push_back(contender(peer->name, std::move(ready.run)));
      row_.timings.push_back({peer->name, {}, {}, {}, ready.implementation});
    }
    if (contenders.empty()) return;
    std::vector<double> peaks;
    // A core does half as many operations on f64.
    const double per_f32 = sizeof(T) == 4 ? 1 : 0.5;
    const double cpu_before = cpu_seconds();
    const timing::OnFirstCore first;
    const double wall = timing::seconds_of([&] {
      timing::time_in_turn(
          contenders, options_.pairs, options_.sample_seconds,
          [&] { peaks.push_back(per_f32 * timing::measure_fma_peak_of_cores(options_.threads)); },
          timing::Beside::every_contender);
    });
    if (options_.threads == 1) row_.cpu_share = (cpu_seconds() - cpu_before) / wall;
    for (const timing::Contender& c : contenders) note_shared_core(row_.shared_core, c);
    note(contenders, peaks);
  }

  timing::Contender contender(const std::string& name, std::function<void()> run) const {
    timing::Contender c{name, std::move(run)};
    if (options_.flush) {
      c.before_each_call = flush_caches;
      c.max_calls = 5;  // flushing takes much longer than most products
    }
    return c;
  }

  // Each turn is held against the mean of the two peaks sampled beside it.
  void note(const std::vector<timing::Contender>& contenders, const std::vector<double>& peaks) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      GemmTiming& timing = row_.timings[i];
      timing.seconds = timing::spread(contenders[i].seconds);
      std::vector<double> percents;
      for (std::size_t round = 0; round < contenders[i].seconds.size(); ++round) {
        const std::size_t turn = round * contenders.size() + i;
        const double peak = (peaks[turn] + peaks[turn + 1]) / 2;
        percents.push_back(100 * row_.shape.flops() / contenders[i].seconds[round] * 1e-9 / peak);
      }
      timing.percent_of_peak = timing::spread(percents);
      if (i > 0 && contenders[0].name == library_name)
        timing.ratio = timing::paired_ratio(contenders[i], contenders[0]);
    }
    row_.peak = timing::spread(peaks);
  }

  const Options& options_;
  GemmRow row_;
  std::vector<GemmPeer>& peers_;
  std::vector<GemmPeer*> right_;
  bool library_is_wrong_ = false;
};

GemmRow run_shape(const Options& options, const shapes::GemmShape& shape, std::vector<GemmPeer>& peers) {
  if (options.dtype == "f64") return ShapeRun<double>(options, shape, peers).run();
  return ShapeRun<float>(options, shape, peers).run();
}

Json settings(const Options& options) {
  return {{"library", options.label},
          {"dtype", options.dtype},
          {"transa", options.transa},
          {"transb", options.transb},
          {"beta", options.beta},
          {"threads", options.threads},
          {"caches", options.flush ? "flushed" : "warm"},
          {"pairs", options.pairs},
          {"sample_seconds", options.sample_seconds}};
}

Json facts_of(const GemmPeer& peer) {
  if (!peer.library) return {{"available", false}, {"why", peer.missing}};
  const LibraryFacts facts = peer.library->facts();
  Json out{{"available", true}, {"version", facts.version}, {"path", facts.path}, {"threads", facts.threads}};
  if (peer.name == library_name) return {{"path", facts.path}};
  out["kernel"] = facts.kernel;
  out["wanted_kernel"] = facts.wanted_kernel;
  out["is_generic"] = facts.is_generic();
  out["settings"] = facts.settings;
  return out;
}

class Runner {
 public:
  explicit Runner(const Options& options)
      : options_(options), shapes_(shapes_of(options)), machine_(facts_of_machine()) {
    take_cores(options.threads);
    peers_ = open_contenders(options);
    if (std::none_of(peers_.begin(), peers_.end(), [](const GemmPeer& p) { return p.library != nullptr; }))
      throw std::runtime_error("there is nothing to measure: no library is given, and no peer is here");
    if (!options.csv.empty()) {
      csv_.open(options.csv);
      if (!csv_) throw std::invalid_argument("cannot write " + options.csv);
    }
  }

  /// True when every contender was right on every shape.
  bool run() {
    if (!options_.json) std::cout << text_header() << std::endl;
    for (const shapes::GemmShape& shape : shapes_) {
      rows_.push_back(run_shape(options_, shape, peers_));
      show(rows_.back());
    }
    finish();
    return std::all_of(rows_.begin(), rows_.end(), [](const GemmRow& row) { return row.wrong.empty(); });
  }

 private:
  // At once, so that a run that is cut short leaves its rows.
  void show(const GemmRow& row) {
    for (const std::string& wrong : row.wrong)
      std::cerr << "wrong result: " << row.shape.name << ": " << wrong << std::endl;
    warning_.tell(row.shape.name, row.shared_core);
    if (!options_.json) std::cout << text_line(row) << std::endl;
    if (!csv_.is_open()) return;
    Json fields = row_as_json(row);
    fields.update(settings(options_));
    fields.update(machine_);
    if (rows_.size() == 1) csv_ << tessera::csv_line(csv_columns(fields)) << '\n';
    csv_ << tessera::csv_line(csv_fields(fields)) << std::endl;
  }

  void finish() {
    Json peers;
    for (const GemmPeer& peer : peers_) peers[peer.name] = facts_of(peer);
    const Json summary = shapes_.size() > 1 ? summary_of(rows_) : Json(nullptr);
    if (options_.json) {
      Json rows = Json::array();
      for (const GemmRow& row : rows_) rows.push_back(row_as_json(row));
      std::cout << Json{{"rows", rows},
                        {"summary", summary},
                        {"settings", settings(options_)},
                        {"machine", machine_},
                        {"peers", peers}}
                       .dump(2)
                << '\n';
    } else {
      std::cout << text_of_contenders(peers);
      if (!summary.is_null()) std::cout << text_of_summary(summary);
    }
  }

  std::string text_of_contenders(const Json& peers) const {
    std::string text = "\n";
    for (const auto& [name, facts] : peers.items()) {
      if (name == library_name) {
        text += "library: " + (options_.label.empty() ? facts["path"].get<std::string>() : options_.label) + "\n";
      } else if (!facts["available"]) {
        text += name + ": not measured: " + facts["why"].get<std::string>() + "\n";
      } else {
        text += name + ": " + facts["version"].get<std::string>() + ", kernels " + facts["kernel"].get<std::string>() +
                ", threads " + facts["threads"].dump() + "\n";
        if (facts["is_generic"])
          text += "  NO FAIR PEER: kernels for this CPU are " + facts["wanted_kernel"].get<std::string>() + "\n";
      }
    }
    return text;
  }

  Options options_;
  std::vector<shapes::GemmShape> shapes_;
  SharingWarning warning_{"gemm_runner", options_.threads};
  Json machine_;
  std::vector<GemmPeer> peers_;
  std::vector<GemmRow> rows_;
  std::ofstream csv_;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("--library", options.library,
                 "the shared object to measure: exports cblas_sgemm (f32), cblas_dgemm (f64)");
  app.add_option("--label", options.label, "what the library is, for the reports");
  app.add_option("--shape", options.shape, "m,n,k");
  app.add_option("--shapes", options.shapes, "a table with the columns name, m, n, k");
  app.add_option("--dtype", options.dtype, "f32 or f64")->check(CLI::IsMember({"f32", "f64"}));
  app.add_flag("--transa", options.transa, "A is stored transposed");
  app.add_flag("--transb", options.transb, "B is stored transposed");
  app.add_option("--beta", options.beta, "of the timed calls: 1 adds to C, 0 overwrites it")->check(CLI::Range(0, 1));
  std::vector<std::string> names = timing::gemm_peer_names;
  names.push_back(timing::no_peers);
  app.add_option("--peers", options.peers, "which, separated by commas; none for none")
      ->delimiter(',')
      ->check(CLI::IsMember(names));
  app.add_option("--peer-path", options.peer_paths, "NAME=PATH: the shared object of openblas, blis or mkl");
  app.add_option("--threads", options.threads, "of every contender, each on a core of its own")
      ->check(CLI::Range(1, 1024));
  app.add_option("--pairs", options.pairs, "rounds, 9 or more")
      ->check(CLI::Range(timing::min_pairs, timing::max_pairs));
  app.add_option("--sample-seconds", options.sample_seconds, "length of one turn")->check(CLI::PositiveNumber);
  app.add_flag("--flush", options.flush, "cold caches: they are flushed before each call");
  app.add_flag("--check-only", options.check_only, "do not time");
  app.add_option("--csv", options.csv, "write a row per shape to this file");
  app.add_flag("--json", options.json, "print JSON");
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{"check a library's matrix product, then time it beside its peers"};
  add_options(app, options);
  try {
    app.parse(argc, argv);
    return Runner(options).run() ? 0 : 1;
  } catch (const CLI::ParseError& e) { return app.exit(e) == 0 ? 0 : 2; } catch (const std::exception& e) {
    std::cerr << "gemm_runner: " << e.what() << '\n';
    return 2;
  }
}
