// SPDX-License-Identifier: Apache-2.0
// merge_writes — make one write of two to the same element.
//   x = a;  x = b    -->  x = b           x = a;  x += b   -->  x = a + b
//   x += a; x = b    -->  x = b           x += a; x += b   -->  x += a + b
// Shape:   R1 the block is two writes.  R2 they write to one buffer.
//          R3 where the values add up, their sum is the same number in one expression: no fraction is cut to an
//          integer, no operation mixes two types, no integer overflows that did not before.
// Safety:  S1 both write to one element.  S2 the second value does not read it.
// Forward: the first statement is gone, and what is below the second; the second stays.
// Example: an_assignment_and_a_sum_become_an_assignment
#include <fmt/format.h>

#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct MergeWrites {
  struct Args {
    BlockPlace block;  ///< the two writes, or "x = _ ; x += _"
    static constexpr auto fields() { return std::tuple{required("block", &Args::block)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the block is two neighbouring assignments or reductions"},
                                             {"R2", "both write to one buffer"},
                                             {"R3", "the sum of both values is the same number in one expression"},
                                             {"S1", "both write to the same element"},
                                             {"S2", "the second value does not read the element"}};

  struct Shape {
    Path at;
    ir::Stmt stmt;  ///< the first, for messages
    Write first, second, merged;
    SrcLoc loc;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Range block = step.block(a.block);
    if (block.count != 2)
      step.refuse("R1", block.first, fmt::format("the block has {} statement(s)", block.count),
                  "give a pattern such as 'x = _ ; x += _', or expand(0, 1) of the first statement's cursor");
    const ir::Block both = statements(step.ir(), block);
    std::optional<Write> first = as_write(both[0]), second = as_write(both[1]);
    if (!first || !second) step.refuse("R1", block.first.sibling(first ? 1 : 0), "this statement is neither");
    if (!(alias_root(step, first->name) == alias_root(step, second->name)))
      step.refuse("R2", block.first,
                  fmt::format("they write to {} and {}", step.shown(first->name), step.shown(second->name)));
    return {block.first, both[0], *first, *second, merged(step, block.first, *first, *second), both[1].loc()};
  }

  static Write merged(const StepContext& step, const Path& at, const Write& first, const Write& second) {
    if (!second.adds) return second;
    Sum sum = sum_of(first.rhs, second.rhs, first.type);
    if (!sum.value) step.refuse("R3", at, sum.problem);
    return {first.name, first.idx, sum.value, first.type, first.adds};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    Lowering& lower = step.lower();
    std::vector<Formula> facts = step.facts(s.at);
    auto same = [=, &lower] {
      return std::vector<smt::Query>{
          same_element(facts, target(lower, s.first), target(lower, s.second), "both write to the same element")};
    };
    auto unread = [=, &lower] {
      return analysis::no_conflict(lower.terms(), written_by(lower, s.stmt), reads_of(lower, s.second.rhs, s.loc),
                                   facts);
    };
    return {{"S1", {{"", same}}, s.at, "two writes that are apart stay two; reorder_stmts brings others together"},
            {"S2", {{"", unread}}, s.at, "inline_assign replaces the reads by the first value"}};
  }

  static bool reassociates(StepContext&, const Shape& s) { return s.first.adds && s.second.adds; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    edit.erase({s.at, 1});
    edit.become(s.at, as_stmt(s.merged, s.loc));
  }
};

}  // namespace

Primitive merge_writes_primitive() {
  return describe<MergeWrites>("merge_writes", "statements", "make one write of two to the same element");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc merge_writes(const Proc& p, const BlockPlace& block) {
  return rewrite::apply<rewrite::MergeWrites>("merge_writes", p, {{block}});
}

}  // namespace tessera
