// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/database.hpp"

#include <system_error>

namespace tessera::database {

void Close::operator()(sqlite3* db) const { sqlite3_close(db); }
void Finish::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

// ---- statements

Statement::Statement(sqlite3* db, const char* sql) : db_(db) {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(db, sql, -1, &raw, nullptr) != SQLITE_OK) fail();
  statement_.reset(raw);
}

Statement& Statement::operator<<(const std::string& text) {
  return bound(sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
}
Statement& Statement::operator<<(std::int64_t number) {
  return bound(sqlite3_bind_int64(statement_.get(), ++bound_, number));
}
Statement& Statement::operator<<(double number) {
  return bound(sqlite3_bind_double(statement_.get(), ++bound_, number));
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) fail();
  return code == SQLITE_ROW;
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(statement_.get(), column); }

std::string Statement::text(int column) const {
  const unsigned char* bytes = sqlite3_column_text(statement_.get(), column);
  const auto length = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes ? std::string(reinterpret_cast<const char*>(bytes), length) : "";
}

void Statement::fail() const { throw Failure{sqlite3_errmsg(db_)}; }

Statement& Statement::bound(int code) {
  if (code != SQLITE_OK) fail();
  return *this;
}

void execute(sqlite3* db, const char* sql) { Statement(db, sql).step(); }

std::int64_t number(sqlite3* db, const char* sql) {
  Statement statement(db, sql);
  return statement.step() ? statement.number(0) : 0;
}

// ---- transactions

Transaction::Transaction(sqlite3* db) : db_(db) { execute(db_, "BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (!committed_) sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
}

void Transaction::commit() {
  execute(db_, "COMMIT");
  committed_ = true;
}

// ---- files

namespace {

bool is_ours(sqlite3* db, const Kind& kind) {
  return number(db, "PRAGMA application_id") == kind.application && number(db, "PRAGMA user_version") == kind.layout;
}

bool is_empty(sqlite3* db) {
  return number(db, "PRAGMA application_id") == 0 && number(db, "PRAGMA user_version") == 0 &&
         number(db, "SELECT count(*) FROM sqlite_schema") == 0;
}

/// Creates the tables of a new file. Two processes may do so at once, and a file of another kind must stay unchanged.
void claim(sqlite3* db, const Kind& kind) {
  Transaction transaction(db);
  if (is_ours(db, kind)) return;
  if (!is_empty(db)) throw Failure{kind.not_ours};
  execute(db, kind.tables);
  execute(db, ("PRAGMA application_id = " + std::to_string(kind.application)).c_str());
  execute(db, ("PRAGMA user_version = " + std::to_string(kind.layout)).c_str());
  transaction.commit();
}

}  // namespace

Handle open(const std::filesystem::path& file, const Kind& kind) {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) throw Failure{error.message()};
  sqlite3* raw = nullptr;
  const int code =
      sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Handle db(raw);
  if (code != SQLITE_OK) throw Failure{db ? sqlite3_errmsg(db.get()) : sqlite3_errstr(code)};
  sqlite3_busy_timeout(db.get(), kind.patience_ms);
  if (!is_ours(db.get(), kind)) claim(db.get(), kind);
  return db;
}

}  // namespace tessera::database
