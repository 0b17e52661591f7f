// bind_expr — give the value of an expression a name, right before the statement that uses it.
//   s(e)             -->   x: T @ DRAM; x = e; s(x)
//   cse: s(e); t(e)  -->   x: T @ DRAM; x = e; s(x); t(x)
// Every occurrence in the statement that is equal to the first match is replaced. Nothing runs between x = e and s, and
// a statement computes its value before it writes, so x is what e was. With cse the statements behind it in its list
// count too, and all below them, as long as nothing that e reads is written.
// Args:    name: that of the new scalar.
// Shape:   R1 the expression is a value of data type (no index, no window, no whole tensor).
//          R2 no callee writes to it: a scalar or element that is passed to a call is passed by reference.
//          R3 if its type is R, not yet chosen, it is not computed with integers.
//          R4 the name is one.
// Safety:  S1 cse: nothing that e reads is written up to a statement; where that is not proved, e stays from there on.
// Forward: the statement moves behind the two new ones; the replaced expressions stay, what was below them is gone.
// Alias:   common subexpression elimination, within a statement.
// Example: names_all_equal_reads_of_the_statement
#include <fmt/format.h>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct BindExpr {
  struct Args {
    ExprPlace expr;
    std::string name;
    bool cse = false;
    static constexpr auto fields() {
      return std::tuple{required("expr", &Args::expr), required("name", &Args::name),
                        optional_field("cse", &Args::cse)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the expression is a value of a data type"},
      {"R2", "the expression is not an argument that the callee writes to"},
      {"R3", "an expression whose type is not yet chosen is not computed with integers"},
      {"R4", "the new scalar's name is a word of letters, digits and _"},
      {"S1", "cse: nothing that the expression reads is written before the last occurrence that is replaced", true}};

  struct Shape {
    Path stmt;
    ir::Expr value;
    ir::Sym name;
    std::vector<Path> places;  ///< of the equal expressions
  };

  static Shape shape(Site& site, const Args& a) {
    std::vector<Path> found = site.exprs(a.expr);
    if (!is_identifier(a.name)) site.refuse("R4", found.front(), "'" + a.name + "' is no name");
    for (const Path& p : found)
      if (is_value(site, *cursor::expr_at(site.ir(), p))) return at(site, p, a);
    site.refuse("R1", found.front(), "the expression is an index, a window or a whole tensor",
                "name a pattern that is more special");
  }

  static bool is_value(const Site& site, const ir::Expr& e) {
    if (!ir::is_data(e.type()) || e.as<ir::WindowExpr>()) return false;
    const auto* r = e.as<ir::Read>();
    return !r || !r->idx.empty() || !site.declared(r->name).type.is_tensor();
  }

  static Shape at(Site& site, const Path& first, const Args& a) {
    Shape s{first.stmt(), *cursor::expr_at(site.ir(), first), ir::Sym::fresh(a.name), {}};
    const ir::Stmt& stmt = *cursor::stmt_at(site.ir(), s.stmt);
    collect_below(site, s, s.stmt);
    for (const Path& p : s.places)
      if (const auto* call = stmt.as<ir::Call>(); call && p.exprs.size() == 1)
        require_unwritten(site, s.stmt, *call, p.exprs[0]);
    if (a.cse) collect_behind(site, s);
    for (const Path& p : s.places)
      if (s.value.type() == ir::Scalar::R && !ir::is_float(type_around(site.ir(), p)))
        site.refuse("R3", p, fmt::format("it is {} there", ir::name(type_around(site.ir(), p))),
                    "set_precision chooses its type");
    return s;
  }

  static void collect_below(const Site& site, Shape& s, const Path& place) {
    for_each_place(site.ir(), {place, 1}, [&](const Path& at, const ir::Stmt& stmt) {
      std::vector<ir::Expr> tops = ir::expressions(stmt);
      for (std::size_t i = 0; i < tops.size(); ++i) collect(s, at.expr({static_cast<int>(i)}), tops[i]);
    });
  }

  // Assignments and reductions read before they write; of loops, ifs and calls what they write themselves counts too.
  static void collect_behind(Site& site, Shape& s) {
    const Range behind = scope_of(site.ir(), s.stmt);
    for (int i = 0; i < behind.count; ++i) {
      const Path at = behind.first.sibling(i);
      const bool reads_first = as_write(*cursor::stmt_at(site.ir(), at)).has_value();
      Shape more = s;
      collect_below(site, more, at);
      if (more.places.size() == s.places.size()) continue;
      if (!site.settles("S1", stays_equal(site, s, i + (reads_first ? 1 : 2)))) return;
      s.places = more.places;
    }
  }

  // Nothing that the value reads is written by the first `count` statements from the one that uses it.
  static std::vector<smt::Query> stays_equal(Site& site, const Shape& s, int count) {
    std::vector<Formula> facts = site.facts(s.stmt);
    return analysis::no_conflict(site.terms(), changes_of(site.lower(), statements(site.ir(), {s.stmt, count})),
                                 reads_of(site.lower(), s.value, s.value.loc()), facts);
  }

  static void collect(Shape& s, const Path& at, const ir::Expr& e) {
    if (ir::equal(e, s.value)) return s.places.push_back(at);
    std::vector<ir::Expr> kids = ir::children(e);
    for (std::size_t i = 0; i < kids.size(); ++i) collect(s, at.expr({static_cast<int>(i)}), kids[i]);
  }

  static void require_unwritten(Site& site, const Path& at, const ir::Call& call, int index) {
    const ir::Arg& param = call.callee->args.at(static_cast<std::size_t>(index));
    Lowering lower(site.terms(), *call.callee);
    for (const analysis::Access& a : analysis::accesses(lower, call.callee->body))
      if (a.at.buffer == param.name && a.kind != analysis::Access::Kind::read)
        site.refuse("R2", at, call.callee->name + " writes to " + param.name.text(),
                    "stage_mem copies in and back out");
  }

  static std::vector<Obligation> safety(Site&, const Shape&) { return {}; }

  static void rewrite(Site&, const Shape& s, Edit& edit) {
    ir::Scalar type = s.value.type();
    edit.become_exprs(s.places, [&](const ir::Expr& e) { return ir::read(s.name, type).at(e.loc()); });
    edit.insert(s.stmt, {ir::Stmt(ir::Alloc{s.name, {type, {}, false}, ir::dram()}),
                         ir::Stmt(ir::Assign{s.name, {}, s.value, type})});
  }
};

}  // namespace

Primitive bind_expr_primitive() {
  return describe<BindExpr>("bind_expr", "expressions",
                            "give the value of an expression a name, before the statement that uses it");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc bind_expr(const Proc& p, const ExprPlace& expr, const std::string& name, bool cse) {
  return rewrite::apply<rewrite::BindExpr>("bind_expr", p, {{expr}, name, cse});
}

}  // namespace tessera
