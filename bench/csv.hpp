// Tables as comma-separated text: the shapes and kernels to measure, and the rows that come out.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace tessera::bench {

struct CsvRow {
  int line = 0;  // where it begins in its file, counted from 1
  std::vector<std::string> fields;
};

struct CsvTable {
  std::string file;  // for messages
  std::vector<std::string> columns;
  std::vector<CsvRow> rows;

  std::optional<std::size_t> find(const std::string& column) const;
  /// Throws std::invalid_argument that names file and column when there is none of this name.
  std::size_t at(const std::string& column) const;
  /// "FILE:LINE: message", thrown as std::invalid_argument.
  [[noreturn]] void refuse(const CsvRow& row, const std::string& message) const;
};

/// The first line names the columns. Empty lines and lines that begin with # are left out. A field may stand in double
/// quotes. Throws std::invalid_argument with file and line when a row has another number of fields than the header.
CsvTable read_csv(std::istream& in, const std::string& file);
/// Throws std::invalid_argument when the file cannot be read.
CsvTable read_csv_file(const std::string& path);

/// One line, its fields quoted where they must be.
std::string csv_line(const std::vector<std::string>& fields);

/// A whole number from lo to hi. Throws std::invalid_argument that quotes the text.
int parse_whole(const std::string& text, int lo, int hi);

}  // namespace tessera::bench
