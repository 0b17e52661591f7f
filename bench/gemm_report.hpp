// SPDX-License-Identifier: Apache-2.0
// The measured figures of matrix products as JSON, as CSV and as text; summaries of several rows.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gemm_call.hpp"
#include "report.hpp"
#include "shapes/gemm_shape.hpp"
#include "timing/protocol.hpp"
#include "timing/timing.hpp"

namespace tessera::bench {

inline constexpr const char* library_name = "library";

/// What one contender did on one shape.
struct GemmTiming {
  std::string name;
  timing::Spread seconds, percent_of_peak;
  std::optional<timing::Spread> ratio = {};  // its seconds over those of the library under test
  std::string implementation = {};
};

/// One shape. `timings`: of the contenders that ran, the library under test first.
struct GemmRow {
  shapes::GemmShape shape;
  std::vector<std::string> wrong = {};  // "contender: first wrong element"
  std::vector<GemmTiming> timings = {};
  std::vector<std::pair<std::string, std::string>> not_run = {};  // contender, why
  SharedCores shared_core = {};
  std::optional<timing::Spread> peak = {};
  std::optional<double> cpu_share =
      {};  // of a core, that this process had while it measured: below 1 it was interrupted

  const GemmTiming* find(const std::string& name) const;
  /// The peer that leaves the library the smallest ratio; without library, the fastest. Null when no peer ran. Packed
  /// weights do not count: that peer has done part of its work beforehand.
  const GemmTiming* best_peer() const;
};

/// Every row has every key; null without a measurement.
Json row_as_json(const GemmRow& row);

/// Geometric means of the ratios over the rows, how many there are of each, the rows with the smallest and the largest
/// ratio to the best peer and percentage of the peak (null: none has it), and per network the seconds of every
/// contender, each layer counted `count` times; a contender that did not run on all layers of it has null.
Json summary_of(const std::vector<GemmRow>& rows);

/// A line for people, and the line above it.
std::string text_header();
std::string text_line(const GemmRow& row);
std::string text_of_summary(const Json& summary);

}  // namespace tessera::bench
