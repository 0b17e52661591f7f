#include "families/conv/problem.hpp"

namespace tessera::families::conv {
namespace {

using Index = std::map<std::string, std::int64_t>;

Index along(const Along& a, const std::string& result, const std::string& tap) {
  return {{result, a.stride}, {tap, a.dilation}};
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
  std::vector<Index> weights{result_channel, {{"r", 1}}, {{"s", 1}}};
  if (!s.is_depthwise()) weights.push_back({{"c", 1}});
  out.arrays = {{"O", {{{"n", 1}}, {{"p", 1}}, {{"q", 1}}, result_channel}},
                {"F", weights},
                {"I", {{{"n", 1}}, along(s.rows, "p", "r"), along(s.columns, "q", "s"), image_channel}}};
  return out;
}

}  // namespace tessera::families::conv
