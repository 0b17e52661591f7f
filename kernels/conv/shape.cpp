// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/shape.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <vector>

#include "dsl/support/diagnostic.hpp"

namespace tessera::kernels::conv {
namespace {

constexpr std::int64_t largest_size = std::int64_t{1} << 31;
constexpr std::int64_t max_elements = std::int64_t{1} << 40;  // of a tensor: four terabytes of f32

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  throw InputError("shape", message, hint);
}

constexpr const char* example = "as K=64,C=64,H=56,W=56,R=3,S=3,pad=1; or K,C,H,W,R,S[,stride] in numbers";

struct Field {
  const char* name;
  std::int64_t usual;  ///< -1: must be given
  std::int64_t least;
};
// In the order in which they are written.
constexpr Field fields[] = {{"N", 1, 1},        {"groups", 1, 1},   {"K", -1, 1},         {"C", -1, 1},
                            {"H", -1, 1},       {"W", -1, 1},       {"R", -1, 1},         {"S", -1, 1},
                            {"stride_h", 1, 1}, {"stride_w", 1, 1}, {"dilation_h", 1, 1}, {"dilation_w", 1, 1},
                            {"top", 0, 0},      {"left", 0, 0},     {"bottom", 0, 0},     {"right", 0, 0}};
// One word for several.
const std::map<std::string, std::vector<std::string>> together{{"stride", {"stride_h", "stride_w"}},
                                                               {"dilation", {"dilation_h", "dilation_w"}},
                                                               {"pad", {"top", "left", "bottom", "right"}}};

using Values = std::map<std::string, std::int64_t>;

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, at);) out.push_back(item);
  if (text.empty() || text.back() == at) out.emplace_back();
  return out;
}

std::int64_t number(const std::string& text, const std::string& whole) {
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size() || out < 0 || out > largest_size)
    refuse(fmt::format("'{}' in '{}' is no size", text, whole), fmt::format("a whole number up to {}", largest_size));
  return out;
}

const Field* field(const std::string& name) {
  const auto* found =
      std::find_if(std::begin(fields), std::end(fields), [&](const Field& f) { return name == f.name; });
  return found == std::end(fields) ? nullptr : found;
}

void set(Values& values, const std::string& name, std::int64_t value) {
  if (value < field(name)->least)
    refuse(fmt::format("{} is {}", name, value), "sizes are at least 1, padding at least 0");
  if (!values.emplace(name, value).second) refuse(fmt::format("{} is given twice", name), example);
}

Values named(const std::string& text) {
  Values out;
  for (const std::string& item : split(text, ',')) {
    const std::size_t equals = item.find('=');
    const std::string name = item.substr(0, equals);
    const auto several = together.find(name);
    if (equals == std::string::npos || (!field(name) && several == together.end())) {
      std::vector<std::string> known;
      for (const Field& f : fields) known.emplace_back(f.name);
      refuse(fmt::format("'{}' is no part of a shape", item),
             fmt::format("{}; also stride, dilation and pad for all of them", fmt::join(known, ", ")));
    }
    const std::int64_t value = number(item.substr(equals + 1), text);
    for (const std::string& one : several == together.end() ? std::vector{name} : several->second) set(out, one, value);
  }
  for (const Field& f : fields)
    if (!out.count(f.name)) {
      if (f.usual < 0) refuse(fmt::format("'{}' does not say {}", text, f.name), example);
      out[f.name] = f.usual;
    }
  return out;
}

std::int64_t image_for(std::int64_t results, std::int64_t kernel, std::int64_t stride) {
  return (results - 1) * stride + kernel;
}

// As the tables of the papers have them.
Values in_order(const std::string& text) {
  const std::vector<std::string> items = split(text, ',');
  if (items.size() != 6 && items.size() != 7) refuse(fmt::format("'{}' has {} numbers", text, items.size()), example);
  Values out;
  constexpr const char* names[] = {"K", "C", "H", "W", "R", "S"};
  for (std::size_t i = 0; i < std::size(names); ++i) set(out, names[i], number(items[i], text));
  const std::int64_t stride = items.size() == 7 ? number(items[6], text) : 1;
  for (const char* word : {"stride_h", "stride_w"}) set(out, word, stride);
  for (const Field& f : fields) out.emplace(f.name, f.usual);
  out["H"] = image_for(out["H"], out["R"], stride);
  out["W"] = image_for(out["W"], out["S"], stride);
  return out;
}

