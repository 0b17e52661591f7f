// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "codegen/conformance/call.hpp"
#include "codegen/conformance/examined.hpp"

namespace tessera::conformance {
namespace {

void fail(Finding& f, const std::string& why) {
  f.verdict = Verdict::failed;
  f.why = why;
}

void fail_on(const Machine& machine, Finding& f, const std::string& why) {
  fail(f, f.shown_by.empty() ? why : fmt::format("with {}: {}", fmt::join(f.shown_by, ", "), why));
  f.failed_on = machine;
}

// ---- texts of a failure

std::string numbers(const interp::Tensor<interp::Floats>& t) {
  constexpr std::size_t enough = 40;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(enough, t.data.size()); ++i)
    out.push_back(t.written[i] ? fmt::format("{}", t.data[i]) : "any");
  return fmt::format("{}{}", fmt::join(out, " "), out.size() < t.data.size() ? " …" : "");
}

// A program may crash by the place of its numbers: unaligned ones begin one number after the page.
std::string where(const Case& c, Around around) {
  const char* const beside = around == Around::guard_pages ? "an unmapped page" : "a canary";
  return c.guard == Guard::after ? fmt::format("memory operands end at {}", beside)
                                 : fmt::format("memory operands, with the numbers before them, begin at {}", beside);
}

// "" for numbers side by side.
std::string gaps(const interp::Tensor<interp::Floats>& t) {
  if (t.strides.empty() || t.strides.back() == 1) return "";
  return fmt::format(" (stride {})", t.strides.back());
}

// The fields and operands; where the results are known and differ from them, also both results.
std::vector<std::string> explained(const SpecifiedCase& c, const Machine& machine, const State* found) {
  std::vector<std::string> out;
  for (const auto& [field, value] : c.call.state.control_configs) out.push_back(fmt::format("{} = {}", field, value));
  for (const auto& [field, value] : c.call.state.data_configs) out.push_back(fmt::format("{} = {}", field, value));
  for (std::size_t i = 0; i < c.call.proc->args.size(); ++i) {
    const ir::Arg& a = c.call.proc->args[i];
    const auto& before = c.call.state.values[i];
    const std::string name = a.name.text();
    if (a.type.is_control()) {
      out.push_back(fmt::format("{} = {}", name, before.control));
      continue;
    }
    const auto& wanted = c.expected.values[i].tensor;
    out.push_back(fmt::format("{} = {}{}{}", name, numbers(before.tensor), gaps(before.tensor),
                              before.tensor.offset ? fmt::format(" (from place {})", before.tensor.offset) : ""));
    if (wanted.data == before.tensor.data && (!found || found->values[i].tensor.data == before.tensor.data)) continue;
    out.push_back(fmt::format("  the body leaves        {}", numbers(wanted)));
    if (found) out.push_back(fmt::format("  the instruction leaves {}", numbers(found->values[i].tensor)));
  }
  if (!found) out.push_back(where(c.call, machine.around));
  return out;
}

std::vector<std::string> last_lines(const std::string& text) {
  constexpr std::size_t enough = 8;
  std::vector<std::string> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) out.push_back(line);
  if (out.size() > enough) out.erase(out.begin(), out.end() - enough);
  return out;
}

std::string how(const Machine& m) {
  if (!m.model.empty()) return fmt::format("in a model ({})", m.name);
  return m.is_native() ? fmt::format("natively ({})", m.name) : fmt::format("({})", m.name);
}

// ---- running

// "" for a result equal to the body's, or within the stated bound.
std::string difference_of(Finding& f, const SpecifiedCase& c, const State& found) {
  const ir::Procedure& p = *c.call.proc;
  if (ir::stated_bound(p)) {
    Distance d = distance(p, c.expected, c.computed, found);
    f.most_off = std::max(f.most_off, d.most);
    return d.difference;
  }
  return difference(p, c.expected, c.allowed, found);
}

void compare(Examined& e, const Machine& machine, const State* found) {
  for (std::size_t i = 0; i < e.cases.size(); ++i) {
    const SpecifiedCase& c = e.cases[i];
    const std::string d = difference_of(e.finding, c, found[i]);
    if (d.empty()) continue;
    fail_on(machine, e.finding, fmt::format("{}: {}", how(machine), d));
    e.finding.operands_and_results = explained(c, machine, &found[i]);
    return;
  }
  e.finding.machines.push_back(machine);
}

// The instruction in a program of its own: why it failed is then about this one. True where it had to be stopped.
bool run_alone(Examined& e, const Machine& machine, const std::vector<std::string>& folders) try {
  const std::vector<State> found = run_instructions(e.called, machine, e.cases, folders);
  compare(e, machine, found.data());
  return false;
} catch (const ProgramFailed& f) {
  fail_on(machine, e.finding,
          fmt::format("{}: {}", how(machine), std::string(f.what()).substr(0, std::string(f.what()).find(":\n"))));
  e.finding.errors = last_lines(f.errors);
  e.finding.operands_and_results = explained(e.cases.at(f.first_not_done), machine, nullptr);
  return f.was_stopped;
} catch (const std::runtime_error& refused) {
  fail_on(machine, e.finding, refused.what());
  return false;
}

