// SPDX-License-Identifier: Apache-2.0
// autofission — split loops at a gap as fission does, and drop each resulting loop that only repeats itself.
//   for k in seq(a,b): A; B(k)   -->   A                         A does not mention k and is idempotent, a < b
//                                      for k in seq(a,b): B(k)   (likewise for the second part)
// This hoists a load out of the loops it does not depend on, and sinks a store after them.
// Args:    n_lifts: how many scopes are split, from the innermost outwards.
// Shape:   R2 B uses no allocation or window made in A.
//          R3 a scope is around the gap; where there are fewer than n_lifts it stops at the outermost.
//          R4 neither side is empty.
//          R5 A and B write no configuration that the bounds or the condition read.
// Safety:  S1 as for fission, at each level on the program that the levels below left.
//          S2 the body of a dropped loop is idempotent or runs once.  S3 a dropped loop runs.  Where one of the two is
//          not proved the loop stays.
// Forward: statements stay with their part; a loop goes to the first of the two that is left, or is gone with both.
// Example: hoists_a_load_out_of_the_reduction_loop
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/split.hpp"

namespace tessera::rewrite {
namespace {

struct Autofission {
  struct Args {
    GapPlace gap;
    std::int64_t n_lifts = 1;
    static constexpr auto fields() {
      return std::tuple{required("gap", &Args::gap), optional_field("n_lifts", &Args::n_lifts)};
    }
  };
  static constexpr Condition conditions[] = {
      TESSERA_SPLIT_CONDITIONS,
      {"S2", "a dropped loop's body is idempotent (it reads nothing that it writes and adds to nothing), or runs once",
       true},
      {"S3", "a dropped loop runs at least once", true}};
  using Shape = std::vector<SplitLevel>;

  static Shape shape(StepContext& step, const Args& a) {
    return plan_split(step, step.gap(a.gap), a.n_lifts, NeedlessLoops::drop);
  }
  static std::vector<Obligation> safety(StepContext&, const Shape& levels) { return split_is_safe(levels); }
  static bool reassociates(StepContext&, const Shape& levels) { return split_reassociates(levels); }
  static void rewrite(StepContext&, const Shape& levels, Edit& edit) { apply_split(edit, levels); }
};

}  // namespace

Primitive autofission_primitive() {
  return describe<Autofission>("autofission", "loops",
                               "split loops at a gap, and drop loops whose iterations all do the same");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc autofission(const Proc& p, const GapPlace& gap, std::int64_t n_lifts) {
  return rewrite::apply<rewrite::Autofission>("autofission", p, {{gap}, n_lifts});
}

}  // namespace tessera
