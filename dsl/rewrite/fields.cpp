// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/analysis/field_values.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/support/lines.hpp"

namespace tessera::rewrite {
namespace {

// The field has the value of the expression, at the place that the flow has reached.
Formula has_value(Lowering& lower, const analysis::FieldValues& values, const std::string& name, ir::Scalar type,
                  const ir::Expr& value) {
  if (ir::is_data(type)) {
    auto it = values.data.find(name);
    return Formula::constant(it != values.data.end() && ir::equal(it->second, value));
  }
  auto it = values.control.find(name);
  const Affine now = it == values.control.end() ? lower.entry_value(name) : it->second;
  if (type != ir::Scalar::bool_) return smt::eq(now, lower.index(value));
  const Formula holds = smt::le(1, now), wanted = lower.condition(value);
  return (!holds || wanted) && (holds || !wanted);
}

}  // namespace

FieldChange change_of(StepContext& step, std::string_view known, const ir::ConfigDecl& config, const std::string& field,
                      const ir::Expr& value, const Path& before, const Path& gap) {
  FieldChange out{analysis::field_name(config, field), false, {}};
  Lowering lower = step.fresh_lower();
  std::vector<Formula> facts;
  const analysis::FieldFlow flow = analysis::flow_to(lower, step.ir(), before, facts);
  const Formula goal = has_value(lower, flow.values(), out.field, *config.field(field), value);
  out.same =
      step.prove_and_record(known, {{"", fmt::format("{} is {} already", out.field, ir::print(value)), facts, goal}});
  if (!out.same) out.use = analysis::use_after(step.ir(), gap, out.field);
  return out;
}

Obligation unread(std::string id, const FieldChange& change, const Path& place) {
  const std::optional<ir::Stmt>& reader = change.use.reader;
  std::string text = fmt::format("nothing reads {} before it is written again", change.field);
  if (reader) {
    const std::string at = reader->loc() ? " at " + reader->loc().text() : "";
    text = fmt::format("{} is written again before `{}`{} reads it", change.field, first_line(ir::print(*reader)), at);
  }
  return analysis::obligation(std::move(id), place, {}, Formula::constant(!reader), std::move(text));
}

std::set<std::string> left_changed(std::span<const FieldChange> changes) {
  std::set<std::string> out;
  for (const FieldChange& c : changes)
    if (!c.same && c.use.leaves) out.insert(c.field);
  return out;
}

ir::Scalar field_type(const StepContext& step, std::string_view id, const ir::ConfigDecl& config,
                      const std::string& field, const Path& place) {
  if (std::optional<ir::Scalar> type = config.field(field)) return *type;
  std::vector<std::string> names;
  for (const auto& entry : config.fields) names.push_back(entry.first);
  step.refuse(id, place, fmt::format("{} has no field '{}'", config.name, field),
              fmt::format("its fields are {}", fmt::join(names, ", ")));
}

void require_sequential(const StepContext& step, std::string_view id, const Path& place) {
  for (const Path& p : ir::ancestor_paths(place))
    if (const auto* loop = ir::stmt_at(step.ir(), p)->as<ir::For>(); loop && loop->mode == ir::LoopMode::par)
      step.refuse(id, p, fmt::format("the place is inside the parallel loop {}", loop->iter.text()));
}

}  // namespace tessera::rewrite
