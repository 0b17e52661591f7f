// SPDX-License-Identifier: Apache-2.0
// sink_alloc — move an allocation into the loop or if that alone uses it.
//   x: T[n]; for i in seq(a, b): s(x)   -->   for i in seq(a, b): x: T[n]; s(x)
// An if whose branches both use it gives each branch an allocation of its own. One that nothing uses goes into the body
// of the loop or if right after it.
// Shape:   R1 the buffer is an allocation.
//          R2 at each level one statement alone uses the buffer: a loop or if, and an if of which both branches use it
//             at the last level only. Where nothing uses it, a loop or if follows.
//          R3 the extents read no configuration.
// Safety:  S1 no iteration reads what another one left: between a write and a read of the same element in a later
//             iteration, the reading iteration writes it.
// Forward: the allocation moves; all else stays.
// Example: each_iteration_gets_a_buffer_of_its_own
#include <fmt/format.h>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/values.hpp"

namespace tessera::rewrite {
namespace {

struct SinkAlloc {
  struct Args {
    BufferPlace buffer;
    std::int64_t n_levels = 1;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), optional_field("n_levels", &Args::n_levels)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the buffer is an allocation"},
      {"R2", "at each level one statement alone uses the buffer, a loop or if; or nothing does, and one follows"},
      {"R3", "the extents read no configuration"},
      {"S1", "no iteration reads what another one left in the buffer"}};

  struct Shape {
    BufferAt buffer;
    std::vector<Path> targets;  ///< the first statements of the lists that get an allocation; one, or one per branch
    std::size_t loops = 0;      ///< that the allocation moves into
  };

  // ---- shape

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (!b.alloc) step.refuse("R1", {}, b.name.text() + " is an argument");
    if (a.n_levels < 1) step.refuse("R2", *b.alloc, fmt::format("{} levels are asked for", a.n_levels));
    for (const ir::Expr& extent : b.type.shape)
      ir::for_each_expr(extent, [&](const ir::Expr& e) {
        if (e.as<ir::ReadConfig>())
          step.refuse("R3", *b.alloc, fmt::format("the extent {} may have another value later", ir::print(extent)));
      });
    Shape s{b, {b.alloc->sibling(1)}, 0};
    for (std::int64_t level = 0; level < a.n_levels; ++level) descend(step, s);
    return s;
  }

  static void descend(const StepContext& step, Shape& s) {
    if (s.targets.size() > 1) step.refuse("R2", s.targets[0], "both branches use it", "sink it to here first");
    Path scope = only_user(step, s, s.targets[0]);
    const ir::Stmt& stmt = *ir::stmt_at(step.ir(), scope);
    if (stmt.as<ir::For>()) ++s.loops;
    s.targets.clear();
    for (ir::Branch which : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* list = ir::branch(stmt, which); list && ir::mentions(*list, s.buffer.name))
        s.targets.push_back(scope.child(which, 0));
    if (s.targets.empty()) s.targets.push_back(scope.child(ir::Branch::body, 0));
  }

  static Path only_user(const StepContext& step, const Shape& s, const Path& first) {
    const ir::Block& list = *ir::list_at(step.ir(), first);
    const std::string& name = s.buffer.name.text();
    std::vector<Path> users;
    for (int i = first.steps.back().index; i < static_cast<int>(list.size()); ++i) {
      Path at = first.sibling(i - first.steps.back().index);
      if (ir::mentions(*ir::stmt_at(step.ir(), at), s.buffer.name)) users.push_back(at);
    }
    if (users.empty()) return scope_after(step, s, first);
    if (users.size() > 1)
      step.refuse("R2", users[1], fmt::format("{} statements use {} here", users.size(), name),
                  "fuse or inline_window until one is left");
    const ir::Stmt& user = *ir::stmt_at(step.ir(), users[0]);
    if (!ir::branch(user, ir::Branch::body)) step.refuse("R2", users[0], name + " is used here, by no loop or if");
    return users[0];
  }

  static Path scope_after(const StepContext& step, const Shape& s, const Path& first) {
    const ir::Stmt* next = ir::stmt_at(step.ir(), first);
    if (!next || !ir::branch(*next, ir::Branch::body))
      step.refuse("R2", *s.buffer.alloc,
                  fmt::format("nothing uses {}, and no loop or if follows", s.buffer.name.text()),
                  "delete_buffer drops it");
    return first;
  }

  // ---- safety

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    if (s.loops == 0) return {};
    auto carried = [&step, s] {
      Lowering lower = step.fresh_lower();
      const Range scope = scope_of(step.ir(), *s.buffer.alloc);
      auto in_another_iteration = [&](const analysis::Access& w, const analysis::Access& r) {
        std::vector<Formula> same;
        for (std::size_t i = 0; i < s.loops; ++i)
          same.push_back(smt::eq(Affine::variable(w.loops.at(i)), Affine::variable(r.loops.at(i))));
        return analysis::same_element(w.at, r.at) && !Formula::all(same);
      };
      return ValueFlow(lower, step.ir(), scope, std::span(&s.buffer.name, 1))
          .kept({in_another_iteration, std::identity()},
                fmt::format("no value of {} comes from another iteration", s.buffer.name.text()), s.loops);
    };
    return {{"S1", {{"", carried}}, *s.buffer.alloc, "let each iteration write the buffer before it reads it"}};
  }

  // ---- rewrite

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    if (s.targets.size() > 1) give_copy(s, edit);
    edit.move({*s.buffer.alloc, 1}, s.targets[0]);
  }

  // The else branch works on a buffer of its own.
  static void give_copy(const Shape& s, Edit& edit) {
    const Path orelse = s.targets[1];
    const ir::Sym copy = ir::Sym::fresh(s.buffer.name.text());
    SrcLoc loc = ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc();
    auto size = static_cast<int>(ir::list_at(edit.proc(), orelse)->size());
    set_accesses(edit, with_accesses(edit.proc(), {orelse, size}, renaming(s.buffer.name, copy)));
    edit.insert(orelse, {ir::Stmt(ir::Alloc{copy, s.buffer.type, s.buffer.mem}, loc)});
  }
};

}  // namespace

Primitive sink_alloc_primitive() {
  return describe<SinkAlloc>("sink_alloc", "buffers", "move an allocation into the loop or if that alone uses it");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc sink_alloc(const Proc& p, const BufferPlace& buffer, std::int64_t n_levels) {
  return rewrite::apply<rewrite::SinkAlloc>("sink_alloc", p, {{buffer}, n_levels});
}

}  // namespace tessera
