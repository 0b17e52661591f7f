// stage_mem — let a block work on a copy of a window of a buffer.
//   s(A[lo + i])   -->   t: T[hi - lo]                                    (window A[lo:hi])
//                        for i0 in seq(0, hi - lo): t[i0] = A[i0 + lo]    (1)
//                        s(t[i])
//                        for i0 in seq(0, hi - lo): A[i0 + lo] = t[i0]    (2)
// (1) if s reads or adds, or may leave elements unwritten.  (2) if s writes or adds.
// accum: t starts as zeros, and is added back with A[i0 + lo] += t[i0].  This changes the order of a sum.
// A point of the window drops its dimension; a window of points gives a scalar.
// Shape:   R1 the window is one of a buffer in scope before the block, and reads no configuration.
//          R2 the block uses the buffer by the window's name only; windows that it makes of it are not used behind it.
//          R3 a window or tensor that the block passes on keeps only dimensions that the staged window keeps.
//          R4 the block asks for no stride of the buffer.
//          R5 the block uses the buffer.
//          R6 accum: the block only adds to it.
// Safety:  S1 every access of the block to the buffer lies in the window.
//          S2 the window is in bounds where the block starts: a guard inside the block does not protect the copies.
//          S3 its lengths are not negative.
//          S4 iterations of a parallel loop around the block do not meet in the buffer, copies included.
//          S5 calls find their asserts true: the copy has strides of its own.
//          S6 every element is written before the block reads; where that is not proved the copy is loaded.
// Forward: the block's statements move behind the loads; expressions stay where no index was dropped above them.
#include <fmt/format.h>

