// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>

#include "cpu.hpp"
#include "timing/fma_peak.hpp"

namespace tessera::bench {
namespace {

std::string as_text(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object()) return value.dump();
  std::string text;
  for (const auto& [key, inner] : value.items()) text += (text.empty() ? "" : "; ") + key + ": " + as_text(inner);
  return text;
}

bool holds_quartiles(const std::string& key) {
  const std::string end = "_quartiles";
  return key.size() > end.size() && key.compare(key.size() - end.size(), end.size(), end) == 0;
}

std::string stem(const std::string& key) { return key.substr(0, key.rfind('_')); }

}  // namespace

double rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return std::strtod(text, nullptr);
}

void put_spread(Json& row, const std::string& key, const std::optional<timing::Spread>& s) {
  row[key] = s ? Json(rounded(s->median)) : Json(nullptr);
  row[key + "_quartiles"] = s ? Json{rounded(s->lo), rounded(s->hi)} : Json(nullptr);
}

void note_shared_core(SharedCores& all, const timing::Contender& c) {
  if (c.shared_turns < 2) return;
  const auto is_same = [&](const auto& known) { return known.first == c.name; };
  if (std::any_of(all.begin(), all.end(), is_same)) return;
  all.emplace_back(c.name, "core " + std::to_string(c.shared_core) + " in " + std::to_string(c.shared_turns) + " of " +
                               std::to_string(c.seconds.size()) + " turns");
}

void SharingWarning::tell(const std::string& row, const SharedCores& all) {
  if (is_told_ || all.empty()) return;
  is_told_ = true;
  const auto& [name, where] = all.front();
  std::cerr << program_ << ": warning: " << row << ": two threads of " << name << " shared " << where
            << ": its times are not those of " << threads_ << " cores. "
            << (timing::placing_of_threads() == timing::Placing::each_its_own
                    ? "Something else moves threads, or these cores are hardware threads of one"
                    : "Without OMP_PROC_BIND and OMP_PLACES each thread is bound to a core of its own")
            << ". Others are in shared_core of the rows" << std::endl;
}

Json facts_of_machine() {
  const Machine m = machine();
  return {{"cpu", m.cpu},           {"cores", m.cores}, {"isa", timing::measure_fma_peak().isa},
          {"l1d", m.l1d},           {"l2", m.l2},       {"l3", m.l3},
          {"compiler", m.compiler}, {"flags", m.flags}};
}

std::vector<std::string> csv_columns(const Json& row) {
  std::vector<std::string> columns;
  for (const auto& [key, value] : row.items()) {
    if (holds_quartiles(key)) {
      columns.insert(columns.end(), {stem(key) + "_q1", stem(key) + "_q3"});
    } else {
      columns.push_back(key);
    }
  }
  return columns;
}

std::vector<std::string> csv_fields(const Json& row) {
  std::vector<std::string> fields;
  for (const auto& [key, value] : row.items()) {
    if (!holds_quartiles(key)) {
      fields.push_back(as_text(value));
      continue;
    }
    for (const int quartile : {0, 1}) fields.push_back(value.is_null() ? "" : value[quartile].dump());
  }
  return fields;
}

std::string cell(const char* format, double value) {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string left(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

std::string right(const std::string& text, std::size_t width) {
  return std::string(width > text.size() ? width - text.size() : 0, ' ') + text;
}

double geometric_mean(const std::vector<double>& values) {
  if (values.empty()) throw std::invalid_argument("mean of no values");
  double sum = 0;
  for (const double v : values) sum += std::log(v);
  return std::exp(sum / static_cast<double>(values.size()));
}

}  // namespace tessera::bench
