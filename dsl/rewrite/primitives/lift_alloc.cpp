// SPDX-License-Identifier: Apache-2.0
// lift_alloc — move an allocation out of the loops and ifs around it.
//   for i in seq(a, b): x: T[n]; s(x)   -->   x: T[n]; for i in seq(a, b): s(x)
// What is in x when its lifetime starts is unspecified; what the iteration before left there is one such content.
// Args:    n_lifts: how many scopes it leaves.
// Shape:   R1 so many scopes are around the allocation.
//          R2 the extents mention only what is in scope at the new place, and read no configuration.
// Safety:  S1 the extents are not negative at the new place (a guard or loop range may have ensured it so far).
//          S2 out of a parallel loop: its iterations, which now share x, do not meet there.
// Forward: the allocation moves, all else stays; an allocation that was alone in its scope leaves `pass`.
// Example: moves_before_the_loops
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/lift.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct LiftAlloc {
  struct Args {
    BufferPlace buffer;
    std::int64_t n_lifts = 1;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), optional_field("n_lifts", &Args::n_lifts)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "so many loops or ifs are around the allocation"},
      {"R2", "the extents mention only names in scope at the new place, and read no configuration"},
      {"S1", "the extents are not negative at the new place"},
      {"S2", "iterations of a parallel loop do not meet in the buffer that they come to share"}};

  struct Shape {
    BufferAt buffer;
    Path target;  ///< the scope before which the allocation goes
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    Path target = lift_target(step, b, a.n_lifts, "R1");
    require_in_scope(step, b, b.type.shape, target, "R2");
    return {b, target};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    return {extents_not_negative(step, s.buffer.type.shape, s.target, "S1"),
            no_sharing(step, after, s.buffer, s.target, "S2")};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) { move_declaration(edit, *s.buffer.alloc, s.target); }
};

}  // namespace

Primitive lift_alloc_primitive() {
  return describe<LiftAlloc>("lift_alloc", "buffers", "move an allocation out of the loops and ifs around it");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc lift_alloc(const Proc& p, const BufferPlace& buffer, std::int64_t n_lifts) {
  return rewrite::apply<rewrite::LiftAlloc>("lift_alloc", p, {{buffer}, n_lifts});
}

}  // namespace tessera
