// SPDX-License-Identifier: Apache-2.0
// mult_dim — make one dimension of two, the second within the first.
//   x: T[h, l]; s(x[i, j])   -->   x: T[h * l]; s(x[l * i + j])
// The new dimension stands where the first one was; the extent l of the second is a literal. Neighbouring dimensions
// keep every element in its place in memory; others move elements, and strides change.
// Shape:   R1 the buffer is an allocation.
//          R2 it has these two dimensions, and the extent of the second is a positive literal.
//          R3 a window has a point in the first dimension; its intervals keep their order.
//          R4 the whole tensor is not passed to a call: it would change shape.
//          R5 dimensions that are no neighbours: no stride of the buffer is asked for.
// Safety:  S1 calls find their asserts true (no neighbours: strides change).
//          That j is in [0, l), so that no two elements meet, is the bounds check of the program.
// Forward: all statements stay; expressions stay but for the indices.
// Example: undoes_divide_dim
#include <fmt/format.h>

#include <algorithm>

#include "dsl/analysis/to_expr.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct MultDim {
  struct Args {
    BufferPlace buffer;
    std::int64_t hi_dim = 0, lo_dim = 0;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("hi_dim", &Args::hi_dim),
                        required("lo_dim", &Args::lo_dim)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the buffer is an allocation"},
      {"R2", "the buffer has these two dimensions, and the extent of the second is a positive literal"},
      {"R3", "a window has a point in the first dimension, and its intervals keep their order"},
      {"R4", "the whole tensor is not passed to a call"},
      {"R5", "no stride of the buffer is asked for, unless the dimensions are neighbours"},
      {"S1", "calls that get the buffer find their asserts true"}};

  struct Shape {
    BufferAt buffer;
    std::size_t hi, lo;
    std::int64_t extent;  ///< of the second dimension
    ir::Type type;
    ir::Block body;
    Range scope;

    bool neighbours() const { return lo == hi + 1; }
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (!b.alloc) step.refuse("R1", {}, b.name.text() + " is an argument: its callers know its shape");
    const auto rank = static_cast<std::int64_t>(b.type.shape.size());
    if (std::min(a.hi_dim, a.lo_dim) < 0 || std::max(a.hi_dim, a.lo_dim) >= rank || a.hi_dim == a.lo_dim)
      step.refuse("R2", *b.alloc, fmt::format("{} has {} dimensions, numbered from 0", b.name.text(), rank));
    Shape s{b, static_cast<std::size_t>(a.hi_dim), static_cast<std::size_t>(a.lo_dim), 0, b.type, {}, {}};
    const ir::Expr extent = ir::fold_literals(b.type.shape[s.lo]);
    if (!ir::literal(extent) || *ir::literal(extent) < 1)
      step.refuse("R2", *b.alloc, fmt::format("the extent of dimension {} is {}", s.lo, ir::print(extent)));
    s.extent = *ir::literal(extent);
    s.scope = scope_of(step.ir(), *b.alloc);
    std::optional<Path> stride = s.neighbours() ? std::nullopt : stride_use(step, s.scope, b.name);
    if (stride) step.refuse("R5", *stride, "the strides of " + b.name.text() + " change");
    s.type.shape[s.hi] = scaled(step, s, b.type.shape[s.hi], ir::int_lit(0));
    drop(s.type.shape, s.lo);
    s.body = with_accesses(step.ir(), s.scope, map(step, s));
    return s;
  }

  template <class T> static void drop(std::vector<T>& list, std::size_t d) {
    list.erase(list.begin() + static_cast<long>(d));
  }

  static ir::Expr scaled(StepContext& step, const Shape& s, const ir::Expr& hi, const ir::Expr& lo) {
    return analysis::simplify_affine(step.lower(), ir::add(ir::mul(ir::int_lit(s.extent), hi), lo));
  }

  static AccessMap map(StepContext& step, const Shape& s) {
    AccessMap out;
    out.buffer = out.becomes = s.buffer.name;
    out.index = [&step, s](const Path&, std::vector<ir::Expr> idx) {
      idx.at(s.hi) = scaled(step, s, idx[s.hi], idx.at(s.lo));
      drop(idx, s.lo);
      return idx;
    };
    out.window = [&step, s](const Path& at, std::vector<ir::WindowDim> dims) {
      require_in_order(step, s, at, dims);
      ir::WindowDim hi = dims.at(s.hi), lo = dims.at(s.lo);
      dims[s.hi] = {scaled(step, s, hi.lo, lo.lo), lo.is_point() ? ir::Expr() : scaled(step, s, hi.lo, lo.hi)};
      drop(dims, s.lo);
      return dims;
    };
    out.whole = [&step, s](const Path& at, const ir::Read&) -> ir::Expr {
      step.refuse("R4", at, "the whole of " + s.buffer.name.text() + " is passed on", "inline the call first");
    };
    out.stride = [s](const Path&, const ir::StrideOf& n) { return stride(s, static_cast<std::size_t>(n.dim)); };
    return out;
  }

  static void require_in_order(const StepContext& step, const Shape& s, const Path& at,
                               const std::vector<ir::WindowDim>& dims) {
    if (!dims.at(s.hi).is_point())
      step.refuse("R3", at, fmt::format("dimension {} is an interval here", s.hi), "take a point there");
    for (std::size_t d = std::min(s.hi, s.lo); d <= std::max(s.hi, s.lo); ++d)
      if (d != s.lo && !dims.at(s.lo).is_point() && !dims.at(d).is_point())
        step.refuse("R3", at, "the window's dimensions would change their order");
  }

  // Of neighbours: x[i + 1, j] is l elements further on in the new dimension.
  static ir::Expr stride(const Shape& s, std::size_t dim) {
    const int now = static_cast<int>(dim > s.hi ? dim - 1 : dim);
    ir::Expr same(ir::StrideOf{s.buffer.name, now});
    return dim == s.hi ? ir::mul(ir::int_lit(s.extent), same) : same;
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    if (s.neighbours()) return {};
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    auto calls = [&step, after, s] {
      return call_preconditions(step.lower_of(*after), *after, s.scope, s.buffer.name);
    };
    return {{"S1", {{"", calls}}, *s.buffer.alloc, "rearrange_dim first, so that the two are neighbours"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    SrcLoc loc = ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc();
    edit.become(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, s.type, s.buffer.mem}, loc));
  }
};

}  // namespace

Primitive mult_dim_primitive() {
  return describe<MultDim>("mult_dim", "buffers", "make one dimension of two, the second within the first");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc mult_dim(const Proc& p, const BufferPlace& buffer, std::int64_t hi_dim, std::int64_t lo_dim) {
  return rewrite::apply<rewrite::MultDim>("mult_dim", p, {{buffer}, hi_dim, lo_dim});
}

}  // namespace tessera
