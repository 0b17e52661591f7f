// SPDX-License-Identifier: Apache-2.0
// unroll_loop — write out the iterations of a loop.
//   for i in seq(2, 5): s(i)   -->   s(2); s(3); s(4)
// Shape:   R1 both bounds are numbers.  R2 there are at most 10000 iterations.
// Forward: statements of the body go to the first copy; the loop is gone.
// Example: folds_indices_and_windows
#include "dsl/ir/size.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

constexpr std::int64_t max_copies = 10000;

struct UnrollLoop {
  struct Args {
    LoopPlace loop;
    static constexpr auto fields() { return std::tuple{required("loop", &Args::loop)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "both bounds of the loop are numbers"},
                                             {"R2", "the loop runs at most 10000 times"}};

  struct Shape {
    LoopAt at;
    std::int64_t lo, hi;
  };

  static Shape shape(StepContext& step, const Args& a) {
    LoopAt at = step.loop(a.loop);
    const ir::Expr lo = collect_terms(at.loop->lo), hi = collect_terms(at.loop->hi);
    if (!ir::literal(lo) || !ir::literal(hi))
      step.refuse("R1", at.path, "the number of iterations is not known",
                  "divide_loop makes an inner loop of known length");
    const std::int64_t from = *ir::literal(lo), to = *ir::literal(hi);
    if (to > from &&
        static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) > static_cast<std::uint64_t>(max_copies))
      step.refuse("R2", at.path, "it runs from " + std::to_string(from) + " to " + std::to_string(to),
                  "divide it first");
    const std::size_t copies = to > from ? static_cast<std::size_t>(to - from) : 0;
    const std::size_t made = copies * ir::size(at.loop->body),
                      found = ir::size(ir::Block{*ir::stmt_at(step.ir(), at.path)});
    if (made > found) step.require_room(made - found, "divide the loop, and unroll the inner one");
    return {at, from, to};
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const Path at = s.at.path;
    if (s.hi <= s.lo) return erase_or_pass(edit, at);
    const ir::For loop = *s.at.loop;
    ir::Block others;
    for (std::int64_t i = s.lo + 1; i < s.hi; ++i)
      others.append(iteration(ir::with_fresh_binders(loop.body), loop.iter, i));
    const ir::Block first = iteration(loop.body, loop.iter, s.lo);
    Edit plain(edit.result());
    plain.replace({at, 1}, first);
    plain.insert(at.sibling(static_cast<int>(first.size())), others);
    Edit moved(edit.result());  // where statements go: the copies stand after what was the body
    moved.insert(at.sibling(1), others);
    moved.unwrap(at);
    edit.set_body(
        plain.proc().body,
        [was = edit.result(), now = plain.result(), forward = moved.forward()](const Path& p) -> std::optional<Path> {
          std::optional<Path> to = forward(p);
          if (!to || !p.is_expr()) return to;
          const ir::Stmt *before = ir::stmt_at(*was, p.stmt()), *after = ir::stmt_at(*now, to->stmt());
          if (!before || !after || !expression_survives(*before, *after, p.exprs)) return std::nullopt;
          return to;
        });
  }

  static ir::Block iteration(const ir::Block& body, ir::Sym iter, std::int64_t value) {
    const ir::Substitution map{{iter, ir::int_lit(value)}};
    return ir::map_exprs(body, [&](const ir::Expr& e) {
      ir::Expr placed = ir::substitute(e, map);
      return placed.identity() == e.identity() ? e : collect_terms(placed);
    });
  }
};

}  // namespace

Primitive unroll_loop_primitive() {
  return describe<UnrollLoop>("unroll_loop", "loops", "replace a loop of known length by its iterations");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc unroll_loop(const Proc& p, const LoopPlace& loop) {
  return rewrite::apply<rewrite::UnrollLoop>("unroll_loop", p, {{loop}});
}

}  // namespace tessera
