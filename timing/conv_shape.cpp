// SPDX-License-Identifier: Apache-2.0
#include "timing/conv_shape.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "dsl/support/whole_number.hpp"

namespace tessera::timing {
namespace {

// ---- limits

void check_elements(const char* what, std::initializer_list<long> extents) {
  long product = 1;
  for (const long e : extents)
    if (__builtin_mul_overflow(product, e, &product) || product > max_elements)
      throw std::invalid_argument(std::string(what) + " has more than " + std::to_string(max_elements) + " elements");
}

void check(const ConvShape& s) {
  if (s.K % s.groups != 0 || s.C % s.groups != 0)
    throw std::invalid_argument(std::to_string(s.groups) + " groups do not divide " + std::to_string(s.K) + " and " +
                                std::to_string(s.C) + " channels");
  if (s.P() < 1 || s.Q() < 1) throw std::invalid_argument("the kernel does not fit into the image");
  check_elements("the image", {s.rows.image + s.rows.pad_before + s.rows.pad_after,
                               s.columns.image + s.columns.pad_before + s.columns.pad_after, s.C});
  check_elements("the result", {s.P(), s.Q(), s.K});
  check_elements("the kernel", {s.rows.kernel, s.columns.kernel, s.C_of_group(), s.K});
  if (s.reduction_length() >= std::size_t(longest_sum))
    throw std::invalid_argument("a result is a sum of " + std::to_string(s.reduction_length()) +
                                " products; sums of integers are exact below " + std::to_string(longest_sum));
}

// ---- texts

struct Field {
  const char* name;
  int usual;  // -1: must be given
  int least;
};
// In the order in which they are written.
constexpr Field fields[] = {{"groups", 1, 1},   {"K", -1, 1},         {"C", -1, 1},         {"H", -1, 1},
                            {"W", -1, 1},       {"R", -1, 1},         {"S", -1, 1},         {"stride_h", 1, 1},
                            {"stride_w", 1, 1}, {"dilation_h", 1, 1}, {"dilation_w", 1, 1}, {"top", 0, 0},
                            {"left", 0, 0},     {"bottom", 0, 0},     {"right", 0, 0}};

const Field* field(const std::string& name) {
  const auto* found =
      std::find_if(std::begin(fields), std::end(fields), [&](const Field& f) { return name == f.name; });
  return found == std::end(fields) ? nullptr : found;
}

int& value_of(ConvShape& s, const std::string& name) {
  if (name == "groups") return s.groups;
  if (name == "K") return s.K;
  if (name == "C") return s.C;
  if (name == "H") return s.rows.image;
  if (name == "W") return s.columns.image;
  if (name == "R") return s.rows.kernel;
  if (name == "S") return s.columns.kernel;
  if (name == "stride_h") return s.rows.stride;
  if (name == "stride_w") return s.columns.stride;
  if (name == "dilation_h") return s.rows.dilation;
  if (name == "dilation_w") return s.columns.dilation;
  if (name == "top") return s.rows.pad_before;
  if (name == "left") return s.columns.pad_before;
  return name == "bottom" ? s.rows.pad_after : s.columns.pad_after;
}

// One word for several.
std::vector<std::string> meant_by(const std::string& word) {
  if (word == "stride") return {"stride_h", "stride_w"};
  if (word == "dilation") return {"dilation_h", "dilation_w"};
  if (word == "pad") return {"top", "left", "bottom", "right"};
  return {word};
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, at);) out.push_back(item);
  if (text.empty() || text.back() == at) out.emplace_back();
  return out;
}

ConvShape named(const std::string& text) {
  ConvShape shape;
  std::vector<std::string> given;
  for (const std::string& item : split(text, ',')) {
    const std::size_t equals = item.find('=');
    for (const std::string& name : meant_by(item.substr(0, equals))) {
      const Field* f = field(name);
      if (equals == std::string::npos || !f) throw std::invalid_argument("'" + item + "' is no part of a shape");
      if (std::count(given.begin(), given.end(), name) > 0) throw std::invalid_argument(name + " is given twice");
      given.push_back(name);
      value_of(shape, name) = parse_whole(item.substr(equals + 1), f->least, largest_side);
    }
  }
  for (const Field& f : fields)
    if (f.usual < 0 && std::count(given.begin(), given.end(), f.name) == 0)
      throw std::invalid_argument("'" + text + "' does not say " + f.name);
  return shape;
}

constexpr int largest_stride = 1 << 10;  // of largest_side results: their image is an int

// The image that so many results read.
int image_for(int results, int kernel, int stride) { return (results - 1) * stride + kernel; }

// As the tables of the papers have them.
ConvShape in_order(const std::string& text) {
  std::vector<int> sizes;
  for (const std::string& item : split(text, ',')) sizes.push_back(parse_whole(item, 1, largest_side));
  if (sizes.size() != 6 && sizes.size() != 7)
    throw std::invalid_argument("'" + text + "': a shape has 6 or 7 numbers, got " + std::to_string(sizes.size()));
  const int stride = sizes.size() == 7 ? parse_whole(std::to_string(sizes[6]), 1, largest_stride) : 1;
  ConvShape shape{sizes[0], sizes[1]};
  shape.rows = {image_for(sizes[2], sizes[4], stride), sizes[4], stride};
  shape.columns = {image_for(sizes[3], sizes[5], stride), sizes[5], stride};
  return shape;
}

