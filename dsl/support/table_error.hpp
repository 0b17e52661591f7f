// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>

namespace tessera {

/// What is wrong with a table, and where: what() says "FILE:LINE: message", or "FILE: message" of the whole.
struct TableError : std::invalid_argument {
  TableError(std::string file, int line, int column, std::string message);
  std::string file;
  int line, column;  // counted from 1; line 0: the whole file, column 0: the whole line
  std::string message;
};

/// Throws InputError with this code, at the place in the table.
[[noreturn]] void refuse_table(const TableError&, const std::string& code, const std::string& rule,
                               const std::string& hint);

}  // namespace tessera
