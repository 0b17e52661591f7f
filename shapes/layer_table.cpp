// SPDX-License-Identifier: Apache-2.0
#include "shapes/layer_table.hpp"

#include <algorithm>
#include <stdexcept>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/whole_number.hpp"
#include "dsl/support/words.hpp"

namespace tessera::shapes {
namespace {

const std::vector<std::string> columns_of_papers{"name", "K", "C", "H", "R", "stride"};
const std::vector<std::string> columns_of_descriptors{"name",   "K",     "C",     "H",     "W",     "kh", "kw",
                                                      "stride", "pad_t", "pad_l", "pad_b", "pad_r", "dil"};
constexpr const char* groups_column = "groups";

bool has(const std::vector<std::string>& columns, const std::string& column) {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

// Reads the fields of one row; what is wrong is told with its place.
class Row {
 public:
  Row(const CsvTable& table, const CsvRow& row) : table_(table), row_(row) {}

  std::int64_t size(const char* column) const { return table_.whole(row_, table_.at(column), 1, max_size); }
  std::int64_t zeros(const char* column) const { return table_.whole(row_, table_.at(column), 0, max_size); }

  /// "2", or "2x1": along rows and along columns.
  std::pair<std::int64_t, std::int64_t> both(const char* column) const {
    const std::size_t index = table_.at(column);
    const std::vector<std::string> items = split_at(row_.fields[index], 'x');
    try {
      const std::int64_t along_rows = parse_whole(items.front(), 1, max_size);
      if (items.size() > 2) throw std::invalid_argument("'" + row_.fields[index] + "' is neither N nor NxM");
      return {along_rows, parse_whole(items.back(), 1, max_size)};
    } catch (const std::invalid_argument& e) { throw TableError(table_.file, row_.line, row_.places[index], e.what()); }
  }

 private:
  const CsvTable& table_;
  const CsvRow& row_;
};

// Zeros as for a stride of 1; where a larger one leaves the last of them unread, they are not there.
ConvShape shape_of_papers(const Row& row) {
  const std::int64_t image = row.size("H"), stride = row.size("stride");
  const ConvAxis both = unpadded_axis((image - 1) / stride + 1, row.size("R"), stride);
  return {.K = row.size("K"), .C = row.size("C"), .rows = both, .columns = both};
}

ConvShape shape_of_descriptor(const Row& row) {
  const auto [stride_h, stride_w] = row.both("stride");
  const auto [dilation_h, dilation_w] = row.both("dil");
  return {.K = row.size("K"),
          .C = row.size("C"),
          .rows = {row.size("H"), row.size("kh"), stride_h, dilation_h, row.zeros("pad_t"), row.zeros("pad_b")},
          .columns = {row.size("W"), row.size("kw"), stride_w, dilation_w, row.zeros("pad_l"), row.zeros("pad_r")}};
}

ConvShape shape_in(const CsvTable& table, const CsvRow& row, bool is_descriptor) try {
  const Row fields(table, row);
  ConvShape out = is_descriptor ? shape_of_descriptor(fields) : shape_of_papers(fields);
  if (table.find(groups_column)) out.groups = fields.size(groups_column);
  check_shape(out);
  return out;
} catch (const InputError& e) { table.refuse(row, e.diagnostic().message); }

}  // namespace

std::vector<ConvLayer> conv_layers(const CsvTable& table) {
  const bool is_descriptor = table.find("kh") || table.find("kw") || table.find("W");
  const std::vector<std::string>& columns = is_descriptor ? columns_of_descriptors : columns_of_papers;
  for (const std::string& column : columns) table.at(column);
  std::vector<ConvLayer> out;
  for (const CsvRow& row : table.rows) {
    ConvLayer layer{row.fields[table.at("name")], shape_in(table, row, is_descriptor), {}, row.line};
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      if (table.columns[i] != groups_column && !has(columns, table.columns[i]))
        layer.further.emplace_back(table.columns[i], row.fields[i]);
    out.push_back(std::move(layer));
  }
  if (out.empty()) throw TableError(table.file, 0, 0, "there are no layers");
  return out;
}

bool is_size_column(const std::string& column) {
  return column != "name" &&
         (column == groups_column || has(columns_of_papers, column) || has(columns_of_descriptors, column));
}

}  // namespace tessera::shapes
