// SPDX-License-Identifier: Apache-2.0
// divide_with_recompute — split a loop into blocks that overlap: what two blocks share is computed by both.
//   for i in seq(0, n): s(i)   -->   for io in seq(0, m):
//                                      for ii in seq(0, q + n - m * q): s(ii + q * io)
// The last block ends with iteration n - 1.
// Shape:   R1 the loop starts at 0.  R2 q is from 1 to 2^30.  R3 two names are given.  R4 m is an index expression.
//          R5 s writes no configuration that n or m reads.
//          R6 the loop is not parallel: two blocks would run the same iteration at once.
// Safety:  S1 if iterations run again: no iteration adds to anything, or reads what it or another one writes. Then
//          every run of an iteration does the same, and the last write to each place is by the same iteration as
//          before.
//          S2 m * q <= n: blocks leave nothing out between them (one block has nothing between, nor has an empty loop).
//          S3 there is a block, unless there is no iteration.
// Forward: the loop goes to the outer loop, its body to the body of the inner one; its bounds are gone.
// Example: blocks_share_what_does_not_divide
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct DivideWithRecompute {
  struct Args {
    LoopPlace loop;
    Text outer_hi;
    std::int64_t outer_stride = 0;
    std::vector<std::string> names;
    static constexpr auto fields() {
      return std::tuple{required("loop", &Args::loop), required("outer_hi", &Args::outer_hi),
                        required("outer_stride", &Args::outer_stride), required("names", &Args::names)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the loop starts at 0"},
      {"R2", "the stride is a number from 1 to 2^30"},
      {"R3", "two names are given: for the counters of the outer and of the inner loop"},
      {"R4", "the number of blocks is an index expression"},
      {"R5", "neither the number of iterations nor of blocks reads a configuration field that the body writes"},
      {"R6", "the loop is not parallel"},
      {"S1", "where iterations run again, none adds to anything, or reads what it or another one writes"},
      {"S2", "blocks leave nothing out: their number times the stride is at most the number of iterations"},
      {"S3", "there is a block if there is an iteration"}};

  struct Shape {
    LoopAt at;
    ir::Expr blocks;
    std::int64_t stride;
    std::string outer, inner;
  };

  static Shape shape(StepContext& step, const Args& a) {
    LoopAt at = step.loop(a.loop);
    const std::int64_t* lo = ir::literal(at.loop->lo);
    if (!lo || *lo != 0) step.refuse("R1", at.path, "the loop does not start at 0", "shift_loop moves its start");
    if (a.outer_stride < 1 || a.outer_stride > largest_factor)
      step.refuse("R2", at.path, "the stride is " + std::to_string(a.outer_stride));
    require_names(step, at.path, a.names, 2, "R3");
    const ir::Expr blocks = collect_terms(index_argument(step, a.outer_hi, at.path, "R4"));
    if (changes_own_header(*ir::stmt_at(step.ir(), at.path)) || changes(at.loop->body, blocks))
      step.refuse("R5", at.path, "the body writes configuration that decides how often it runs");
    if (at.loop->mode == ir::LoopMode::par)
      step.refuse("R6", at.path, "two blocks would run the same iteration at once");
    return {at, blocks, a.outer_stride, a.names[0], a.names[1]};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    Lowering& lower = step.lower();
    const std::vector<Formula> facts = step.facts(s.at.path);
    const Affine n = lower.index(s.at.loop->hi), blocks = lower.index(s.blocks), begun = blocks * s.stride;
    auto repeatable = [&step, facts, n, blocks, begun, at = s.at.path] {
      std::vector<Formula> overlap = facts;
      overlap.push_back(smt::le(2, blocks) && smt::lt(begun, n));
      return analysis::idempotent(step.lower(), {*ir::stmt_at(step.ir(), at)}, overlap);
    };
    Obligation fit =
        analysis::obligation("S2", s.at.path, facts, smt::le(begun, n) || smt::le(blocks, 1) || smt::le(n, 0),
                             "blocks leave nothing out between them");
    fit.hint = "give fewer blocks, or a smaller stride";
    Obligation some = analysis::obligation("S3", s.at.path, facts, smt::le(1, blocks) || smt::le(n, 0),
                                           "there is a block if there is an iteration");
    return {{"S1", {{"", repeatable}}, s.at.path, "divide_loop runs each iteration once"}, fit, some};
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const ir::For loop = *s.at.loop;
    const ir::Sym outer = ir::Sym::fresh(s.outer), inner = ir::Sym::fresh(s.inner);
    const ir::Expr io = ir::read(outer, ir::Scalar::index), ii = ir::read(inner, ir::Scalar::index);
    const ir::Expr stride = ir::int_lit(s.stride);
    const ir::Expr length = collect_terms(ir::add(ir::sub(loop.hi, ir::mul(stride, s.blocks)), stride));
    ir::Block body = ir::substitute(loop.body, {{loop.iter, ir::add(ii, ir::mul(stride, io))}});
    ir::Stmt block = ir::For{inner, ir::int_lit(0), length, std::move(body), loop.mode};
    ir::Stmt all(ir::For{outer, ir::int_lit(0), s.blocks, {block}, loop.mode},
                 ir::stmt_at(edit.proc(), s.at.path)->loc());
    forget_header(edit, s.at.path);
    edit.set_body(with_statement(edit.proc(), s.at.path, all), deepen(s.at.path, 1));
  }
};

}  // namespace

Primitive divide_with_recompute_primitive() {
  return describe<DivideWithRecompute>("divide_with_recompute", "loops",
                                       "split a loop into overlapping blocks, which recompute shared iterations");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc divide_with_recompute(const Proc& p, const LoopPlace& loop, const std::string& outer_hi, std::int64_t outer_stride,
                           const std::vector<std::string>& names) {
  return rewrite::apply<rewrite::DivideWithRecompute>("divide_with_recompute", p,
                                                      {{loop}, {outer_hi}, outer_stride, names});
}

}  // namespace tessera
