// bind_expr — give the value of an expression a name, right before the statement that uses it.
//   s(e)   -->   x: T @ DRAM; x = e; s(x)
// Every occurrence in the statement that is equal to the first match is replaced. Nothing runs between x = e and s, and
// a statement computes its value before it writes, so x is what e was.
// Shape:   R1 the expression is a value of data type (no index, no window, no whole tensor).
//          R2 no callee writes to it: a scalar or element that is passed to a call is passed by reference.
// Forward: the statement moves behind the two new ones; the replaced expressions stay, what was below them is gone.
#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/step.hpp"

namespace tessera::rewrite {
namespace {

struct BindExpr {
  struct Args {
    ExprPlace expr;
    std::string name;
    static constexpr auto fields() { return std::tuple{required("expr", &Args::expr), required("name", &Args::name)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the expression is a value of a data type"},
                                             {"R2", "the expression is not an argument that the callee writes to"}};

  struct Shape {
    Path stmt;
    ir::Expr value;
    ir::Sym name;
    std::vector<Path> places;  ///< of the equal expressions
  };

  static Shape shape(Site& site, const Args& a) {
    std::vector<Path> found = site.exprs(a.expr);
    for (const Path& p : found)
      if (is_value(site, *cursor::expr_at(site.ir(), p))) return at(site, p, a.name);
    site.refuse("R1", found.front(), "the expression is an index, a window or a whole tensor",
                "name a pattern that is more special");
  }

  static bool is_value(const Site& site, const ir::Expr& e) {
    if (!ir::is_data(e.type()) || e.as<ir::WindowExpr>()) return false;
    const auto* r = e.as<ir::Read>();
    return !r || !r->idx.empty() || !site.declared(r->name).type.is_tensor();
  }

  static Shape at(Site& site, const Path& first, const std::string& name) {
    Shape s{first.stmt(), *cursor::expr_at(site.ir(), first), ir::Sym::fresh(name), {}};
    const ir::Stmt& stmt = *cursor::stmt_at(site.ir(), s.stmt);
    std::vector<ir::Expr> tops = ir::expressions(stmt);
    for (std::size_t i = 0; i < tops.size(); ++i) collect(s, s.stmt.expr({static_cast<int>(i)}), tops[i]);
    for (const Path& p : s.places)
      if (const auto* call = stmt.as<ir::Call>(); call && p.exprs.size() == 1)
        require_unwritten(site, s.stmt, *call, p.exprs[0]);
    return s;
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
    for (const Path& p : s.places)
      edit.become_expr(p, ir::read(s.name, type).at(cursor::expr_at(edit.proc(), p)->loc()));
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

Proc bind_expr(const Proc& p, const Place& expr, const std::string& name) {
  return rewrite::apply<rewrite::BindExpr>("bind_expr", p, {{expr}, name});
}

}  // namespace tessera
