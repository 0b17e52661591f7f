// SPDX-License-Identifier: Apache-2.0
// Convolutions: the reference, and the reports.
#include <catch2/catch.hpp>

#include <cmath>

#include "conv_reference.hpp"
#include "conv_report.hpp"
#include "shapes/conv_text.hpp"

using namespace tessera::bench;
namespace timing = tessera::timing;

namespace {

ConvTiming timing_of(const std::string& name, double seconds, std::optional<timing::Spread> ratio = {}) {
  return {name, {seconds, seconds, seconds}, {50, 40, 60}, ratio};
}

}  // namespace

TEST_CASE("the reference is the definition") {
  const tessera::shapes::ConvShape x = tessera::shapes::parse_conv_shape(
      "groups=2,K=6,C=4,H=5,W=6,R=3,S=2,stride_h=2,dilation_w=2,top=1,left=2,bottom=1");
  const ConvData data = integer_data(x, 7);
  const ConvReference reference = reference_convolution(x, data);
  for (int p = 0; p < x.P(); ++p)
    for (int q = 0; q < x.Q(); ++q)
      for (int k = 0; k < x.K; ++k) {
        const std::size_t at = (std::size_t(p) * x.Q() + q) * x.K + k;
        double sum = data.O[at], magnitude = std::fabs(sum);
        for (int r = 0; r < 3; ++r)
          for (int s = 0; s < 2; ++s)
            for (int c = 0; c < 2; ++c) {
              const int h = p * 2 + r - 1, w = q + s * 2 - 2;
              if (h < 0 || h >= 5 || w < 0 || w >= 6) continue;
              const double product = data.I[(h * 6 + w) * 4 + k / 3 * 2 + c] * data.F[((r * 2 + s) * 2 + c) * 6 + k];
              sum += product;
              magnitude += std::fabs(product);
            }
        CHECK(reference.value[at] == sum);
        CHECK(reference.magnitude[at] == magnitude);
      }
}

TEST_CASE("weights are packed in panels of each group") {
  const tessera::shapes::ConvShape x = tessera::shapes::parse_conv_shape("groups=2,K=6,C=4,H=3,W=3,R=1,S=1");
  std::vector<float> F(x.filter_size());
  for (std::size_t i = 0; i < F.size(); ++i) F[i] = static_cast<float>(i + 1);
  // Two rows (channels) of six; panels of two of the three channels of each group.
  CHECK(pack_filter(x, F, 2) == std::vector<float>{1, 2, 7, 8, 3, 0, 9, 0, 4, 5, 10, 11, 6, 0, 12, 0});
  CHECK(packed_size(x, 2) == 16);
  CHECK_THROWS_AS(packed_size(x, 0), std::invalid_argument);
}

TEST_CASE("every row has every column, measured or not") {
  ConvRow full{{"a", tessera::shapes::parse_conv_shape("4,4,2,2,1,1"), {{"scheme", "V(k)"}}}}, empty = full;
  full.timings = {timing_of("kernel", 1), timing_of("plain", 2, timing::Spread{2, 1, 3}),
                  timing_of("onednn", 3, timing::Spread{3, 3, 3})};
  empty.wrong = {"kernel: O[0, 0, 0] is 1, want 2"};
  CHECK(csv_columns(row_as_json(full)) == csv_columns(row_as_json(empty)));
  CHECK(row_as_json(full)["scheme"] == "V(k)");
  CHECK(row_as_json(full)["ratio_plain_quartiles"] == Json{1, 3});
  CHECK(row_as_json(empty)["gflops"].is_null());
  for (const std::string& name : timing::conv_contender_names) CHECK(row_as_json(empty).contains("ratio_" + name));
}

TEST_CASE("what one core does stands beside several where it was asked for") {
  ConvRow row{{"a", tessera::shapes::parse_conv_shape("4,4,2,2,1,1")}};
  row.timings = {timing_of("kernel", 1), timing_of("onednn", 2, timing::Spread{2, 2, 2})};
  CHECK_FALSE(row_as_json(row).contains("over_one"));
  row.has_one_core = true;
  row.timings[0].seconds_one = timing::Spread{2e-9, 2e-9, 2e-9};
  row.timings[0].over_one = timing::Spread{1.9, 1.8, 2};
  const Json json = row_as_json(row);
  CHECK(json["gflops_one"] == row.layer.shape.flops() / 2);
  CHECK(json["over_one"] == 1.9);
  CHECK(json["over_one_quartiles"] == Json{1.8, 2});
  CHECK((json["over_one_onednn"].is_null() && json["gflops_one_onednn"].is_null()));
  CHECK(summary_of({row})["over_one"]["geometric_mean"] == 1.9);
  CHECK(summary_of({row})["over_one_onednn"].is_null());
}

TEST_CASE("a summary names the smallest and counts the rows that have a figure") {
  ConvRow a{{"a", tessera::shapes::parse_conv_shape("4,4,2,2,1,1")}}, b = a, c = a;
  b.layer.name = "b";
  c.layer.name = "c";
  a.timings = {timing_of("kernel", 1), timing_of("onednn", 2, timing::Spread{2, 2, 2})};
  b.timings = {timing_of("kernel", 1), timing_of("onednn", 2, timing::Spread{0.5, 0.5, 0.5})};
  c.timings = {timing_of("kernel", 1)};
  const Json summary = summary_of(std::vector<ConvRow>{a, b, c});
  CHECK(summary["ratio_onednn"]["geometric_mean"] == 1);
  CHECK(summary["ratio_onednn"]["rows"] == 2);
  CHECK(summary["ratio_onednn"]["smallest"]["name"] == "b");
  CHECK(summary["percent_of_peak"]["rows"] == 3);
  CHECK(summary["ratio_plain"].is_null());
}

TEST_CASE("contenders that are given plain weights in each call are compared with the kernel that packs them") {
  CHECK(compared_with("onednn_plain") == "plain");
  CHECK(compared_with("im2row") == "plain");
  CHECK(compared_with("onednn") == "kernel");
  CHECK(compared_with("xnnpack") == "kernel");
  CHECK(compared_with("plain") == "kernel");
}
