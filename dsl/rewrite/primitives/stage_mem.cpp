// SPDX-License-Identifier: Apache-2.0
// stage_mem — let a block work on a copy of a window of a buffer.
//   s(A[lo + i])   -->   t: T[hi - lo]                                    (window A[lo:hi])
//                        for i0 in seq(0, hi - lo): t[i0] = A[i0 + lo]    (1)
//                        s(t[i])
//                        for i0 in seq(0, hi - lo): A[i0 + lo] = t[i0]    (2)
// (1) if s reads or adds, or may leave elements unwritten.  (2) if s writes or adds.
// accum: t starts as zeros, and is added back with A[i0 + lo] += t[i0].  This changes the order of a sum.
// A point of the window drops its dimension; a window of points gives a scalar.
// The copy lies in the memory of the buffer; set_memory moves it.
// Accesses of the block that certainly lie outside of the window stay on the buffer.
// Where the window may leave the buffer the copies are guarded: `if i0 + lo < n: t[i0] = A[i0 + lo]`. The accesses of
// the block are in bounds of A, so they only meet elements of t that a guard lets through.
// Args:    window: what is copied, as "A[i, 0:4]".  name: that of the copy.
//          accum: the copy starts at zero and is added back.
// Shape:   R1 the window is one of a buffer in scope before the block, and reads no configuration.
//          R2 the block uses the buffer by the window's name only; windows that it makes of it are not used after it.
//          R3 a window or tensor that the block passes on keeps only dimensions that the staged window keeps.
//          R4 the block asks for no stride of the buffer.
//          R5 the block uses the window.
//          R6 accum: the block only adds to the window.
//          R7 an extent that a guard needs reads no configuration.
//          R8 the name is one.
// Safety:  S1 every access of the block to the buffer that does not stay lies in the window.
//          S2 the window is in bounds where the block starts; each end for which that is not proved is guarded.
//          S3 its lengths are not negative.
//          S4 iterations of a parallel loop around the block do not meet in the buffer, copies included.
//          S5 calls find their asserts true: the copy has strides of its own.
//          S6 every element within the guards is written before the block reads; where that is not proved the copy is
//             loaded.
//          S7 what stays on the buffer lies outside of the window; what is not proved to goes to the copy.
// Forward: the block's statements move after the loads; expressions stay where no index was dropped above them.
// Example: loads_and_stores_a_tile_around_a_loop
#include <fmt/format.h>

#include "dsl/analysis/coverage.hpp"
#include "dsl/analysis/to_expr.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

using analysis::ElementBox;
using Kind = analysis::Access::Kind;

