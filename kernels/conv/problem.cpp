// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/problem.hpp"

#include <algorithm>

namespace tessera::kernels::conv {
namespace {

using Index = std::map<std::string, std::int64_t>;

Index along(const shapes::ConvAxis& a, const std::string& result, const std::string& tap) {
  return {{result, a.stride}, {tap, a.dilation}};
}

// Indices of images, outermost first.
std::vector<Index> as_it_lies(Layout layout, const Index& row, const Index& column, const Index& channel) {
  const Index image{{"n", 1}};
  switch (layout.kind) {
    case Layout::nhwc: return {image, row, column, channel};
    case Layout::nwhc: return {image, column, row, channel};
    case Layout::nchw: return {image, channel, row, column};
    case Layout::blocked: break;
  }
  return {image, row, column, channel};  // the blocks further out than that
}

// The loops over blocks of rows of results that can copy their own input.
tuning::Copy copy(const shapes::ConvShape& s, Layout layout) {
  const bool is_one_row = s.P() == 1 && layout.kind != Layout::nchw;
  const bool are_columns = layout.kind == Layout::nwhc || is_one_row;
  const shapes::ConvAxis& along = are_columns ? s.columns : s.rows;
  const bool leaves_rows_out = (along.kernel - 1) * along.dilation + 1 < along.stride;
  tuning::Copy out{2, {"n"}, leaves_rows_out ? "" : are_columns ? "q" : "p"};
  if (layout.kind != Layout::blocked) out.along.emplace_back("g");
  return out;
}

tuning::Edge edge(const shapes::ConvAxis& a, const std::string& results, const std::string& taps) {
  const auto up = [](std::int64_t n, std::int64_t by) { return n <= 0 ? 0 : (n + by - 1) / by; };
  const std::int64_t all = a.results(), whole = a.pad_before + a.image - (a.kernel - 1) * a.dilation;
  return {results, taps, std::min(all, up(a.pad_before, a.stride)),
          std::max<std::int64_t>(0, all - up(whole, a.stride))};
}

}  // namespace

tuning::Problem problem(const shapes::ConvShape& s, Layout layout, Weights weights) {
  return problem(s, layout, weights, layout.kind == Layout::nchw ? Border::copied : Border::peeled);
}

tuning::Problem problem(const shapes::ConvShape& s, Layout layout, Weights weights, Border border) {
  tuning::Problem out;
  out.extents = loops(s);
  const bool are_pixels_lanes = layout.kind == Layout::nchw, has_groups = s.groups > 1 && !s.is_depthwise();
  const std::string results = s.is_depthwise() ? "g" : "k";
  out.lanes = are_pixels_lanes ? "q" : results;
  if (!are_pixels_lanes) out.rows = {"q", "p"};
  else if (s.is_depthwise()) out.rows = {"p"};
  else out.rows = {"k", "p"};
  const bool begins_within_blocks = has_groups && layout.block > 0 && s.K_of_group() % layout.block != 0;
  if (begins_within_blocks) out.rows.clear();  // what neighbouring results read does not lie side by side
  out.sums = {"r", "s"};
  if (!s.is_depthwise()) out.sums.emplace_back("c");
  out.outermost = {"n"};
  if (s.groups > 1 && out.lanes != "g") out.outermost.emplace_back("g");
  out.block_of_lanes = are_pixels_lanes ? 0 : layout.block;
  if (layout.block > 0 && !s.is_depthwise()) out.blocks_of_sums = {{"c", layout.block}};
  if (has_copy(s, layout, border)) out.copy = copy(s, layout);
  else if (s.is_padded()) out.edges = {edge(s.rows, "p", "r"), edge(s.columns, "q", "s")};

  Index result_channel{{results, 1}}, image_channel{{s.is_depthwise() ? "g" : "c", 1}};
  if (has_groups) result_channel["g"] = s.K_of_group(), image_channel["g"] = s.C_of_group();
  const Index rows = along(s.rows, "p", "r"), columns = along(s.columns, "q", "s");
  const bool are_packed = weights == Weights::packed && !s.is_depthwise();
  std::vector<Index> kernel{{{"r", 1}}, {{"s", 1}}};
  if (!s.is_depthwise()) kernel.push_back({{"c", 1}});
  const auto channels = are_packed || weights == Weights::oihw ? kernel.begin() : kernel.end();
  if (weights == Weights::oihw && !s.is_depthwise()) std::rotate(kernel.begin(), kernel.end() - 1, kernel.end());
  kernel.insert(channels, result_channel);
  out.arrays = {{"O", as_it_lies(layout, {{"p", 1}}, {{"q", 1}}, result_channel), false, layout.block},
                {"F", kernel, are_packed},
                {"I", as_it_lies(layout, rows, columns, image_channel), false, layout.block}};
  return out;
}

std::optional<tuning::Problem> problem_of_lanes(const shapes::ConvShape& s, Layout layout, Weights weights,
                                                std::int64_t lanes) {
  const bool are_side_by_side = layout.kind == Layout::nhwc || layout.kind == Layout::nwhc;
  if (!are_side_by_side || s.K != 1 || weights == Weights::oihw || s.C % lanes != 0) return std::nullopt;
  shapes::ConvShape by_lanes = s;
  by_lanes.K *= lanes, by_lanes.C /= lanes;
  tuning::Problem out = problem(by_lanes, layout, Weights::hwio);
  for (tuning::Array& a : out.arrays) {
    if (a.name == "F") a.indices.pop_back();
    if (a.name != "O") a.indices.back() = {{"c", lanes}, {"k", 1}};
  }
  return out;
}

}  // namespace tessera::kernels::conv
