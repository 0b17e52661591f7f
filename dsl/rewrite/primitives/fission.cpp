// SPDX-License-Identifier: Apache-2.0
// fission — split a loop into two at a gap in its body, and so on outwards.
//   for i in seq(a,b): A; B   -->   for i in seq(a,b): A
//                                   for i in seq(a,b): B
//   if c: A; B                -->   if c: A
//                                   if c: B
//   if c: A else: B; C        -->   if c: A else: B
//                                   if c: pass else: C
// n_lifts levels, innermost first; after a split the gap lies between the two scopes.
// Args:    gap: where the loop is split.  n_lifts: how many scopes are split, from the innermost outwards.
// Shape:   R2 B uses no allocation or window made in A.
//          R3 there are n_lifts scopes around the gap.  R4 neither side is empty.
//          R5 A and B write no configuration that the bounds or the condition read.
// Safety:  S1 for each loop, on the program that the levels below left: B(i) and A(i') do not conflict for i<i'; or A
//          only copies, does not depend on i, and B keeps or restores what it copied; or A(i) has already given what
//          B(i) reads the values that A(i') gives it again; or B does not depend on i, does not read what it writes,
//          and A leaves that alone; or all that both write to one place is one constant.
// Forward: statements stay with their part; the loop goes to the first of the two.
// Example: splits_a_loop
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/split.hpp"

namespace tessera::rewrite {
namespace {

struct Fission {
  struct Args {
    GapPlace gap;
    std::int64_t n_lifts = 1;
    static constexpr auto fields() {
      return std::tuple{required("gap", &Args::gap), optional_field("n_lifts", &Args::n_lifts)};
    }
  };
  static constexpr Condition conditions[] = {TESSERA_SPLIT_CONDITIONS};
  using Shape = std::vector<SplitLevel>;

  static Shape shape(StepContext& step, const Args& a) {
    return plan_split(step, step.gap(a.gap), a.n_lifts, NeedlessLoops::keep);
  }
  static std::vector<Obligation> safety(StepContext&, const Shape& levels) { return split_is_safe(levels); }
  static bool reassociates(StepContext&, const Shape& levels) { return split_reassociates(levels); }
  static void rewrite(StepContext&, const Shape& levels, Edit& edit) { apply_split(edit, levels); }
};

}  // namespace

Primitive fission_primitive() {
  return describe<Fission>("fission", "loops", "split loops in two at a gap in their body");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc fission(const Proc& p, const GapPlace& gap, std::int64_t n_lifts) {
  return rewrite::apply<rewrite::Fission>("fission", p, {{gap}, n_lifts});
}

}  // namespace tessera
