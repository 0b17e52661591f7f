// SPDX-License-Identifier: Apache-2.0
#include "kernels/layers/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "dsl/support/csv.hpp"
#include "dsl/support/table_error.hpp"
#include "shapes/conv_text.hpp"
#include "shapes/layer_table.hpp"

namespace tessera::kernels::layers {
namespace {

constexpr const char* columns_rule =
    "a table has the columns name,shape, or name,K,C,H,R,stride, or name,K,C,H,W,kh,kw,stride,pad_t,pad_l,pad_b,pad_r,"
    "dil; groups may be added to these, and to all layout, weights, pack_from, epilogue, border, add, types, and "
    "network";
constexpr const char* columns_hint =
    "as in: name,shape,epilogue on the first line, then conv1,\"K=64,C=3,H=224,W=224,R=7,S=7,stride=2,pad=3\",bias "
    "relu";

// ---- cells with the values of options

using SetOption = void (*)(kernels::conv::ConvRequest&, const std::string&);

// Words between commas, blanks or plus signs.
std::vector<std::string> words_of_cell(const std::string& cell) {
  std::vector<std::string> out(1);
  for (const char c : cell) {
    if (c != ',' && c != '+' && c != ' ') out.back() += c;
    else if (!out.back().empty()) out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

void check_word_of_cell(const std::string& word, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), word) == known.end())
    throw InputError("layers", fmt::format("'{}' is not one of {}", word, fmt::join(known, ", ")));
}

void set_border(kernels::conv::ConvRequest& request, const std::string& cell) {
  check_word_of_cell(cell, kernels::conv::border_names());
  request.border = kernels::conv::border_named(cell);
}
void set_weights(kernels::conv::ConvRequest& request, const std::string& cell) {
  check_word_of_cell(cell, kernels::conv::weights_names());
  request.weights = kernels::conv::weights_named(cell);
}
void set_pack_from(kernels::conv::ConvRequest& request, const std::string& cell) {
  check_word_of_cell(cell, kernels::conv::pack_source_names());
  request.pack_from = kernels::conv::pack_source_named(cell);
}
void set_add(kernels::conv::ConvRequest& request, const std::string& cell) {
  check_word_of_cell(cell, {"yes", "no"});
  request.adds = cell == "yes";
}

// Empty cells leave the command's option; "none" is no epilogue.
const std::map<std::string, SetOption>& option_columns() {
  static const std::map<std::string, SetOption> all{
      {"layout", [](kernels::conv::ConvRequest& request,
                    const std::string& cell) { request.layout = kernels::conv::layout_named(cell); }},
      {"weights", set_weights},
      {"pack_from", set_pack_from},
      {"border", set_border},
      {"add", set_add},
      {"types",
       [](kernels::conv::ConvRequest& request, const std::string& cell) {
         set_types(request, fmt::format("{}", fmt::join(words_of_cell(cell), ",")));
       }},
      {"epilogue",
       [](kernels::conv::ConvRequest& request, const std::string& cell) {
         request.epilogue = cell == "none" ? std::vector<kernels::conv::Epilogue>{}
                                           : kernels::conv::epilogues_named(words_of_cell(cell));
       }},
  };
  return all;
}

// ---- the table

bool is_known_column(const std::string& column, bool has_shapes) {
  return column == "name" || column == "network" || option_columns().count(column) > 0 ||
         (has_shapes ? column == "shape" : shapes::is_size_column(column));
}

void check_columns(const CsvTable& table, bool has_shapes) {
  for (const std::string& column : table.columns) {
    if (!is_known_column(column, has_shapes))
      throw TableError(table.file, 0, 0, fmt::format("'{}' is not a column of a table of layers", column));
    if (std::count(table.columns.begin(), table.columns.end(), column) > 1)
      throw TableError(table.file, 0, 0, fmt::format("the column '{}' is there twice", column));
  }
}

// As names in C have it.
std::string word_of_layer(const std::string& name) {
  std::string out;
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return out;
}

void set_options(ConvLayerRow& layer, const CsvTable& table, const CsvRow& row) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto option = option_columns().find(table.columns[i]);
    if (option == option_columns().end() || row.fields[i].empty()) continue;
    try {
      option->second(layer.conv, row.fields[i]);
    } catch (const InputError& e) {
      if (e.diagnostic().code != "layers") throw error_of_layer(table.file, layer, e.diagnostic());
      throw TableError(table.file, row.line, row.places[i], e.diagnostic().message);
    }
  }
}

