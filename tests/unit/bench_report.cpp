// SPDX-License-Identifier: Apache-2.0
// What the measured rows come to: ratios, the best peer, means, networks, tables. All figures here are made up.
#include <catch2/catch.hpp>

#include <utility>

#include "gemm_report.hpp"

using namespace tessera::bench;
namespace timing = tessera::timing;

namespace {

GemmTiming gemm_timing(const std::string& name, double seconds, std::optional<double> gemm_ratio = {}) {
  GemmTiming t{name, {seconds, seconds, seconds}, {50, 40, 60}};
  if (gemm_ratio) t.ratio = timing::Spread{*gemm_ratio, *gemm_ratio / 2, *gemm_ratio * 2};
  return t;
}

GemmRow row(const std::string& name, const std::string& count, std::vector<GemmTiming> timings) {
  return {{name, 10, 10, 10, {{"count", count}}}, {}, std::move(timings)};
}

}  // namespace

TEST_CASE("the spread of turns is their median and quartiles") {
  const timing::Spread s = timing::spread({5, 1, 4, 2, 3});
  CHECK(s.median == 3);
  CHECK(s.lo == 2);
  CHECK(s.hi == 4);
  CHECK(timing::spread({1, 2}).median == 1.5);
  CHECK_THROWS_AS(timing::spread({}), std::invalid_argument);
}

TEST_CASE("ratios are taken within a round before their median") {
  timing::Contender peer{"peer", {}}, base{"base", {}};
  base.seconds = {1, 10, 100};
  peer.seconds = {2, 20, 300};
  CHECK(timing::paired_ratio(peer, base).median == 2);
  CHECK(timing::paired_ratio(base, peer).median == 0.5);
}

TEST_CASE("the peak is sampled beside every turn when asked for, beside the first contender's else") {
  std::string order;
  std::vector<timing::Contender> contenders{{"a", [&] { order += 'a'; }}, {"b", [&] { order += 'b'; }}};
  for (timing::Contender& c : contenders) c.max_calls = 1;
  const auto turns = [&](timing::Beside whose) {
    timing::time_in_turn(
        contenders, 9, 0.001, [&] { order += '.'; }, whose);
    const std::string all = std::exchange(order, "");
    return all.substr(all.find('.'));  // without the calls that choose how many make a turn
  };
  const auto nine_times = [](const std::string& round) {
    std::string all;
    for (int i = 0; i < 9; ++i) all += round;
    return all;
  };
  CHECK(turns(timing::Beside::first_contender) == nine_times(".a.b"));
  CHECK(turns(timing::Beside::every_contender) == "." + nine_times("a.b."));
  CHECK_THROWS_AS(timing::time_in_turn(contenders, 8, 0.001, [] {}), std::invalid_argument);
}

TEST_CASE("what runs before each call is not counted as time of the call") {
  int prepared = 0, ran = 0;
  timing::Contender c{"c", [&] { ++ran; }};
  c.before_each_call = [&] { ++prepared; };
  c.calls = 7;
  CHECK(timing::sample(c) >= 0);
  CHECK(prepared == 7);
  CHECK(ran == 7);
}

TEST_CASE("a turn of several calls begins with one that is not timed") {
  int ran = 0;
  timing::Contender c{"c", [&] { ++ran; }};
  timing::sample(c);
  CHECK(ran == 1);
  c.calls = 7;
  timing::sample(c);
  CHECK(ran == 1 + 8);
}

TEST_CASE("the best peer is the one that leaves the smallest ratio, packed weights aside") {
  const GemmRow measured = row("a_1", "1",
                               {gemm_timing("library", 1), gemm_timing("blis", 9, 1.3), gemm_timing("mkl", 5, 1.1),
                                gemm_timing("onednn", 2, 1.2), gemm_timing("onednn_packed", 1, 0.9)});
  CHECK(measured.best_peer()->name == "mkl");
  const GemmRow alone =
      row("a_1", "1", {gemm_timing("blis", 9), gemm_timing("onednn", 2), gemm_timing("onednn_packed", 1)});
  CHECK(alone.best_peer()->name == "onednn");
  CHECK(row("a_1", "1", {gemm_timing("library", 1), gemm_timing("onednn_packed", 1, 1)}).best_peer() == nullptr);
}

TEST_CASE("a row has every key, and null where nothing was measured") {
  GemmRow r = row("a_1", "4", {gemm_timing("library", 1e-6), gemm_timing("blis", 2e-6, 2)});
  r.not_run = {{"mkl", "absent"}};
  const Json json = row_as_json(r);
  CHECK(json["gflops"] == 2);
  CHECK(json["gflops_blis"] == 1);
  CHECK(json["percent_of_peak_quartiles"] == Json{40, 60});
  CHECK(json["ratio_blis_quartiles"] == Json{1, 4});
  CHECK(json["ratio_best_peer"] == 2);
  CHECK(json["best_peer"] == "blis");
  CHECK(json["count"] == "4");
  CHECK(json["not_run"]["mkl"] == "absent");
  for (const std::string peer : {"openblas", "libxsmm", "onednn", "mkl", "onednn_packed"}) {
    for (const std::string key : {"ratio_", "gflops_", "percent_of_peak_"}) {
      REQUIRE(json.contains(key + peer));
      CHECK(json[key + peer].is_null());
    }
  }
}

