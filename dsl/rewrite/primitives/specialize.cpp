// SPDX-License-Identifier: Apache-2.0
// specialize — give a block one copy for each of some cases, so that each can be scheduled by itself.
//   s   -->   if c1: s
//             else: if c2: s
//                   else: s
// Shape:   R1 at least one condition is given, each over control variables that are in scope before the block.
//          R2 nothing that the block allocates is used after it.
//          R3 each condition can hold there: in a copy that never runs everything would be proved.
// Always right: whichever copy runs, it is the block.
// Forward: the block's statements go to the first copy.
// Example: one_copy_for_each_case
#include <fmt/format.h>

#include "dsl/analysis/field_values.hpp"
#include "dsl/ir/size.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct Specialize {
  struct Args {
    BlockPlace block;
    std::vector<std::string> conditions;
    static constexpr auto fields() {
      return std::tuple{required("block", &Args::block), required("conditions", &Args::conditions)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "at least one condition is given, each over control variables in scope before the block"},
      {"R2", "nothing that the block allocates is used after it"},
      {"R3", "each condition can hold there"}};

  struct Shape {
    Range block;
    std::vector<ir::Expr> cases;
  };

  static Shape shape(StepContext& step, const Args& a) {
    Shape s{step.block(a.block), {}};
    if (a.conditions.empty()) step.refuse("R1", s.block.first, "no condition is given");
    for (const std::string& text : a.conditions) s.cases.push_back(condition_argument(step, text, s.block.first, "R1"));
    require_possible(step, s, a.conditions);
    if (ir::Sym name = escaping_name(step.ir(), s.block))
      step.refuse("R2", s.block.first, name.text() + " is used after the block", "give the whole block that uses it");
    const std::size_t of_each = ir::size(statements(step.ir(), s.block));
    step.require_room(s.cases.size() * of_each, "specialize a smaller block, or for fewer cases");
    return s;
  }

  static void require_possible(StepContext& step, const Shape& s, const std::vector<std::string>& texts) {
    Lowering lower = step.fresh_lower();
    const std::vector<Formula> facts = analysis::facts_and_fields_at(lower, step.ir(), s.block.first);
    for (std::size_t i = 0; i < s.cases.size(); ++i)
      if (step.can_prove(facts, !lower.condition(s.cases[i]), fmt::format("'{}' never holds", texts[i])))
        step.refuse("R3", s.block.first, fmt::format("'{}' never holds here", texts[i]),
                    "leave this case out: its copy would never run");
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const SrcLoc loc = ir::stmt_at(edit.proc(), s.block.first)->loc();
    edit.wrap(s.block, [&](const ir::Block& block) {
      ir::Block otherwise = ir::with_fresh_binders(block);
      for (std::size_t i = s.cases.size(); i-- > 1;)
        otherwise = {ir::Stmt(ir::If{s.cases[i], ir::with_fresh_binders(block), std::move(otherwise)}, loc)};
      return ir::Stmt(ir::If{s.cases[0], block, std::move(otherwise)}, loc);
    });
  }
};

}  // namespace

Primitive specialize_primitive() {
  return describe<Specialize>("specialize", "loops", "give a block one copy for each of some cases");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc specialize(const Proc& p, const BlockPlace& block, const std::vector<std::string>& conditions) {
  return rewrite::apply<rewrite::Specialize>("specialize", p, {{block}, conditions});
}

}  // namespace tessera
