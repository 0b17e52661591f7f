// SPDX-License-Identifier: Apache-2.0
#include "tuning/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/support/diagnostic.hpp"

namespace tessera::tuning {
namespace {

using database::Failure;
using database::Statement;
using Outcome = Measurement::Outcome;

const database::Kind kind{
    0x74657475, 2,
    "CREATE TABLE measurements (machine TEXT NOT NULL, compiler TEXT NOT NULL, flags TEXT NOT NULL, "
    "program TEXT NOT NULL, scheme TEXT NOT NULL, outcome TEXT NOT NULL, seconds REAL NOT NULL, "
    "percent REAL NOT NULL, percent_lo REAL NOT NULL, percent_hi REAL NOT NULL, detail TEXT NOT NULL, "
    "in_turns INTEGER NOT NULL, PRIMARY KEY (machine, compiler, flags, program, scheme)) WITHOUT ROWID",
    "it is not a store of this version of Tessera", 10000};

constexpr const char* columns = "program, scheme, outcome, seconds, percent, percent_lo, percent_hi, detail, in_turns";
constexpr std::array<std::string_view, 4> outcomes{"measured", "refused", "compiler", "ended"};

Measurement measurement(const Statement& row) {
  const std::optional<Outcome> outcome = outcome_named(row.text(2));
  if (!outcome) throw Failure{"the outcome '" + row.text(2) + "' is not readable"};
  return {row.text(0), row.text(1), *outcome,    row.real(3),       row.real(4),
          row.real(5), row.real(6), row.text(7), row.number(8) != 0};
}

std::optional<Measurement> found(sqlite3* db, const HostId& host, const std::string& program,
                                 const std::string& scheme) {
  const std::string sql = fmt::format(
      "SELECT {} FROM measurements WHERE machine = ? AND compiler = ? AND flags = ? AND program = ? AND scheme = ?",
      columns);
  Statement row(db, sql.c_str());
  row << host.machine << host.compiler << host.flags << program << scheme;
  if (!row.step()) return std::nullopt;
  return measurement(row);
}

bool is_truer(const Measurement& kept, const Measurement& later) {
  if (kept.outcome != Outcome::measured || later.outcome != Outcome::measured || later.in_turns) return false;
  return kept.in_turns || kept.seconds <= later.seconds;
}

void write(sqlite3* db, const HostId& host, const Measurement& m) {
  const std::string outcome(name(m.outcome));
  Statement row(db, "INSERT OR REPLACE INTO measurements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  row << host.machine << host.compiler << host.flags << m.program << m.scheme << outcome << m.seconds << m.percent
      << m.percent_lo << m.percent_hi << m.detail << std::int64_t{m.in_turns};
  row.step();
}

void unmark(sqlite3* db, const HostId& host, const std::string& program) {
  Statement row(
      db, "UPDATE measurements SET in_turns = 0 WHERE machine = ? AND compiler = ? AND flags = ? AND program = ?");
  row << host.machine << host.compiler << host.flags << program;
  row.step();
}

}  // namespace

std::string_view name(Outcome o) { return outcomes.at(static_cast<std::size_t>(o)); }

std::optional<Outcome> outcome_named(const std::string& text) {
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i] == text) return static_cast<Outcome>(i);
  return std::nullopt;
}

template <class Work> auto Store::with(Work&& work) const try {
  return work(db_.get());
} catch (const Failure& failure) {
  throw InputError("store", fmt::format("{}: {}", file_.string(), failure.what),
                   "another file with --store; what is measured once more is not lost");
}

Store::Store(std::filesystem::path file, HostId host) : file_(std::move(file)), host_(std::move(host)) {
  with([&](sqlite3*) { db_ = database::open(file_, kind); });
}

void Store::keep(const Measurements& all, const HostId& host) {
  with([&](sqlite3* db) {
    database::Transaction transaction(db);
    const auto marked = std::find_if(all.begin(), all.end(), [](const Measurement& m) { return m.in_turns; });
    if (marked != all.end()) unmark(db, host, marked->program);
    for (const Measurement& m : all) {
      const std::optional<Measurement> kept = found(db, host, m.program, m.scheme);
      if (!kept || !is_truer(*kept, m)) write(db, host, m);
    }
    transaction.commit();
  });
}

std::optional<Measurement> Store::find(const std::string& program, const std::string& scheme) const {
  return with([&](sqlite3* db) { return found(db, host_, program, scheme); });
}

Measurements Store::of(const std::string& program) const {
  return with([&](sqlite3* db) {
    const std::string sql = fmt::format(
        "SELECT {} FROM measurements WHERE machine = ? AND compiler = ? AND flags = ? AND program = ? "
        "ORDER BY outcome <> 'measured', in_turns DESC, seconds, scheme",
        columns);
    Statement row(db, sql.c_str());
    row << host_.machine << host_.compiler << host_.flags << program;
    Measurements out;
    while (row.step()) out.push_back(measurement(row));
    return out;
  });
}

std::int64_t Store::foreign() const {
  return with([&](sqlite3* db) {
    Statement row(db, "SELECT count(*) FROM measurements WHERE NOT (machine = ? AND compiler = ? AND flags = ?)");
    row << host_.machine << host_.compiler << host_.flags;
    return row.step() ? row.number(0) : 0;
  });
}

}  // namespace tessera::tuning