TEST_CASE("all rows have the same columns, whoever ran") {
  const Json full = row_as_json(row("a_1", "1", {gemm_timing("library", 1), gemm_timing("mkl", 1, 1)}));
  GemmRow wrong = row("a_2", "1", {});
  wrong.wrong = {"library: C[0, 0] is 1, want 2"};
  const Json empty = row_as_json(wrong);
  CHECK(csv_columns(full) == csv_columns(empty));
  const auto columns = csv_columns(full), fields = csv_fields(full);
  REQUIRE(columns.size() == fields.size());
  CHECK(csv_fields(empty).size() == columns.size());
  const auto field = [&](const std::string& column) {
    return fields.at(static_cast<std::size_t>(std::find(columns.begin(), columns.end(), column) - columns.begin()));
  };
  CHECK(field("ratio_mkl_q1") == "0.5");
  CHECK(field("ratio_mkl_q3") == "2.0");
  CHECK(field("ratio_blis_q3").empty());
  CHECK(field("best_peer") == "mkl");
}

TEST_CASE("means over rows are geometric, over the rows that have the figure") {
  CHECK(geometric_mean({2, 8}) == Approx(4));
  CHECK_THROWS_AS(geometric_mean({}), std::invalid_argument);
  const Json summary =
      summary_of({row("a_1", "1", {gemm_timing("library", 1), gemm_timing("blis", 2, 2), gemm_timing("mkl", 3, 4)}),
                  row("a_2", "1", {gemm_timing("library", 1), gemm_timing("blis", 8, 8)}), row("a_3", "1", {})});
  const Json& means = summary["geometric_mean"];
  CHECK(means["ratio_best_peer"] == 4);
  CHECK(means["rows_of_ratio_best_peer"] == 2);
  CHECK(means["ratio_blis"] == 4);
  CHECK(means["ratio_mkl"] == 4);
  CHECK(means["rows_of_ratio_mkl"] == 1);
  CHECK(means["ratio_openblas"].is_null());
}

TEST_CASE("the rows at both ends are named") {
  GemmTiming slow = gemm_timing("library", 1), fast = gemm_timing("library", 1);
  slow.percent_of_peak = {20, 10, 30};
  fast.percent_of_peak = {80, 70, 90};
  const Json summary = summary_of({row("middle", "1", {gemm_timing("library", 1), gemm_timing("blis", 2, 2)}),
                                   row("low", "1", {slow, gemm_timing("blis", 3, 3), gemm_timing("mkl", 1, 0.5)}),
                                   row("high", "1", {fast, gemm_timing("mkl", 4, 4)}), row("none", "1", {})});
  CHECK(summary["ratio_best_peer"]["smallest"] == Json{{"value", 0.5}, {"name", "low"}});
  CHECK(summary["ratio_best_peer"]["largest"] == Json{{"value", 4}, {"name", "high"}});
  CHECK(summary["percent_of_peak"]["smallest"] == Json{{"value", 20}, {"name", "low"}});
  CHECK(summary["percent_of_peak"]["largest"] == Json{{"value", 80}, {"name", "high"}});
  const std::string text = text_of_summary(summary);
  CHECK(text.find("percent_of_peak: smallest 20.0 (low), largest 80.0 (high), quotient 0.250") != std::string::npos);
  CHECK(text.find("ratio_best_peer: smallest 0.500 (low), largest 4.000 (high), quotient 0.125") != std::string::npos);
  const Json alone = summary_of({row("a_1", "1", {gemm_timing("blis", 2)}), row("a_2", "1", {gemm_timing("blis", 2)})});
  CHECK(alone["ratio_best_peer"].is_null());
  CHECK(alone["percent_of_peak"].is_null());
  CHECK(text_of_summary(alone).find("smallest") == std::string::npos);
}

TEST_CASE("a network's time counts each layer as often as it occurs, for those who ran all of them") {
  GemmRow uncounted = row("net_9", "", {gemm_timing("library", 100)});
  const Json networks =
      summary_of({row("net_1", "2", {gemm_timing("library", 1), gemm_timing("blis", 3, 3), gemm_timing("mkl", 1, 1)}),
                  row("other_1", "1", {gemm_timing("library", 7)}),
                  row("net_2", "3", {gemm_timing("library", 2), gemm_timing("blis", 2, 1)}), uncounted})["networks"];
  REQUIRE(networks.size() == 2);
  CHECK(networks[0]["network"] == "net");
  CHECK(networks[0]["layers"] == 5);
  CHECK(networks[0]["seconds"]["library"] == 8);
  CHECK(networks[0]["seconds"]["blis"] == 12);
  CHECK(networks[0]["ratio"]["blis"] == 1.5);
  CHECK(networks[0]["seconds"]["mkl"].is_null());
  CHECK(networks[0]["ratio"]["mkl"].is_null());
  CHECK(networks[1]["seconds"]["library"] == 7);
}

TEST_CASE("a library that runs another family of kernels than this CPU's is generic") {
  LibraryFacts facts;
  facts.kernel = "Prescott";
  CHECK_FALSE(facts.is_generic());  // nobody knows the right one
  facts.wanted_kernel = "SkylakeX";
  CHECK(facts.is_generic());
  facts.kernel = "SkylakeX";
  CHECK_FALSE(facts.is_generic());
}
