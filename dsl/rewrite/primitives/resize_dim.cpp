// SPDX-License-Identifier: Apache-2.0
// resize_dim — give a dimension of a buffer another extent, and count its elements from another start.
//   x: T[d]; s(x[i])   -->   x: T[n]; s(x[i - e])
//                      -->   x: T[n]; s(x[(i - e) % n])                                 (fold: a circular buffer)
// Shape:   R1 the buffer is an allocation.
//          R2 it has such a dimension.
//          R3 size and offset are index expressions over what is in scope at the allocation; they read no
//          configuration. R4 a callee that gets the whole tensor takes a window: that is what it becomes. R5 no stride
//          of the buffer is asked for (but for the outermost dimension, whose extent is in no stride). R6 fold: the
//          size is a positive literal, and the whole tensor is not passed to a call.
// Safety:  S1 every access is in bounds, and every window: an interval along a folded dimension stays within one turn.
//          S2 the size is not negative.
//          S3 calls find their asserts true: strides change.
//          S4 fold: between a write and a later read of another element of its slot, the element that is read is
//             written: no two live values share a slot.
//          S5 fold: iterations of a parallel loop do not meet in a slot.
//          S6 fold: no two arguments of a call share a slot that the callee writes.
// Forward: all statements stay; expressions stay but for what was below the index.
// Example: folds_the_rows_that_a_stencil_keeps
#include <fmt/format.h>

#include "dsl/analysis/to_expr.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/values.hpp"

namespace tessera::rewrite {
namespace {

struct ResizeDim {
  struct Args {
    BufferPlace buffer;
    std::int64_t dim = 0;
    Text size, offset;
    bool fold = false;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("dim", &Args::dim), required("size", &Args::size),
                        required("offset", &Args::offset), optional_field("fold", &Args::fold)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the buffer is an allocation"},
      {"R2", "the buffer has such a dimension"},
      {"R3", "size and offset are index expressions over names in scope at the allocation, and read no configuration"},
      {"R4", "a callee that gets the whole tensor takes a window"},
      {"R5", "no stride of the buffer is asked for, unless the dimension is the outermost"},
      {"R6", "a folded dimension has a positive literal for its size, and the whole tensor is not passed to a call"},
      {"S1", "every access and every window is in bounds of the new extent"},
      {"S2", "the new extent is not negative at the allocation"},
      {"S3", "calls that get the buffer find their asserts true"},
      {"S4",
       "no two live values share a slot: an element is written, before it is read, after the last write to another "
       "element there"},
      {"S5", "iterations of a parallel loop do not meet in a slot"},
      {"S6", "no two arguments of a call share a slot that the callee writes"}};

  struct Shape {
    BufferAt buffer;
    std::size_t dim;
    ir::Expr size, offset;
    std::int64_t fold;  ///< the size, or 0
    ir::Block body;     ///< of the procedure, with the new accesses
    Range scope;
  };

  // ---- shape

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (!b.alloc) step.refuse("R1", {}, b.name.text() + " is an argument: its callers know its shape");
    if (a.dim < 0 || a.dim >= static_cast<std::int64_t>(b.type.shape.size()))
      step.refuse("R2", *b.alloc,
                  fmt::format("{} has {} dimensions, numbered from 0", b.name.text(), b.type.shape.size()));
    Range scope = scope_of(step.ir(), *b.alloc);
    Shape s{b,
            static_cast<std::size_t>(a.dim),
            constant(step, a.size, *b.alloc),
            constant(step, a.offset, *b.alloc),
            0,
            {},
            scope};
    std::optional<Path> stride = s.dim > 0 ? stride_use(step, scope, b.name) : std::nullopt;
    if (stride) step.refuse("R5", *stride, "the strides of " + b.name.text() + " change");
    if (a.fold) s.fold = turn(step, s);
    else require_windows(step, b, scope, "R4");
    s.body = with_accesses(step.ir(), scope, map(step, s));
    return s;
  }

