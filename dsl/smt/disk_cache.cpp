// SPDX-License-Identifier: Apache-2.0
#include "dsl/smt/disk_cache.hpp"

#include <boost/crc.hpp>
#include <charconv>
#include <system_error>

#include "dsl/support/database.hpp"

namespace tessera::smt {
namespace {

constexpr std::size_t longest_question = 1 << 18;

using database::Failure;
using database::Statement;

const database::Kind kind{
    0x74657373, 1,
    "CREATE TABLE answers (engine TEXT NOT NULL, question TEXT NOT NULL, verdict TEXT NOT NULL, model TEXT NOT NULL, "
    "checksum INTEGER NOT NULL, PRIMARY KEY (engine, question)) WITHOUT ROWID",
    "it is not a cache of this version of Tessera"};

database::Handle open(const std::filesystem::path& file) {
  database::Handle db = database::open(file, kind);
  // Answers can be found again: damage by a power failure is detected, so it is not worth waiting for the disk.
  database::execute(db.get(), "PRAGMA synchronous = OFF");
  database::execute(db.get(), "PRAGMA journal_mode = TRUNCATE");
  database::execute(db.get(), "PRAGMA max_page_count = 65536");  // 256 MiB
  return db;
}

/// The column's format: "1 -2 30".
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

/// CRC-64 (ECMA-182) of the whole row, to detect damage.
std::int64_t checksum(std::initializer_list<const std::string*> parts) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, true, true> crc;
  for (const std::string* part : parts) crc.process_bytes(part->c_str(), part->size() + 1);
  return static_cast<std::int64_t>(crc.checksum());
}

class DiskCache : public QueryCache {
 public:
  DiskCache(std::filesystem::path file, std::string engine, std::function<void(const std::string&)> warn)
      : file_(std::move(file)), engine_(std::move(engine)), warn_(std::move(warn)) {}

  std::optional<CachedAnswer> lookup(const std::string& question) override {
    if (!usable_) return std::nullopt;
    try {
      if (!db_) db_ = open(file_);
      return read(question);
    } catch (const Failure& failure) { give_up(failure.what + "; going on without it"); }
    return std::nullopt;
  }

  void store(const std::string& question, const CachedAnswer& answer) override {
    if (!usable_ || !writable_ || question.size() > longest_question) return;
    try {
      if (!db_) db_ = open(file_);
      write(question, answer.status == Status::proved ? "proved" : "refuted", model_text(answer.values));
    } catch (const Failure& failure) {
      writable_ = false;
      say(failure.what + "; new answers are not kept");
    }
  }

  void reject(const std::string&) override { say("a cached counterexample does not hold; the answer is not used"); }

 private:
  std::optional<CachedAnswer> read(const std::string& question) {
    Statement row(db_.get(), "SELECT verdict, model, checksum FROM answers WHERE engine = ? AND question = ?");
    row << engine_ << question;
    if (!row.step()) return std::nullopt;
    const std::string verdict = row.text(0), model = row.text(1);
    if (row.number(2) != checksum({&engine_, &question, &verdict, &model})) {
      say("an answer does not fit its checksum; it is not used");
      return std::nullopt;
    }
    if (verdict != "proved" && verdict != "refuted") throw Failure{"a verdict is not readable"};
    return CachedAnswer{verdict == "proved" ? Status::proved : Status::refuted, model_of(model), {}, engine_};
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

  /// Once: all rows often have the same fault.
  void say(const std::string& what) {
    if (!said_) warn_("the cache " + file_.string() + ": " + what);
    said_ = true;
  }

  std::filesystem::path file_;
  std::string engine_;
  std::function<void(const std::string&)> warn_;
  database::Handle db_;
  bool usable_ = true, writable_ = true, said_ = false;
};

}  // namespace

std::unique_ptr<QueryCache> disk_cache(std::filesystem::path file, std::string engine,
                                       std::function<void(const std::string&)> warn) {
  return std::make_unique<DiskCache>(std::move(file), std::move(engine), std::move(warn));
}

}  // namespace tessera::smt
