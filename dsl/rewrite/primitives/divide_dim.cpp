// SPDX-License-Identifier: Apache-2.0
// divide_dim — make two dimensions of one: blocks of q, and the place in the block.
//   x: T[d]; s(x[i])   -->   x: T[d / q, q]; s(x[i / q, i % q])
// Elements keep their places in memory, so strides stay. Indices are simplified where the loop ranges show which part
// is the block: x[4 * io + ii] is x[io, ii].
// Args:    dim: counted from 0.  quotient: the length q of a block.
// Shape:   R1 the buffer is an allocation.
//          R2 it has such a dimension, and q is positive.
//          R3 the whole tensor is not passed to a call: it would change shape.
// Safety:  S1 q divides the extent.
//          S2 an interval of a window along the dimension stays within one block.
//          S3 the part of an index taken as the place in the block is one; else it is written with / and %.
// Forward: all statements stay; expressions stay where no index was added above them.
// Example: shows_the_block_and_the_place_in_it
#include <fmt/format.h>

#include "dsl/analysis/to_expr.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct DivideDim {
  struct Args {
    BufferPlace buffer;
    std::int64_t dim = 0, quotient = 0;
    static constexpr auto fields() {
      return std::tuple{required("buffer", &Args::buffer), required("dim", &Args::dim),
                        required("quotient", &Args::quotient)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the buffer is an allocation"},
      {"R2", "the buffer has such a dimension, and the quotient is positive"},
      {"R3", "the whole tensor is not passed to a call"},
      {"S1", "the quotient divides the extent"},
      {"S2", "an interval of a window along the dimension stays within one block"},
      {"S3", "where an index is split without division, what is left of it is within a block", true}};

  struct Shape {
    BufferAt buffer;
    std::size_t dim;
    std::int64_t q;
    ir::Type type;
    ir::Block body;
    Range scope;
  };

  struct Divided {
    ir::Expr block, place;
  };

  static Shape shape(StepContext& step, const Args& a) {
    BufferAt b = step.buffer(a.buffer);
    if (!b.alloc) step.refuse("R1", {}, b.name.text() + " is an argument: its callers know its shape");
    if (a.dim < 0 || a.dim >= static_cast<std::int64_t>(b.type.shape.size()))
      step.refuse("R2", *b.alloc,
                  fmt::format("{} has {} dimensions, numbered from 0", b.name.text(), b.type.shape.size()));
    if (a.quotient < 1) step.refuse("R2", *b.alloc, fmt::format("the quotient is {}", a.quotient));
    Range scope = scope_of(step.ir(), *b.alloc);
    auto dim = static_cast<std::size_t>(a.dim);
    ir::Type type = b.type;
    type.shape[dim] = analysis::simplify_affine(step.lower(), ir::floor_div(b.type.shape[dim], a.quotient));
    type.shape.insert(type.shape.begin() + a.dim + 1, ir::int_lit(a.quotient));
    return {b, dim, a.quotient, type, with_accesses(step.ir(), scope, map(step, b, dim, a.quotient)), scope};
  }

  static AccessMap map(StepContext& step, const BufferAt& b, std::size_t dim, std::int64_t q) {
    AccessMap out;
    out.buffer = out.becomes = b.name;
    out.index = [&step, dim, q](const Path& at, std::vector<ir::Expr> idx) {
      Divided d = divided(step, at, idx.at(dim), q);
      idx[dim] = d.block;
      idx.insert(idx.begin() + static_cast<long>(dim) + 1, d.place);
      return idx;
    };
    // x[lo:hi] becomes x[lo / q, lo % q : lo % q + hi - lo].
    out.window = [&step, dim, q](const Path& at, std::vector<ir::WindowDim> dims) {
      ir::WindowDim old = dims.at(dim);
      Divided d = divided(step, at, old.lo, q);
      dims[dim] = {d.block, {}};
      ir::Expr hi = old.is_point() ? ir::Expr()
                                   : analysis::simplify_affine(step.lower(), ir::add(d.place, ir::sub(old.hi, old.lo)));
      dims.insert(dims.begin() + static_cast<long>(dim) + 1, {d.place, hi});
      return dims;
    };
    out.whole = [&step, b](const Path& at, const ir::Read&) -> ir::Expr {
      step.refuse("R3", at, "the whole of " + b.name.text() + " is passed on", "inline the call first");
    };
    // The old dimension's stride is the new inner one's.
    out.stride = [b, dim](const Path&, const ir::StrideOf& n) {
      return ir::Expr(ir::StrideOf{b.name, n.dim + (static_cast<std::size_t>(n.dim) >= dim ? 1 : 0)});
    };
    return out;
  }

  // i / q and i % q; the multiples of q in i are the block when what is left is known to be in [0, q).
  static Divided divided(StepContext& step, const Path& at, const ir::Expr& i, std::int64_t q) {
    Lowering& lower = step.lower();
    Affine whole, rest;
    Affine all = lower.index(i);
    for (const auto& [v, k] : all.terms())
      (k % q == 0 ? whole : rest) = (k % q == 0 ? whole + Affine::variable(v, k / q) : rest + Affine::variable(v, k));
    std::int64_t constant = ((all.constant() % q) + q) % q;
    rest = rest + constant;
    whole = whole + (all.constant() - constant) / q;
    smt::Query within{"", "the rest of the index is within a block", step.facts(at),
                      smt::le(0, rest) && smt::lt(rest, q)};
    if (step.prove_and_record("S3", {within})) {
      std::optional<ir::Expr> block = analysis::to_expr(lower, whole, std::span(&i, 1)),
                              place = analysis::to_expr(lower, rest, std::span(&i, 1));
      if (block && place) return {*block, *place};
    }
    return {analysis::simplify_affine(lower, ir::floor_div(i, q)),
            analysis::simplify_affine(lower, ir::floor_mod(i, q))};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    const Path at = *s.buffer.alloc;
    Affine extent = step.lower().index(s.buffer.type.shape[s.dim]);
    Obligation divides = analysis::obligation("S1", at, step.facts(at), smt::eq(step.terms().remainder(extent, s.q), 0),
                                              fmt::format("the extent is a multiple of {}", s.q));
    return {
        divides,
        {"S2", {{"", [&step, s] { return within_blocks(step, s); }}}, at, "split the window, or divide by a multiple"}};
  }

  static std::vector<smt::Query> within_blocks(StepContext& step, const Shape& s) {
    std::vector<smt::Query> out;
    for_each_place(step.ir(), s.scope, [&](const Path& at, const ir::Stmt& stmt) {
      for (const ir::Expr& e : ir::expressions(stmt)) {
        const auto* w = e.as<ir::WindowExpr>();
        if (!w || !(w->base == s.buffer.name) || w->dims.at(s.dim).is_point()) continue;
        std::vector<Formula> facts = step.facts(at);
        Affine lo = step.lower().index(w->dims[s.dim].lo), hi = step.lower().index(w->dims[s.dim].hi);
        // An empty window at the very end would have its block out of bounds.
        Formula starts = smt::lt(lo, step.lower().index(s.buffer.type.shape[s.dim]));
        Formula ends = smt::le(step.terms().remainder(lo, s.q) + hi - lo, s.q);
        out.push_back({"", "the window stays within one block", std::move(facts), starts && ends});
      }
    });
    return out;
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    SrcLoc loc = ir::stmt_at(edit.proc(), *s.buffer.alloc)->loc();
    edit.become(*s.buffer.alloc, ir::Stmt(ir::Alloc{s.buffer.name, s.type, s.buffer.mem}, loc));
  }
};

}  // namespace

Primitive divide_dim_primitive() {
  return describe<DivideDim>("divide_dim", "buffers", "make two dimensions of one: blocks, and the place in the block");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc divide_dim(const Proc& p, const BufferPlace& buffer, std::int64_t dim, std::int64_t quotient) {
  return rewrite::apply<rewrite::DivideDim>("divide_dim", p, {{buffer}, dim, quotient});
}

}  // namespace tessera
