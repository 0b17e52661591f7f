// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/split.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/sums.hpp"

namespace tessera::rewrite {
namespace {

struct Halves {
  ir::Block first, second;
};

Halves halves(const SplitLevel& level) {
  const ir::Block& list = *ir::list_at(*level.before, level.gap);
  return {{list.begin(), list.begin() + level.split()}, {list.begin() + level.split(), list.end()}};
}

void check_scope(const StepContext& step, const ir::Procedure& proc, const Path& gap) {
  Path at = gap.parent();
  if (at.steps.empty() && &proc == &step.ir())
    step.refuse("R3", gap.sibling(-1), "no loop encloses the gap", "give a gap inside of a loop");
  if (at.steps.empty()) step.refuse("R3", gap.sibling(-1), "no loop encloses the gap any more", "ask for fewer lifts");
  const ir::Stmt& scope = *ir::stmt_at(proc, at);
  int size = static_cast<int>(ir::branch(scope, gap.steps.back().branch)->size());
  if (gap.steps.back().index <= 0 || gap.steps.back().index >= size)
    step.refuse("R4", at,
                "the gap is at the " + std::string(gap.steps.back().index <= 0 ? "start" : "end") + " of the body");
  if (changes_own_header(scope)) step.refuse("R5", at, "the body writes configuration that decides whether it runs");
}

void check_names(const StepContext& step, const SplitLevel& level) {
  Halves h = halves(level);
  std::vector<std::string> used;
  for (const ir::Stmt& s : h.first)
    if (ir::Sym name = ir::bound_name(s); name && !s.as<ir::For>() && ir::mentions(h.second, name))
      used.push_back(name.text());
  if (!used.empty())
    step.refuse("R2", level.at,
                fmt::format("the second part uses {}, which the first part makes", fmt::join(used, ", ")),
                fmt::format("lift_alloc {} out of the loop first", used.size() == 1 ? "it" : "them"));
}

void find_needless(StepContext& step, SplitLevel& level) {
  if (!ir::stmt_at(*level.before, level.at)->as<ir::For>()) return;
  Halves h = halves(level);
  auto needless = [&](const ir::Block& part) {
    return loop_is_needless(step, "S2", "S3", *level.lower, *level.before, level.at, part);
  };
  level.drop_first = needless(h.first);
  level.drop_second = needless(h.second);
}

void apply_level(Edit& edit, const SplitLevel& level) {
  const bool only_second = level.drop_first && !level.drop_second;
  split_scope(edit, level.gap, only_second ? Half::second : Half::first);
  if (level.drop_second) edit.unwrap(level.at.sibling(1));
  if (level.drop_first) edit.unwrap(level.at);
}

}  // namespace

std::vector<SplitLevel> plan_split(StepContext& step, const Path& gap, std::int64_t count, NeedlessLoops needless) {
  if (count < 1) step.refuse("R3", gap.parent(), "the number of lifts is " + std::to_string(count));
  std::vector<SplitLevel> levels;
  Edit edit(step.proc().ref());
  Path now = gap;
  for (std::int64_t i = 0; i < count; ++i) {
    // The hoisted statement leaves as many loops as there are.
    if (needless == NeedlessLoops::drop && i > 0 && now.parent().steps.empty()) break;
    check_scope(step, edit.proc(), now);
    SplitLevel level{edit.result(), std::make_shared<Lowering>(step.lower_of(edit.proc())), now.parent(), now};
    check_names(step, level);
    if (needless == NeedlessLoops::drop) find_needless(step, level);
    apply_level(edit, level);
    now = level.at.sibling(level.drop_first ? level.split() : 1);
    levels.push_back(std::move(level));
  }
  return levels;
}

std::vector<Obligation> split_is_safe(const std::vector<SplitLevel>& levels) {
  std::vector<Obligation> out;
  for (const SplitLevel& level : levels) {
    if (!ir::stmt_at(*level.before, level.at)->as<ir::For>()) continue;  // an if: R5 says it all
    Obligation o = analysis::fission_is_safe(*level.lower, *level.before, level.at, level.split(), "S1");
    o.hint = "keep these statements in one loop, or split fewer loops";
    for (analysis::ProofStrategy& strategy : o.strategies)
      strategy.queries = [keep = level.lower, ask = std::move(strategy.queries)] { return ask(); };
    out.push_back(std::move(o));
  }
  return out;
}

bool split_reassociates(const std::vector<SplitLevel>& levels) {
  for (const SplitLevel& level : levels) {
    const auto* loop = ir::stmt_at(*level.before, level.at)->as<ir::For>();
    if (!loop) continue;  // of an if, the same statements run in the same order
    const Halves h = halves(level);
    const Path& inside = level.gap;
    if (add_to_one_element(*level.lower, *level.before, inside, h.first, h.second, loop->iter)) return true;
  }
  return false;
}

void apply_split(Edit& edit, const std::vector<SplitLevel>& levels) {
  for (const SplitLevel& level : levels) apply_level(edit, level);
}

}  // namespace tessera::rewrite
