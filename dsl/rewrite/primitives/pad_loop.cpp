// SPDX-License-Identifier: Apache-2.0
// pad_loop — let a loop run past its end, where nothing reads the extra elements.
//   for i in seq(lo, hi): s   -->   for i in seq(lo, n): s
//   zeros                     -->   for i in seq(lo, n): if i < hi: s else: t
// t is s with 0.0 for each value that is assigned, and without its sums. So the iterations that are added need not read
// anything: what pads a row that others read beyond its end, as whole vectors do.
// Args:    hi: the new end, n.  zeros: the iterations that are added write zeros.
// Shape:   R1 the new end is an index expression, and the loop is not parallel.
//          R2 s consists of assignments and sums, of loops that are not parallel and ifs. It reads no configuration and
//          no windows that were made here; neither n nor a bound of the loop reads configuration.
//          R3 what s writes are allocations, by their own names, of floating-point numbers, or of integers of at least
//             32 bits: sums, differences and products of integers, which wrap where they do not fit. A quotient, or a
//             conversion that does not fit, would have no meaning. With zeros nothing is computed: of any type.
// Safety:  S1 hi <= n: no iteration is lost; those that are added are from hi on.
//          S2 what they access is in bounds.
//          S3 what they write is read by no others.
//          S4 what they read of allocations was written before.
//          S5 iterations of a parallel loop do not meet there.
// Forward: the loop and its body stay; its bounds are gone.
// Example: a_sum_in_whole_vectors
#include <fmt/format.h>

#include <algorithm>

#include "dsl/ir/conversion.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/collect_terms.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/values.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Access;

struct PadLoop {
  struct Args {
    LoopPlace loop;
    Text hi;
    bool zeros = false;
    static constexpr auto fields() {
      return std::tuple{required("loop", &Args::loop), required("hi", &Args::hi),
                        optional_field("zeros", &Args::zeros)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the new end is an index expression, and the loop is not parallel"},
      {"R2",
       "the body consists of assignments and sums, sequential loops and ifs, and reads no configuration or window"},
      {"R3",
       "what the body writes are allocations, by their own names, of floating-point numbers, or of integers of at "
       "least 32 bits that are sums, differences and products of integers; zeros, of any type"},
      {"S1", "the new end is at the old one or later"},
      {"S2", "what the added iterations access is in bounds"},
      {"S3", "what the added iterations write is read by no others"},
      {"S4", "what the added iterations read of allocations was written before"},
      {"S5", "iterations of a parallel loop do not meet in what the added iterations access"}};

  using Allocations = std::map<ir::Sym, Path>;

  struct Shape {
    LoopAt at;
    ir::Expr hi;
    bool zeros;
    ir::Sym iter;            ///< of the iterations that are added
    ir::ProcRef apart;       ///< the program with these in a loop of their own, after the others
    Allocations allocated;   ///< all of the procedure
    std::set<ir::Sym> used;  ///< what they access
  };

  // ---- shape

  static Shape shape(StepContext& step, const Args& a) {
    Shape s;
    s.at = step.loop(a.loop);
    s.hi = collect_terms(index_argument(step, a.hi, s.at.path, "R1"));
    s.zeros = a.zeros;
    if (s.at.loop->mode == ir::LoopMode::par) step.refuse("R1", s.at.path, "the loop is parallel");
    for (const ir::Expr& bound : {s.at.loop->lo, s.at.loop->hi, s.hi}) require_no_configuration(step, s, bound);
    for_each_place(step.ir(), Range::whole_body(step.ir()), [&](const Path& at, const ir::Stmt& now) {
      if (const auto* n = now.as<ir::Alloc>()) s.allocated.emplace(n->name, at);
    });
    require_plain(step, s);
    s.iter = ir::Sym::fresh(s.at.loop->iter.text());
    s.apart = preview(step, [&](Edit& edit) {
      edit.insert(s.at.path.sibling(1), {ir::Stmt(ir::For{s.iter, s.at.loop->hi, s.hi, added(s), ir::LoopMode::seq})});
    });
    find_used(s);
    return s;
  }

  static Range body_of(const Shape& s) {
    Path first = s.at.path;
    first.steps.push_back({ir::Branch::body, 0});
    return {first, static_cast<int>(s.at.loop->body.size())};
  }

  static void require_no_configuration(const StepContext& step, const Shape& s, const ir::Expr& e) {
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      if (const auto* n = node.as<ir::ReadConfig>())
        step.refuse("R2", s.at.path, fmt::format("{}.{} is read", n->config->name, n->field));
    });
  }

