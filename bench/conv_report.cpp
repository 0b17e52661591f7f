// SPDX-License-Identifier: Apache-2.0
#include "conv_report.hpp"

#include <algorithm>

#include "shapes/conv_text.hpp"

namespace tessera::bench {
namespace {

Json gflops(const shapes::ConvShape& shape, const std::optional<timing::Spread>& seconds) {
  return seconds ? Json(rounded(shape.flops() / seconds->median * 1e-9)) : Json(nullptr);
}

// "", or "_onednn" and so on.
void put_timing(Json& json, const ConvRow& row, const std::string& suffix, const ConvTiming* timing) {
  const auto of = [&](auto member) { return timing ? std::optional<timing::Spread>(timing->*member) : std::nullopt; };
  json["gflops" + suffix] = gflops(row.layer.shape, of(&ConvTiming::seconds));
  put_spread(json, "percent_of_peak" + suffix, of(&ConvTiming::percent_of_peak));
  if (!row.has_one_core) return;
  json["gflops_one" + suffix] = gflops(row.layer.shape, of(&ConvTiming::seconds_one));
  put_spread(json, "over_one" + suffix, of(&ConvTiming::over_one));
}

// A figure by its name in the reports.
struct Figure {
  std::string key;
  std::string contender;
  std::optional<timing::Spread> (*member)(const ConvTiming&);

  std::optional<double> of(const ConvRow& row) const {
    const ConvTiming* timing = row.find(contender);
    const std::optional<timing::Spread> spread = timing ? member(*timing) : std::nullopt;
    return spread ? std::optional(spread->median) : std::nullopt;
  }
};

std::vector<Figure> figures() {
  const auto percent = [](const ConvTiming& t) -> std::optional<timing::Spread> { return t.percent_of_peak; };
  const auto ratio = [](const ConvTiming& t) { return t.ratio; };
  const auto over_one = [](const ConvTiming& t) { return t.over_one; };
  std::vector<Figure> all{{"percent_of_peak", kernel_name, percent}};
  for (const std::string& name : timing::conv_contender_names) all.push_back({"ratio_" + name, name, ratio});
  all.push_back({"over_one", kernel_name, over_one});
  for (const std::string& name : timing::conv_contender_names) all.push_back({"over_one_" + name, name, over_one});
  return all;
}

Json summary_of(const std::vector<ConvRow>& rows, const Figure& figure) {
  std::vector<double> values;
  Json smallest, largest;
  for (const ConvRow& row : rows) {
    const auto value = figure.of(row);
    if (!value) continue;
    values.push_back(*value);
    const Json one{{"value", rounded(*value)}, {"name", row.layer.name}};
    if (smallest.is_null() || one["value"] < smallest["value"]) smallest = one;
    if (largest.is_null() || one["value"] > largest["value"]) largest = one;
  }
  if (values.empty()) return nullptr;
  return {{"geometric_mean", rounded(geometric_mean(values))},
          {"rows", values.size()},
          {"smallest", smallest},
          {"largest", largest}};
}

constexpr std::size_t layer_width = 16, contender_width = 16;

}  // namespace

const ConvTiming* ConvRow::find(const std::string& name) const {
  const auto it = std::find_if(timings.begin(), timings.end(), [&](const ConvTiming& t) { return t.name == name; });
  return it == timings.end() ? nullptr : &*it;
}

std::string compared_with(const std::string& contender) {
  for (const char* name : {"onednn_plain", "im2row", "im2row_openblas"})
    if (contender == name) return "plain";
  return kernel_name;
}

Json row_as_json(const ConvRow& row) {
  Json out{{"name", row.layer.name}, {"shape", text(row.layer.shape)}};
  for (const auto& [column, value] : row.layer.further) out[column] = value;
  out["ok"] = row.wrong.empty();
  out["first_wrong"] = row.wrong.empty() ? Json(nullptr) : Json(row.wrong.front());
  put_timing(out, row, "", row.find(kernel_name));
  for (const std::string& name : timing::conv_contender_names) {
    const ConvTiming* timing = row.find(name);
    put_spread(out, "ratio_" + name, timing ? timing->ratio : std::nullopt);
  }
  for (const std::string& name : timing::conv_contender_names) put_timing(out, row, "_" + name, row.find(name));
  put_spread(out, "peak", row.peak);
  if (row.has_one_core) put_spread(out, "peak_over_one", row.peak_over_one);
  out["cpu_share"] = row.cpu_share ? Json(rounded(*row.cpu_share)) : Json(nullptr);
  for (const char* key : {"shared_core", "implementation", "not_run", "max_error", "max_error_of_bound"})
    out[key] = Json::object();
  for (const auto& [name, where] : row.shared_core) out["shared_core"][name] = where;
  for (const ConvTiming& t : row.timings)
    if (!t.implementation.empty()) out["implementation"][t.name] = t.implementation;
  for (const auto& [name, why] : row.not_run) out["not_run"][name] = why;
  for (const ConvError& e : row.errors) {
    out["max_error"][e.name] = rounded(e.absolute);
    out["max_error_of_bound"][e.name] = rounded(e.of_bound);
  }
  return out;
}

Json summary_of(const std::vector<ConvRow>& rows) {
  Json out;
  for (const Figure& figure : figures()) out[figure.key] = summary_of(rows, figure);
  return out;
}

std::string conv_text_header() {
  std::string line = left("name", layer_width) + right("peak", 7) + right(kernel_name, contender_width);
  for (const std::string& name : timing::conv_contender_names) line += right(name, contender_width);
  return line + "  /onednn /onednn_plain";
}

std::string text_line(const ConvRow& row) {
  std::string line = left(row.layer.name, layer_width) + right(row.peak ? cell("%.0f", row.peak->median) : "-", 7);
  std::vector<std::string> names{kernel_name};
  names.insert(names.end(), timing::conv_contender_names.begin(), timing::conv_contender_names.end());
  for (const std::string& name : names) {
    const ConvTiming* t = row.find(name);
    const double gflops = t ? row.layer.shape.flops() / t->seconds.median * 1e-9 : 0;
    line += right(t ? cell("%.1f", gflops) + cell(" %3.0f%%", t->percent_of_peak.median) : "-", contender_width);
  }
  for (const char* name : {"onednn", "onednn_plain"}) {
    const ConvTiming* t = row.find(name);
    line += right(t && t->ratio ? cell("%.3f", t->ratio->median) : "-", 9);
  }
  return line;
}

std::string text_of_conv_summary(const Json& summary) {
  std::string text;
  for (const auto& [key, figure] : summary.items()) {
    if (figure.is_null()) continue;
    const auto one = [&figure = figure](const char* which) {
      return cell("%.4g", figure[which]["value"].get<double>()) + " (" + figure[which]["name"].get<std::string>() + ")";
    };
    text += key + ": geometric mean " + cell("%.4g", figure["geometric_mean"].get<double>()) + " over " +
            figure["rows"].dump() + " layers, smallest " + one("smallest") + ", largest " + one("largest") + "\n";
  }
  return text;
}

}  // namespace tessera::bench