// Each takes a minute on a machine on which nothing ends: after a few it is the machine's fault.
void run_each_alone(const std::vector<Examined*>& all, const Machine& machine,
                    const std::vector<std::string>& folders) {
  constexpr int enough = 2;
  int stopped = 0;
  for (Examined* e : all) {
    if (stopped < enough) {
      stopped = run_alone(*e, machine, folders) ? stopped + 1 : 0;
      continue;
    }
    e->finding.not_run.push_back({machine.name, fmt::format("it was stopped on the {} instructions before", enough)});
  }
}

// One program for all is quicker; when it ends early, each by itself.
void run_together(const std::vector<Examined*>& all, const Machine& machine, const std::vector<std::string>& folders) {
  std::vector<ir::ProcRef> instructions;
  std::vector<SpecifiedCase> cases;
  for (const Examined* e : all) {
    instructions.insert(instructions.end(), e->called.begin(), e->called.end());
    cases.insert(cases.end(), e->cases.begin(), e->cases.end());
  }
  std::vector<State> found;
  try {
    found = run_instructions(instructions, machine, cases, folders);
  } catch (const std::runtime_error&) { return run_each_alone(all, machine, folders); }
  std::size_t at = 0;
  for (Examined* e : all) {
    compare(*e, machine, &found[at]);
    at += e->cases.size();
  }
}

// The instructions for each machine.
using Work = std::vector<std::pair<Machine, std::vector<Examined*>>>;

// One compiler and one emulator may make several machines, by other words.
bool is_same_machine(const Machine& a, const Machine& b) {
  return a.name == b.name && a.compiler == b.compiler && a.runner == b.runner && a.model == b.model;
}

void add_work(Examined& e, PlaceFinder& finder, Work& out) {
  Places places = finder.places_for(e.called);
  e.finding.why = places.why_none;
  e.finding.not_run = std::move(places.not_run);
  e.finding.probed = std::move(places.probed);
  for (const Machine& m : places.machines) {
    auto same = std::find_if(out.begin(), out.end(), [&](const auto& w) { return is_same_machine(w.first, m); });
    if (same == out.end()) same = out.insert(out.end(), {m, {}});
    same->second.push_back(&e);
  }
}

// What failed before stays as it is.
std::vector<Examined*> still_right(const std::vector<Examined*>& instructions, const Machine& machine) {
  std::vector<Examined*> out;
  for (Examined* e : instructions) {
    Finding& f = e->finding;
    if (f.verdict == Verdict::failed)
      f.not_run.push_back({machine.name, fmt::format("it has failed on {}", f.failed_on->name)});
    else out.push_back(e);
  }
  return out;
}

}  // namespace

std::string in_words(Where where) {
  switch (where) {
    case Where::natively: return "natively";
    case Where::emulated: return "under emulation";
    case Where::modelled: return "in a model";
    case Where::nowhere: return "";
  }
  return "";
}

Where Finding::where() const {
  const Machine* ran = failed_on ? &*failed_on : machines.empty() ? nullptr : &machines.front();
  if (!ran) return Where::nowhere;
  if (!ran->model.empty()) return Where::modelled;
  return ran->is_native() ? Where::natively : Where::emulated;
}

namespace {

std::vector<Finding> check_together(const Subjects& subjects, PlaceFinder& finder, const std::function<void()>& done) {
  std::vector<Examined> all = examined(subjects, done);
  Work work;
  for (Examined& e : all)
    if (!e.cases.empty()) add_work(e, finder, work);
  for (const auto& [machine, instructions] : work) {
    const std::vector<Examined*> left = still_right(instructions, machine);
    if (!left.empty()) run_together(left, machine, subjects.folders);
  }
  std::vector<Finding> out;
  for (Examined& e : all) {
    Finding& f = e.finding;
    if (f.verdict != Verdict::failed && !f.machines.empty()) f.verdict = Verdict::passed;
    if (f.verdict == Verdict::skipped && f.why.empty() && !f.not_run.empty())
      f.why = fmt::format("{}: {}", f.not_run.back().machine, f.not_run.back().why);
    out.push_back(std::move(f));
  }
  return out;
}

}  // namespace

std::vector<Finding> check(const Subjects& subjects, const Machines& machines, const std::function<void()>& done) {
  constexpr std::size_t at_once =
      48;  // operands and results of all instructions of a large library take more than 1 GB
  PlaceFinder finder(machines, subjects.folders);
  std::vector<Finding> out;
  for (std::size_t from = 0; from < subjects.instructions.size(); from += at_once) {
    const auto first = subjects.instructions.begin() + static_cast<std::ptrdiff_t>(from);
    const std::size_t count = std::min(at_once, subjects.instructions.size() - from);
    Subjects some = subjects;
    some.instructions.assign(first, first + static_cast<std::ptrdiff_t>(count));
    for (Finding& f : check_together(some, finder, done)) out.push_back(std::move(f));
  }
  return out;
}

}  // namespace tessera::conformance
