// SPDX-License-Identifier: Apache-2.0
// inline_assign — replace the reads after an assignment by its value, and drop the assignment.
//   x[i] = e; s(x[i])   -->   s(e)
// The reads in the statements after it in the same list are meant, up to the next assignment to the same element there
// (its value included).
// Shape:   R1 the statement is an assignment.  R2 it goes to an allocation, by its own name.
//          R3 the statements after it pass neither the buffer nor a window of it on.
//          R4 the value keeps the type of the buffer where it goes, converted if it has another, unless one is R; an
//          integer narrower than what C computes in is not inlined after a step that may leave integers which do not
//          fit their places in between.
// Safety:  S1 a read is of this element; where that is not proved it stays.
//          S2 an assignment after it goes to this element; where that is not proved the search goes on.
//          S3 nothing else writes the element in between.
//          S4 no read that stays, there, elsewhere, or in a later iteration, sees the value.
//          S5 what the value reads is not written before the last of the reads that it replaces.
// Forward: the assignment is gone; the reads stay and become the value, indices below them are gone.
// Example: a_scalar_and_all_its_reads
#include <fmt/format.h>

#include "dsl/ir/conversion.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

using analysis::Access;

struct InlineAssign {
  struct Args {
    StmtPlace statement;
    static constexpr auto fields() { return std::tuple{required("statement", &Args::statement)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the statement is an assignment"},
      {"R2", "its target is a local buffer, named directly and not through a window"},
      {"R3", "the statements after it pass neither the buffer nor a window of it on"},
      {"R4",
       "the value has the type of the buffer or is converted to it, and keeps it where it goes, whatever the place "
       "cuts off"},
      {"S1", "a read that is replaced is of the element that is assigned", true},
      {"S2", "the next assignment found writes the same element", true},
      {"S3", "nothing else writes the element before the next assignment to it"},
      {"S4", "no other read sees the value"},
      {"S5", "what the value reads is not written before the last read that it replaces"}};

  struct Shape {
    Path at, alloc;
    SrcLoc loc;
    Write write;
    Range following;  ///< the statements in which reads are replaced
    bool ends_with_assignment = false;
    std::vector<Path> reads;  ///< that are replaced
    int used = 0;             ///< of the statements after: up to the last that has such a read
  };

  // ---- shape

  static Shape shape(StepContext& step, const Args& a) {
    Shape s;
    s.at = step.stmt(a.statement);
    const ir::Stmt& stmt = *ir::stmt_at(step.ir(), s.at);
    s.loc = stmt.loc();
    std::optional<Write> w = as_write(stmt);
    if (!w || w->adds) step.refuse("R1", s.at, "this statement is not an assignment");
    s.write = *w;
    s.alloc = allocation(step, s);
    if (w->rhs.type() != w->type) s.write.rhs = converted(step, s);
    require_uncut(step, s);
    s.following = scope_of(step.ir(), s.at);
    find_end(step, s);
    const ir::AliasRoots roots(step.ir());
    for_each_place(step.ir(), s.following,
                   [&](const Path& at, const ir::Stmt& now) { visit(step, s, roots, at, now); });
    for (const Path& read : s.reads)
      s.used = std::max(s.used, read.steps.at(s.at.steps.size() - 1).index - s.at.steps.back().index);
    require_types(step, s);
    return s;
  }

  // The assignment converts; so do reads of the value.
  static ir::Expr converted(const StepContext& step, const Shape& s) {
    const Write& w = s.write;
    if (w.rhs.type() == ir::Scalar::R || w.type == ir::Scalar::R)
      step.refuse("R4", s.at,
                  fmt::format("the value is {}, {} is {}", ir::name(w.rhs.type()), w.name.text(), ir::name(w.type)),
                  "set_precision chooses the type that is R");
    return ir::Expr(ir::ExternCall{std::string(ir::name(w.type)), {w.rhs}, w.type}, w.rhs.loc());
  }

  static void require_uncut(const StepContext& step, const Shape& s) {
    const ir::Scalar type = s.write.type;
    if (ir::is_float(type) || ir::computed_as(type) == type) return;
    if (const StepRecord* wrapping = step.wrapping_step())
      step.refuse("R4", s.at,
                  fmt::format("{} may have left a value that {} cuts off, and {} does not", wrapping->primitive,
                              ir::name(type), ir::name(ir::computed_as(type))),
                  "inline_assign before the steps that change the order of integer sums");
  }

  static Path allocation(const StepContext& step, const Shape& s) {
    std::optional<Path> found;
    for_each_place(step.ir(), Range::whole_body(step.ir()), [&](const Path& at, const ir::Stmt& now) {
      if (const auto* n = now.as<ir::Alloc>(); n && n->name == s.write.name) found = at;
    });
    if (!found)
      step.refuse("R2", s.at, fmt::format("{} is an argument or a window", s.write.name.text()),
                  "stage_mem makes a local copy");
    return *found;
  }

  // The element is assigned again: what follows sees that value.
  static void find_end(StepContext& step, Shape& s) {
    for (int i = 0; i < s.following.count; ++i) {
      const Path at = s.following.first.sibling(i);
      const auto* next = ir::stmt_at(step.ir(), at)->as<ir::Assign>();
      if (!next || !(next->name == s.write.name)) continue;
      if (!step.prove_and_record("S2", {is_element(step, s, at, next->idx)})) continue;
      s.following.count = i + 1;
      s.ends_with_assignment = true;
      return;
    }
  }

  static smt::Query is_element(StepContext& step, const Shape& s, const Path& at, const std::vector<ir::Expr>& idx) {
    std::vector<Formula> facts = step.facts(at);
    return same_element(facts, target(step.lower(), s.write), element_of(step.lower(), s.write.name, idx),
                        fmt::format("this is the element of {} that is assigned", s.write.name.text()));
  }

  static void visit(StepContext& step, Shape& s, const ir::AliasRoots& roots, const Path& at, const ir::Stmt& stmt) {
    const std::vector<ir::Expr> tops = ir::expressions(stmt);
    for (std::size_t i = 0; i < tops.size(); ++i) {
      if (stmt.as<ir::Call>() || stmt.as<ir::WindowStmt>()) require_unpassed(step, s, at, tops[i]);
      collect(step, s, at.expr({static_cast<int>(i)}), tops[i]);
    }
    for (const ir::Expr& top : tops)
      for (ir::Sym name : ir::free_syms(top)) require_one_name(step, s, roots, at, name);
    if (std::optional<Write> w = as_write(stmt)) require_one_name(step, s, roots, at, w->name);
  }

  static void require_unpassed(const StepContext& step, const Shape& s, const Path& at, const ir::Expr& e) {
    ir::for_each_expr(e, [&](const ir::Expr& node) {
      const auto* r = node.as<ir::Read>();
      const auto* w = node.as<ir::WindowExpr>();
      if ((r && r->name == s.write.name) || (w && w->base == s.write.name))
        step.refuse("R3", at, fmt::format("{} is passed on here", s.write.name.text()), "inline the call first");
    });
  }

  static void require_one_name(const StepContext& step, const Shape& s, const ir::AliasRoots& roots, const Path& at,
                               ir::Sym name) {
    if (!(name == s.write.name) && roots.of(name) == s.write.name)
      step.refuse("R3", at, fmt::format("{} is a window of {}", step.shown(name), step.shown(s.write.name)),
                  "inline_window makes them one name");
  }

  static void collect(StepContext& step, Shape& s, const Path& at, const ir::Expr& e) {
    if (const auto* r = e.as<ir::Read>(); r && r->name == s.write.name) {
      if (step.prove_and_record("S1", {is_element(step, s, at.stmt(), r->idx)})) s.reads.push_back(at);
      return;
    }
    std::vector<ir::Expr> kids = ir::children(e);
    for (std::size_t i = 0; i < kids.size(); ++i) collect(step, s, at.expr({static_cast<int>(i)}), kids[i]);
  }

  static void require_types(const StepContext& step, const Shape& s) {
    const ir::ProcRef after = preview(step, [&](Edit& edit) { put(edit, s, s.write.rhs); });
    for (const Path& read : s.reads) {
      const ir::Stmt& changed = *ir::stmt_at(*after, read.stmt());
      if (!as_written(ir::expressions(changed).back(), place_type(changed, read.exprs.front())))
        step.refuse("R4", read.stmt(), "a literal would be a number of another type there");
      const Path operation = operation_around(*after, read);
      if (operation.exprs.size() > 1 && !has_name(*ir::expr_at(*after, operation)))
        step.refuse("R4", read.stmt(), "a literal is not converted, and no name there gives it a type");
    }
  }

  static bool has_name(const ir::Expr& operation) {
    bool found = false;
    ir::for_each_operand(operation, [&](const ir::Expr& e) { found = found || ir::chooses_type(e); });
    return found;
  }

  static void put(Edit& edit, const Shape& s, const ir::Expr& value) {
    edit.become_exprs(s.reads, [&](const ir::Expr& read) { return value.at(read.loc()); });
  }

  // ---- safety

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    auto others = [&step, s] { return no_other_write(step, s); };
    auto stale = [&step, s] { return s.ends_with_assignment ? unread_in_between(step, s) : never_read(step, s); };
    auto steady = [&step, s] { return value_keeps(step, s); };
    return {{"S3", {{"", others}}, s.at, ""},
            {"S4", {{"", stale}}, s.at, "bring what reads it after the assignment, into the same list"},
            {"S5", {{"", steady}}, s.at, ""}};
  }

