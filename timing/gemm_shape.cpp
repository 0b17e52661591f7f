// SPDX-License-Identifier: Apache-2.0
#include "timing/gemm_shape.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "dsl/support/whole_number.hpp"

namespace tessera::timing {
namespace {

int extent(const std::string& text) { return parse_whole(text, 1, largest_extent); }

int extent(const CsvTable& table, const CsvRow& row, const char* column) {
  return table.whole(row, table.at(column), 1, largest_extent);
}

GemmShape shape_of(const CsvTable& table, const CsvRow& row) {
  GemmShape shape{row.fields[table.at("name")], extent(table, row, "m"), extent(table, row, "n"),
                  extent(table, row, "k")};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& column = table.columns[i];
    if (column != "name" && column != "m" && column != "n" && column != "k")
      shape.further.emplace_back(column, row.fields[i]);
  }
  if (const auto count = table.find("count"); count && !row.fields[*count].empty())
    table.whole(row, *count, 1, largest_extent);
  return shape;
}

const std::string* further_field(const GemmShape& shape, const std::string& column) {
  const auto it = std::find_if(shape.further.begin(), shape.further.end(),
                               [&](const auto& field) { return field.first == column; });
  return it == shape.further.end() ? nullptr : &it->second;
}

}  // namespace

std::optional<int> GemmShape::count() const {
  const std::string* text = further_field(*this, "count");
  if (!text || text->empty()) return std::nullopt;
  return parse_whole(*text, 1, largest_extent);
}

std::string GemmShape::network() const {
  const std::string* text = further_field(*this, "network");
  return text ? *text : name.substr(0, name.rfind('_'));
}

GemmShape parse_gemm_shape(const std::string& text) {
  std::vector<int> sizes;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, ',');) sizes.push_back(extent(item));
  if (sizes.size() != 3 || text.back() == ',')
    throw std::invalid_argument("'" + text + "' is not a shape: it is written m,n,k");
  const auto name = [&](int i) { return std::to_string(sizes[static_cast<std::size_t>(i)]); };
  return {name(0) + "x" + name(1) + "x" + name(2), sizes[0], sizes[1], sizes[2]};
}

std::vector<GemmShape> gemm_shapes(const CsvTable& table) {
  std::vector<GemmShape> shapes;
  for (const char* column : {"name", "m", "n", "k"}) table.at(column);
  for (const CsvRow& row : table.rows) shapes.push_back(shape_of(table, row));
  if (shapes.empty()) throw TableError(table.file, 0, 0, "there are no shapes");
  return shapes;
}

}  // namespace tessera::timing
