// SPDX-License-Identifier: Apache-2.0
#include "shapes/gemm_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/whole_number.hpp"
#include "dsl/support/words.hpp"

namespace tessera::shapes {
namespace {

int extent(const std::string& text) { return static_cast<int>(parse_whole(text, 1, max_extent)); }

int extent(const CsvTable& table, const CsvRow& row, const char* column) {
  return static_cast<int>(table.whole(row, table.at(column), 1, max_extent));
}

GemmShape gemm_shape_of(const CsvTable& table, const CsvRow& row) {
  GemmShape shape{row.fields[table.at("name")], extent(table, row, "m"), extent(table, row, "n"),
                  extent(table, row, "k")};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& column = table.columns[i];
    if (column != "name" && column != "m" && column != "n" && column != "k")
      shape.further.emplace_back(column, row.fields[i]);
  }
  if (const auto count = table.find("count"); count && !row.fields[*count].empty())
    table.whole(row, *count, 1, max_extent);
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
  return extent(*text);
}

std::string GemmShape::network() const {
  const std::string* text = further_field(*this, "network");
  return text ? *text : name.substr(0, name.rfind('_'));
}

GemmShape parse_gemm_shape(const std::string& text) try {
  const std::vector<std::string> items = split_at(text, ',');
  if (items.size() != 3) throw std::invalid_argument(fmt::format("'{}' is not a shape: it is written m,n,k", text));
  const int m = extent(items[0]), n = extent(items[1]), k = extent(items[2]);
  return {fmt::format("{}x{}x{}", m, n, k), m, n, k};
} catch (const std::invalid_argument& e) { throw InputError("shape", e.what(), "as 64,48,32"); }

std::vector<GemmShape> gemm_shapes(const CsvTable& table) {
  std::vector<GemmShape> shapes;
  for (const char* column : {"name", "m", "n", "k"}) table.at(column);
  for (const CsvRow& row : table.rows) shapes.push_back(gemm_shape_of(table, row));
  if (shapes.empty()) throw TableError(table.file, 0, 0, "there are no shapes");
  return shapes;
}

}  // namespace tessera::shapes
