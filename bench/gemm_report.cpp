// SPDX-License-Identifier: Apache-2.0
#include "gemm_report.hpp"

#include <algorithm>
#include <functional>

namespace tessera::bench {
namespace {

// "", or "_openblas" and so on.
void put_timing(Json& row, const shapes::GemmShape& shape, const std::string& suffix, const GemmTiming* timing) {
  row["gflops" + suffix] = timing ? Json(rounded(shape.flops() / timing->seconds.median * 1e-9)) : Json(nullptr);
  put_spread(row, "percent_of_peak" + suffix,
             timing ? std::optional<timing::Spread>(timing->percent_of_peak) : std::nullopt);
}

struct Network {
  std::string name;
  std::vector<const GemmRow*> rows;
};

std::vector<Network> networks_of(const std::vector<GemmRow>& rows) {
  std::vector<Network> networks;
  for (const GemmRow& row : rows) {
    if (!row.shape.count()) continue;
    const std::string name = row.shape.network();
    auto it = std::find_if(networks.begin(), networks.end(), [&](const Network& n) { return n.name == name; });
    if (it == networks.end()) it = networks.insert(it, Network{name, {}});
    it->rows.push_back(&row);
  }
  return networks;
}

std::optional<double> seconds_in(const Network& network, const std::string& contender) {
  double sum = 0;
  for (const GemmRow* row : network.rows) {
    const GemmTiming* timing = row->find(contender);
    if (!timing) return std::nullopt;
    sum += *row->shape.count() * timing->seconds.median;
  }
  return sum;
}

Json network_as_json(const Network& network) {
  int layers = 0;
  for (const GemmRow* row : network.rows) layers += *row->shape.count();
  Json out{{"network", network.name}, {"layers", layers}, {"seconds", Json::object()}, {"ratio", Json::object()}};
  const auto ours = seconds_in(network, library_name);
  out["seconds"][library_name] = ours ? Json(rounded(*ours)) : Json(nullptr);
  for (const std::string& peer : timing::gemm_peer_names) {
    const auto theirs = seconds_in(network, peer);
    out["seconds"][peer] = theirs ? Json(rounded(*theirs)) : Json(nullptr);
    out["ratio"][peer] = ours && theirs ? Json(rounded(*theirs / *ours)) : Json(nullptr);
  }
  return out;
}

// The rows with the smallest and the largest of a figure, and the figures.
Json extremes(const std::vector<GemmRow>& rows, const std::function<std::optional<double>(const GemmRow&)>& figure) {
  Json out = nullptr;
  for (const GemmRow& row : rows) {
    const auto value = figure(row);
    if (!value) continue;
    const Json one{{"value", rounded(*value)}, {"name", row.shape.name}};
    if (out.is_null()) out = {{"smallest", one}, {"largest", one}};
    if (*value < out["smallest"]["value"]) out["smallest"] = one;
    if (*value > out["largest"]["value"]) out["largest"] = one;
  }
  return out;
}

std::optional<double> smallest_ratio(const GemmRow& row) {
  const GemmTiming* best = row.best_peer();
  return best && best->ratio ? std::optional(best->ratio->median) : std::nullopt;
}

std::optional<double> percent_of_library(const GemmRow& row) {
  const GemmTiming* library = row.find(library_name);
  return library ? std::optional(library->percent_of_peak.median) : std::nullopt;
}

// The geometric mean of a ratio over the rows that have it.
void put_mean(Json& means, const std::string& key, const std::vector<double>& ratios) {
  means[key] = ratios.empty() ? Json(nullptr) : Json(rounded(geometric_mean(ratios)));
  means["rows_of_" + key] = ratios.size();
}

// "percent_of_peak: smallest 61.2 (small_9), largest 93.1 (small_42), quotient 0.657"; "" when there are none.
std::string text_of_extremes(const Json& summary, const std::string& figure, const char* format) {
  if (summary[figure].is_null()) return "";
  const Json &lo = summary[figure]["smallest"], &hi = summary[figure]["largest"];
  const auto text = [&](const Json& one) {
    return cell(format, one["value"].get<double>()) + " (" + one["name"].get<std::string>() + ")";
  };
  return figure + ": smallest " + text(lo) + ", largest " + text(hi) + ", quotient " +
         cell("%.3f", lo["value"].get<double>() / hi["value"].get<double>()) + "\n";
}

constexpr std::size_t name_width = 14, column_width = 14;
constexpr double undisturbed = 0.97;  // less of the core than this is worth a remark

}  // namespace

const GemmTiming* GemmRow::find(const std::string& name) const {
  const auto it = std::find_if(timings.begin(), timings.end(), [&](const GemmTiming& t) { return t.name == name; });
  return it == timings.end() ? nullptr : &*it;
}

const GemmTiming* GemmRow::best_peer() const {
  const auto cost = [](const GemmTiming& t) { return t.ratio ? t.ratio->median : t.seconds.median; };
  const GemmTiming* best = nullptr;
  for (const GemmTiming& t : timings) {
    if (t.name == library_name || t.name == "onednn_packed") continue;
    if (!best || cost(t) < cost(*best)) best = &t;
  }
  return best;
}

Json row_as_json(const GemmRow& row) {
  Json out{{"name", row.shape.name}, {"m", row.shape.m}, {"n", row.shape.n}, {"k", row.shape.k}};
  for (const auto& [column, value] : row.shape.further) out[column] = value;
  out["ok"] = row.wrong.empty();
  out["first_wrong"] = row.wrong.empty() ? Json(nullptr) : Json(row.wrong.front());
  put_timing(out, row.shape, "", row.find(library_name));
  for (const std::string& peer : timing::gemm_peer_names) {
    const GemmTiming* timing = row.find(peer);
    put_spread(out, "ratio_" + peer, timing ? timing->ratio : std::nullopt);
  }
  const GemmTiming* best = row.best_peer();
  put_spread(out, "ratio_best_peer", best ? best->ratio : std::nullopt);
  out["best_peer"] = best ? Json(best->name) : Json(nullptr);
  for (const std::string& peer : timing::gemm_peer_names) put_timing(out, row.shape, "_" + peer, row.find(peer));
  put_spread(out, "peak", row.peak);
  out["cpu_share"] = row.cpu_share ? Json(rounded(*row.cpu_share)) : Json(nullptr);
  out["shared_core"] = Json::object();
  for (const auto& [name, where] : row.shared_core) out["shared_core"][name] = where;
  out["implementation"] = Json::object();
  for (const GemmTiming& t : row.timings)
    if (!t.implementation.empty()) out["implementation"][t.name] = t.implementation;
  out["not_run"] = Json::object();
  for (const auto& [name, why] : row.not_run) out["not_run"][name] = why;
  return out;
}

Json summary_of(const std::vector<GemmRow>& rows) {
  const auto ratios = [&](const auto& timing_of) {
    std::vector<double> values;
    for (const GemmRow& row : rows) {
      const GemmTiming* timing = timing_of(row);
      if (timing && timing->ratio) values.push_back(timing->ratio->median);
    }
    return values;
  };
  Json means;
  put_mean(means, "ratio_best_peer", ratios([](const GemmRow& row) { return row.best_peer(); }));
  for (const std::string& peer : timing::gemm_peer_names)
    put_mean(means, "ratio_" + peer, ratios([&](const GemmRow& row) { return row.find(peer); }));
  Json networks = Json::array();
  for (const Network& network : networks_of(rows)) networks.push_back(network_as_json(network));
  return {{"geometric_mean", means},
          {"ratio_best_peer", extremes(rows, smallest_ratio)},
          {"percent_of_peak", extremes(rows, percent_of_library)},
          {"networks", networks}};
}

std::string text_header() {
  std::string line = left("name", name_width) + right("m", 7) + right("n", 7) + right("k", 7) + right("peak", 7);
  for (const char* contender : {"library", "openblas", "blis", "libxsmm", "onednn", "mkl", "onednn_packed"})
    line += right(contender, column_width);
  return line + "  /best peer";
}

std::string text_line(const GemmRow& row) {
  const shapes::GemmShape& s = row.shape;
  std::string line = left(s.name, name_width) + right(std::to_string(s.m), 7) + right(std::to_string(s.n), 7) +
                     right(std::to_string(s.k), 7) + right(row.peak ? cell("%.0f", row.peak->median) : "-", 7);
  std::vector<std::string> names{library_name};
  names.insert(names.end(), timing::gemm_peer_names.begin(), timing::gemm_peer_names.end());
  for (const std::string& name : names) {
    const GemmTiming* t = row.find(name);
    line += right(
        t ? cell("%.1f", s.flops() / t->seconds.median * 1e-9) + cell(" %3.0f%%", t->percent_of_peak.median) : "-",
        column_width);
  }
  if (const GemmTiming* best = row.best_peer())
    line += "  " + (best->ratio ? cell("%.3f ", best->ratio->median) : "") + best->name;
  if (row.cpu_share && *row.cpu_share < undisturbed)
    line += "  (busy machine: had" + cell(" %.0f%%", 100 * *row.cpu_share) + " of the core)";
  return line;
}

std::string text_of_summary(const Json& summary) {
  const Json& means = summary["geometric_mean"];
  std::string text;
  for (const auto& [key, value] : means.items()) {
    if (key.rfind("rows_of_", 0) == 0 || value.is_null()) continue;
    text += "geometric mean of " + key + " over " + means["rows_of_" + key].dump() +
            " rows: " + cell("%.3f", value.get<double>()) + "\n";
  }
  text += text_of_extremes(summary, "ratio_best_peer", "%.3f") + text_of_extremes(summary, "percent_of_peak", "%.1f");
  for (const Json& network : summary["networks"]) {
    text += network["network"].get<std::string>() + ", " + network["layers"].dump() + " products, ms:";
    for (const auto& [name, seconds] : network["seconds"].items())
      if (!seconds.is_null()) text += " " + name + cell(" %.2f", 1000 * seconds.get<double>());
    text += "\n";
  }
  return text;
}

}  // namespace tessera::bench
