#include "tuning/store.hpp"

#include <fmt/format.h>

#include <array>

#include "dsl/support/diagnostic.hpp"

namespace tessera::tuning {
namespace {

using database::Failure;
using database::Statement;
using Outcome = Measurement::Outcome;

const database::Kind kind{
    0x74657475, 1,
    "CREATE TABLE measurements (machine TEXT NOT NULL, compiler TEXT NOT NULL, flags TEXT NOT NULL, "
    "program TEXT NOT NULL, scheme TEXT NOT NULL, outcome TEXT NOT NULL, seconds REAL NOT NULL, "
    "percent REAL NOT NULL, percent_lo REAL NOT NULL, percent_hi REAL NOT NULL, detail TEXT NOT NULL, "
    "PRIMARY KEY (machine, compiler, flags, program, scheme)) WITHOUT ROWID",
    "it is no store of this version of Tessera", 10000};

constexpr const char* columns = "program, scheme, outcome, seconds, percent, percent_lo, percent_hi, detail";
constexpr std::array<std::string_view, 4> outcomes{"measured", "refused", "compiler", "ended"};

Measurement measurement(const Statement& row) {
  const std::optional<Outcome> outcome = outcome_named(row.text(2));
  if (!outcome) throw Failure{"the outcome '" + row.text(2) + "' is not readable"};
  return {row.text(0), row.text(1), *outcome, row.real(3), row.real(4), row.real(5), row.real(6), row.text(7)};
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

Store::Store(std::filesystem::path file, Place place) : file_(std::move(file)), place_(std::move(place)) {
  with([&](sqlite3*) { db_ = database::open(file_, kind); });
}

void Store::keep(const Measurement& m, const Place& place) {
  with([&](sqlite3* db) {
    const std::string outcome(name(m.outcome));
    Statement row(db, "INSERT OR REPLACE INTO measurements VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    row << place.machine << place.compiler << place.flags << m.program << m.scheme << outcome << m.seconds << m.percent
        << m.percent_lo << m.percent_hi << m.detail;
    row.step();
  });
}

std::optional<Measurement> Store::find(const std::string& program, const std::string& scheme) const {
  return with([&](sqlite3* db) -> std::optional<Measurement> {
    const std::string sql = fmt::format(
        "SELECT {} FROM measurements WHERE machine = ? AND compiler = ? AND flags = ? AND program = ? AND scheme = ?",
        columns);
    Statement row(db, sql.c_str());
    row << place_.machine << place_.compiler << place_.flags << program << scheme;
    if (!row.step()) return std::nullopt;
    return measurement(row);
  });
}

std::vector<Measurement> Store::of(const std::string& program) const {
  return with([&](sqlite3* db) {
    const std::string sql = fmt::format(
        "SELECT {} FROM measurements WHERE machine = ? AND compiler = ? AND flags = ? AND program = ? "
        "ORDER BY outcome <> 'measured', seconds, scheme",
        columns);
    Statement row(db, sql.c_str());
    row << place_.machine << place_.compiler << place_.flags << program;
    std::vector<Measurement> out;
    while (row.step()) out.push_back(measurement(row));
    return out;
  });
}

std::int64_t Store::foreign() const {
  return with([&](sqlite3* db) {
    Statement row(db, "SELECT count(*) FROM measurements WHERE NOT (machine = ? AND compiler = ? AND flags = ?)");
    row << place_.machine << place_.compiler << place_.flags;
    return row.step() ? row.number(0) : 0;
  });
}

}  // namespace tessera::tuning
