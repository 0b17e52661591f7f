// SPDX-License-Identifier: Apache-2.0
// rearrange_dim — put the dimensions of a buffer in another order.
//   x: T[d0, d1, d2]; s(x[i, j, k])   -->   x: T[d2, d0, d1]; s(x[k, i, j])         (permutation [2, 0, 1])
// New dimension k is old dimension permutation[k].
// Args:    permutation: the old dimensions in their new order.
// Shape:   R1 the buffer is an allocation.
//          R2 the permutation names every dimension once.
//          R3 a window keeps the order of its intervals, and the whole tensor is not passed to a call.
//          R4 no stride of the buffer is asked for.
// Safety:  S1 calls that get a window find their asserts true: its strides change.
// Forward: all statements and expressions stay, but for the indices, which are gone.
// Example: transposes_every_access
#include <fmt/format.h>

#include <algorithm>

#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct RearrangeDim {
  struct Args {
    BufferPlace buffer;
    std::vector<std::int64_t> permutation;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("permutation", &Args::permutation)};
    }
  };
  static constexpr Condition conditions[] = {{"R1", "the buffer is an allocation"},
                                             {"R2", "the permutation names every dimension once"},
                                             {"R3", "windows and tensors that are passed on keep their shape"},
                                             {"R4", "no stride of the buffer is asked for"},
                                             {"S1", "calls that get a window of the buffer find their asserts true"}};

  struct Shape {
    BufferAt buffer;
    ir::Type type;
    ir::Block body;
    Range scope;
  };

  template <class T>
  static std::vector<T> permuted(const std::vector<T>& list, const std::vector<std::int64_t>& permutation) {
    std::vector<T> out;
    for (std::int64_t d : permutation) out.push_back(list.at(static_cast<std::size_t>(d)));
    return out;
  }

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (!b.alloc) step.refuse("R1", {}, b.name.text() + " is an argument: its callers know its shape");
    std::vector<std::int64_t> sorted = a.permutation;
    std::sort(sorted.begin(), sorted.end());
    bool ok = sorted.size() == b.type.shape.size();
    for (std::size_t i = 0; ok && i < sorted.size(); ++i) ok = sorted[i] == static_cast<std::int64_t>(i);
    if (!ok)
      step.refuse("R2", *b.alloc,
                  fmt::format("{} has {} dimensions, numbered from 0", b.name.text(), b.type.shape.size()));
    Range scope = scope_of(step.ir(), *b.alloc);
    if (std::optional<Path> at = stride_use(step, scope, b.name))
      step.refuse("R4", *at, "the strides of " + b.name.text() + " change");
    ir::Type type = b.type;
    type.shape = permuted(type.shape, a.permutation);
    return {b, type, with_accesses(step.ir(), scope, map(step, b, a.permutation)), scope};
  }

  static AccessMap map(const StepContext& step, const BufferAt& b, const std::vector<std::int64_t>& permutation) {
    AccessMap out;
    out.buffer = out.becomes = b.name;
    out.index = [permutation](const Path&, const std::vector<ir::Expr>& idx) { return permuted(idx, permutation); };
    out.window = [&step, permutation](const Path& at, const std::vector<ir::WindowDim>& dims) {
      std::vector<std::int64_t> intervals;
      for (std::int64_t d : permutation)
        if (!dims.at(static_cast<std::size_t>(d)).is_point()) intervals.push_back(d);
      if (!std::is_sorted(intervals.begin(), intervals.end()))
        step.refuse("R3", at, "the window's dimensions would change their order");
      return permuted(dims, permutation);
    };
    out.whole = [&step, b](const Path& at, const ir::Read&) -> ir::Expr {
      step.refuse("R3", at, "the whole of " + b.name.text() + " is passed on", "inline the call first");
    };
    out.stride = [](const Path&, const ir::StrideOf& n) { return ir::Expr(n); };
    return out;
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    auto calls = [&step, after, s] {
      return call_preconditions(step.lower_of(*after), *after, s.scope, s.buffer.name);
    };
    return {{"S1", {{"", calls}}, *s.buffer.alloc, "keep the dimension that the callee wants contiguous last"}};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body, Indices::moved);
    SrcLoc loc = ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc();
    edit.become(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, s.type, s.buffer.mem}, loc));
  }
};

}  // namespace

Primitive rearrange_dim_primitive() {
  return describe<RearrangeDim>("rearrange_dim", "buffers", "put the dimensions of a buffer in another order");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc rearrange_dim(const Proc& p, const BufferPlace& buffer, const std::vector<std::int64_t>& permutation) {
  return rewrite::apply<rewrite::RearrangeDim>("rearrange_dim", p, {{buffer}, permutation});
}

}  // namespace tessera
