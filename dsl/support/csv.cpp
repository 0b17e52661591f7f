// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/csv.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include "dsl/support/whole_number.hpp"

namespace tessera {
namespace {

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Two double quotes within quotes are one.
CsvRow csv_row(const std::string& line, int number) {
  CsvRow row{number, {""}, {1}};
  auto& fields = row.fields;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
      row.places.push_back(static_cast<int>(i) + 2);
    } else {
      fields.back() += c;
    }
  }
  std::transform(fields.begin(), fields.end(), fields.begin(), trimmed);
  return row;
}

}  // namespace

std::optional<std::size_t> CsvTable::find(const std::string& column) const {
  const auto it = std::find(columns.begin(), columns.end(), column);
  if (it == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(it - columns.begin());
}

std::size_t CsvTable::at(const std::string& column) const {
  const auto index = find(column);
  if (!index) throw TableError(file, 0, 0, "there is no column '" + column + "'");
  return *index;
}

void CsvTable::refuse(const CsvRow& row, const std::string& message) const {
  throw TableError(file, row.line, 0, message);
}

std::int64_t CsvTable::whole(const CsvRow& row, std::size_t field, std::int64_t lo, std::int64_t hi) const {
  try {
    return parse_whole(row.fields[field], lo, hi);
  } catch (const std::invalid_argument& e) { throw TableError(file, row.line, row.places[field], e.what()); }
}

CsvTable read_csv(std::istream& in, const std::string& file) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  CsvTable table{file, {}, {}};
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    if (++number == 1 && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
    if (trimmed(line).empty() || trimmed(line)[0] == '#') continue;
    CsvRow row = csv_row(line, number);
    if (table.columns.empty()) {
      table.columns = std::move(row.fields);
      continue;
    }
    if (const std::size_t wanted = table.columns.size(); row.fields.size() != wanted)
      table.refuse(row, std::to_string(row.fields.size()) + " fields, the header has " + std::to_string(wanted) +
                            (row.fields.size() > wanted ? "; a field that holds commas stands between quotes" : ""));
    table.rows.push_back(std::move(row));
  }
  if (table.columns.empty()) throw TableError(file, 0, 0, "there is no header");
  return table;
}

CsvTable read_csv_file(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) throw TableError(path, 0, 0, "it is a folder");
  std::ifstream in(path);
  if (!in) throw TableError(path, 0, 0, "cannot be read");
  return read_csv(in, path);
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != &fields.front()) line += ',';
    if (field.find_first_of(",\"\n") == std::string::npos) {
      line += field;
      continue;
    }
    line += '"';
    for (const char c : field) line += c == '"' ? std::string("\"\"") : std::string(1, c == '\n' ? ' ' : c);
    line += '"';
  }
  return line;
}

}  // namespace tessera
