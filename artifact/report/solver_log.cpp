// SPDX-License-Identifier: Apache-2.0
#include "artifact/report/solver_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tessera::report {
namespace {

constexpr std::size_t listed = 10;

const char* verdict_name(smt::Status status) {
  switch (status) {
    case smt::Status::proved: return "proved";
    case smt::Status::refuted: return "refuted";
    case smt::Status::unknown: return "unknown";
  }
  return "";
}

int depth(const Version& version) {
  int steps = 0;
  for (const Version* v = version.parent.get(); v; v = v->parent.get()) ++steps;
  return steps;
}

double rounded(double seconds) { return std::round(seconds * 1e6) / 1e6; }

}  // namespace

void SolverLog::follow(ContextRef context) {
  context_ = std::move(context);
  context_->solver.on_answer([this](const smt::Query& query, const smt::Answer& answer) {
    entries_.push_back(
        {query.name, query.text, answer.status, answer.decider, answer.seconds, answer.number, context_->line});
  });
}

// In the order of trial; undecided ones last.
std::vector<SolverLog::Share> SolverLog::shares() const {
  std::vector<Share> out;
  for (smt::Decider d : {smt::Decider::affine, smt::Decider::memo, smt::Decider::disk, smt::Decider::z3})
    out.push_back({smt::decider_name(d)});
  out.push_back({"unknown"});
  for (const Entry& e : entries_) {
    const std::string name = e.status == smt::Status::unknown ? "unknown" : smt::decider_name(e.decider);
    Share& share = *std::find_if(out.begin(), out.end(), [&](const Share& s) { return s.decider == name; });
    ++share.count;
    share.seconds += e.seconds;
  }
  return out;
}

std::vector<const SolverLog::Entry*> SolverLog::slowest() const {
  std::vector<const Entry*> all;
  for (const Entry& e : entries_) all.push_back(&e);
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(listed, all.size()));
  std::partial_sort(all.begin(), end, all.end(), [](const Entry* a, const Entry* b) {
    return a->seconds != b->seconds ? a->seconds > b->seconds : a->number < b->number;
  });
  all.erase(end, all.end());
  return all;
}

// Steps that were refused or not kept have no number.
std::map<std::size_t, SolverLog::Place> SolverLog::places(const std::vector<const Entry*>& entries) const {
  std::map<std::size_t, Place> out;
  for (const auto& passed : context_->history.passed())
    for (const Proof& proof : passed.version->step.proofs)
      for (const Entry* e : entries)
        if (e->number == proof.answer.number) out[e->number] = {depth(*passed.version), passed.version->ir->name};
  return out;
}

std::string SolverLog::text() const {
  if (!context_) return "";
  std::string out = fmt::format("solver: {} questions\n", entries_.size());
  for (const Share& s : shares())
    out += fmt::format("  {:<10} {:>8} {:>12.3f} ms\n", s.decider, s.count, s.seconds * 1e3);
  const smt::Statistics& t = context_->solver.statistics();
  out += fmt::format("  of this {:.3f} ms in affine reasoning, {:.3f} ms in Z3, {:.3f} ms in the cache\n",
                     t.affine_seconds * 1e3, t.z3_seconds * 1e3, t.cache_seconds * 1e3);
  const std::vector<const Entry*> top = slowest();
  const std::map<std::size_t, Place> where = places(top);
  out += "slowest:\n";
  for (const Entry* e : top) {
    out += fmt::format("  {:>9.3f} ms  {:<9}  {:<7}  {}", e->seconds * 1e3, smt::decider_name(e->decider),
                       verdict_name(e->status), e->name);
    if (auto at = where.find(e->number); at != where.end())
      out += fmt::format(", step {} of {}", at->second.step, at->second.procedure);
    if (e->line) out += fmt::format(", {}", e->line.text());
    out += fmt::format(": {}\n", e->text);
  }
  return out;
}

report::Json SolverLog::facts() const {
  if (!context_) return nullptr;
  report::Json out{{"questions", entries_.size()}};
  for (const Share& s : shares()) out["decided_by"][s.decider] = {{"count", s.count}, {"seconds", rounded(s.seconds)}};
  const smt::Statistics& t = context_->solver.statistics();
  out["seconds"] = {
      {"affine", rounded(t.affine_seconds)}, {"z3", rounded(t.z3_seconds)}, {"cache", rounded(t.cache_seconds)}};
  const std::vector<const Entry*> top = slowest();
  const std::map<std::size_t, Place> where = places(top);
  out["slowest"] = report::Json::array();
  for (const Entry* e : top) {
    report::Json one{{"name", e->name},
                     {"statement", e->text},
                     {"verdict", verdict_name(e->status)},
                     {"decided_by", smt::decider_name(e->decider)},
                     {"seconds", rounded(e->seconds)}};
    if (auto at = where.find(e->number); at != where.end())
      one["step"] = at->second.step, one["procedure"] = at->second.procedure;
    if (e->line) one["at"] = e->line.text();
    out["slowest"].push_back(std::move(one));
  }
  return out;
}

void add_statistics(report::Json& facts, const api::SolverOptions& options) {
  if (options.log) facts["solver"] = options.log->facts();
}

}  // namespace tessera::report
