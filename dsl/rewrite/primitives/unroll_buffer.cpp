// SPDX-License-Identifier: Apache-2.0
// unroll_buffer — make a separate buffer for each index of a dimension.
//   x: T[2, n]; s(x[0, i], x[1, j])   -->   x_0: T[n]; x_1: T[n]; s(x_0[i], x_1[j])
// Shape:   R1 the buffer is an allocation.
//          R2 it has such a dimension, and its extent is a positive literal.
//          R3 every index there is a literal within the extent; windows have a point there.
//          R4 the whole tensor is not passed to a call.
//          R5 no stride is asked for that counts the dimension: none at all, unless it is the outermost.
// Safety:  S1 calls find their asserts true: strides of the dimensions in front change.
// Forward: the allocation goes to the first of the new ones; all statements stay, expressions but for the indices.
// Example: makes_a_buffer_for_each_index
#include <fmt/format.h>

#include "dsl/ir/size.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct UnrollBuffer {
  struct Args {
    BufferPlace buffer;
    std::int64_t dim = 0;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("dim", &Args::dim)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the buffer is an allocation"},
      {"R2", "the buffer has such a dimension, and its extent is a positive literal"},
      {"R3", "every index in the dimension is a literal within the extent"},
      {"R4", "the whole tensor is not passed to a call"},
      {"R5", "no stride of the buffer is asked for, unless the dimension is the outermost and it is one of another"},
      {"S1", "calls that get a window of the buffer find their asserts true"}};

  struct Shape {
    BufferAt buffer;
    std::size_t dim;
    ir::Type type;               ///< of each new buffer
    std::vector<ir::Sym> names;  ///< by index
    ir::Block body;
    Range scope;
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (!b.alloc) step.refuse("R1", {}, b.name.text() + " is an argument: its callers know its shape");
    if (a.dim < 0 || a.dim >= static_cast<std::int64_t>(b.type.shape.size()))
      step.refuse("R2", *b.alloc,
                  fmt::format("{} has {} dimensions, numbered from 0", b.name.text(), b.type.shape.size()));
    Shape s{b, static_cast<std::size_t>(a.dim), b.type, {}, {}, scope_of(step.ir(), *b.alloc)};
    const ir::Expr extent = ir::fold_literals(b.type.shape[s.dim]);
    if (!ir::literal(extent) || *ir::literal(extent) < 1)
      step.refuse("R2", *b.alloc, fmt::format("the extent of dimension {} is {}", s.dim, ir::print(extent)),
                  "partial_eval makes it a literal");
    const std::size_t of_each = ir::size(ir::Block{*ir::stmt_at(step.ir(), *b.alloc)});
    step.require_room((static_cast<std::size_t>(*ir::literal(extent)) - 1) * of_each,
                      "divide_dim, and unroll the shorter of the two dimensions");
    std::optional<Path> stride = s.dim > 0 ? stride_use(step, s.scope, b.name) : std::nullopt;
    if (stride) step.refuse("R5", *stride, "the strides of " + b.name.text() + " change");
    s.type.shape.erase(s.type.shape.begin() + a.dim);
    for (std::int64_t i = 0; i < *ir::literal(extent); ++i)
      s.names.push_back(ir::Sym::fresh(fmt::format("{}_{}", b.name.text(), i)));
    s.body = with_accesses(step.ir(), s.scope, map(step, s));
    return s;
  }

  static AccessMap map(const StepContext& step, const Shape& s) {
    AccessMap out;
    out.buffer = s.buffer.name;
    out.choose = [&step, s](const Path& at, const std::vector<ir::Expr>& start) {
      return s.names.at(number(step, s, at, start.at(s.dim)));
    };
    out.index = [s](const Path&, std::vector<ir::Expr> idx) {
      idx.erase(idx.begin() + static_cast<long>(s.dim));
      return idx;
    };
    out.window = [&step, s](const Path& at, std::vector<ir::WindowDim> dims) {
      if (!dims.at(s.dim).is_point())
        step.refuse("R3", at, fmt::format("dimension {} is an interval here", s.dim), "take a point there");
      dims.erase(dims.begin() + static_cast<long>(s.dim));
      return dims;
    };
    out.whole = [&step, s](const Path& at, const ir::Read&) -> ir::Expr {
      step.refuse("R4", at, "the whole of " + s.buffer.name.text() + " is passed on", "inline the call first");
    };
    // All new buffers have the same strides.
    out.stride = [&step, s](const Path& at, const ir::StrideOf& n) {
      if (n.dim == 0) step.refuse("R5", at, "this is the stride of the dimension");
      return ir::Expr(ir::StrideOf{s.names.front(), n.dim - 1});
    };
    return out;
  }

  static std::size_t number(const StepContext& step, const Shape& s, const Path& at, const ir::Expr& index) {
    const ir::Expr value = ir::fold_literals(index);
    const std::int64_t* n = ir::literal(value);
    if (!n || *n < 0 || *n >= static_cast<std::int64_t>(s.names.size()))
      step.refuse("R3", at, fmt::format("the index {} is not a literal in 0:{}", ir::print(index), s.names.size()),
                  "unroll_loop the loops that it mentions");
    return static_cast<std::size_t>(*n);
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    if (s.dim == 0) return {};
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    const Path first = *s.buffer.alloc;
    auto calls = [&step, after, s, first] {
      std::vector<smt::Query> out;
      for (ir::Sym name : s.names) {
        std::vector<smt::Query> more = call_preconditions(
            step.lower_of(*after), *after, scope_of(*after, first.sibling(static_cast<int>(s.names.size()) - 1)), name);
        out.insert(out.end(), more.begin(), more.end());
      }
      return out;
    };
    return {{"S1", {{"", calls}}, first, "rearrange_dim first, so that the dimension is the outermost"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    const Path at = *s.buffer.alloc;
    SrcLoc loc = ir::stmt_at(edit.proc(), at)->loc();
    ir::Block allocations;
    for (ir::Sym name : s.names) allocations.push_back(ir::Stmt(ir::Alloc{name, s.type, s.buffer.mem}, loc));
    edit.become(at, allocations.front());
    edit.insert(at.sibling(1), {allocations.begin() + 1, allocations.end()});
  }
};

}  // namespace

Primitive unroll_buffer_primitive() {
  return describe<UnrollBuffer>("unroll_buffer", "buffers", "make a separate buffer for each index of a dimension");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc unroll_buffer(const Proc& p, const BufferPlace& buffer, std::int64_t dim) {
  return rewrite::apply<rewrite::UnrollBuffer>("unroll_buffer", p, {{buffer}, dim});
}

}  // namespace tessera