  static void require_plain(const StepContext& step, const Shape& s) {
    const ir::AliasRoots roots(step.ir());
    for_each_place(step.ir(), body_of(s), [&](const Path& at, const ir::Stmt& now) {
      for (const ir::Expr& e : ir::expressions(now)) {
        require_no_configuration(step, s, e);
        for (ir::Sym name : ir::free_syms(e))
          if (!(roots.of(name) == name))
            step.refuse("R2", at, fmt::format("{} is a window", name.text()), "inline_window makes them one name");
      }
      if (const std::optional<Write> w = as_write(now)) {
        require_own_allocation(step, s, at, *w);
        if (!s.zeros && !ir::is_float(w->type)) require_wrapping(step, at, *w);
        return;
      }
      const auto* loop = now.as<ir::For>();
      if (now.as<ir::Pass>() || now.as<ir::If>() || (loop && loop->mode == ir::LoopMode::seq)) return;
      step.refuse("R2", at, "this is something else", "fission takes it out of the loop, inline makes a call plain");
    });
  }

  static void require_own_allocation(const StepContext& step, const Shape& s, const Path& at, const Write& w) {
    if (s.allocated.count(w.name)) return;
    step.refuse("R3", at, fmt::format("{} is an argument or a window", w.name.text()), "stage_mem makes a local copy");
  }

  // Added iterations compute with numbers that nobody chose.
  static void require_wrapping(const StepContext& step, const Path& at, const Write& w) {
    if (!is_of_word(w.type)) step.refuse("R3", at, fmt::format("{} holds {}", w.name.text(), ir::name(w.type)));
    ir::for_each_expr(w.rhs, [&](const ir::Expr& e) {
      if (ir::is_data(e.type()) && !wraps(e, w.type))
        step.refuse("R3", at, fmt::format("{} may have no meaning among integers", ir::print(e)));
    });
  }

  static bool is_of_word(ir::Scalar type) {
    constexpr int bytes = 4;
    return ir::is_data(type) && !ir::is_float(type) && ir::byte_size(type) >= bytes;
  }

  // The node alone, for a place of the type.
  static bool wraps(const ir::Expr& e, ir::Scalar type) {
    if (e.as<ir::FloatLit>() || e.as<ir::IntLit>()) return true;
    if (ir::is_float(e.type()) || ir::byte_size(e.type()) > ir::byte_size(type)) return false;
    if (const std::optional<ir::Conversion> to = ir::conversion(e)) return is_of_word(to->to);
    const auto* n = e.as<ir::Binary>();
    return n ? n->op == ir::BinOp::add || n->op == ir::BinOp::sub || n->op == ir::BinOp::mul
             : e.as<ir::Read>() || e.as<ir::Negate>();
  }

  // The body of the iterations that are added.
  static ir::Block added(const Shape& s) {
    ir::Block body = ir::with_fresh_binders(s.at.loop->body);
    if (s.zeros) body = zeroed(body);
    return ir::substitute(body, {{s.at.loop->iter, ir::read(s.iter, ir::Scalar::index)}});
  }

  static ir::Block zeroed(const ir::Block& body) {
    return ir::map_stmts(body, [](const ir::Stmt& now) -> ir::Block {
      const std::optional<Write> w = as_write(now);
      if (!w) return {now};
      if (w->adds) return {ir::Stmt(ir::Pass{}, now.loc())};
      return {ir::Stmt(ir::Assign{w->name, w->idx, ir::float_lit(0, w->type), w->type}, now.loc())};
    });
  }

  static void find_used(Shape& s) {
    const ir::Block added = statements(*s.apart, added_loop(s));
    ir::for_each_stmt(added, [&](const ir::Stmt& now) {
      if (const std::optional<Write> w = as_write(now)) s.used.insert(w->name);
    });
    ir::for_each_expr(added, [&](const ir::Expr& e) {
      const auto* r = e.as<ir::Read>();
      if (r && ir::is_data(r->type)) s.used.insert(r->name);
    });
  }

  static Range added_loop(const Shape& s) { return {s.at.path.sibling(1), 1}; }