struct StageMem {
  struct Args {
    BlockPlace block;
    Text window;
    std::string name;
    bool accum = false;
    static constexpr auto fields() {
      return std::tuple{required("block", &Args::block), required("window", &Args::window),
                        required("name", &Args::name), optional_field("accum", &Args::accum)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the window is one of a buffer in scope before the block, and reads no configuration"},
      {"R2", "the block uses the buffer by the window's name only, and its windows of the buffer end with it"},
      {"R3", "a window or tensor in the block keeps only dimensions that the staged window keeps"},
      {"R4", "the block asks for no stride of the buffer"},
      {"R5", "the block uses the window"},
      {"R6", "accum: the block only adds to the window"},
      {"R7", "an extent that a guard of the copies needs reads no configuration"},
      {"R8", "the copy's name is a word of letters, digits and _"},
      {"S1", "every access that is redirected to the copy lies in the window"},
      {"S2", "where the copies are not guarded, the window is in bounds", true},
      {"S3", "the lengths of the window are not negative"},
      {"S4", "iterations of a parallel loop around the block do not meet in the buffer, copies included"},
      {"S5", "calls in the block find their asserts true with the copy"},
      {"S6", "where the copy is not loaded, the block writes the whole window before it reads", true},
      {"S7", "an access that stays on the buffer lies outside of the window", true}};

  /// At which ends the window may leave the buffer, along one dimension.
  struct Edge {
    bool below = false, beyond = false;
  };

  struct Shape {
    Range block;
    ir::WindowExpr window;
    std::vector<ir::Expr> lengths;  ///< of the intervals
    std::vector<ir::Expr> extents;  ///< of the window's base
    std::vector<Edge> edges;        ///< of its dimensions
    ir::Sym root;                   ///< the buffer that the window's base is or views
    ir::Sym copy;
    ir::MemoryRef mem;                       ///< of both
    ir::Block body;                          ///< of the procedure, with the block's accesses to the copy
    std::vector<smt::Query> in_window = {};  ///< that these accesses lie in the window
    bool some_stay = false, load = false, store = false, accum = false;
  };

  // ---- shape

  static Shape shape(StepContext& step, const Args& a) {
    Shape s;
    s.block = step.block(a.block);
    require_identifier(step, s.block.first, a.name, "R8");
    s.accum = a.accum;
    s.window = window_argument(step, a.window, s.block.first, "R1");
    s.root = alias_root(step, s.window.base);
    s.mem = step.declared(s.root).mem;
    for (const ir::Expr& extent : step.declared(s.window.base).type.shape)
      s.extents.push_back(analysis::simplify_affine(step.lower(), extent));
    s.copy = ir::Sym::fresh(a.name);
    for (const ir::WindowDim& d : s.window.dims)
      if (!d.is_point()) s.lengths.push_back(analysis::simplify_affine(step.lower(), ir::sub(d.hi, d.lo)));
    require_one_name(step, s);
    if (std::optional<Path> at = stride_use(step, s.block, s.root))
      step.refuse("R4", *at, "the copy has strides of its own");
    decide_guards(step, s);
    AccessMap map = accesses_to_copy(step, s);
    map.only = [&step, &s](const Path& at, const std::vector<ir::WindowDim>& dims) { return goes(step, s, at, dims); };
    s.body = with_accesses(step.ir(), s.block, map);
    decide_copies(step, s);
    return s;
  }

  static void require_one_name(const StepContext& step, const Shape& s) {
    const ir::Procedure& proc = step.ir();
    if (!step.may_have_windows()) return;
    const ir::AliasRoots roots(proc);
    ir::Block block = statements(proc, s.block);
    for (ir::Sym name : ir::free_syms(block))
      if (!(name == s.window.base) && roots.of(name) == s.root)
        step.refuse("R2", s.block.first,
                    fmt::format("{} and {} are the same memory", step.shown(name), step.shown(s.window.base)),
                    "inline_window makes them one name");
    Path following = s.block.first.sibling(s.block.count);
    int rest = static_cast<int>(ir::list_at(proc, following)->size()) - following.steps.back().index;
    ir::Block later = statements(proc, {following, rest});
    for (const ir::Stmt& stmt : block) {
      const auto* w = stmt.as<ir::WindowStmt>();
      if (w && roots.of(w->name) == s.root && ir::mentions(later, w->name))
        step.refuse("R2", s.block.first, fmt::format("the window {} is used after the block", w->name.text()));
    }
  }

  static void decide_guards(StepContext& step, Shape& s) {
    Lowering& lower = step.lower();
    for (std::size_t d = 0; d < s.window.dims.size(); ++d) {
      const ir::WindowDim& dim = s.window.dims[d];
      std::vector<Formula> facts = step.facts(s.block.first);
      Affine at = lower.index(dim.lo);
      if (!dim.is_point()) {
        at = Affine::variable(ir::Sym::fresh("element"));
        facts.push_back(smt::le(lower.index(dim.lo), at) && smt::lt(at, lower.index(dim.hi)));
      }
      auto leaves = [&](const Formula& inside) {
        return !step.prove_and_record(
            "S2", {{"", fmt::format("the window of {} is in bounds", s.root.text()), facts, inside}});
      };
      s.edges.push_back({leaves(smt::le(0, at)), leaves(smt::lt(at, lower.index(s.extents.at(d))))});
      ir::for_each_expr(s.extents[d], [&](const ir::Expr& e) {
        if (s.edges[d].beyond && e.as<ir::ReadConfig>())
          step.refuse("R7", s.block.first,
                      fmt::format("the extent {} may have another value now", ir::print(s.extents[d])));
      });
    }
  }

  // The element of the box is one that the guards let through.
  static Formula within_guards(StepContext& step, const Shape& s, const ElementBox& box,
                               const analysis::Element& element) {
    std::vector<Affine> offsets;
    for (std::size_t d = 0; d < box.dims.size(); ++d)
      if (box.dims[d].length) offsets.push_back(element.idx[d] - box.dims[d].lo);
    std::vector<Formula> parts;
    std::size_t next = 0;
    for (std::size_t d = 0; d < s.edges.size(); ++d) {
      Affine at = step.lower().index(s.window.dims[d].lo);
      if (!s.window.dims[d].is_point()) at = at + offsets.at(next++);
      if (s.edges[d].below) parts.push_back(smt::le(0, at));
      if (s.edges[d].beyond) parts.push_back(smt::lt(at, step.lower().index(s.extents.at(d))));
    }
    return Formula::all(std::move(parts));
  }

  // Which copies are needed. A load may be left out only when every element is certainly written first.
  static void decide_copies(StepContext& step, Shape& s) {
    std::vector<Formula> facts = step.facts(s.block.first);
    std::vector<analysis::Access> all = accesses_of(step, s), first_writes;
    if (all.empty())
      step.refuse("R5", s.block.first,
                  fmt::format("the block does not use {}{}", s.some_stay ? "this part of " : "", s.window.base.text()));
    int first_read = s.block.count;
    for (const analysis::Access& a : all) {
      if (a.kind != Kind::write) first_read = std::min(first_read, a.order.front().index);
      if (a.kind != Kind::read) s.store = true;
      if (s.accum && a.kind != Kind::reduce)
        step.refuse("R6", s.block.first,
                    fmt::format("the block also {} {}", a.kind == Kind::read ? "reads" : "assigns", s.root.text()));
    }
    s.load = !s.accum;
    if (s.accum) return;
    for (const analysis::Access& a : all)
      if (a.kind == Kind::write && a.order.front().index < first_read) first_writes.push_back(a);
    if (first_writes.empty()) return;
    const ElementBox window = box(step, s);
    analysis::Coverage c = coverage(step.terms(), window, first_writes);
    facts.insert(facts.end(), c.assumptions.begin(), c.assumptions.end());
    facts.push_back(within_guards(step, s, window, c.element));
    s.load = !step.prove_and_record("S6", {{"", "the block writes the whole window before it reads", facts, c.goal}});
  }

  // Those that may be to the window.
  static std::vector<analysis::Access> accesses_of(StepContext& step, const Shape& s) {
    std::vector<analysis::Access> out;
    const ElementBox window = box(step, s);
    for (analysis::Access& a : analysis::accesses(step.lower(), statements(step.ir(), s.block))) {
      if (!(a.at.buffer == s.root)) continue;
      std::vector<Formula> facts = step.facts(s.block.first);
      facts.push_back(a.domain);
      if (s.some_stay && step.can_prove(facts, !inside(a.at, window), "the access is outside of the window")) continue;
      out.push_back(std::move(a));
    }
    return out;
  }

  static ElementBox box(StepContext& step, const Shape& s) {
    Lowering& lower = step.lower();
    analysis::View view = lower.on_buffer(lower.view(s.window));
    ElementBox out{view.base, {}};
    std::size_t next = 0;
    for (const analysis::View::Dim& d : view.dims) {
      out.dims.push_back({d.lo, {}});
      if (!d.is_point) out.dims.back().length = lower.index(s.lengths.at(next++));
    }
    return out;
  }

  // ---- the block's accesses, on the copy

  // Whether the access goes to the copy; the others certainly lie outside of the window.
  static bool goes(StepContext& step, Shape& s, const Path& at, const std::vector<ir::WindowDim>& dims) {
    smt::Query in{"", fmt::format("every access to {} lies in the window", s.window.base.text()), step.facts(at),
                  contains(step.lower(), s.window, dims)};
    smt::Query out{"", fmt::format("an access to {} lies outside of the window", s.window.base.text()), in.assumptions,
                   apart(step.lower(), s.window, dims)};
    bool stays = !step.can_prove(in.assumptions, in.goal, in.text) && step.prove_and_record("S7", {out});
    if (stays) s.some_stay = true;
    else s.in_window.push_back(std::move(in));
    return !stays;
  }

  static AccessMap accesses_to_copy(StepContext& step, const Shape& s) {
    const ir::WindowExpr w = s.window;
    AccessMap map;
    map.buffer = w.base;
    map.becomes = s.copy;
    auto offset = [&step](const ir::Expr& e, const ir::Expr& lo) {
      ir::Expr out = analysis::simplify_affine(step.lower(), ir::sub(e, lo));
      return ir::equal(out, e) ? e : out.at(e.loc());
    };
    map.index = [w, offset](const Path&, const std::vector<ir::Expr>& idx) {
      std::vector<ir::Expr> out;
      for (std::size_t d = 0; d < idx.size(); ++d)
        if (!w.dims[d].is_point()) out.push_back(offset(idx[d], w.dims[d].lo));
      return out;
    };
    map.window = [&step, w, offset](const Path& at, const std::vector<ir::WindowDim>& dims) {
      std::vector<ir::WindowDim> out;
      for (std::size_t d = 0; d < dims.size(); ++d) {
        if (w.dims[d].is_point() && !dims[d].is_point())
          step.refuse("R3", at, fmt::format("dimension {} is an interval here, the staged window has a point", d),
                      "stage an interval there too");
        if (w.dims[d].is_point()) continue;
        out.push_back(
            {offset(dims[d].lo, w.dims[d].lo), dims[d].is_point() ? ir::Expr() : offset(dims[d].hi, w.dims[d].lo)});
      }
      return out;
    };
    map.whole = [&step, w, copy = s.copy](const Path& at, const ir::Read& r) {
      const std::vector<ir::Expr>& shape = step.declared(w.base).type.shape;
      for (std::size_t d = 0; d < shape.size(); ++d) {
        const ir::WindowDim& dim = w.dims[d];
        bool is_all = !dim.is_point() && step.lower().index(dim.lo) == Affine(0) &&
                      step.lower().index(dim.hi) == step.lower().index(shape[d]);
        if (!is_all)
          step.refuse("R3", at,
                      fmt::format("the whole of {} is passed on, the staged window is a part", w.base.text()));
      }
      return ir::read(copy, {}, r.type);
    };
    map.stride = [](const Path&, const ir::StrideOf& n) { return ir::Expr(n); };
    return map;
  }

  // ---- safety

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    ir::ProcRef after = preview(step, [&](Edit& edit) { rewrite(step, s, edit); });
    const Path at = s.block.first;
    Path moved = at.sibling(s.load || s.accum ? 2 : 1);
    Range staged{moved, s.block.count};
    auto contained = [s] { return s.in_window; };
    auto races = [&step, s, after, moved] {
      return free_of_races(step.lower_of(*after), *after, Path{}, moved, s.root);
    };
    auto calls = [&step, s, after, staged] {
      return call_preconditions(step.lower_of(*after), *after, staged, s.copy);
    };
    std::vector<Formula> lengths;
    for (const ir::Expr& e : s.lengths) lengths.push_back(smt::le(0, step.lower().index(e)));
    return {
        {"S1", {{"", contained}}, at, "stage a larger window, or a smaller block"},
        analysis::obligation("S3", at, step.facts(at), Formula::all(lengths),
                             "the lengths of the window are not negative"),
        {"S4", {{"", races}}, at, "stage what one iteration uses, and no more"},
        {"S5",
         {{"", calls}},
         at,
         "keep the dimension that the callee wants contiguous last, and begin the copy where the address is aligned"}};
  }

