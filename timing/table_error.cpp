// SPDX-License-Identifier: Apache-2.0
#include "timing/table_error.hpp"

#include <fmt/format.h>

#include <sstream>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::timing {
namespace {

std::string line_of(const std::string& text, int number) {
  std::istringstream in(text);
  std::string line;
  while (number-- > 0) std::getline(in, line);
  return line;
}

}  // namespace

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

}  // namespace tessera::timing
