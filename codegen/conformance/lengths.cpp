// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/lengths.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tessera::conformance {
namespace {

template <class T> void append(std::vector<T>& to, std::vector<T> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

template <class T> void append_new(std::vector<T>& to, const std::vector<T>& more) {
  for (const T& one : more)
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
}

// A length that ran nowhere stays in the list of what was not run.
void note_not_run(const std::string& lanes, Finding& f) {
  if (f.verdict != Verdict::skipped) return;
  f.not_run.push_back({lanes, f.why.empty() ? "no machine has so many lanes" : f.why});
  f.why.clear();
}

void add(Finding more, Finding& to) {
  const std::size_t runs = to.runs() + more.runs();
  to.undecided |= more.undecided;
  if (more.verdict == Verdict::failed) {
    to.verdict = Verdict::failed;
    to.failed_on = std::move(more.failed_on);
    to.why = std::move(more.why);
    to.errors = std::move(more.errors);
    to.operands_and_results = std::move(more.operands_and_results);
  } else if (more.verdict == Verdict::passed) {
    to.verdict = Verdict::passed;
  }
  append(to.machines, std::move(more.machines));
  append(to.not_run, std::move(more.not_run));
  append_new(to.left_out, more.left_out);
  append_new(to.probed, more.probed);
  append_new(to.shown_by, more.shown_by);
  to.most_off = std::max(to.most_off, more.most_off);
  to.cases = std::max(to.cases, more.cases);
  to.all_runs = runs;
}

}  // namespace

Machines of_length(Machines machines, std::int64_t length) {
  const auto is_other = [&](const Machine& m) { return m.lanes != length; };
  std::erase_if(machines.native, is_other);
  std::erase_if(machines.emulated, is_other);
  return machines;
}

std::vector<Finding> joined(std::vector<FindingsOfLength> all) {
  for (FindingsOfLength& one : all)
    for (Finding& f : one.findings) note_not_run(one.lanes, f);
  std::vector<Finding> out = std::move(all.front().findings);
  for (std::size_t k = 1; k < all.size(); ++k)
    for (std::size_t i = 0; i < out.size(); ++i)
      if (out[i].verdict != Verdict::failed) add(std::move(all[k].findings.at(i)), out[i]);
  for (Finding& f : out)
    if (f.verdict == Verdict::skipped && !f.not_run.empty()) f.why = f.not_run.front().why;
  return out;
}

}  // namespace tessera::conformance