  static std::vector<Access> own_write(StepContext& step, const Shape& s) {
    return written_by(step.lower(), as_stmt(s.write, s.loc));
  }

  static std::vector<smt::Query> no_other_write(StepContext& step, const Shape& s) {
    std::vector<Formula> facts = step.facts(s.at);
    Range between = s.following;
    if (s.ends_with_assignment) --between.count;
    return analysis::no_conflict(step.terms(), own_write(step, s),
                                 changes_of(step.lower(), statements(step.ir(), between)), facts);
  }

  // The program in which the replaced reads read nothing: reads that remain are those that the step does not replace.
  static ir::ProcRef without_reads(const StepContext& step, const Shape& s) {
    return preview(step, [&](Edit& edit) { put(edit, s, ir::float_lit(0, s.write.type)); });
  }

  static std::vector<smt::Query> unread_in_between(StepContext& step, const Shape& s) {
    std::vector<Formula> facts = step.facts(s.at);
    std::vector<Access> left = analysis::accesses(step.lower(), statements(*without_reads(step, s), s.following));
    std::erase_if(left, [](const Access& a) { return a.kind != Access::Kind::read; });
    return analysis::no_conflict(step.terms(), own_write(step, s), left, facts);
  }

  // Where the walk of analysis::accesses meets the statement at the path, below the list that starts at `first`.
  static std::vector<int> order_of(const ir::Procedure& proc, const Range& list, const Path& at) {
    std::vector<int> out;
    const std::size_t top = list.first.steps.size() - 1;
    for (std::size_t depth = top; depth < at.steps.size(); ++depth) {
      const Path outer{{at.steps.begin(), at.steps.begin() + static_cast<long>(depth)}, {}};
      if (depth > top && ir::stmt_at(proc, outer)->as<ir::If>())
        out.push_back(at.steps[depth].branch == ir::Branch::body ? 0 : 1);
      out.push_back(at.steps[depth].index - (depth == top ? list.first.steps.back().index : 0));
    }
    return out;
  }

