// SPDX-License-Identifier: Apache-2.0
// divide_loop — split a loop into an outer loop over blocks of q iterations and an inner loop inside a block.
//   for i in seq(0, n): s(i)
//   perfect  -->  for io in seq(0, n / q): for ii in seq(0, q): s(ii + q * io)
//   guard    -->  for io in seq(0, (n + q - 1) / q): for ii in seq(0, q): if ii + q * io < n: s(ii + q * io)
//   cut      -->  for io in seq(0, n / q): for ii in seq(0, q): s(ii + q * io)
//                 for ii in seq(0, n % q): s(ii + n / q * q)
//   cut_and_guard  as cut, with the second loop under   if n % q > 0
// Args:    factor: the number q of iterations in a block.  names: those of the outer and the inner counter.
//          tail: what becomes of the iterations that fill no block.  perfect: short for tail perfect.
// Shape:   R1 the loop starts at 0.  R2 q is from 1 to 2^30.  R3 two names are given.
//          R4 the tail is perfect, guard, cut or cut_and_guard.
//          R5 s writes no configuration that n reads: n may be evaluated more often, or later, than before.
// Safety:  S1 perfect: q divides n.
//          S2 cut, cut_and_guard: n is not negative (then n % q would count iterations that never were).
// Forward: the loop goes to the outer loop, its body to the body of the inner one (the main copy for cut); its bounds
//          are gone.
// Example: perfect_when_the_factor_divides
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct DivideLoop {
  struct Args {
    LoopPlace loop;
    std::int64_t factor = 0;
    std::vector<std::string> names;
    std::string tail = "guard";
    bool perfect = false;  ///< the same as tail='perfect'
    static constexpr auto fields() {
      return std::tuple{required("loop", &Args::loop), required("factor", &Args::factor),
                        required("names", &Args::names), optional_field("tail", &Args::tail),
                        optional_field("perfect", &Args::perfect)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the loop starts at 0"},
      {"R2", "the factor is a number from 1 to 2^30"},
      {"R3", "two names are given: for the counters of the outer and of the inner loop"},
      {"R4", "the tail is 'perfect', 'guard', 'cut' or 'cut_and_guard'"},
      {"R5", "the number of iterations reads no configuration field that the body writes"},
      {"S1", "perfect: the factor divides the number of iterations"},
      {"S2", "cut, cut_and_guard: the number of iterations is not negative"}};

  struct Shape {
    LoopAt at;
    std::int64_t q;
    std::string outer, inner;
    Tail tail;
  };

  static Shape shape(StepContext& step, const Args& a) {
    LoopAt at = step.loop(a.loop);
    const std::int64_t* lo = ir::literal(at.loop->lo);
    if (!lo || *lo != 0) step.refuse("R1", at.path, "the loop does not start at 0", "shift_loop moves its start");
    if (a.factor < 1 || a.factor > largest_factor)
      step.refuse("R2", at.path, "the factor is " + std::to_string(a.factor));
    require_names(step, at.path, a.names, 2, "R3");
    std::optional<Tail> tail = tail_named(a.perfect ? "perfect" : a.tail);
    if (!tail) step.refuse("R4", at.path, "there is no tail '" + a.tail + "'");
    if (changes_own_header(*ir::stmt_at(step.ir(), at.path)))
      step.refuse("R5", at.path, "the body writes configuration that decides how often it runs");
    return {at, a.factor, a.names[0], a.names[1], *tail};
  }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    if (s.tail == Tail::guard) return {};
    Affine n = step.lower().index(s.at.loop->hi);
    if (s.tail != Tail::perfect)
      return {analysis::obligation("S2", s.at.path, step.facts(s.at.path), smt::le(0, n),
                                   "the number of iterations is not negative")};
    Affine rest = step.terms().remainder(n, s.q);
    Obligation o = analysis::obligation("S1", s.at.path, step.facts(s.at.path), smt::eq(rest, 0),
                                        "the number of iterations is a multiple of " + std::to_string(s.q));
    o.hint = "assert it (assert n % " + std::to_string(s.q) + " == 0), or choose tail='cut' or 'guard'";
    return {o};
  }

  static ir::Stmt blocks(const Shape& s, ir::Sym outer, ir::Sym inner, ir::Expr count, ir::Block body, SrcLoc loc) {
    ir::Stmt in(ir::For{inner, ir::int_lit(0), ir::int_lit(s.q), std::move(body), s.at.loop->mode}, loc);
    return ir::Stmt(ir::For{outer, ir::int_lit(0), std::move(count), {in}, s.at.loop->mode}, loc);
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const ir::For loop = *s.at.loop;
    ir::Sym outer = ir::Sym::fresh(s.outer), inner = ir::Sym::fresh(s.inner);
    ir::Expr io = ir::read(outer, ir::Scalar::index), ii = ir::read(inner, ir::Scalar::index);
    ir::Expr i = ir::add(ii, ir::mul(ir::int_lit(s.q), io));
    ir::Block body = ir::substitute(loop.body, {{loop.iter, i}});
    const SrcLoc loc = ir::stmt_at(edit.proc(), s.at.path)->loc();
    bool guard = s.tail == Tail::guard;
    if (guard) body = {ir::If{ir::binary(ir::BinOp::lt, i, loop.hi), std::move(body), {}}};
    ir::Expr count = ir::floor_div(guard ? ir::add(loop.hi, ir::int_lit(s.q - 1)) : loop.hi, s.q);
    if (s.tail == Tail::cut || s.tail == Tail::cut_and_guard) edit.insert(s.at.path.sibling(1), {rest(s, loop)});
    const ir::Stmt changed = blocks(s, outer, inner, std::move(count), std::move(body), loc);
    forget_header(edit, s.at.path);
    edit.set_body(with_statement(edit.proc(), s.at.path, changed), deepen(s.at.path, guard ? 2 : 1));
  }

  // The iterations that no whole block holds.
  static ir::Stmt rest(const Shape& s, const ir::For& loop) {
    ir::Sym iter = ir::Sym::fresh(s.inner);
    ir::Expr start = ir::mul(ir::floor_div(loop.hi, s.q), ir::int_lit(s.q));
    ir::Block body = ir::substitute(ir::with_fresh_binders(loop.body),
                                    {{loop.iter, ir::add(ir::read(iter, ir::Scalar::index), start)}});
    const ir::Expr count = ir::floor_mod(loop.hi, s.q);
    ir::Stmt last = ir::For{iter, ir::int_lit(0), count, std::move(body), loop.mode};
    if (s.tail == Tail::cut) return last;
    return ir::If{ir::binary(ir::BinOp::gt, count, ir::int_lit(0)), {last}, {}};
  }
};

}  // namespace

Primitive divide_loop_primitive() {
  return describe<DivideLoop>("divide_loop", "loops", "split a loop into blocks of a fixed number of iterations");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc divide_loop(const Proc& p, const LoopPlace& loop, std::int64_t factor, const std::vector<std::string>& names,
                 Tail tail) {
  return rewrite::apply<rewrite::DivideLoop>("divide_loop", p, {{loop}, factor, names, std::string(name(tail)), false});
}

}  // namespace tessera
