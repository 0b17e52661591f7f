// SPDX-License-Identifier: Apache-2.0
#include "artifact/bench_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace tessera::artifact {
namespace {

// The line of a compiler's text that says most.
std::string first_error(const std::string& text) {
  std::istringstream lines(text);
  std::string first, line;
  std::getline(lines, first);
  for (line = first; lines; std::getline(lines, line))
    if (line.find("error") != std::string::npos) return line;
  return first;
}

std::string with_unit(double value, double step, const std::vector<std::string>& units) {
  std::size_t unit = 0;
  for (; value >= 0.9995 * step && unit + 1 < units.size(); value /= step) ++unit;
  const int digits = value == static_cast<double>(static_cast<std::int64_t>(value)) || value >= 99.95 ? 0
                     : value >= 9.995                                                                 ? 1
                                                                                                      : 2;
  return fmt::format("{:.{}f} {}", value, digits, units[unit]);
}

std::string duration(const BenchTimes& of) { return with_unit(of.ns, 1000, {"ns", "us", "ms", "s"}); }

std::string sizes_text(const BenchMeasurement& m) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : m.sizes) parts.push_back(fmt::format("{}={}", name, value));
  return parts.empty() ? "fixed" : fmt::format("{}", fmt::join(parts, ","));
}

std::string rate(std::optional<double> gops) { return gops ? fmt::format("{:.2f}", *gops) : "-"; }

std::vector<std::string> cells(const BenchRow& row) {
  const BenchMeasurement& m = *row.measured;
  return {row.compiler,
          sizes_text(m),
          row.fills,
          with_unit(static_cast<double>(m.bytes), 1024, {"B", "KiB", "MiB", "GiB"}),
          duration(m.kernel),
          duration(m.reference),
          fmt::format("{:.2f}", m.ratio),
          fmt::format("{:.2f} to {:.2f}", m.quartiles_ratio[0], m.quartiles_ratio[1]),
          rate(gops(m, m.kernel)),
          rate(gops(m, m.reference))};
}

std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> width(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) width[i] = std::max(width[i], row[i].size());
  constexpr std::size_t words = 3;  // columns that begin at the left
  std::string out;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i < words ? fmt::format("{:<{}}  ", row[i], width[i]) : fmt::format("{:>{}}  ", row[i], width[i]);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

}  // namespace

std::string bench_table(const BenchReport& report) {
  std::vector<std::vector<std::string>> rows{{"compiler", "sizes", "fills", "data", "kernel", "reference", "ratio",
                                              "quartiles", "kernel Gop/s", "reference Gop/s"}};
  std::string notes;
  int samples = 0, disturbed = 0;
  bool is_bound = true;
  for (const BenchRow& row : report.rows) {
    if (!row.measured) {
      notes += fmt::format("{}: {} is left out: {}\n", row.compiler, row.fills, row.left_out);
      continue;
    }
    rows.push_back(cells(row));
    is_bound = is_bound && row.measured->core;
    samples += 2 * row.measured->samples;
    disturbed += row.measured->disturbed;
  }
  if (disturbed > 0)
    notes += fmt::format("other programs had the core during {} of {} samples: those times are too long\n", disturbed,
                         samples);
  for (const auto& [name, version] : report.versions) notes += fmt::format("{} is {}\n", name, version);
  for (const auto& [name, why] : report.left_out)
    notes += fmt::format("{} is left out, for it does not build the program: {}\n", name, first_error(why));
  return fmt::format("beside the procedure as written, in turns{}: {}\n{}{}", is_bound ? " on one core" : "",
                     report.cpu, aligned(rows), notes);
}

}  // namespace tessera::artifact
