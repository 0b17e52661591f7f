// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/lineage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/script/schedule_error.hpp"
#include "dsl/script/steps.hpp"

namespace tessera::script {
namespace {

const Version* root_of(const Proc& p) {
  const Version* v = p.version().get();
  while (v->parent) v = v->parent.get();
  return v;
}

// The variable that holds the version, or one made of it.
std::string holder(const Version* version, const Scope& scope) {
  for (const auto& [name, value] : scope.variables())
    if (const Proc* held = std::get_if<Proc>(&value->data))
      for (const Version* v = held->version().get(); v; v = v->parent.get())
        if (v == version) return name;
  return "";
}

}  // namespace

Lineage::Lineage(const Inputs& inputs) {
  for (const Proc& p : inputs.procs) procs_.push_back(p.name());
  if (!inputs.any_start && !inputs.procs.empty()) start_ = inputs.procs.back().ref();
}

void Lineage::made(const std::string& step, const Proc& p) { steps_.push_back({line_, step, p.version()}); }

void Lineage::check(const Proc& result, const Scope& scope) const {
  std::set<const Version*> own;
  for (const Version* v = result.version().get(); v; v = v->parent.get()) own.insert(v);
  const auto is_own = [&](const Step& s) { return own.count(s.version.get()) > 0; };
  if (!std::all_of(steps_.begin(), steps_.end(), is_own)) {
    const std::set<const Version*> all = versions_leading_to(result);
    for (const Step& s : steps_)
      if (!all.count(s.version.get())) lost(s, scope);
  }
  check_start(result);
}

void Lineage::lost(const Step& s, const Scope& scope) const {
  const std::string held = holder(s.version.get(), scope);
  std::string hint = "what comes later goes on from another procedure: each step takes what the step before it gave";
  if (!held.empty())
    hint =
        fmt::format("the result is what `p` is at the end: end with `p = {}`, or give {} to a step of p", held, held);
  fail_at(s.line, fmt::format("this step is lost: {} made a procedure that the result does not come from", s.name),
          hint);
}

// Else the result would be compared with itself: its reference is its own start.
void Lineage::check_start(const Proc& result) const {
  const Version* root = root_of(result);
  if (!start_ || root->ir == start_) return;
  const std::string& other = root->ir->name;
  const bool is_declared = std::count(procs_.begin(), procs_.end(), other) > 0;
  fail_at(result_line_,
          fmt::format("the final `p` derives from {}, not from {}, the procedure being scheduled", other, start_->name),
          is_declared ? fmt::format("`--proc {}` schedules {}", other, other)
                      : fmt::format("end with the procedure that calls {}", other));
}

}  // namespace tessera::script
