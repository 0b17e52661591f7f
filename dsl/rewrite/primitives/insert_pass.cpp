// SPDX-License-Identifier: Apache-2.0
// insert_pass — put a statement that does nothing into a gap.
//   s; t   -->   s; pass; t
// Forward: every cursor stays; statements after the gap move one on.
// Example: between_two_statements
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct InsertPass {
  struct Args {
    GapPlace gap;
    static constexpr auto fields() { return std::tuple{required("gap", &Args::gap)}; }
  };
  static constexpr std::array<Condition, 0> conditions{};
  using Shape = Path;

  static Shape shape(StepContext& step, const Args& a) { return step.gap(a.gap); }
  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }
  static void rewrite(StepContext&, const Shape& gap, Edit& edit) { edit.insert(gap, {ir::Pass{}}); }
};

}  // namespace

Primitive insert_pass_primitive() {
  return describe<InsertPass>("insert_pass", "statements", "put a statement that does nothing into a gap");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc insert_pass(const Proc& p, const GapPlace& gap) {
  return rewrite::apply<rewrite::InsertPass>("insert_pass", p, {{gap}});
}

}  // namespace tessera