void set_shape(ConvLayerRow& layer, const std::string& shape, const std::string& file) try {
  layer.conv.shape = shapes::parse_conv_shape(shape);
} catch (const InputError& e) { throw error_of_layer(file, layer, e.diagnostic()); }

void check_name(const ConvLayerRow& layer, const CsvTable& table, const CsvRow& row) {
  if (layer.name.empty()) table.refuse(row, "the layer has no name");
  if (layer.name.size() > longest_layer_name)
    table.refuse(row,
                 fmt::format("the name of the layer has {} characters: at most {} are taken, as files are called so",
                             layer.name.size(), longest_layer_name));
}

std::vector<ConvLayerRow> rows_of(const CsvTable& table, const kernels::conv::ConvRequest& options) {
  const std::optional<std::size_t> shape = table.find("shape");
  check_columns(table, shape.has_value());
  const std::vector<shapes::ConvLayer> sizes = shape ? std::vector<shapes::ConvLayer>{} : shapes::conv_layers(table);
  if (table.rows.empty()) throw TableError(table.file, 0, 0, "there are no layers");
  std::vector<ConvLayerRow> out;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const CsvRow& row = table.rows[i];
    ConvLayerRow layer{row.fields[table.at("name")], "", row.line, options};
    layer.word = word_of_layer(layer.name);
    check_name(layer, table, row);
    if (shape) set_shape(layer, row.fields[*shape], table.file);
    else layer.conv.shape = sizes[i].shape;
    set_options(layer, table, row);
    out.push_back(std::move(layer));
  }
  return out;
}

void check_names_of_layers(const std::string& file, const std::vector<ConvLayerRow>& layers) {
  std::map<std::string, const ConvLayerRow*> seen;
  for (const ConvLayerRow& layer : layers) {
    const auto [first, is_new] = seen.emplace(layer.word, &layer);
    if (is_new) continue;
    const ConvLayerRow& other = *first->second;
    const std::string what =
        other.name == layer.name
            ? fmt::format("the name '{}' is that of line {} too", layer.name, other.line)
            : fmt::format("'{}' and '{}' of line {} are both {} in C", layer.name, other.name, other.line, layer.word);
    throw TableError(file, layer.line, 1, what);
  }
}

}  // namespace

InputError error_of_layer(const std::string& file, const ConvLayerRow& layer, const Diagnostic& what) {
  Diagnostic d = what;
  d.message = fmt::format("layer '{}': {}", layer.name, what.message);
  if (what.loc) d.notes.insert(d.notes.begin(), {what.loc, what.source_line});
  d.loc = {intern(file), layer.line, 1};
  d.source_line = "";
  return InputError(d);
}

std::vector<ConvLayerRow> read_conv_layers(const std::string& file, const kernels::conv::ConvRequest& options) try {
  std::vector<ConvLayerRow> out = rows_of(read_csv_file(file), options);
  check_names_of_layers(file, out);
  for (ConvLayerRow& layer : out) try {
      kernels::conv::form(layer.conv);
    } catch (const InputError& e) { throw error_of_layer(file, layer, e.diagnostic()); }
  return out;
} catch (const TableError& e) {
  const bool is_of_columns = e.line == 0;  // else of a row, whose columns are right
  refuse_table(e, "layers", is_of_columns ? columns_rule : "", is_of_columns ? columns_hint : "");
}

}  // namespace tessera::kernels::layers
