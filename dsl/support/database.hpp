// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace tessera::database {

/// An SQLite error, or a wrong file layout.
struct Failure {
  std::string what;
};

struct Close {
  void operator()(sqlite3* db) const;
};
struct Finish {
  void operator()(sqlite3_stmt* statement) const;
};
using Handle = std::unique_ptr<sqlite3, Close>;

/// The identity of a kind of file, and the layout of its tables.
struct Kind {
  std::int64_t application = 0, layout = 0;
  const char* tables = "";    ///< the statement that creates the table
  const char* not_ours = "";  ///< message for a file of another kind or layout
  int patience_ms = 250;      ///< maximal wait for another process's lock
};

/// Opens the file, or creates it, and its folder. Throws Failure; a file of another kind stays unchanged.
Handle open(const std::filesystem::path&, const Kind&);

/// One SQL statement with its values, used once. Throws Failure on errors.
class Statement {
 public:
  Statement(sqlite3*, const char* sql);
  Statement& operator<<(const std::string& text);  ///< the text must outlive the statement
  Statement& operator<<(std::int64_t number);
  Statement& operator<<(double number);

  /// Fetches the next row; false at the end.
  bool step();
  std::int64_t number(int column) const;
  double real(int column) const;
  std::string text(int column) const;

 private:
  [[noreturn]] void fail() const;
  Statement& bound(int code);

  sqlite3* db_;
  std::unique_ptr<sqlite3_stmt, Finish> statement_;
  int bound_ = 0;
};

void execute(sqlite3*, const char* sql);
/// The first value of the first row.
std::int64_t number(sqlite3*, const char* sql);

/// All statements up to `commit`, or none.
class Transaction {
 public:
  explicit Transaction(sqlite3*);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  void commit();

 private:
  sqlite3* db_;
  bool committed_ = false;
};

}  // namespace tessera::database
