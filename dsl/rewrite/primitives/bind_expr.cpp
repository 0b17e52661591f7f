// SPDX-License-Identifier: Apache-2.0
// bind_expr — give the value of an expression a name, right before the statement that uses it.
//   s(e)             -->   x: T @ DRAM; x = e; s(x)
//   cse: s(e); t(e)  -->   x: T @ DRAM; x = e; s(x); t(x)
//   a list of places -->   the same, with x = e before the first statement of the innermost list that holds all
// Every occurrence in the statement that is equal to the first match is replaced. Nothing runs between x = e and s, and
// a statement computes its value before it writes, so x is what e was. With cse the statements after it in its list
// count too, and all below them, as long as nothing that e reads is written.
// Args:    expr: one place, or a list of them: exactly these are replaced.  name: that of the new scalar.
// Shape:   R1 the expression is a value of data type (no index, no window, no whole tensor), and not how far a shift
//          goes, or a mask: these are literals.
//          R2 no callee writes to it: a scalar or element that is passed to a call is passed by reference.
//          R3 the name is one.
//          R4 the scalar has the type that C computes an integer operation in, where the value need not fit its own;
//          that type goes with the numbers around it. Its own it keeps where only sums are between it and a place of
//          that type: what is cut off at the one would be at the other.
//          R5 list: all are the same expression.
//          R6 list: what it names is declared where it is bound, and only loops are between there and the first place.
// Safety:  S1 cse: nothing that e reads is written up to a statement; where that is not proved, e stays from there on.
//          S2 list: nothing that e reads is written before the last place.
//          S3 list: the loops between the new statement and the first place run, so that e is computed anyway.
// Forward: the statement moves after the two new ones; the replaced expressions stay, what was below them is gone.
// Example: names_all_equal_reads_of_the_statement
#include <fmt/format.h>