#include "dsl/analysis/to_expr.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/coverage.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::rewrite {
namespace {

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
      {"R5", "the block uses the buffer"},
      {"R6", "accum: the block only adds to the buffer"},
      {"S1", "every access of the block to the buffer lies in the window"},
      {"S2", "the window is in bounds where the block starts"},
      {"S3", "the lengths of the window are not negative"},
      {"S4", "iterations of a parallel loop around the block do not meet in the buffer, copies included"},
      {"S5", "calls in the block find their asserts true with the copy"},
      {"S6", "where the copy is not loaded, the block writes the whole window before it reads", true}};

  struct Shape {
    Range block;
    ir::WindowExpr window;
    std::vector<ir::Expr> lengths;  ///< of the intervals
    ir::Sym root;                   ///< the buffer that the window's base is or views
    ir::Sym copy;
    ir::Block body;  ///< of the procedure, with the block's accesses to the copy
    bool load, store, accum;
  };

  // ---- shape

  static Shape shape(Site& site, const Args& a) {
    Shape s;
    s.block = site.block(a.block);
    s.accum = a.accum;
    s.window = window(site, a.window, s.block.first);
    s.root = owner_of(site.ir(), s.window.base);
    s.copy = ir::Sym::fresh(a.name);
    for (const ir::WindowDim& d : s.window.dims)
      if (!d.is_point()) s.lengths.push_back(analysis::simplified(site.lower(), ir::sub(d.hi, d.lo)));
    require_one_name(site, s);
    if (std::optional<Path> at = stride_use(site.ir(), s.block, s.root))
      site.refuse("R4", *at, "the copy has strides of its own");
    decide_copies(site, s);
    s.body = with_accesses(site.ir(), s.block, accesses_to_copy(site, s));
    return s;
  }

  static ir::WindowExpr window(const Site& site, const Text& text, const Path& at) {
    ir::Expr e;
    try {
      e = site.parse_window(text, at);
    } catch (const InputError& error) {
      site.refuse("R1", at, fmt::format("'{}' is no window here: {}", text.text, error.diagnostic().message));
    }
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (node.as<ir::ReadConfig>()) site.refuse("R1", at, "the window reads a configuration field, which may change");
    });
    return *e.as<ir::WindowExpr>();
  }

  static void require_one_name(const Site& site, const Shape& s) {
    const ir::Procedure& proc = site.ir();
    ir::Block block = statements(proc, s.block);
    for (ir::Sym name : ir::free_syms(block))
      if (!(name == s.window.base) && owner_of(proc, name) == s.root)
        site.refuse("R2", s.block.first,
                    fmt::format("{} and {} are the same memory", name.text(), s.window.base.text()),
                    "inline_window makes them one name");
    Path behind = s.block.first.sibling(s.block.count);
    int rest = static_cast<int>(cursor::list_at(proc, behind)->size()) - behind.steps.back().index;
    ir::Block later = statements(proc, {behind, rest});
    for (const ir::Stmt& stmt : block) {
      const auto* w = stmt.as<ir::WindowStmt>();
      if (w && owner_of(proc, w->name) == s.root && ir::mentions(later, w->name))
        site.refuse("R2", s.block.first, fmt::format("the window {} is used behind the block", w->name.text()));
    }
  }

  // Which copies are needed. A load may be left out only when every element is certainly written first.
  static void decide_copies(Site& site, Shape& s) {
    std::vector<Formula> facts = site.facts(s.block.first);
    std::vector<analysis::Access> all = accesses_of(site, s), first_writes;
    if (all.empty()) site.refuse("R5", s.block.first, fmt::format("the block does not use {}", s.window.base.text()));
    int first_read = s.block.count;
    s.store = false;
    for (const analysis::Access& a : all) {
      if (a.kind != Kind::write) first_read = std::min(first_read, a.order.front().index);
      if (a.kind != Kind::read) s.store = true;
      if (s.accum && a.kind != Kind::reduce)
        site.refuse("R6", s.block.first,
                    fmt::format("the block also {} {}", a.kind == Kind::read ? "reads" : "assigns", s.root.text()));
    }
    s.load = !s.accum;
    if (s.accum) return;
    for (const analysis::Access& a : all)
      if (a.kind == Kind::write && a.order.front().index < first_read) first_writes.push_back(a);
    if (first_writes.empty()) return;
    Coverage c = coverage(site.terms(), box(site, s), first_writes);
    facts.insert(facts.end(), c.assumptions.begin(), c.assumptions.end());
    s.load = !site.settles("S6", {{"", "the block writes the whole window before it reads", facts, c.goal}});
  }

  static std::vector<analysis::Access> accesses_of(Site& site, const Shape& s) {
    std::vector<analysis::Access> out;
    for (analysis::Access& a : analysis::accesses(site.lower(), statements(site.ir(), s.block)))
      if (a.at.buffer == s.root) out.push_back(std::move(a));
    return out;
  }

  static Box box(Site& site, const Shape& s) {
    Lowering& lower = site.lower();
    analysis::View view = lower.on_buffer(lower.view(s.window));
    Box out{view.base, {}};
    std::size_t next = 0;
    for (const analysis::View::Dim& d : view.dims) {
      out.dims.push_back({d.lo, {}});
      if (!d.is_point) out.dims.back().length = lower.index(s.lengths.at(next++));
    }
    return out;
  }

  // ---- the block's accesses, on the copy

  static AccessMap accesses_to_copy(Site& site, const Shape& s) {
    const ir::WindowExpr w = s.window;
    AccessMap map;
    map.buffer = w.base;
    map.becomes = s.copy;
    auto offset = [&site](const ir::Expr& e, const ir::Expr& lo) {
      return analysis::simplified(site.lower(), ir::sub(e, lo));
    };
    map.index = [w, offset](const Path&, const std::vector<ir::Expr>& idx) {
      std::vector<ir::Expr> out;
      for (std::size_t d = 0; d < idx.size(); ++d)
        if (!w.dims[d].is_point()) out.push_back(offset(idx[d], w.dims[d].lo));
      return out;
    };
    map.window = [&site, w, offset](const Path& at, const std::vector<ir::WindowDim>& dims) {
      std::vector<ir::WindowDim> out;
      for (std::size_t d = 0; d < dims.size(); ++d) {
        if (w.dims[d].is_point() && !dims[d].is_point())
          site.refuse("R3", at, fmt::format("dimension {} is an interval here, the staged window has a point", d),
                      "stage an interval there too");
        if (w.dims[d].is_point()) continue;
        out.push_back(
            {offset(dims[d].lo, w.dims[d].lo), dims[d].is_point() ? ir::Expr() : offset(dims[d].hi, w.dims[d].lo)});
      }
      return out;
    };
    map.whole = [&site, w, copy = s.copy](const Path& at, const ir::Read& r) {
      const std::vector<ir::Expr>& shape = site.declared(w.base).type.shape;
      for (std::size_t d = 0; d < shape.size(); ++d) {
        const ir::WindowDim& dim = w.dims[d];
        bool is_all = !dim.is_point() && site.lower().index(dim.lo) == Affine(0) &&
                      site.lower().index(dim.hi) == site.lower().index(shape[d]);
        if (!is_all)
          site.refuse("R3", at,
                      fmt::format("the whole of {} is passed on, the staged window is a part", w.base.text()));
      }
      return ir::read(copy, {}, r.type);
    };
    map.stride = [](const Path&, const ir::StrideOf& n) { return ir::Expr(n); };
    return map;
  }

  // ---- safety

  static std::vector<Obligation> safety(Site& site, const Shape& s) {
    ir::ProcRef after = preview(site, [&](Edit& edit) { rewrite(site, s, edit); });
    const Path at = s.block.first;
    Path moved = at.sibling(s.load || s.accum ? 2 : 1);
    Range staged{moved, s.block.count};
    auto contained = [&site, s] { return all_in_window(site, s); };
    auto races = [&site, s, after, moved] { return free_of_races(site.terms(), *after, Path{}, moved, s.root); };
    auto calls = [&site, s, after, staged] { return call_preconditions(site.terms(), *after, staged, s.copy); };
    std::vector<Formula> lengths;
    for (const ir::Expr& e : s.lengths) lengths.push_back(smt::le(0, site.lower().index(e)));
    return {{"S1", {{"", contained}}, at, "stage a larger window, or a smaller block"},
            analysis::obligation("S2", at, site.facts(at), window_in_bounds(site, s),
                                 fmt::format("the window of {} is in bounds", s.root.text())),
            analysis::obligation("S3", at, site.facts(at), Formula::all(lengths),
                                 "the lengths of the window are not negative"),
            {"S4", {{"", races}}, at, "stage what one iteration uses, and no more"},
            {"S5", {{"", calls}}, at, "keep the dimension that the callee wants contiguous last"}};
  }

  static std::vector<smt::Query> all_in_window(Site& site, const Shape& s) {
    std::vector<smt::Query> out;
    const std::string text = fmt::format("every access to {} lies in the window", s.window.base.text());
    std::vector<Formula> facts = site.facts(s.block.first);
    Box window = box(site, s);
    for (const analysis::Access& a : accesses_of(site, s)) {
      std::vector<Formula> assumptions = facts;
      assumptions.push_back(a.domain);
      out.push_back({"", text, std::move(assumptions), inside(a.at, window)});
    }
    for_each_place(site.ir(), s.block, [&](const Path& at, const ir::Stmt& stmt) {
      for (const ir::Expr& e : ir::expressions(stmt))
        if (const auto* w = e.as<ir::WindowExpr>(); w && w->base == s.window.base)
          out.push_back({"", text, site.facts(at), contains(site.lower(), s.window, *w)});
    });
    return out;
  }

  // A window of the base lies in the staged one. An empty interval may lie at its ends.
  static Formula contains(Lowering& lower, const ir::WindowExpr& outer, const ir::WindowExpr& inner) {
    std::vector<Formula> parts;
    for (std::size_t d = 0; d < outer.dims.size(); ++d) {
      const ir::WindowDim &o = outer.dims[d], &i = inner.dims.at(d);
      Affine start = lower.index(o.lo), lo = lower.index(i.lo);
      if (o.is_point()) parts.push_back(smt::eq(start, lo));
      else
        parts.push_back(smt::le(start, lo) && (i.is_point() ? smt::lt(lo, lower.index(o.hi))
                                                            : smt::le(lower.index(i.hi), lower.index(o.hi))));
    }
    return Formula::all(std::move(parts));
  }

  static Formula window_in_bounds(Site& site, const Shape& s) {
    std::vector<Formula> parts;
    const std::vector<ir::Expr>& shape = site.declared(s.window.base).type.shape;
    for (std::size_t d = 0; d < s.window.dims.size(); ++d) {
      const ir::WindowDim& dim = s.window.dims[d];
      Affine lo = site.lower().index(dim.lo), extent = site.lower().index(shape.at(d));
      parts.push_back(smt::le(0, lo) &&
                      (dim.is_point() ? smt::lt(lo, extent) : smt::le(site.lower().index(dim.hi), extent)));
    }
    return Formula::all(std::move(parts));
  }

  static bool reassociates(Site&, const Shape& s) { return s.accum; }

  // ---- rewrite

  // for i0: for i1: make(elements of the copy, elements of the buffer)
  static ir::Stmt copy_loops(const Shape& s,
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
    for (std::size_t i = iters.size(); i-- > 0;)
      out = ir::For{iters[i], ir::int_lit(0), s.lengths[i], {out}, ir::LoopMode::seq};
    return out;
  }

  static ir::Stmt before(const Shape& s) {
    ir::Scalar type = s.window.type;
    return copy_loops(s, [&](std::vector<ir::Expr> copy, std::vector<ir::Expr> buffer) {
      ir::Expr value = s.accum ? ir::float_lit(0, type) : ir::read(s.window.base, std::move(buffer), type);
      return ir::Stmt(ir::Assign{s.copy, std::move(copy), value, type});
    });
  }

  static ir::Stmt after(const Shape& s) {
    ir::Scalar type = s.window.type;
    return copy_loops(s, [&](std::vector<ir::Expr> copy, std::vector<ir::Expr> buffer) {
      ir::Expr value = ir::read(s.copy, std::move(copy), type);
      if (s.accum) return ir::Stmt(ir::Reduce{s.window.base, std::move(buffer), value, type});
      return ir::Stmt(ir::Assign{s.window.base, std::move(buffer), value, type});
    });
  }

  static void rewrite(Site&, const Shape& s, Edit& edit) {
    set_accesses(edit, s.body);
    if (s.store) edit.insert(s.block.first.sibling(s.block.count), {after(s)});
    ir::Block head{ir::Stmt(ir::Alloc{s.copy, {s.window.type, s.lengths, false}, ir::dram()})};
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

Proc stage_mem(const Proc& p, const Place& block, const std::string& window, const std::string& name, bool accum) {
  return rewrite::apply<rewrite::StageMem>("stage_mem", p, {{block}, {window}, name, accum});
}

}  // namespace tessera
