#include "dsl/smt/disk_memory.hpp"

#include <sqlite3.h>

#include <boost/crc.hpp>
#include <charconv>
#include <system_error>

namespace tessera::smt {
namespace {

// Both stand in the file: that it is ours, and how its rows are laid out.
constexpr std::int64_t application = 0x74657373, layout = 1;
constexpr int patience_ms = 250;  // with another process that has the file locked
constexpr std::size_t longest_question = 1 << 18;

/// What SQLite objects to. Does not leave this file.
struct Failure {
  std::string what;
};

struct CloseDatabase {
  void operator()(sqlite3* db) const { sqlite3_close(db); }
};
struct FinishStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;

/// One SQL statement with its values, used once.
class Statement {
 public:
  Statement(sqlite3* db, const char* sql) : db_(db) {
    sqlite3_stmt* raw = nullptr;
    if (sqlite3_prepare_v2(db, sql, -1, &raw, nullptr) != SQLITE_OK) fail();
    statement_.reset(raw);
  }

  Statement& operator<<(const std::string& text) {
    return bound(sqlite3_bind_text64(statement_.get(), ++bound_, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
  }
  Statement& operator<<(std::int64_t number) { return bound(sqlite3_bind_int64(statement_.get(), ++bound_, number)); }

  /// Whether there is a row (another row).
  bool step() {
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) fail();
    return code == SQLITE_ROW;
  }
  std::int64_t number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  std::string text(int column) const {
    const unsigned char* bytes = sqlite3_column_text(statement_.get(), column);
    const auto length = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return bytes ? std::string(reinterpret_cast<const char*>(bytes), length) : "";
  }

 private:
  [[noreturn]] void fail() const { throw Failure{sqlite3_errmsg(db_)}; }
  Statement& bound(int code) {
    if (code != SQLITE_OK) fail();
    return *this;
  }

  sqlite3* db_;
  std::unique_ptr<sqlite3_stmt, FinishStatement> statement_;
  int bound_ = 0;
};

void execute(sqlite3* db, const char* sql) { Statement(db, sql).step(); }

/// The first value of the first row.
std::int64_t number(sqlite3* db, const char* sql) {
  Statement statement(db, sql);
  return statement.step() ? statement.number(0) : 0;
}

/// All statements up to `commit`, or none.
class Transaction {
 public:
  explicit Transaction(sqlite3* db) : db_(db) { execute(db_, "BEGIN IMMEDIATE"); }
  ~Transaction() {
    if (!committed_) sqlite3_exec(db_, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  void commit() {
    execute(db_, "COMMIT");
    committed_ = true;
  }

 private:
  sqlite3* db_;
  bool committed_ = false;
};

bool is_ours(sqlite3* db) {
  return number(db, "PRAGMA application_id") == application && number(db, "PRAGMA user_version") == layout;
}

bool is_empty(sqlite3* db) {
  return number(db, "PRAGMA application_id") == 0 && number(db, "PRAGMA user_version") == 0 &&
         number(db, "SELECT count(*) FROM sqlite_schema") == 0;
}

/// Lays out a new file. Two processes may come here at once, and a file of another kind must stay as it is.
void claim(sqlite3* db) {
  Transaction transaction(db);
  if (is_ours(db)) return;
  if (!is_empty(db)) throw Failure{"it is no cache of this version of Tessera"};
  execute(db,
          "CREATE TABLE answers (engine TEXT NOT NULL, question TEXT NOT NULL, verdict TEXT NOT NULL, model TEXT NOT "
          "NULL, checksum INTEGER NOT NULL, PRIMARY KEY (engine, question)) WITHOUT ROWID");
  execute(db, ("PRAGMA application_id = " + std::to_string(application)).c_str());
  execute(db, ("PRAGMA user_version = " + std::to_string(layout)).c_str());
  transaction.commit();
}

Database open(const std::filesystem::path& file) {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) throw Failure{error.message()};
  sqlite3* raw = nullptr;
  const int code =
      sqlite3_open_v2(file.c_str(), &raw, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  Database db(raw);
  if (code != SQLITE_OK) throw Failure{db ? sqlite3_errmsg(db.get()) : sqlite3_errstr(code)};
  sqlite3_busy_timeout(db.get(), patience_ms);
  if (!is_ours(db.get())) claim(db.get());
  // Answers can be found again: what a power failure damages is noticed, and not worth waiting for the disk.
  execute(db.get(), "PRAGMA synchronous = OFF");
  execute(db.get(), "PRAGMA journal_mode = TRUNCATE");
  execute(db.get(), "PRAGMA max_page_count = 65536");  // 256 MiB
  return db;
}

/// As it stands in a row: "1 -2 30".
std::string model_text(const std::vector<std::int64_t>& values) {
  std::string out;
  for (const std::int64_t value : values) out += (out.empty() ? "" : " ") + std::to_string(value);
  return out;
}

std::vector<std::int64_t> model_of(const std::string& text) {
  std::vector<std::int64_t> out;
  const char *at = text.data(), *end = at + text.size();
  while (at != end) {
    std::int64_t value = 0;
    const std::from_chars_result read = std::from_chars(at, end, value);
    if (read.ec != std::errc()) throw Failure{"a model is not readable"};
    out.push_back(value);
    at = read.ptr == end ? end : read.ptr + 1;
  }
  return out;
}

/// CRC-64 (ECMA-182) of all that stands in the row, so that no damaged row is taken for an answer.
std::int64_t checksum(std::initializer_list<const std::string*> parts) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, true, true> crc;
  for (const std::string* part : parts) crc.process_bytes(part->c_str(), part->size() + 1);
  return static_cast<std::int64_t>(crc.checksum());
}

class DiskMemory : public Memory {
 public:
  DiskMemory(std::filesystem::path file, std::string engine, std::function<void(const std::string&)> warn)
      : file_(std::move(file)), engine_(std::move(engine)), warn_(std::move(warn)) {}