  // ---- safety

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    Lowering& lower = step.lower();
    Obligation longer = analysis::obligation("S1", s.at.path, step.facts(s.at.path),
                                             smt::le(lower.index(s.at.loop->hi), lower.index(s.hi)),
                                             "the new end is at the old one or later");
    longer.hint = "cut_loop takes iterations off";
    smt::Terms& terms = step.terms();
    const Path at = s.at.path;
    return {longer,
            {"S2",
             {{"", [&terms, s] { return in_bounds_of_all(terms, s); }}},
             at,
             "make room with resize_dim; zeros=True reads nothing"},
            {"S3", {{"", [&terms, s] { return unread(terms, s); }}}, at, "pad the loops that read it afterwards"},
            {"S4",
             {{"", [&terms, s] { return written(terms, s); }}},
             at,
             "pad the loops that write it first; zeros=True reads nothing"},
            {"S5", {{"", [&terms, s] { return no_races(terms, s); }}}, at, "allocate inside of the parallel loop"}};
  }

  static Range life(const Shape& s, ir::Sym name) {
    const auto found = s.allocated.find(name);
    return found == s.allocated.end() ? Range::whole_body(*s.apart) : scope_of(*s.apart, found->second);
  }

  static void append(std::vector<smt::Query>& to, std::vector<smt::Query> from) {
    std::move(from.begin(), from.end(), std::back_inserter(to));
  }

  static std::vector<smt::Query> in_bounds_of_all(smt::Terms& terms, const Shape& s) {
    std::vector<smt::Query> out;
    for (ir::Sym name : s.used) append(out, in_bounds(Lowering(terms, *s.apart), *s.apart, added_loop(s), name));
    return out;
  }

  static bool is_added(const Shape& s, const Access& a) {
    return std::find(a.loops.begin(), a.loops.end(), s.iter) != a.loops.end();
  }

  // By whatever else runs in the life of the allocation, before or after.
  static std::vector<smt::Query> unread(smt::Terms& terms, const Shape& s) {
    std::vector<smt::Query> out;
    for (ir::Sym name : s.used) {
      if (!s.allocated.count(name)) continue;
      Lowering lower(terms, *s.apart);
      const Range range = life(s, name);
      const std::vector<Formula> facts = analysis::facts_at(lower, *s.apart, range.first);
      std::vector<Access> ours, others;
      for (Access& a : analysis::accesses(lower, statements(*s.apart, range))) {
        if (!(a.at.buffer == name)) continue;
        const bool is_ours = is_added(s, a);
        if (is_ours ? a.kind == Access::Kind::read : a.kind == Access::Kind::write) continue;
        a.kind = is_ours ? Access::Kind::write : Access::Kind::read;  // a sum reads what it adds to
        if (is_ours) ours.push_back(std::move(a));
        else others.push_back(analysis::instance(terms, a, {}));
      }
      append(out, analysis::no_conflict(terms, ours, others, facts));
    }
    return out;
  }

  static std::vector<smt::Query> written(smt::Terms& terms, const Shape& s) {
    std::vector<smt::Query> out;
    for (ir::Sym name : s.used) {
      if (!s.allocated.count(name)) continue;
      Lowering lower(terms, *s.apart);
      append(out, ValueFlow(lower, *s.apart, life(s, name), std::span(&name, 1))
                      .written([&](const Access& a) { return is_added(s, a); },
                               fmt::format("elements of {} are written before they are read", name.text())));
    }
    return out;
  }

  static std::vector<smt::Query> no_races(smt::Terms& terms, const Shape& s) {
    std::vector<smt::Query> out;
    for (ir::Sym name : s.used) append(out, free_of_races(Lowering(terms, *s.apart), *s.apart, life(s, name), name));
    return out;
  }

  static bool may_wrap(const Shape& s) {
    return std::any_of(s.used.begin(), s.used.end(), [&](ir::Sym name) {
      const auto found = s.allocated.find(name);
      const ir::Alloc* a = found == s.allocated.end() ? nullptr : ir::stmt_at(*s.apart, found->second)->as<ir::Alloc>();
      return a && !ir::is_float(a->type.scalar);
    });
  }

  // ---- rewrite

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const Path at = s.at.path;
    const SrcLoc loc = ir::stmt_at(edit.proc(), at)->loc();
    const ir::For loop = *s.at.loop;
    forget_header(edit, at);
    if (s.zeros) {
      edit.wrap(body_of(s), [&](ir::Block body) {
        const ir::Expr is_own = ir::binary(ir::BinOp::lt, ir::read(loop.iter, ir::Scalar::index), loop.hi);
        return ir::Stmt(ir::If{is_own, std::move(body), zeroed(ir::with_fresh_binders(loop.body))}, loc);
      });
    }
    ir::For longer = *ir::stmt_at(edit.proc(), at)->as<ir::For>();
    longer.hi = s.hi;
    edit.update(at, ir::Stmt(std::move(longer), loc));
  }
};

}  // namespace

Primitive pad_loop_primitive() {
  return describe<PadLoop>("pad_loop", "loops", "let a loop run past its end, where nothing reads the extra elements");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc pad_loop(const Proc& p, const LoopPlace& loop, const std::string& hi, bool zeros) {
  return rewrite::apply<rewrite::PadLoop>("pad_loop", p, {{loop}, {hi}, zeros});
}

}  // namespace tessera
