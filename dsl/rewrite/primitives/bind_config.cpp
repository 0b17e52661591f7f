// SPDX-License-Identifier: Apache-2.0
// bind_config — read the value of an expression from a configuration field.
//   s(e)   -->   Cfg.f = e; s(Cfg.f)
// Every occurrence in the statement that is equal to the first match is replaced. A statement evaluates its expressions
// before it writes anything, and a call its arguments, so they all are what e was.
// Shape:   R1 the configuration has the field, and its type is that of e.
//          R2 e is a value (not a window or tensor), not a scalar argument of a call, nor a literal factor or divisor,
//          nor how far a shift goes, or a mask: these stay literals.
//          R3 e is not a bound of a loop or of a named window, nor an extent: C evaluates them again.
//          R4 the place is in no parallel loop.
//          R5 the field has room for the value: C computes integers of few bits with more.
// Safety:  S1 nothing else reads the field before it is written again.
//          S2 the field has the value already: then it does not change, and S1 does not matter.
// Forward: the statement moves after the new one; the replaced expressions stay, what was below them is gone.
// The procedure may end with another value in the field: then the result is equal but for that field.
// Example: binds_a_scalar_factor
#include <fmt/format.h>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/rewrite/fields.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/writes.hpp"

namespace tessera::rewrite {
namespace {

struct BindConfig {
  struct Args {
    ExprPlace expr;
    ir::ConfigRef config;
    std::string field;
    static constexpr auto fields() {
      return std::tuple{required("expr", &Args::expr), required("config", &Args::config),
                        required("field", &Args::field)};
    }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the configuration has the field, and its type is that of the expression"},
      {"R2",
       "the expression is a value, no scalar that is passed to a call, no literal factor or divisor, and no "
       "constant of a shift or a mask"},
      {"R3", "the expression is not a bound of a loop or of a named window, nor an extent"},
      {"R4", "the place is in no parallel loop"},
      {"R5", "the field has room for the value as C computes it"},
      {"S1", "nothing else reads the field before it is written again"},
      {"S2", "the field has the value already", true}};

  struct Shape {
    Path stmt;
    ir::WriteConfig write;
    std::vector<Path> places;  ///< of the equal expressions
    FieldChange change;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Path first = step.exprs(a.expr).front(), at = first.stmt();
    const ir::Expr value = *ir::expr_at(step.ir(), first);
    require_sequential(step, "R4", at);
    require_type(step, at, value, field_type(step, "R1", *a.config, a.field, at));
    const ir::Stmt& stmt = *ir::stmt_at(step.ir(), at);
    if (stmt.as<ir::For>() || stmt.as<ir::Alloc>() || stmt.as<ir::WindowStmt>())
      step.refuse("R3", at, fmt::format("{} would be evaluated again after the field changed", ir::print(value)));
    Shape s{at, {a.config, a.field, value}, {}, {}};
    std::vector<ir::Expr> tops = ir::expressions(stmt);
    for (std::size_t i = 0; i < tops.size(); ++i) collect(step, s, at.expr({static_cast<int>(i)}), tops[i]);
    s.change = change_of(step, "S2", *a.config, a.field, value, at, at);
    return s;
  }

  static void require_type(StepContext& step, const Path& at, const ir::Expr& value, ir::Scalar wanted) {
    const ir::Scalar found = value.type();
    const bool same =
        ir::is_data(wanted) || wanted == ir::Scalar::bool_ ? found == wanted : ir::is_integer_control(found);
    if (!same)
      step.refuse(
          "R1", at,
          fmt::format("{} is of type {}, the field of type {}", ir::print(value), ir::name(found), ir::name(wanted)));
    if (ir::is_data(wanted) && !has_room(wanted, value))
      step.refuse("R5", at, fmt::format("{} need not fit {}", ir::print(value), ir::name(wanted)),
                  "bind_expr gives it a scalar of the type that it is computed in");
  }

  static void collect(StepContext& step, Shape& s, const Path& at, const ir::Expr& e) {
    if (ir::equal(e, s.write.rhs)) {
      require_value(step, at, e);
      return s.places.push_back(at);
    }
    std::vector<ir::Expr> kids = ir::children(e);
    for (std::size_t i = 0; i < kids.size(); ++i) collect(step, s, at.expr({static_cast<int>(i)}), kids[i]);
  }

  static void require_value(StepContext& step, const Path& at, const ir::Expr& e) {
    const auto* r = e.as<ir::Read>();
    if (e.as<ir::WindowExpr>() || (r && r->idx.empty() && step.declared(r->name).type.is_tensor()))
      step.refuse("R2", at, fmt::format("{} is a window or a whole tensor", ir::print(e)));
    const bool is_argument = at.exprs.size() == 1 && ir::stmt_at(step.ir(), at.stmt())->as<ir::Call>();
    if (is_argument && ir::is_data(e.type()))
      step.refuse("R2", at, fmt::format("{} is passed to the call by reference", ir::print(e)),
                  "bind it in the callee, then call_eqv");
    if (at.exprs.size() > 1 &&
        wants_literal(*ir::expr_at(step.ir(), at.parent()), static_cast<std::size_t>(at.exprs.back())))
      step.refuse("R2", at, fmt::format("{} says how far a shift goes, or is a mask", ir::print(e)));
    if (!ir::literal(e) || at.exprs.size() == 1) return;
    const auto* around = ir::expr_at(step.ir(), at.parent())->as<ir::Binary>();
    if (around && (around->op == ir::BinOp::mul || around->op == ir::BinOp::div || around->op == ir::BinOp::mod))
      step.refuse("R2", at, fmt::format("{} is a factor or divisor of an index", ir::print(e)));
  }

  static std::vector<Obligation> safety(StepContext&, const Shape& s) { return {unread("S1", s.change, s.stmt)}; }
  static std::set<std::string> modulo(const Shape& s) { return left_changed({&s.change, 1}); }

  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    const ir::ReadConfig field{s.write.config, s.write.field, *s.write.config->field(s.write.field)};
    edit.become_exprs(s.places, [&](const ir::Expr& e) { return ir::Expr(field, e.loc()); });
    edit.insert(s.stmt, {ir::Stmt(s.write)});
  }
};

}  // namespace

Primitive bind_config_primitive() {
  return describe<BindConfig>("bind_config", "configuration",
                              "read the value of an expression from a configuration field");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc bind_config(const Proc& p, const ExprPlace& expr, const ir::ConfigRef& config, const std::string& field) {
  return rewrite::apply<rewrite::BindConfig>("bind_config", p, {{expr}, config, field});
}

}  // namespace tessera