  std::optional<Entry> find(const std::string& question) override {
    if (!usable_) return std::nullopt;
    try {
      if (!db_) db_ = open(file_);
      return read(question);
    } catch (const Failure& failure) { give_up(failure.what + "; going on without it"); }
    return std::nullopt;
  }

  void keep(const std::string& question, const Entry& entry) override {
    if (!usable_ || !writable_ || question.size() > longest_question) return;
    try {
      if (!db_) db_ = open(file_);
      write(question, entry.proved ? "proved" : "refuted", model_text(entry.values));
    } catch (const Failure& failure) {
      writable_ = false;
      say(failure.what + "; new answers are not kept");
    }
  }

  void reject(const std::string&) override { say("the counterexample of an answer is none; it is not used"); }

 private:
  std::optional<Entry> read(const std::string& question) {
    Statement row(db_.get(), "SELECT verdict, model, checksum FROM answers WHERE engine = ? AND question = ?");
    row << engine_ << question;
    if (!row.step()) return std::nullopt;
    const std::string verdict = row.text(0), model = row.text(1);
    if (row.number(2) != checksum({&engine_, &question, &verdict, &model})) {
      say("an answer does not fit its checksum; it is not used");
      return std::nullopt;
    }
    if (verdict != "proved" && verdict != "refuted") throw Failure{"a verdict is not readable"};
    return Entry{verdict == "proved", model_of(model), engine_};
  }

  void write(const std::string& question, const std::string& verdict, const std::string& model) {
    Statement row(db_.get(), "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?)");
    row << engine_ << question << verdict << model << checksum({&engine_, &question, &verdict, &model});
    row.step();
  }

  void give_up(const std::string& why) {
    usable_ = false;
    say(why);
  }

  /// Once: what is wrong with one row is often wrong with all.
  void say(const std::string& what) {
    if (!said_) warn_("the cache " + file_.string() + ": " + what);
    said_ = true;
  }

  std::filesystem::path file_;
  std::string engine_;
  std::function<void(const std::string&)> warn_;
  Database db_;
  bool usable_ = true, writable_ = true, said_ = false;
};

}  // namespace

std::unique_ptr<Memory> disk_memory(std::filesystem::path file, std::string engine,
                                    std::function<void(const std::string&)> warn) {
  return std::make_unique<DiskMemory>(std::move(file), std::move(engine), std::move(warn));
}

}  // namespace tessera::smt
