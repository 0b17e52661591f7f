// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/lift.hpp"

#include <fmt/format.h>

#include "dsl/ir/walk.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::rewrite {

Path lift_target(const StepContext& step, const BufferAt& b, std::int64_t n_lifts, std::string_view id) {
  if (!b.alloc) step.refuse(id, {}, b.name.text() + " is an argument");
  auto scopes = static_cast<std::int64_t>(b.alloc->steps.size()) - 1;
  if (n_lifts < 1 || n_lifts > scopes)
    step.refuse(id, *b.alloc,
                fmt::format("n_lifts is {}, and {} around {}", n_lifts,
                            syntax::counted(static_cast<std::size_t>(scopes), "loop or if is", "loops and ifs are"),
                            b.name.text()));
  Path target = *b.alloc;
  target.steps.resize(target.steps.size() - static_cast<std::size_t>(n_lifts));
  return target;
}

namespace {

// Names that are bound between the new place and the old one.
std::set<ir::Sym> bound_between(const ir::Procedure& proc, const Path& alloc, const Path& target) {
  std::set<ir::Sym> out;
  for (std::size_t depth = target.steps.size(); depth < alloc.steps.size(); ++depth) {
    Path outer{{alloc.steps.begin(), alloc.steps.begin() + static_cast<long>(depth)}, {}};
    if (ir::Sym s = ir::bound_name(*ir::stmt_at(proc, outer))) out.insert(s);
    Path member{{alloc.steps.begin(), alloc.steps.begin() + static_cast<long>(depth) + 1}, {}};
    for (int i = 0; i < member.steps.back().index; ++i)
      if (ir::Sym s = ir::bound_name((*ir::list_at(proc, member))[static_cast<std::size_t>(i)])) out.insert(s);
  }
  return out;
}

}  // namespace

void require_in_scope(const StepContext& step, const BufferAt& b, const std::vector<ir::Expr>& extents,
                      const Path& target, std::string_view id) {
  std::set<ir::Sym> bound = bound_between(step.ir(), *b.alloc, target);
  for (const ir::Expr& extent : extents) {
    for (ir::Sym s : ir::free_syms(extent))
      if (bound.count(s))
        step.refuse(id, *b.alloc, fmt::format("the extent {} mentions {}", ir::print(extent), s.text()));
    ir::for_each_expr(extent, [&](const ir::Expr& e) {
      if (e.as<ir::ReadConfig>())
        step.refuse(id, *b.alloc, fmt::format("the extent {} reads a configuration field", ir::print(extent)));
    });
  }
}

void move_declaration(Edit& edit, const Path& alloc, const Path& target) {
  bool alone = ir::list_at(edit.proc(), alloc)->size() == 1;
  if (alone) edit.insert(alloc.sibling(1), {ir::Stmt(ir::Pass{})});
  edit.move({alloc, 1}, target);
}

Obligation extents_not_negative(StepContext& step, const std::vector<ir::Expr>& extents, const Path& target,
                                std::string id) {
  std::vector<Formula> parts;
  for (const ir::Expr& e : extents) parts.push_back(smt::le(0, step.lower().index(e)));
  return analysis::obligation(std::move(id), target, step.facts(target), Formula::all(std::move(parts)),
                              "the extents are not negative");
}

Obligation no_sharing(StepContext& step, const ir::ProcRef& after, const BufferAt& b, const Path& target,
                      std::string id) {
  // The buffer's old scope comes after it now. Outer loops contain its whole lifetime, as before.
  Path scope = target.sibling(1);
  Path inside = *b.alloc;
  inside.steps[target.steps.size() - 1].index += 1;
  auto queries = [&step, after, name = b.name, scope, inside] {
    return free_of_races(step.lower_of(*after), *after, scope, inside, name);
  };
  return {std::move(id), {{"", queries}}, *b.alloc, "expand_dim by the parallel loop's counter first"};
}

}  // namespace tessera::rewrite