  // In all of the allocation's life, in whatever iterations of the loops around.
  static std::vector<smt::Query> never_read(StepContext& step, const Shape& s) {
    const ir::ProcRef left = without_reads(step, s);
    const Range life = scope_of(*left, s.alloc);
    const std::vector<int> order = order_of(*left, life, s.at);
    std::vector<Formula> facts = step.facts(s.alloc);
    std::vector<Access> all = analysis::accesses(step.lower(), statements(*left, life));
    auto is_ours = [&](const Access& a) {
      return a.kind != Access::Kind::read &&
             std::equal(a.order.begin(), a.order.end(), order.begin(), order.end(),
                        [](const analysis::OrderStep& step, int index) { return step.index == index; });
    };
    std::vector<smt::Query> out;
    for (const Access& ours : all) {
      if (!is_ours(ours)) continue;
      for (const Access& other : all) {
        if (other.kind == Access::Kind::write || !(other.at.buffer == ours.at.buffer)) continue;
        const Access read = analysis::instance(step.terms(), other, {});
        std::vector<Formula> when = facts;
        when.push_back(analysis::runs_before(ours, read));
        for (smt::Query& q : analysis::no_conflict(step.terms(), std::span(&ours, 1), std::span(&read, 1), when))
          out.push_back(std::move(q));
      }
    }
    return out;
  }

  // A statement without others below it reads before it writes: of the last one only what it reads counts.
  static std::vector<smt::Query> value_keeps(StepContext& step, const Shape& s) {
    if (s.used == 0) return {};
    std::vector<Formula> facts = step.facts(s.at);
    const ir::Stmt& last = *ir::stmt_at(step.ir(), s.at.sibling(s.used));
    const bool is_leaf = !ir::branch(last, ir::Branch::body);
    const ir::Block between = statements(step.ir(), {s.following.first, is_leaf ? s.used - 1 : s.used});
    return analysis::no_conflict(step.terms(), changes_of(step.lower(), between),
                                 reads_of(step.lower(), s.write.rhs, s.loc), facts);
  }

  // ---- rewrite

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    put(edit, s, s.write.rhs);
    std::map<Path, ir::Stmt> typed;
    for (const Path& read : s.reads) {
      const ir::Stmt stmt = *ir::stmt_at(edit.proc(), read.stmt());
      std::vector<ir::Expr> tops = ir::expressions(stmt);
      tops.back() = as_written(tops.back(), place_type(stmt, read.exprs.front())).value_or(tops.back());
      typed.insert_or_assign(read.stmt(), ir::with_expressions(stmt, std::move(tops)));
    }
    edit.update(typed);
    erase_or_pass(edit, s.at);
  }
};

}  // namespace

Primitive inline_assign_primitive() {
  return describe<InlineAssign>("inline_assign", "statements", "replace the reads after an assignment by its value");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc inline_assign(const Proc& p, const StmtPlace& statement) {
  return rewrite::apply<rewrite::InlineAssign>("inline_assign", p, {{statement}});
}

}  // namespace tessera
