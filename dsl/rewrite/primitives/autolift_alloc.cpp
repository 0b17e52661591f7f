// SPDX-License-Identifier: Apache-2.0
// autolift_alloc — move an allocation out of loops, and give it an element per iteration of these.
//   for i in seq(a, b): x: T[d]; s(x[j])   -->   x: T[d]; for i in seq(a, b): s(x[j])
//   with keep_dims                         -->   x: T[b - a, d]; for i in seq(a, b): s(x[i - a, j])      (mode 'row')
//                                          -->   x: T[d, b - a]; for i in seq(a, b): s(x[j, i - a])      (mode 'col')
// With keep_dims each loop gets a dimension that the value of x depends on: its counter is read where x is written, or
// decides whether it is, or what is read there depends on it in turn. Where x is only read does not matter. `size`,
// when given, is the extent of each new dimension. What an iteration finds in its element is as unspecified as before.
// Args:    n_lifts: how many scopes it leaves.  mode: whether the new dimensions come first or last.
//          size: their extent.  keep_dims: an element for each iteration; without it iterations share the buffer.
// Shape:   R1 so many scopes are around the allocation.
//          R2 the mode is 'row' or 'col'.
//          R3 the extents, old and new, mention only what is in scope at the new place, and read no configuration.
//          R4 a callee that gets the whole tensor takes a window: that is what it becomes.
//          R5 no stride of the buffer is asked for (col only: its strides change).
// Safety:  S1 the extents are not negative at the new place.
//          S2 `size` is at least the number of iterations of each loop.
//          S3 iterations of a parallel loop do not meet in the buffer that they come to share.
//          S4 calls find their asserts true (col only).
//          S5 the body of a loop that gives a dimension writes no configuration field of its bounds: the index counts
//          from there.
// Forward: the allocation moves, all other statements stay.
// Example: gives_a_dimension_for_each_loop_that_matters
#include <fmt/format.h>

#include "dsl/analysis/to_expr.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/lift.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/value_sources.hpp"

namespace tessera::rewrite {
namespace {

struct AutoliftAlloc {
  struct Args {
    BufferPlace buffer;
    std::int64_t n_lifts = 1;
    std::string mode = "row";
    std::int64_t size = 0;
    bool keep_dims = false;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), optional_field("n_lifts", &Args::n_lifts),
                        optional_field("mode", &Args::mode), optional_field("size", &Args::size),
                        optional_field("keep_dims", &Args::keep_dims)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "so many loops or ifs are around the allocation"},
      {"R2", "the mode is 'row' or 'col'"},
      {"R3", "the extents mention only names in scope at the new place, and read no configuration"},
      {"R4", "a callee that gets the whole tensor takes a window"},
      {"R5", "no stride of the buffer is asked for"},
      {"S1", "the extents are not negative at the new place"},
      {"S2", "the size is at least the number of iterations of each loop"},
      {"S3", "iterations of a parallel loop do not meet in the buffer that they come to share"},
      {"S4", "calls that get the buffer find their asserts true"},
      {"S5", "the body of a loop that gives a dimension writes no configuration field of its bounds"}};

  struct Shape {
    BufferAt buffer;
    Path target;
    ir::Type type;            ///< with the new dimensions
    std::vector<Path> loops;  ///< that give a dimension, outermost first
    std::int64_t size;
    bool in_front;
    ir::Block body;  ///< of the procedure, with the new accesses
  };