  static bool reassociates(StepContext&, const Shape& s) { return s.accum; }

  // ---- rewrite

  // for i0: for i1: make(elements of the copy, elements of the buffer); guards stand right inside their loop.
  static ir::Stmt copy_loops(const Shape& s, bool guards,
                             const std::function<ir::Stmt(std::vector<ir::Expr>, std::vector<ir::Expr>)>& make) {
    std::vector<ir::Sym> iters;
    std::vector<ir::Expr> here, there;
    for (const ir::WindowDim& d : s.window.dims) {
      if (d.is_point()) {
        there.push_back(d.lo);
        continue;
      }
      iters.push_back(ir::Sym::fresh(fmt::format("i{}", iters.size())));
      here.push_back(ir::read(iters.back(), ir::Scalar::index));
      there.push_back(ir::add(here.back(), d.lo));
    }
    ir::Stmt out = make(here, there);
    for (std::size_t d = there.size(), i = iters.size(); d-- > 0;) {
      if (guards) out = guarded(s, d, there[d], out);
      if (s.window.dims[d].is_point()) continue;
      --i;
      out = ir::For{iters[i], ir::int_lit(0), s.lengths[i], {out}, ir::LoopMode::seq};
    }
    return out;
  }

  static ir::Stmt guarded(const Shape& s, std::size_t d, const ir::Expr& at, ir::Stmt copy) {
    std::vector<ir::Expr> guards;
    if (s.edges[d].below) guards.push_back(ir::binary(ir::BinOp::ge, at, ir::int_lit(0)));
    if (s.edges[d].beyond) guards.push_back(ir::binary(ir::BinOp::lt, at, s.extents[d]));
    if (guards.empty()) return copy;
    ir::Expr both = guards.size() == 1 ? guards[0] : ir::binary(ir::BinOp::and_, guards[0], guards[1]);
    return ir::If{both, {std::move(copy)}, {}};
  }

