// SPDX-License-Identifier: Apache-2.0
// Tables as comma-separated text: the shapes and kernels to measure, and the rows that come out.
#pragma once

#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tessera::timing {

/// What is wrong with a table, and where: what() says "FILE:LINE: message", or "FILE: message" of the whole.
struct TableError : std::invalid_argument {
  TableError(std::string file, int line, int column, std::string message);
  std::string file;
  int line, column;  // counted from 1; line 0: the whole file, column 0: the whole line
  std::string message;
};

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
  int whole(const CsvRow& row, std::size_t field, int lo, int hi) const;
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

/// A whole number from lo to hi. Throws std::invalid_argument that quotes the text.
int parse_whole(const std::string& text, int lo, int hi);

}  // namespace tessera::timing
