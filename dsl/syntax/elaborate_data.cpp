// SPDX-License-Identifier: Apache-2.0
// Data expressions. One type per expression; R, floating point of a precision not yet chosen, mixes with all
// floating-point types.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "dsl/ir/externs.hpp"
#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;
using ir::BinOp;
using ir::Expr;
using ir::Scalar;

namespace {

// The conversion that an expression calls by its name.
std::optional<ir::Conversion> called_conversion(const ast::Expr& e) {
  const bool is_call = e.kind == Kind::call && e.items[0].kind == Kind::name;
  return is_call ? ir::conversion_named(e.items[0].text) : std::nullopt;
}

// select(m, x, y): the first is an operation of its own.
bool is_selection_by_bit(const ast::Expr& e) {
  return e.kind == Kind::call && e.items[0].kind == Kind::name && e.items[0].text == "select" && e.items.size() == 4;
}

// As a function of C's and the interpreter's, of the operands in the order of the second.
struct Comparison {
  const char* function;
  bool is_swapped;
};

Comparison comparison(BinOp op) {
  switch (op) {
    case BinOp::lt: return {"less", false};
    case BinOp::gt: return {"less", true};
    case BinOp::le: return {"less_equal", false};
    case BinOp::ge: return {"less_equal", true};
    default: return {"equal", false};
  }
}

}  // namespace

// The type of the names and conversions in the expression except R: all equal, also for its literals.
void ExpressionElaborator::collect_chosen(const ast::Expr& e, const ast::Expr*& first, Scalar& chosen) const {
  Scalar own = Scalar::R;
  if (e.kind == Kind::name || e.kind == Kind::index) {
    const Scope::Entry* entry = scope_.find((e.kind == Kind::index ? e.items[0] : e).text);
    if (entry) own = entry->declaration.type.scalar;
  } else if (e.kind == Kind::attribute) {
    own = config_read(e).type();
  } else if (const auto conversion = called_conversion(e)) {
    own = conversion->to;
  } else {
    const std::size_t operands = is_selection_by_bit(e) ? 2 : e.kind == Kind::call ? 1 : 0;
    for (std::size_t i = operands; i < e.items.size(); ++i) collect_chosen(e.items[i], first, chosen);
  }
  if (own == Scalar::R || !ir::is_data(own)) return;
  if (first && own != chosen)
    fail_type(layout_, e.at, fmt::format("one operation mixes {} and {}", ir::name(chosen), ir::name(own)),
              fmt::format("convert one side: {}(…) or {}(…)", ir::name(chosen), ir::name(own)));
  first = &e;
  chosen = own;
}

Expr ExpressionElaborator::data(const ast::Expr& e, Scalar target) const {
  const ast::Expr* first = nullptr;
  Scalar chosen = target;
  collect_chosen(e, first, chosen);
  const bool is_for_bit = target == Scalar::bit && e.kind == Kind::binary && ir::is_comparison(e.op);
  if (is_for_bit && !first)
    fail_type(layout_, e.at, "a comparison of literals has no type", "compare with a variable, or assign 0 or 1");
  Expr out = is_for_bit ? compared(e, chosen) : data_with(e, chosen);
  if (!ir::is_float(chosen) && ir::has_open_variable(out))
    fail_type(layout_, e.at, fmt::format("one operation mixes {} and R", ir::name(chosen)),
              "R is floating point: choose its type, as `x: f32`, and let an assignment convert");
  return out;
}

Expr ExpressionElaborator::element(const ast::Expr& e) const {
  const ast::Expr& name = e.kind == Kind::index ? e.items[0] : e;
  const Scope::Entry& entry = variable(name);
  const ir::Type& type = entry.declaration.type;
  if (type.is_control())
    fail_type(
        layout_, e.at,
        fmt::format("`{}` is a control variable ({}): data cannot depend on it", name.text, ir::name(type.scalar)));
  if (is_window(e)) fail_type(layout_, e.at, "expected one element, found a window");
  return Expr(ir::Read{entry.sym, indices(e, entry), type.scalar}, loc(e));
}

Expr ExpressionElaborator::data_with(const ast::Expr& e, Scalar literal_type) const {
  // Data literals are doubles: inexact ones are refused, never rounded silently.
  constexpr std::int64_t largest_exact = std::int64_t{1} << 53;
  switch (e.kind) {
    case Kind::integer:
      if (e.integer > largest_exact)
        fail_type(layout_, e.at, "this integer is beyond 2^53: as data it would be rounded");
      return Expr(ir::FloatLit{static_cast<double>(e.integer), literal_type}, loc(e));
    case Kind::number:
      if (!std::isfinite(e.number)) fail_type(layout_, e.at, "this number does not fit a double");
      return Expr(ir::FloatLit{e.number, literal_type}, loc(e));
    case Kind::name:
    case Kind::index: return element(e);
    case Kind::binary: return data_binary(e, literal_type);
    case Kind::call: return extern_call(e, literal_type);
    case Kind::attribute: {
      Expr out = config_read(e);
      if (!ir::is_data(out.type()))
        fail_type(layout_, e.at,
                  fmt::format("this field is control ({}): data cannot depend on it", ir::name(out.type())));
      return out;
    }
    case Kind::negate: {
      const ast::Expr& arg = e.items[0];
      Expr value = data_with(arg, literal_type);
      const ir::FloatLit* number = value.as<ir::FloatLit>();
      if (number && !arg.parenthesised && arg.kind != Kind::negate)
        return Expr(ir::FloatLit{-number->value, number->type}, loc(e));
      Scalar type = value.type();
      return Expr(ir::Negate{std::move(value), type}, loc(e));
    }
    default: fail_type(layout_, e.at, "expected a number, a scalar or an element");
  }
}

