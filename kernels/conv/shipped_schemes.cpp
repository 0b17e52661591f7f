// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/shipped_schemes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "api/library_root.hpp"
#include "dsl/support/csv.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/host_cpu.hpp"
#include "shapes/conv_text.hpp"
#include "tuning/variants.hpp"

namespace tessera::kernels::conv {
namespace {

namespace fs = std::filesystem;

constexpr double max_per_load = 1000;  // cycles, more than memory takes

// Each row of the table, by its columns; nothing without the file.
template <class Use> void for_rows(const fs::path& file, const std::vector<std::string>& columns, Use&& use) try {
  if (!fs::exists(file)) return;
  const CsvTable table = read_csv_file(file.string());
  for (const CsvRow& row : table.rows) {
    std::vector<std::string> fields;
    for (const std::string& column : columns) fields.push_back(row.fields[table.at(column)]);
    use(fields);
  }
} catch (const TableError& e) { throw InputError("tuned", e.what()); } catch (const std::logic_error&) {
  throw InputError("tuned", fmt::format("{}: a field is not a number", file.string()));
}

// Parses a field; its error is the file's.
template <class Parse> auto parsed(const fs::path& file, const std::string& text, Parse&& parse) try {
  return parse(text);
} catch (const InputError& e) { throw InputError("tuned", fmt::format("{}: {}", file.string(), e.what())); }

std::vector<std::string> shipped_cpus() {
  std::vector<std::string> out;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(api::tuned_root(), ignored))
    out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

// The most frequent one.
std::optional<std::int64_t> usual_prefetch_distance(const std::map<std::string, schemes::Scheme>& schemes) {
  std::map<std::optional<std::int64_t>, std::size_t> votes;
  for (const auto& [key, scheme] : schemes) ++votes[tuning::prefetch_distance(scheme, "F")];
  const auto most =
      std::max_element(votes.begin(), votes.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == votes.end() ? std::nullopt : most->first;
}

// Constants of the model that are not the same on all CPUs.
void read_model(const fs::path& file, tuning::Microkernels& out) {
  for_rows(file, {"constant", "value"}, [&](const auto& f) {
    if (f[0] != "cycles_per_load")
      throw InputError("tuned", fmt::format("{}: the model has no constant '{}'", file.string(), f[0]),
                       "cycles_per_load: of each operand that a step of a register tile loads");
    const double cycles = std::stod(f[1]);
    if (!(cycles >= 0 && cycles <= max_per_load))
      throw InputError("tuned", fmt::format("{}: {} = {}", file.string(), f[0], f[1]),
                       fmt::format("from 0 to {}", max_per_load));
    out.loads_cost(cycles);
  });
}

}  // namespace

std::string tuned_key(const shapes::ConvShape& shape, const Layout& layout, Weights weights) {
  return fmt::format("{} {} {}", text(shape), name(layout), name(weights));
}

ShippedTuning shipped_tuning(const std::string& cpu, const std::string& target, ir::Scalar type) {
  ShippedTuning out;
  const std::string family = cpu == "host" ? host_family() : cpu;
  if (cpu == "none" || family.empty()) return out;
  const fs::path folder =
      api::tuned_root() / family / fmt::format("{}-{}", fs::path(target).filename().string(), ir::name(type));
  for_rows(folder / "microkernels.csv", {"rows", "vectors", "unrolled", "percent_of_peak"}, [&](const auto& f) {
    out.microkernels.measured({std::stoll(f[0]), std::stoll(f[1]), f[2]}, std::stod(f[3]));
  });
  read_model(folder / "model.csv", out.microkernels);
  const fs::path table = folder / "schemes.csv";
  for_rows(table, {"shape", "layout", "weights", "scheme"}, [&](const auto& f) {
    const shapes::ConvShape shape = parsed(table, f[0], shapes::parse_conv_shape);
    const Layout layout = parsed(table, f[1], layout_named);
    out.schemes[tuned_key(shape, layout, parsed(table, f[2], weights_named))] = parsed(table, f[3], schemes::parse);
  });
  out.prefetch_distance = usual_prefetch_distance(out.schemes);
  return out;
}

void check_shipped_cpu(const std::string& cpu) {
  const std::vector<std::string> all = shipped_cpus();
  if (cpu == "host" || cpu == "none" || std::count(all.begin(), all.end(), cpu) > 0) return;
  throw InputError("tuned", fmt::format("no tuned data ships for CPU '{}'", cpu),
                   fmt::format("host, none, {}", fmt::join(all, ", ")));
}

}  // namespace tessera::kernels::conv
