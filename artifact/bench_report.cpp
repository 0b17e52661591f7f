// SPDX-License-Identifier: Apache-2.0
#include "artifact/bench_report.hpp"

#include "artifact/report/facts.hpp"

namespace tessera::artifact {
namespace {

using report::Json;

// ---- read

BenchTimes times_of(const Json& of) { return {of.at("ns"), of.at("quartiles_ns"), of.at("calls_per_sample")}; }

BenchMeasurement measurement_of(const Json& row) {
  BenchMeasurement out;
  for (const auto& [name, value] : row.at("sizes").items()) out.sizes.emplace_back(name, value);
  out.bytes = row.at("bytes");
  out.operations = row.at("operations");
  if (!row.at("core").is_null()) out.core = row.at("core").get<int>();
  out.samples = row.at("samples");
  out.disturbed = row.at("disturbed");
  out.calls_between_restores = row.at("calls_between_restores");
  out.kernel = times_of(row.at("kernel"));
  out.reference = times_of(row.at("reference"));
  out.ratio = row.at("ratio");
  out.quartiles_ratio = row.at("quartiles_ratio");
  return out;
}

// ---- write

Json to_json(const BenchMeasurement& m, const BenchTimes& of) {
  Json out{{"ns", of.ns}, {"quartiles_ns", of.quartiles_ns}, {"calls_per_sample", of.calls_per_sample}};
  const std::optional<double> rate = gops(m, of);
  out["gops"] = rate ? Json(*rate) : Json(nullptr);
  return out;
}

Json to_json(const BenchRow& row) {
  if (!row.measured) return {{"compiler", row.compiler}, {"fills", row.fills}, {"left_out", row.left_out}};
  const BenchMeasurement& m = *row.measured;
  Json sizes = Json::object();
  for (const auto& [name, value] : m.sizes) sizes[name] = value;
  return {{"compiler", row.compiler},
          {"sizes", sizes},
          {"fills", row.fills},
          {"bytes", m.bytes},
          {"operations", m.operations},
          {"core", m.core ? Json(*m.core) : Json(nullptr)},
          {"samples", m.samples},
          {"disturbed", m.disturbed},
          {"calls_between_restores", m.calls_between_restores},
          {"kernel", to_json(m, m.kernel)},
          {"reference", to_json(m, m.reference)},
          {"ratio", m.ratio},
          {"quartiles_ratio", m.quartiles_ratio}};
}

Json by_compiler(const std::vector<CompilerNote>& notes) {
  Json out = Json::object();
  for (const CompilerNote& note : notes) out[note.compiler] = note.text;
  return out;
}

}  // namespace

std::optional<double> gops(const BenchMeasurement& m, const BenchTimes& of) {
  if (m.operations == 0) return std::nullopt;
  return static_cast<double>(m.operations) / of.ns;
}

std::optional<BenchRow> bench_row(const std::string& compiler, const std::string& line) try {
  const Json row = Json::parse(line);
  BenchRow out{compiler, row.at("fills"), {}, {}};
  if (row.contains("left_out")) out.left_out = row.at("left_out");
  else out.measured = measurement_of(row);
  return out;
} catch (const Json::exception&) { return std::nullopt; }

Json to_json(const BenchReport& report) {
  Json rows = Json::array();
  for (const BenchRow& row : report.rows) rows.push_back(to_json(row));
  return {{"program", report.program},
          {"cpu", report.cpu},
          {"compilers", by_compiler(report.versions)},
          {"left_out", by_compiler(report.left_out)},
          {"rows", rows}};
}

}  // namespace tessera::artifact