Expr ExpressionElaborator::data_binary(const ast::Expr& e, Scalar literal_type) const {
  if (ir::is_comparison(e.op) || ir::is_logical(e.op))
    fail_type(layout_, e.at, "a condition is not data",
              "select(a, b, x, y) is x where a < b, else y; a variable of type bit is assigned a comparison");
  if (e.op == BinOp::mod) fail_type(layout_, e.at, "`%` is an operation on indices, not on data");
  Expr lhs = data_with(e.items[0], literal_type), rhs = data_with(e.items[1], literal_type);
  return Expr(ir::Binary{e.op, lhs, rhs, ir::binary(e.op, lhs, rhs).type()}, loc(e));
}

// 1 or 0 in the type of the operands, which the assignment converts.
Expr ExpressionElaborator::compared(const ast::Expr& e, Scalar literal_type) const {
  const Comparison to = comparison(e.op);
  std::vector<Expr> operands{data_with(e.items[0], literal_type), data_with(e.items[1], literal_type)};
  if (to.is_swapped) std::swap(operands[0], operands[1]);
  const Scalar type = ir::binary(BinOp::add, operands[0], operands[1]).type();
  return Expr(ir::ExternCall{to.function, std::move(operands), type}, loc(e));
}

// select(m, x, y) is select(0, f32(m), x, y) of f32.
Expr ExpressionElaborator::selected_by_bit(const ast::Expr& e, Scalar literal_type) const {
  Expr bit = data(e.items[1], Scalar::bit);
  if (bit.type() != Scalar::bit)
    fail_type(layout_, e.items[1].at,
              fmt::format("`select` of three takes a bit first, found {}", ir::name(bit.type())),
              "compare into a variable of type bit; select(a, b, x, y) is x where a < b, else y");
  if (literal_type == Scalar::R)
    fail_type(layout_, e.at, "`select` of a bit takes numbers of a chosen type, found R", "choose it, as `x: f32`");
  if (literal_type != Scalar::bit)
    bit = Expr(ir::ExternCall{std::string(ir::name(literal_type)), {std::move(bit)}, literal_type}, loc(e));
  std::vector<Expr> operands{ir::float_lit(0, literal_type), std::move(bit), data_with(e.items[2], literal_type),
                             data_with(e.items[3], literal_type)};
  return Expr(ir::ExternCall{"select", std::move(operands), literal_type}, loc(e));
}

// The operand is an operation of its own, with its own type.
Expr ExpressionElaborator::converted(const ast::Expr& e, const ir::Conversion& to) const {
  const std::string& name = e.items[0].text;
  if (!e.keywords.empty() || e.items.size() != 2)
    fail_type(layout_, e.at,
              fmt::format("`{}` takes 1 argument, {} given", name, e.items.size() - 1 + e.keywords.size()));
  Expr value = data(e.items[1], Scalar::R);
  bool has_type = false;
  ir::for_each_operand(value, [&](const Expr& operand) { has_type = has_type || ir::chooses_type(operand); });
  if (!has_type)
    fail_type(layout_, e.items[1].at, "a literal is not converted: it takes the type of the operands beside it");
  if (to.range == ir::Conversion::Range::wraps && ir::is_float(value.type()))
    fail_type(layout_, e.items[1].at, fmt::format("`{}` takes an integer, found {}", name, ir::name(value.type())),
              fmt::format("sat_{0}(…) takes numbers of all types; {0}(…) those that {0} holds", ir::name(to.to)));
  return Expr(ir::ExternCall{name, {std::move(value)}, to.to}, loc(e));
}

Expr ExpressionElaborator::extern_call(const ast::Expr& e, Scalar literal_type) const {
  if (const auto conversion = called_conversion(e)) return converted(e, *conversion);
  const ast::Expr& callee = e.items[0];
  const ir::Extern* found = callee.kind == Kind::name ? ir::extern_named(callee.text) : nullptr;
  if (!found) {
    std::string hint = nearest(callee.text, ir::callable_names());
    fail_name(layout_, e.at, fmt::format("unknown function `{}`", callee.text),
              hint.empty() ? known_names(ir::extern_names()) : hint);
  }
  if (e.keywords.empty() && is_selection_by_bit(e)) return selected_by_bit(e, literal_type);
  if (!e.keywords.empty() || e.items.size() - 1 != found->arity)
    fail_type(layout_, e.at,
              fmt::format("`{}` takes {}, {} given", found->name, counted(found->arity, "argument", "arguments"),
                          e.items.size() - 1 + e.keywords.size()));
  std::vector<Expr> args;
  Scalar type = Scalar::R;
  for (std::size_t i = 1; i < e.items.size(); ++i) {
    args.push_back(data_with(e.items[i], literal_type));
    if (type == Scalar::R) type = args.back().type();
  }
  if (std::string wrong = ir::wrong_operands(*found, args, type == Scalar::R ? literal_type : type); !wrong.empty())
    fail_type(layout_, e.at, std::move(wrong));
  return Expr(ir::ExternCall{callee.text, std::move(args), type}, loc(e));
}

}  // namespace tessera::syntax
