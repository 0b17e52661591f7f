#include "families/conv/problem.hpp"

namespace tessera::families::conv {
namespace {

using Index = std::map<std::string, std::int64_t>;

Index along(const Along& a, const std::string& result, const std::string& tap) {
  return {{result, a.stride}, {tap, a.dilation}};
}

// Indices of images, outermost first.
std::vector<Index> as_it_lies(Layout layout, const Index& row, const Index& column, const Index& channel) {
  const Index image{{"n", 1}};
  switch (layout.kind) {
    case Layout::nhwc: return {image, row, column, channel};
    case Layout::nwhc: return {image, column, row, channel};
    default: return {image, channel, row, column};
  }
}

}  // namespace

tuning::Problem problem(const Shape& s, Layout layout) {
  tuning::Problem out;
  out.extents = loops(s);
  const bool are_pixels_lanes = layout.kind == Layout::nchw, has_groups = s.groups > 1 && !s.is_depthwise();
  const std::string results = s.is_depthwise() ? "g" : "k";
  out.lanes = are_pixels_lanes ? "q" : results;
  if (!are_pixels_lanes) out.rows = {"q", "p"};
  else if (s.is_depthwise()) out.rows = {"p"};
  else out.rows = {"k", "p"};
  out.sums = {"r", "s"};
  if (!s.is_depthwise()) out.sums.emplace_back("c");

  Index result_channel{{results, 1}}, image_channel{{s.is_depthwise() ? "g" : "c", 1}};
  if (has_groups) result_channel["g"] = s.K_of_group(), image_channel["g"] = s.C_of_group();
  const Index rows = along(s.rows, "p", "r"), columns = along(s.columns, "q", "s");
  std::vector<Index> weights{result_channel, {{"r", 1}}, {{"s", 1}}};
  if (!s.is_depthwise()) weights.push_back({{"c", 1}});
  out.arrays = {{"O", as_it_lies(layout, {{"p", 1}}, {{"q", 1}}, result_channel)},
                {"F", weights},
                {"I", as_it_lies(layout, rows, columns, image_channel)}};
  return out;
}

}  // namespace tessera::families::conv