  static ir::Stmt before(const Shape& s) {
    ir::Scalar type = s.window.type;
    return copy_loops(s, !s.accum, [&](std::vector<ir::Expr> copy, std::vector<ir::Expr> buffer) {
      ir::Expr value = s.accum ? ir::float_lit(0, type) : ir::read(s.window.base, std::move(buffer), type);
      return ir::Stmt(ir::Assign{s.copy, std::move(copy), value, type});
    });
  }

  static ir::Stmt after(const Shape& s) {
    ir::Scalar type = s.window.type;
    return copy_loops(s, true, [&](std::vector<ir::Expr> copy, std::vector<ir::Expr> buffer) {
      ir::Expr value = ir::read(s.copy, std::move(copy), type);
      if (s.accum) return ir::Stmt(ir::Reduce{s.window.base, std::move(buffer), value, type});
      return ir::Stmt(ir::Assign{s.window.base, std::move(buffer), value, type});
    });
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    if (s.store) edit.insert(s.block.first.sibling(s.block.count), {after(s)});
    ir::Block head{ir::Stmt(ir::Alloc{s.copy, {s.window.type, s.lengths, false}, s.mem})};
    if (s.load || s.accum) head.push_back(before(s));
    edit.insert(s.block.first, head);
  }
};

}  // namespace

Primitive stage_mem_primitive() {
  return describe<StageMem>("stage_mem", "buffers", "let a block work on a copy of a window of a buffer");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc stage_mem(const Proc& p, const BlockPlace& block, const std::string& window, const std::string& name,
               Staging staging) {
  return rewrite::apply<rewrite::StageMem>("stage_mem", p, {{block}, {window}, name, staging == Staging::accum});
}

}  // namespace tessera