void check_elements(const char* what, std::initializer_list<std::int64_t> extents) {
  std::int64_t product = 1;
  for (const std::int64_t e : extents)
    if (__builtin_mul_overflow(product, e, &product) || product > max_elements)
      refuse(fmt::format("{} has {} elements, more than {}", what, fmt::join(extents, " x "), max_elements),
             "a smaller shape");
}

void check(const Shape& s) {
  if (s.K % s.groups != 0 || s.C % s.groups != 0)
    refuse(fmt::format("{} groups do not divide {} and {} channels", s.groups, s.K, s.C), "each group has as many");
  for (const auto& [along, kernel, image] : {std::tuple{&s.rows, "R", "H"}, {&s.columns, "S", "W"}})
    if (along->results() < 1)
      refuse(fmt::format("the kernel does not fit: {} = {} with dilation {}, {} = {} and {} zeros around it", kernel,
                         along->kernel, along->dilation, image, along->image, along->pad_before + along->pad_after),
             "there are no results then");
  check_elements("the image", {s.N, s.rows.image + s.rows.pad_before + s.rows.pad_after,
                               s.columns.image + s.columns.pad_before + s.columns.pad_after, s.C});
  check_elements("the result", {s.N, s.P(), s.Q(), s.K});
  check_elements("the kernel", {s.rows.kernel, s.columns.kernel, s.C_of_group(), s.K});
}

Shape shape_of(Values& v) {
  Shape s;
  s.N = v["N"], s.groups = v["groups"], s.K = v["K"], s.C = v["C"];
  s.rows = {v["H"], v["R"], v["stride_h"], v["dilation_h"], v["top"], v["bottom"]};
  s.columns = {v["W"], v["S"], v["stride_w"], v["dilation_w"], v["left"], v["right"]};
  return s;
}

Values values_of(const Shape& s) {
  return {{"N", s.N},
          {"groups", s.groups},
          {"K", s.K},
          {"C", s.C},
          {"H", s.rows.image},
          {"W", s.columns.image},
          {"R", s.rows.kernel},
          {"S", s.columns.kernel},
          {"stride_h", s.rows.stride},
          {"stride_w", s.columns.stride},
          {"dilation_h", s.rows.dilation},
          {"dilation_w", s.columns.dilation},
          {"top", s.rows.pad_before},
          {"left", s.columns.pad_before},
          {"bottom", s.rows.pad_after},
          {"right", s.columns.pad_after}};
}

/// Values other than the defaults, in order; one word for both sides where they are equal.
std::vector<std::pair<std::string, std::int64_t>> items(const Shape& s) {
  const Values values = values_of(s);
  std::vector<std::pair<std::string, std::int64_t>> out;
  std::map<std::string, bool> said;
  for (const Field& f : fields) {
    const std::int64_t value = values.at(f.name);
    if (value == f.usual || said[f.name]) continue;
    std::string word = f.name;
    for (const auto& [all, names] : together) {
      const bool is_one = std::find(names.begin(), names.end(), word) != names.end();
      const bool are_equal =
          std::all_of(names.begin(), names.end(), [&](const std::string& n) { return values.at(n) == value; });
      if (!is_one || !are_equal) continue;
      for (const std::string& n : names) said[n] = true;
      word = all;
    }
    out.emplace_back(word, value);
  }
  return out;
}

}  // namespace

std::int64_t Along::results() const {
  const std::int64_t room = image + pad_before + pad_after - (kernel - 1) * dilation - 1;
  return room < 0 ? 0 : room / stride + 1;
}

double Shape::operations() const {
  double out = 2;
  for (const std::int64_t n : {N, P(), Q(), K, C_of_group(), rows.kernel, columns.kernel})
    out *= static_cast<double>(n);
  return out;
}

Shape parse(const std::string& text) {
  Values values = text.find('=') == std::string::npos ? in_order(text) : named(text);
  const Shape out = shape_of(values);
  check(out);
  return out;
}

std::string text(const Shape& s) {
  std::vector<std::string> out;
  for (const auto& [name, value] : items(s)) out.push_back(fmt::format("{}={}", name, value));
  return fmt::format("{}", fmt::join(out, ","));
}

std::string name(const Shape& s) {
  std::vector<std::string> out;
  for (const auto& [name, value] : items(s)) out.push_back(fmt::format("{}{}", name, value));
  std::string joined = fmt::format("{}", fmt::join(out, "_"));
  std::transform(joined.begin(), joined.end(), joined.begin(), [](unsigned char c) { return std::tolower(c); });
  return joined;
}

}  // namespace tessera::kernels::conv
