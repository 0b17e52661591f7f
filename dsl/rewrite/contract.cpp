// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/print.hpp"

namespace tessera::rewrite {
namespace {

constexpr std::array<Condition, 3> of_every_step{
    {{"S1", "an instruction keeps its arguments, its memories and what it does to fields: its C is fixed"},
     {"S2", "calls find the alignment that their callees assert, wherever the step puts buffers"},
     {"R1", "what a step makes larger has no more statements and expressions than --size-limit says, a million"}}};

bool same_form(const ir::Arg& a, const ir::Arg& b) {
  return a.name == b.name && a.type.scalar == b.type.scalar && a.type.is_window == b.type.is_window &&
         std::equal(a.type.shape.begin(), a.type.shape.end(), b.type.shape.begin(), b.type.shape.end(),
                    [](const ir::Expr& x, const ir::Expr& y) { return ir::equal(x, y); });
}

bool asserts(const ir::Procedure& p, const ir::Expr& e) {
  return std::any_of(p.asserts.begin(), p.asserts.end(), [&](const ir::Expr& other) { return ir::equal(e, other); });
}

bool asserts_all_of(const ir::Procedure& p, const ir::Procedure& other) {
  return std::all_of(other.asserts.begin(), other.asserts.end(), [&](const ir::Expr& e) { return asserts(p, e); });
}

std::string form(const ir::Arg& a) {
  std::string shape;
  for (const ir::Expr& e : a.type.shape) shape += (shape.empty() ? "" : ", ") + ir::print(e);
  const std::string scalar(ir::name(a.type.scalar));
  if (shape.empty()) return scalar;
  return a.type.is_window ? fmt::format("[{}][{}]", scalar, shape) : fmt::format("{}[{}]", scalar, shape);
}

}  // namespace

std::span<const Condition> step_conditions() { return of_every_step; }

const Condition& condition_of_every_step(std::string_view id) {
  return *std::find_if(of_every_step.begin(), of_every_step.end(), [&](const Condition& c) { return c.id == id; });
}

bool may_stand_for_each_other(const ir::Procedure& before, const ir::Procedure& after) {
  return std::equal(before.args.begin(), before.args.end(), after.args.begin(), after.args.end(), same_form) &&
         asserts_all_of(before, after) && asserts_all_of(after, before);
}

std::string outdates_its_c(const ir::Procedure& before, const ir::Procedure& after) {
  if (before.args.size() != after.args.size()) return "it would take other arguments";
  for (std::size_t i = 0; i < before.args.size(); ++i) {
    const ir::Arg &a = before.args[i], &b = after.args[i];
    const std::string name = a.name.text();
    if (!same_form(a, b)) return fmt::format("{} is {}, and would be {}", name, form(a), form(b));
    if (a.mem != b.mem) return fmt::format("{} is in {}, and would be in {}", name, a.mem->name, b.mem->name);
  }
  return asserts_all_of(after, before) ? "" : "it would assert less";
}

}  // namespace tessera::rewrite