  static Shape shape(StepContext& step, const Args& a) {
    Shape s;
    s.buffer = step.buffer(a.buffer);
    s.target = lift_target(step, s.buffer, a.n_lifts, "R1");
    if (a.mode != "row" && a.mode != "col") step.refuse("R2", *s.buffer.alloc, "there is no mode '" + a.mode + "'");
    s.in_front = a.mode == "row";
    s.size = a.size;
    Range scope = scope_of(step.ir(), *s.buffer.alloc);
    if (a.keep_dims) s.loops = loops_with_dimension(step, s);
    if (!s.loops.empty()) require_windows(step, s.buffer, scope, "R4");
    if (!s.in_front)
      if (std::optional<Path> at = stride_use(step, scope, s.buffer.name))
        step.refuse("R5", *at, "the strides of " + s.buffer.name.text() + " change");
    std::vector<ir::Expr> more, index;
    for (const Path& p : s.loops) {
      const ir::For& loop = *ir::stmt_at(step.ir(), p)->as<ir::For>();
      more.push_back(a.size > 0 ? ir::int_lit(a.size)
                                : analysis::simplify_affine(step.lower(), ir::sub(loop.hi, loop.lo)));
      index.push_back(ir::sub(ir::read(loop.iter, ir::Scalar::index), loop.lo));
    }
    s.type = s.buffer.type;
    s.type.shape.insert(s.in_front ? s.type.shape.begin() : s.type.shape.end(), more.begin(), more.end());
    require_in_scope(step, s.buffer, s.type.shape, s.target, "R3");
    const auto indexed = [index](const Path&) { return index; };
    s.body = step.ir().body;
    if (!s.loops.empty())  // without new dimensions a whole tensor stays one, which callees may insist on
      s.body = with_accesses(step.ir(), scope, with_more_dims(s.buffer.name, s.buffer.type, s.in_front, indexed));
    return s;
  }

  static std::vector<Path> loops_with_dimension(const StepContext& step, const Shape& s) {
    const ValueSources sources(step.ir());
    std::vector<Path> out;
    for (const Path& p : ir::ancestor_paths(*s.buffer.alloc)) {
      if (p.steps.size() < s.target.steps.size()) continue;
      const auto* loop = ir::stmt_at(step.ir(), p)->as<ir::For>();
      if (loop && sources.depends(s.buffer.name, loop->iter)) out.push_back(p);
    }
    return out;
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    std::vector<Obligation> out{extents_not_negative(step, s.type.shape, s.target, "S1")};
    for (const Path& p : s.loops) out.push_back(steady_bounds(step, p));
    for (const Path& p : s.loops) {
      if (s.size == 0) break;
      const ir::For& loop = *ir::stmt_at(step.ir(), p)->as<ir::For>();
      std::vector<Formula> facts = step.facts(p);
      Affine length = step.lower().index(loop.hi) - step.lower().index(loop.lo);
      out.push_back(analysis::obligation("S2", p, facts, smt::le(length, s.size),
                                         fmt::format("the loop runs at most {} times", s.size)));
    }
    out.push_back(no_sharing(step, after, s.buffer, s.target, "S3"));
    auto calls = [&step, after, name = s.buffer.name, target = s.target] {
      return call_preconditions(step.lower_of(*after), *after, scope_of(*after, target), name);
    };
    if (!s.in_front) out.push_back({"S4", {{"", calls}}, *s.buffer.alloc, "mode='row' keeps the strides"});
    return out;
  }

  static Obligation steady_bounds(const StepContext& step, const Path& loop) {
    const ir::Stmt& stmt = *ir::stmt_at(step.ir(), loop);
    Obligation out = analysis::obligation(
        "S5", loop, {}, Formula::constant(!changes_own_header(stmt)),
        fmt::format("the index counts from a bound of {} that stays", stmt.as<ir::For>()->iter.text()));
    out.hint = "bind the bound to a field of its own first, or expand_dim by an index that stays";
    return out;
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    SrcLoc loc = ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc();
    edit.become(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, s.type, s.buffer.mem}, loc));
    move_declaration(edit, *s.buffer.alloc, s.target);
  }
};

}  // namespace

Primitive autolift_alloc_primitive() {
  return describe<AutoliftAlloc>("autolift_alloc", "buffers",
                                 "move an allocation out of loops, with an element per iteration");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc autolift_alloc(const Proc& p, const BufferPlace& buffer, std::int64_t n_lifts, LiftMode mode, std::int64_t size,
                    LiftDims dims) {
  return rewrite::apply<rewrite::AutoliftAlloc>(
      "autolift_alloc", p, {{buffer}, n_lifts, mode == LiftMode::row ? "row" : "col", size, dims == LiftDims::used});
}

}  // namespace tessera
