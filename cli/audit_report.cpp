// SPDX-License-Identifier: Apache-2.0
#include "cli/audit_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "artifact/report/facts.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::cli {
namespace {

using audit::Audit, audit::Counts, audit::Outcome;
using report::Json;
using Cells = std::vector<std::string>;

double per_instruction(const Counts& c) { return static_cast<double>(c.multiply_adds) / c.instructions; }

std::string lines_of(const audit::HottestLoop& loop) {
  if (loop.first_line == 0) return "-";
  return loop.first_line == loop.last_line ? std::to_string(loop.first_line)
                                           : fmt::format("{}-{}", loop.first_line, loop.last_line);
}

const char* word(Outcome o) {
  switch (o) {
    case Outcome::audited: return "audited";
    case Outcome::no_loop: return "no loop";
    case Outcome::refused: return "refused";
    case Outcome::not_run: return "not run";
  }
  return "";
}

Cells cells(const Audit& a) {
  const audit::HottestLoop& loop = *a.loop;
  const Counts& c = loop.counts;
  Cells out{a.compiler.name, loop.function, loop.label, lines_of(loop)};
  for (const int n : {c.multiply_adds, c.loads, c.stores, c.spills(), c.moved_accumulators, c.defects, c.instructions})
    out.push_back(std::to_string(n));
  out.push_back(fmt::format("{:.2f}", per_instruction(c)));
  out.emplace_back(c.has_defect() ? "DEFECT" : "good");
  return out;
}

// All of one row count, but texts at its end do not widen columns.
void print_aligned(const std::vector<Cells>& rows) {
  std::vector<std::size_t> width(rows.front().size());
  for (const Cells& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i)
      if (i == 0 || row.size() == width.size()) width[i] = std::max(width[i], row[i].size());
  constexpr std::size_t words = 4;  // columns that begin at the left
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line += i < words || i + 1 == width.size() ? fmt::format("{:<{}}  ", row[i], width[i])
                                                 : fmt::format("{:>{}}  ", row[i], width[i]);
    fmt::print("{}\n", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

// ---- notes on one compiler

void print_defects(const Audit& a) {
  constexpr std::size_t shown = 3;
  for (const audit::Defect& d : a.loop->defects) {
    const std::size_t count = d.instructions.size();
    const Cells first(d.instructions.begin(),
                      d.instructions.begin() + static_cast<std::ptrdiff_t>(std::min(shown, count)));
    fmt::print("{}: {}: {}: {}{}\n", a.compiler.name, d.what, syntax::counted(count, "instruction", "instructions"),
               fmt::join(first, "; "), count > shown ? "; …" : "");
  }
}

void print_notes(const Audit& a, const audit::Figures& figures) {
  const Counts& c = a.loop->counts;
  if (const auto cycles = least_cycles(c, figures))
    fmt::print("{}: at least {:g} cycles each time, {:g} a multiply-add ({})\n", a.compiler.name, *cycles,
               *cycles / c.multiply_adds, fmt::join(figures.sources, "; "));
  if (c.apart > 0)
    fmt::print("{}: {} of the {} multiply-adds are products whose sum is another instruction\n", a.compiler.name,
               c.apart, c.multiply_adds);
  if (c.has_branches)
    fmt::print("{}: the loop branches: counted are the instructions of all its paths\n", a.compiler.name);
  if (c.calls > 0)
    fmt::print("{}: {} in the loop: what is called is not counted\n", a.compiler.name,
               syntax::counted(static_cast<std::size_t>(c.calls), "call", "calls"));
}

void print_others(const Audit& a) {
  if (a.loop->others == 0) return;
  const int bad = a.loop->others_with_defect;
  fmt::print("{}: {} as many multiply-adds{}\n", a.compiler.name,
             a.loop->others == 1 ? "another loop has" : fmt::format("{} other loops have", a.loop->others),
             bad == 0 ? "" : fmt::format("; {} a defect", bad == 1 ? "one has" : fmt::format("{} have", bad)));
}

std::string last_line(const AuditReport& report) {
  const auto of = [&](Outcome o, const char* what) {
    const std::size_t count = report.count(o);
    Cells names;
    for (const Audit& a : report.audits)
      if (a.outcome == o) names.push_back(a.compiler.name);
    return count ? fmt::format("; {} {}: {}", count, what, fmt::join(names, ", ")) : fmt::format("; 0 {}", what);
  };
  std::string out =
      fmt::format("{}: {} audited, {} with a defect", syntax::counted(report.audits.size(), "compiler", "compilers"),
                  report.count(Outcome::audited), report.with_defects());
  if (report.count(Outcome::no_loop)) out += of(Outcome::no_loop, "without such a loop");
  if (report.count(Outcome::refused)) out += of(Outcome::refused, "refused the C");
  return out + of(Outcome::not_run, "not run");
}

// ---- JSON

Json to_json(const Counts& c) {
  return {{"multiply_adds", c.multiply_adds},
          {"products_apart", c.apart},
          {"loads", c.loads},
          {"stores", c.stores},
          {"spills", c.spills()},
          {"stack_stores", c.stack_stores},
          {"reloads", c.reloads},
          {"moved_aside", c.moved_aside},
          {"moves", c.moves},
          {"moved_accumulators", c.moved_accumulators},
          {"other_defects", c.defects},
          {"calls", c.calls},
          {"instructions", c.instructions},
          {"longest_chain", c.longest_chain},
          {"branches", c.has_branches},
          {"multiply_adds_per_instruction", per_instruction(c)}};
}

Json to_json(const Audit& a, const audit::Figures& figures) {
  Json out{{"compiler", a.compiler.name}, {"outcome", word(a.outcome)}, {"command", a.command}};
  if (a.command.empty()) out["command"] = a.compiler.compiler;
  if (!a.version.empty()) out["version"] = a.version;
  if (!a.target.empty()) out["target"] = a.target;
  if (!a.why.empty()) out["why"] = a.why;
  if (!a.loop) return out;
  out["function"] = a.loop->function;
  out["loop"] = a.loop->label;
  if (a.loop->first_line) out["lines"] = {a.loop->first_line, a.loop->last_line};
  out["counts"] = to_json(a.loop->counts);
  out["others"] = {{"loops", a.loop->others}, {"with_defects", a.loop->others_with_defect}};
  out["defects"] = Json::array();
  for (const audit::Defect& d : a.loop->defects)
    out["defects"].push_back({{"what", d.what}, {"instructions", d.instructions}});
  if (const auto cycles = least_cycles(a.loop->counts, figures))
    out["least_cycles"] = {{"cycles", *cycles}, {"sources", figures.sources}};
  return out;
}

}  // namespace

std::size_t AuditReport::count(Outcome o) const {
  return static_cast<std::size_t>(
      std::count_if(audits.begin(), audits.end(), [o](const Audit& a) { return a.outcome == o; }));
}

std::size_t AuditReport::with_defects() const {
  return static_cast<std::size_t>(
      std::count_if(audits.begin(), audits.end(), [](const Audit& a) { return a.has_defect(); }));
}

void print_text(const AuditReport& report) {
  std::vector<Cells> rows{{"compiler", "function", "loop", "lines", "multiply-adds", "loads", "stores", "spills",
                           "moved", "other", "instructions", "per instruction", ""}};
  for (const Audit& a : report.audits)
    rows.push_back(a.loop ? cells(a) : Cells{a.compiler.name, fmt::format("{}: {}", word(a.outcome), a.why)});
  print_aligned(rows);
  for (const Audit& a : report.audits) {
    if (!a.loop) continue;
    print_defects(a);
    print_notes(a, report.figures);
    print_others(a);
  }
  fmt::print("{}\n", last_line(report));
}

void print_json(const AuditReport& report) {
  Json audits = Json::array();
  for (const Audit& a : report.audits) audits.push_back(to_json(a, report.figures));
  fmt::print("{}\n", report::text_of({{"file", report.file},
                                      {"compilers", report.audits.size()},
                                      {"audited", report.count(Outcome::audited)},
                                      {"with_defects", report.with_defects()},
                                      {"without_loop", report.count(Outcome::no_loop)},
                                      {"refused", report.count(Outcome::refused)},
                                      {"not_run", report.count(Outcome::not_run)},
                                      {"audits", audits}}));
}

}  // namespace tessera::cli
