// SPDX-License-Identifier: Apache-2.0
// reuse_buffer — let a buffer live in the memory of another one, whose values are no longer needed.
//   x: T[n]; s(x); y: T[n]; t(y)   -->   x: T[n]; s(x); t(x)                              (old x, new y)
// Shape:   R1 both are allocations, two different ones.
//          R2 the old one is in scope where the new one is allocated.
//          R3 both have the same element type, number of dimensions and memory.
// Safety:  S1 the extents are equal.
//          S2 between a write to one and a later read of that element of the other, the other is written: no value is
//             overwritten that is still needed, also where loops run the statements again.
//          S3 iterations of a parallel loop do not meet in the common memory.
//          S4 no two arguments of a call share an element that the callee writes.
// Forward: the new one's allocation is gone, or `pass` where it was the only statement; all else stays.
// Example: one_after_the_other
#include <fmt/format.h>

#include <array>

#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/values.hpp"

namespace tessera::rewrite {
namespace {

struct ReuseBuffer {
  struct Args {
    BufferPlace old_buffer, new_buffer;
    static constexpr auto fields() {
      return std::tuple{required("old", &Args::old_buffer), required("new", &Args::new_buffer)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "both buffers are allocations, two different ones"},
      {"R2", "the old buffer is in scope where the new one is allocated"},
      {"R3", "both buffers have the same element type, number of dimensions and memory"},
      {"S1", "the extents of both buffers are equal"},
      {"S2", "an element of a buffer is written, before it is read, after the last write to that element of the other"},
      {"S3", "iterations of a parallel loop do not meet in the common memory"},
      {"S4", "no two arguments of a call share an element that the callee writes"}};

  struct Shape {
    BufferAt old_buffer, new_buffer;
    ir::Block body;  ///< of the procedure, with the new one's accesses to the old one
  };

  // ---- shape

  static Shape shape(StepContext& step, const Args& a) {
    Shape s{step.buffer(a.old_buffer), step.buffer(a.new_buffer), {}};
    const BufferAt &x = s.old_buffer, &y = s.new_buffer;
    for (const BufferAt* b : {&x, &y})
      if (!b->alloc) step.refuse("R1", {}, b->name.text() + " is an argument");
    if (x.name == y.name) step.refuse("R1", *x.alloc, "both are " + x.name.text());
    if (!in_scope(*x.alloc, *y.alloc))
      step.refuse("R2", *y.alloc,
                  fmt::format("{} is allocated where {} is not known", step.shown(y.name), step.shown(x.name)),
                  "lift_alloc moves it outwards, reorder_stmts up");
    require_alike(step, x, y);
    s.body = with_accesses(step.ir(), scope_of(step.ir(), *y.alloc), renaming(y.name, x.name));
    return s;
  }

  // `at` lies after the declaration in its list, or below a statement that does.
  static bool in_scope(const Path& declaration, const Path& at) {
    Path following = at;
    if (following.steps.size() < declaration.steps.size()) return false;
    following.steps.resize(declaration.steps.size());
    const int distance = following.steps.back().index - declaration.steps.back().index;
    return distance > 0 && following == declaration.sibling(distance);
  }

  static void require_alike(const StepContext& step, const BufferAt& x, const BufferAt& y) {
    auto text = [&step](const BufferAt& b) {
      return fmt::format("{}: {} @ {}", step.shown(b.name), ir::print(b.type), b.mem->name);
    };
    if (x.type.scalar != y.type.scalar || x.type.shape.size() != y.type.shape.size() || x.mem->name != y.mem->name)
      step.refuse("R3", *y.alloc, fmt::format("{} and {}", text(x), text(y)),
                  "set_memory and set_precision change them");
  }

  // ---- safety

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    const Path at = *s.new_buffer.alloc;
    const Range scope = scope_of(*after, *s.old_buffer.alloc);
    std::vector<Formula> equal;
    for (std::size_t d = 0; d < s.old_buffer.type.shape.size(); ++d)
      equal.push_back(
          smt::eq(step.lower().index(s.old_buffer.type.shape[d]), step.lower().index(s.new_buffer.type.shape[d])));
    auto races = [=, &step] { return free_of_races(step.lower_of(*after), *after, scope, s.old_buffer.name); };
    auto apart = [=, &step] { return calls_apart(step.lower_of(*after), *after, scope, s.old_buffer.name); };
    return {analysis::obligation("S1", at, step.facts(at), Formula::all(equal), "the extents are equal"),
            {"S2", {{"", [&step, s] { return values_kept(step, s); }}}, at, "the old one must be dead by then"},
            {"S3", {{"", races}}, at, "allocate both inside the parallel loop"},
            {"S4", {{"", apart}}, at, "a call that takes both needs both"}};
  }

  static std::vector<smt::Query> values_kept(StepContext& step, const Shape& s) {
    const ir::ProcRef both = side_by_side(step, s);
    Lowering lower = step.lower_of(*both);
    const std::array<ir::Sym, 2> names{s.old_buffer.name, s.new_buffer.name};
    auto same_place = [](const analysis::Access& w, const analysis::Access& r) {
      if (w.at.buffer == r.at.buffer) return Formula::constant(false);
      return equal_but_for(w.at, r.at, w.at.idx.size());
    };
    auto in_old = [&](analysis::Element e) { return analysis::Element{names[0], std::move(e.idx)}; };
    return ValueFlow(lower, *both, scope_of(*both, s.old_buffer.alloc->sibling(1)), names)
        .kept({same_place, in_old}, fmt::format("{} and {} do not overwrite values that are still needed",
                                                step.shown(s.old_buffer.name), step.shown(s.new_buffer.name)));
  }

  // The program with the new buffer allocated where the old one is: all accesses to both are in one lifetime. That it
  // keeps its values for longer than it has to asks for more, not for less.
  static ir::ProcRef side_by_side(const StepContext& step, const Shape& s) {
    return preview(step, [&](Edit& edit) {
      edit.become(*s.new_buffer.alloc, ir::Stmt(ir::Pass{}));
      edit.insert(s.old_buffer.alloc->sibling(1),
                  {ir::Stmt(ir::Alloc{s.new_buffer.name, s.old_buffer.type, s.new_buffer.mem})});
    });
  }

  // ---- rewrite

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    erase_or_pass(edit, *s.new_buffer.alloc);
  }
};

}  // namespace

Primitive reuse_buffer_primitive() {
  return describe<ReuseBuffer>("reuse_buffer", "buffers",
                               "let a buffer live in the memory of another one that is no longer needed");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc reuse_buffer(const Proc& p, const BufferPlace& old_buffer, const BufferPlace& new_buffer) {
  return rewrite::apply<rewrite::ReuseBuffer>("reuse_buffer", p, {{old_buffer}, {new_buffer}});
}

}  // namespace tessera
