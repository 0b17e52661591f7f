// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/table_error.hpp"

#include <fmt/format.h>

#include <sstream>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera {
namespace {

std::string place(const std::string& file, int line) {
  return line == 0 ? file + ": " : file + ":" + std::to_string(line) + ": ";
}

std::string line_of(const std::string& text, int number) {
  std::istringstream in(text);
  std::string line;
  while (number-- > 0) std::getline(in, line);
  return line;
}

}  // namespace

TableError::TableError(std::string in, int at_line, int at_column, std::string what)
    : std::invalid_argument(place(in, at_line) + what),
      file(std::move(in)),
      line(at_line),
      column(at_column),
      message(std::move(what)) {}

void refuse_table(const TableError& e, const std::string& code, const std::string& rule, const std::string& hint) {
  Diagnostic d;
  d.code = code;
  d.message = e.line == 0 ? fmt::format("{}: {}", e.file, e.message) : e.message;
  d.loc = {intern(e.file), e.line, e.column};
  if (e.line > 0) d.source_line = line_of(read_file(e.file), e.line);
  d.rule = rule;
  d.hint = hint;
  throw InputError(d);
}

}  // namespace tessera