  static ir::Expr constant(const StepContext& step, const Text& text, const Path& at) {
    ir::Expr e = index_argument(step, text, at, "R3");
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (node.as<ir::ReadConfig>())
        step.refuse("R3", at, fmt::format("'{}' reads a configuration field, which may change", text.text));
    });
    return e;
  }

  static std::int64_t turn(const StepContext& step, const Shape& s) {
    const ir::Expr size = ir::fold_literals(s.size);
    const std::int64_t* n = ir::literal(size);
    if (!n || *n < 1) step.refuse("R6", *s.buffer.alloc, fmt::format("the size is {}", ir::print(size)));
    return *n;
  }

  static AccessMap map(StepContext& step, const Shape& s) {
    AccessMap out;
    out.buffer = out.becomes = s.buffer.name;
    out.index = [&step, s](const Path&, std::vector<ir::Expr> idx) {
      idx.at(s.dim) = placed(step, s, idx[s.dim]);
      return idx;
    };
    out.window = [&step, s](const Path&, std::vector<ir::WindowDim> dims) {
      ir::WindowDim& d = dims.at(s.dim);
      const ir::WindowDim old = d;
      d.lo = placed(step, s, old.lo);
      if (!old.is_point())
        d.hi = s.fold ? analysis::simplify_affine(step.lower(), ir::add(d.lo, ir::sub(old.hi, old.lo)))
                      : placed(step, s, old.hi);
      return dims;
    };
    out.whole = [&step, s](const Path& at, const ir::Read& r) {
      if (s.fold) step.refuse("R6", at, "the whole of " + s.buffer.name.text() + " is passed on");
      std::vector<ir::WindowDim> dims;
      for (const ir::Expr& extent : s.buffer.type.shape) dims.push_back({ir::int_lit(0), extent});
      dims[s.dim] = {placed(step, s, ir::int_lit(0)), placed(step, s, s.buffer.type.shape[s.dim])};
      return ir::Expr(ir::WindowExpr{s.buffer.name, std::move(dims), r.type});
    };
    out.stride = [](const Path&, const ir::StrideOf& n) { return ir::Expr(n); };
    return out;
  }

  static ir::Expr placed(StepContext& step, const Shape& s, const ir::Expr& index) {
    ir::Expr moved = analysis::simplify_affine(step.lower(), ir::sub(index, s.offset));
    return s.fold ? analysis::simplify_affine(step.lower(), ir::floor_mod(moved, s.fold)) : moved;
  }

  // ---- safety

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    const Path at = *s.buffer.alloc;
    auto bounds = [=, &step] { return in_bounds(step.lower_of(*after), *after, s.scope, s.buffer.name); };
    auto calls = [=, &step] { return call_preconditions(step.lower_of(*after), *after, s.scope, s.buffer.name); };
    std::vector<Obligation> out{
        {"S1", {{"", bounds}}, at, "choose a larger size, or an offset up to the smallest index"},
        analysis::obligation("S2", at, step.facts(at), smt::le(0, step.lower().index(s.size)),
                             "the new extent is not negative")};
    if (s.dim > 0) out.push_back({"S3", {{"", calls}}, at, "resize the outermost dimension, which is in no stride"});
    if (s.fold) add_folding(step, s, after, out);
    return out;
  }

  static void add_folding(StepContext& step, const Shape& s, const ir::ProcRef& after, std::vector<Obligation>& out) {
    const Path at = *s.buffer.alloc;
    auto live = [&step, s] { return live_values_apart(step, s); };
    auto races = [=, &step] { return free_of_races(step.lower_of(*after), *after, s.scope, s.buffer.name); };
    auto apart = [=, &step] { return calls_apart(step.lower_of(*after), *after, s.scope, s.buffer.name); };
    out.push_back({"S4", {{"", live}}, at, "choose a size of at least the number of values that are alive at once"});
    out.push_back({"S5", {{"", races}}, at, "fold a dimension that the parallel loop does not run along"});
    out.push_back({"S6", {{"", apart}}, at, "choose a larger size"});
  }

  static std::vector<smt::Query> live_values_apart(StepContext& step, const Shape& s) {
    Lowering lower = step.fresh_lower();
    auto share_a_slot = [&](const analysis::Access& w, const analysis::Access& r) {
      const Affine &one = w.at.idx.at(s.dim), &other = r.at.idx.at(s.dim);
      return equal_but_for(w.at, r.at, s.dim) && !smt::eq(one, other) &&
             smt::eq(step.terms().remainder(one - other, s.fold), 0);
    };
    auto slot = [&](analysis::Element e) {
      if (s.dim < e.idx.size()) e.idx[s.dim] = step.terms().remainder(e.idx[s.dim], s.fold);
      return e;
    };
    return ValueFlow(lower, step.ir(), s.scope, std::span(&s.buffer.name, 1))
        .kept({share_a_slot, slot},
              fmt::format("no value of {} is overwritten before its last read", s.buffer.name.text()));
  }

  // ---- rewrite

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    ir::Type type = s.buffer.type;
    type.shape.at(s.dim) = s.size;
    SrcLoc loc = ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc();
    edit.become(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, type, s.buffer.mem}, loc));
  }
};

}  // namespace

Primitive resize_dim_primitive() {
  return describe<ResizeDim>("resize_dim", "buffers",
                             "give a dimension another extent and start, or fold it to a circular buffer");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc resize_dim(const Proc& p, const BufferPlace& buffer, std::int64_t dim, const std::string& size,
                const std::string& offset, bool fold) {
  return rewrite::apply<rewrite::ResizeDim>("resize_dim", p, {{buffer}, dim, {size}, {offset}, fold});
}

}  // namespace tessera
