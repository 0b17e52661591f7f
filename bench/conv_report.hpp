// SPDX-License-Identifier: Apache-2.0
// The measured figures of convolutions as JSON, as CSV and as text; summaries of several rows.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report.hpp"
#include "shapes/layer_table.hpp"
#include "timing/protocol.hpp"

namespace tessera::bench {

inline constexpr const char* kernel_name = "kernel";

/// What one contender did on one layer, in its fastest form.
struct ConvTiming {
  std::string name;
  timing::Spread seconds, percent_of_peak;
  std::optional<timing::Spread> ratio = {};  // its seconds over those of what it is compared with
  std::string implementation = {};
  std::optional<timing::Spread> seconds_one = {}, over_one = {};  // on one core; those over its own
};

/// Largest errors on random data: absolute, and of each element's bound.
struct ConvError {
  std::string name;
  double absolute = 0, of_bound = 0;
};

/// One layer. `timings`: of the contenders that ran, the kernel first.
struct ConvRow {
  shapes::ConvLayer layer;
  std::vector<std::string> wrong = {};  // "contender: first wrong element"
  std::vector<ConvError> errors = {};
  std::vector<ConvTiming> timings = {};
  std::vector<std::pair<std::string, std::string>> not_run = {};  // contender, why
  SharedCores shared_core = {};
  std::optional<timing::Spread> peak = {};
  std::optional<double> cpu_share = {};  // of a core, that this process had while it measured
  bool has_one_core = false;             // one core was asked for beside several
  std::optional<timing::Spread> peak_over_one = {};

  const ConvTiming* find(const std::string& name) const;
};

/// The base of a contender's ratio: "plain", the kernel that packs its weights in each call, for contenders that get
/// plain weights in each call as well; "kernel" for all others.
std::string compared_with(const std::string& contender);

/// Every row has every key; null without a measurement. Keys of one core beside several: if `has_one_core`.
Json row_as_json(const ConvRow& row);

/// Geometric means of the ratios over the rows, how many there are of each, and the rows with the smallest and the
/// largest of each ratio and of the percentage of the peak (null: none has it).
Json summary_of(const std::vector<ConvRow>& rows);

/// A line for people, and the line above it.
std::string conv_text_header();
std::string text_line(const ConvRow& row);
std::string text_of_conv_summary(const Json& summary);

}  // namespace tessera::bench
