// SPDX-License-Identifier: Apache-2.0
// Tables as comma-separated text.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "dsl/support/table_error.hpp"

/// An error in a table with its place: what() is "FILE:LINE: message", or "FILE: message" for the whole.
namespace tessera {

struct CsvRow {
  int line = 0;  // where it begins in its file, counted from 1
  std::vector<std::string> fields;
  std::vector<int> places;  // the column of the text at which each field begins, counted from 1
};

struct CsvTable {
  std::string file;  // for messages
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;

  std::optional<std::size_t> find(const std::string& column) const;
  /// Throws TableError when there is none of this name.
  std::size_t at(const std::string& column) const;
  /// The field as a whole number from lo to hi. Throws TableError that quotes it.
  std::int64_t whole(const CsvRow& row, std::size_t field, std::int64_t lo, std::int64_t hi) const;
  /// Throws TableError.
  [[noreturn]] void refuse(const CsvRow& row, const std::string& message) const;
};

/// The first line names the columns. Empty lines and lines that begin with # are left out. A field may stand in double
/// quotes. Throws TableError when a row has another number of fields than the header.
CsvTable read_csv(std::istream& in, const std::string& file);
/// Throws TableError when the file cannot be read.
CsvTable read_csv_file(const std::string& path);

/// One line, its fields quoted where they must be.
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace tessera