#include <algorithm>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct BindExpr {
  struct Args {
    ExprPlaces expr;
    std::string name;
    bool cse = false;
    static constexpr auto fields() {
      return std::tuple{required("expr", &Args::expr), required("name", &Args::name),
                        optional_field("cse", &Args::cse)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the expression is a value of a data type, and no constant of a shift or a mask"},
      {"R2", "the expression is not an argument that the callee writes to"},
      {"R3", "the new scalar's name is a word of letters, digits and _"},
      {"R4", "the scalar has room for the value, and its type goes with the numbers around it"},
      {"R5", "list: all places hold the same expression"},
      {"R6", "list: what the expression names is declared at the new statement, and no if is around the first place"},
      {"S1", "cse: nothing that the expression reads is written before the last occurrence that is replaced", true},
      {"S2", "list: nothing that the expression reads is written before the last place"},
      {"S3", "list: the loops around the first place run at least once"}};

  struct Shape {
    Path stmt;
    ir::Expr value;
    ir::Sym name;
    ir::Scalar type;           ///< of the new scalar
    std::vector<Path> places;  ///< of the equal expressions
    Path last = {};            ///< list: the statement of the list that the last place is in or below
    bool is_cut_off = false;   ///< what does not fit the scalar is cut off, as it would be where it goes
  };

  static Shape shape(StepContext& step, const Args& a) {
    std::vector<Path> found;
    for (const ExprPlace& one : a.expr.all) found.push_back(value_at(step, one));
    require_identifier(step, found.front(), a.name, "R3");
    return found.size() == 1 ? at(step, found.front(), a) : of_list(step, std::move(found), a);
  }

  static Path value_at(const StepContext& step, const ExprPlace& place) {
    const std::vector<Path> found = step.exprs(place);
    for (const Path& p : found)
      if (is_value(step, *ir::expr_at(step.ir(), p)) && !is_constant(step, p)) return p;
    step.refuse("R1", found.front(),
                is_constant(step, found.front())
                    ? "the expression says how far a shift goes, or is a mask, and stays a literal"
                    : "the expression is an index, a window or a whole tensor",
                "name a pattern that is more special");
  }

  static bool is_constant(const StepContext& step, const Path& p) {
    return p.exprs.size() > 1 &&
           wants_literal(*ir::expr_at(step.ir(), p.parent()), static_cast<std::size_t>(p.exprs.back()));
  }

  static Shape of_list(StepContext& step, std::vector<Path> places, const Args& a) {
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    const ir::Expr value = *ir::expr_at(step.ir(), places.front());
    const auto [first, last] = common_list(places.front(), places.back());
    Shape s{first, value, ir::Sym::fresh(a.name), roomy_type(value), places, last};
    for (const Path& p : places) {
      if (!ir::equal(*ir::expr_at(step.ir(), p), value))
        step.refuse(
            "R5", p,
            fmt::format("{} is another expression than {}", ir::print(*ir::expr_at(step.ir(), p)), ir::print(value)));
      require_reference(step, p);
    }
    require_scope(step, s);
    choose_type(step, s);
    return s;
  }

  // The statements of the innermost list around both that hold the one and the other.
  static std::pair<Path, Path> common_list(const Path& first, const Path& last) {
    std::size_t depth = 0;
    const std::size_t most = std::min(first.steps.size(), last.steps.size());
    while (depth + 1 < most && first.steps[depth] == last.steps[depth]) ++depth;
    if (depth > 0 && first.steps[depth].branch != last.steps[depth].branch) --depth;
    const auto upto = [&](const Path& p) {
      return Path{{p.steps.begin(), p.steps.begin() + static_cast<long>(depth) + 1}, {}};
    };
    return {upto(first), upto(last)};
  }

  static void require_scope(const StepContext& step, const Shape& s) {
    const int count = s.last.steps.back().index - s.stmt.steps.back().index + 1;
    for_each_place(step.ir(), {s.stmt, count}, [&](const Path& at, const ir::Stmt& stmt) {
      const ir::Sym bound = ir::bound_name(stmt);
      if (bound && ir::mentions(s.value, bound))
        step.refuse("R6", at,
                    fmt::format("{} is declared after the place where the value would be bound", bound.text()));
    });
    for (const Path& p : between(s))
      if (!ir::stmt_at(step.ir(), p)->as<ir::For>())
        step.refuse("R6", p, "an if decides whether the value is computed", "give places after one that surely is");
  }

  // What is around the first place, from the new statement on.
  static std::vector<Path> between(const Shape& s) {
    std::vector<Path> out;
    for (const Path& p : ir::ancestor_paths(s.places.front().stmt()))
      if (p.steps.size() >= s.stmt.steps.size()) out.push_back(p);
    return out;
  }

  static bool is_value(const StepContext& step, const ir::Expr& e) {
    if (!ir::is_data(e.type()) || e.as<ir::WindowExpr>()) return false;
    const auto* r = e.as<ir::Read>();
    return !r || !r->idx.empty() || !step.declared(r->name).type.is_tensor();
  }

  static Shape at(StepContext& step, const Path& first, const Args& a) {
    const ir::Expr value = *ir::expr_at(step.ir(), first);
    Shape s{first.stmt(), value, ir::Sym::fresh(a.name), roomy_type(value), {}};
    collect_below(step, s, s.stmt);
    for (const Path& p : s.places) require_reference(step, p);
    if (a.cse) collect_after(step, s);
    choose_type(step, s);
    return s;
  }

  static void require_reference(StepContext& step, const Path& p) {
    const auto* call = ir::stmt_at(step.ir(), p.stmt())->as<ir::Call>();
    if (call && p.exprs.size() == 1) require_unwritten(step, p.stmt(), *call, p.exprs[0]);
  }

  static void choose_type(const StepContext& step, Shape& s) {
    const bool sums_up = only_sums_up(step, s);
    s.is_cut_off = sums_up && !has_room(s.value.type(), s.value);
    if (sums_up) s.type = s.value.type();
    else require_types(step, s);
  }

  static ir::Scalar roomy_type(const ir::Expr& value) {
    return has_room(value.type(), value) ? value.type() : ir::computed_as(value.type());
  }

  // Of an integer type, from each place to one of that type that is written.
  static bool only_sums_up(const StepContext& step, const Shape& s) {
    const ir::Scalar type = s.value.type();
    return !ir::is_float(type) && !ir::free_syms(s.value).empty() &&
           std::all_of(s.places.begin(), s.places.end(), [&](const Path& p) { return sums_up(step, p, type); });
  }

  static bool sums_up(const StepContext& step, const Path& place, ir::Scalar type) {
    const std::optional<Write> write = as_write(*ir::stmt_at(step.ir(), place.stmt()));
    if (!write || write->type != type) return false;
    for (Path p = place; p.exprs.size() > 1;) {
      p = p.parent();
      const ir::Expr around = *ir::expr_at(step.ir(), p);
      const auto* n = around.as<ir::Binary>();
      const bool is_sum = n && (n->op == ir::BinOp::add || n->op == ir::BinOp::sub);
      if (!is_sum && !around.as<ir::Negate>()) return false;
    }
    return true;
  }

  static void require_types(const StepContext& step, const Shape& s) {
    if (!has_room(s.type, s.value))
      step.refuse("R4", s.places.front(), fmt::format("the value does not fit {}", ir::name(s.type)));
    if (s.type == s.value.type()) return;
    if (!as_written(s.value, s.type))
      step.refuse("R4", s.places.front(),
                  fmt::format("its literals would be {} in place of {}", ir::name(s.type), ir::name(s.value.type())),
                  "bind a part with a name in it");
    const ir::ProcRef after = preview(step, [&](Edit& edit) { put(edit, s); });
    for (const Path& p : s.places)
      if (!retyped(*after, p, s.type))
        step.refuse("R4", p,
                    fmt::format("one operation would mix {} and {}", ir::name(s.type), ir::name(s.value.type())),
                    "bind the operands");
  }

  // The operation with the scalar in the place.
  static std::optional<ir::Expr> retyped(const ir::Procedure& after, const Path& place, ir::Scalar scalar) {
    const Path operation = operation_around(after, place);
    return as_written(*ir::expr_at(after, operation), literals_of(after, operation, scalar));
  }

  // Beside no name: those of the statement's value take the type of where it goes.
  static ir::Scalar literals_of(const ir::Procedure& after, const Path& operation, ir::Scalar scalar) {
    return operation.exprs.size() > 1 ? scalar
                                      : place_type(*ir::stmt_at(after, operation.stmt()), operation.exprs.front());
  }

  static void collect_below(const StepContext& step, Shape& s, const Path& place) {
    for_each_place(step.ir(), {place, 1}, [&](const Path& at, const ir::Stmt& stmt) {
      std::vector<ir::Expr> tops = ir::expressions(stmt);
      for (std::size_t i = 0; i < tops.size(); ++i) collect(s, at.expr({static_cast<int>(i)}), tops[i]);
    });
  }

  // Assignments and reductions read before they write; of loops, ifs and calls what they write themselves counts too.
  static void collect_after(StepContext& step, Shape& s) {
    const Range following = scope_of(step.ir(), s.stmt);
    Path unasked = s.stmt;  // nothing before it writes what the value reads
    for (int i = 0; i < following.count; ++i) {
      const Path at = following.first.sibling(i);
      const bool reads_first = as_write(*ir::stmt_at(step.ir(), at)).has_value();
      const std::size_t known = s.places.size();
      collect_below(step, s, at);
      if (s.places.size() == known) continue;
      const Path end = reads_first ? at : at.sibling(1);
      if (!step.prove_and_record("S1",
                                 stays_equal(step, s, {unasked, end.steps.back().index - unasked.steps.back().index})))
        return s.places.resize(known);
      unasked = end;
    }
  }

  // Nothing that the value reads is written by these statements.
  static std::vector<smt::Query> stays_equal(StepContext& step, const Shape& s, const Range& written) {
    std::vector<Formula> facts = step.facts(s.stmt);
    return analysis::no_conflict(step.terms(), changes_of(step.lower(), statements(step.ir(), written)),
                                 reads_of(step.lower(), s.value, s.value.loc()), facts);
  }

  static void collect(Shape& s, const Path& at, const ir::Expr& e) {
    if (ir::equal(e, s.value)) return s.places.push_back(at);
    std::vector<ir::Expr> kids = ir::children(e);
    for (std::size_t i = 0; i < kids.size(); ++i)
      if (!wants_literal(e, i)) collect(s, at.expr({static_cast<int>(i)}), kids[i]);
  }

  static void require_unwritten(StepContext& step, const Path& at, const ir::Call& call, int index) {
    const ir::Arg& param = call.callee->args.at(static_cast<std::size_t>(index));
    Lowering lower(step.terms(), *call.callee);
    for (const analysis::Access& a : analysis::accesses(lower, call.callee->body))
      if (a.at.buffer == param.name && a.kind != analysis::Access::Kind::read)
        step.refuse("R2", at, call.callee->name + " writes to " + param.name.text(),
                    "stage_mem copies in and back out");
  }

  static bool may_wrap(const Shape& s) { return s.is_cut_off; }

  static std::vector<Obligation> safety(StepContext& step, const Shape& s) {
    if (s.last.steps.empty()) return {};
    Obligation same{"S2",
                    {{"", [&step, s] { return stays_equal(step, s, written(step, s)); }}},
                    s.stmt,
                    "give the places before that write, and those after it by themselves"};
    std::vector<Obligation> out{std::move(same)};
    for (const Path& p : between(s)) {
      const ir::For& loop = *ir::stmt_at(step.ir(), p)->as<ir::For>();
      std::vector<Formula> facts = step.facts(p);
      out.push_back(analysis::obligation("S3", p, std::move(facts),
                                         smt::lt(step.lower().index(loop.lo), step.lower().index(loop.hi)),
                                         "the loop runs at least once"));
    }
    return out;
  }

  // An assignment reads before it writes.
  static Range written(const StepContext& step, const Shape& s) {
    const bool reads_first = as_write(*ir::stmt_at(step.ir(), s.last)).has_value();
    return {s.stmt, s.last.steps.back().index - s.stmt.steps.back().index + (reads_first ? 0 : 1)};
  }

  static void put(Edit& edit, const Shape& s) {
    edit.become_exprs(s.places, [&](const ir::Expr& e) { return ir::read(s.name, s.type).at(e.loc()); });
  }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    put(edit, s);
    if (s.type != s.value.type()) retype(edit, s);
    edit.insert(s.stmt, {ir::Stmt(ir::Alloc{s.name, {s.type, {}, false}, ir::dram()}),
                         ir::Stmt(ir::Assign{s.name, {}, as_written(s.value, s.type).value_or(s.value), s.type})});
  }

  static void retype(Edit& edit, const Shape& s) {
    std::map<Path, ir::Stmt> typed;
    for (const Path& p : s.places) {
      const Path operation = operation_around(edit.proc(), p);
      const ir::Stmt& stmt = typed.try_emplace(p.stmt(), *ir::stmt_at(edit.proc(), p.stmt())).first->second;
      std::vector<ir::Expr> tops = ir::expressions(stmt);
      ir::Expr& top = tops.at(static_cast<std::size_t>(p.exprs.front()));
      top = with_types(top, operation.exprs, 1, literals_of(edit.proc(), operation, s.type));
      typed.insert_or_assign(p.stmt(), ir::with_expressions(stmt, std::move(tops)));
    }
    edit.update(typed);
  }

  // The operation that the path leads to, from its step `depth` on.
  static ir::Expr with_types(const ir::Expr& e, const std::vector<int>& path, std::size_t depth, ir::Scalar literals) {
    if (depth == path.size()) return as_written(e, literals).value_or(e);
    std::vector<ir::Expr> kids = ir::children(e);
    ir::Expr& kid = kids.at(static_cast<std::size_t>(path[depth]));
    kid = with_types(kid, path, depth + 1, literals);
    return ir::with_children(e, std::move(kids));
  }
};

}  // namespace

Primitive bind_expr_primitive() {
  return describe<BindExpr>("bind_expr", "expressions",
                            "give the value of an expression a name, before the statement that uses it");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc bind_expr(const Proc& p, const ExprPlaces& expr, const std::string& name, bool cse) {
  return rewrite::apply<rewrite::BindExpr>("bind_expr", p, {expr, name, cse});
}

}  // namespace tessera