// ---- tables

// Reads the fields of one row; what is wrong is told with its place.
class Row {
 public:
  Row(const CsvTable& table, const CsvRow& row) : table_(table), row_(row) {}

  int whole(const char* column, int lo, int hi) const { return table_.whole(row_, table_.at(column), lo, hi); }
  int size(const char* column) const { return whole(column, 1, largest_side); }
  int zeros(const char* column) const { return whole(column, 0, largest_side); }

  /// "2", or "2x1": along rows and along columns.
  std::pair<int, int> both(const char* column) const {
    const std::size_t index = table_.at(column);
    const std::vector<std::string> items = split(row_.fields[index], 'x');
    try {
      const int along_rows = parse_whole(items.front(), 1, largest_side);
      if (items.size() > 2) throw std::invalid_argument("'" + row_.fields[index] + "' is neither N nor NxM");
      return {along_rows, items.size() == 1 ? along_rows : parse_whole(items.back(), 1, largest_side)};
    } catch (const std::invalid_argument& e) { throw TableError(table_.file, row_.line, row_.places[index], e.what()); }
  }

 private:
  const CsvTable& table_;
  const CsvRow& row_;
};

const std::vector<std::string> columns_of_papers{"name", "K", "C", "H", "R", "stride"};
const std::vector<std::string> columns_of_descriptors{"name",   "K",     "C",     "H",     "W",     "kh", "kw",
                                                      "stride", "pad_t", "pad_l", "pad_b", "pad_r", "dil"};

// Zeros as for a stride of 1; where a larger one leaves the last of them unread, they are not there.
ConvShape shape_of_papers(const Row& row) {
  ConvShape shape{row.size("K"), row.size("C")};
  const int image = row.size("H"), kernel = row.size("R"), stride = row.whole("stride", 1, largest_stride);
  shape.rows = {image_for((image - 1) / stride + 1, kernel, stride), kernel, stride};
  shape.columns = shape.rows;
  return shape;
}

ConvShape shape_of_descriptor(const Row& row) {
  ConvShape shape{row.size("K"), row.size("C")};
  const auto [stride_h, stride_w] = row.both("stride");
  const auto [dilation_h, dilation_w] = row.both("dil");
  shape.rows = {row.size("H"), row.size("kh"), stride_h, dilation_h, row.zeros("pad_t"), row.zeros("pad_b")};
  shape.columns = {row.size("W"), row.size("kw"), stride_w, dilation_w, row.zeros("pad_l"), row.zeros("pad_r")};
  return shape;
}

ConvLayer layer_of(const CsvTable& table, const CsvRow& row, const std::vector<std::string>& columns) {
  const Row fields(table, row);
  const bool is_descriptor = columns.size() == columns_of_descriptors.size();
  ConvLayer layer{row.fields[table.at("name")], is_descriptor ? shape_of_descriptor(fields) : shape_of_papers(fields)};
  if (table.find("groups")) layer.shape.groups = fields.size("groups");
  try {
    check(layer.shape);
  } catch (const std::invalid_argument& e) { table.refuse(row, e.what()); }
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& column = table.columns[i];
    if (column != "groups" && std::find(columns.begin(), columns.end(), column) == columns.end())
      layer.further.emplace_back(column, row.fields[i]);
  }
  return layer;
}

}  // namespace

int ConvSide::results() const {
  const long room = long(image) + pad_before + pad_after - long(kernel - 1) * dilation - 1;
  return room < 0 ? 0 : static_cast<int>(room / stride + 1);
}

ConvShape parse_conv_shape(const std::string& text) {
  const ConvShape shape = text.find('=') == std::string::npos ? in_order(text) : named(text);
  check(shape);
  return shape;
}

std::string text_of(const ConvShape& shape) {
  ConvShape copy = shape;
  std::string text;
  for (const Field& f : fields) {
    const int value = value_of(copy, f.name);
    if (value != f.usual) text += (text.empty() ? "" : ",") + std::string(f.name) + "=" + std::to_string(value);
  }
  return text;
}

std::vector<ConvLayer> conv_layers(const CsvTable& table) {
  const bool is_descriptor = table.find("kh") || table.find("kw") || table.find("W");
  const std::vector<std::string>& columns = is_descriptor ? columns_of_descriptors : columns_of_papers;
  for (const std::string& column : columns) table.at(column);
  std::vector<ConvLayer> layers;
  for (const CsvRow& row : table.rows) layers.push_back(layer_of(table, row, columns));
  if (layers.empty()) throw TableError(table.file, 0, 0, "there are no layers");
  return layers;
}

}  // namespace tessera::timing
