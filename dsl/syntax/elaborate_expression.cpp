#include <algorithm>

#include <fmt/format.h>

#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

using Kind = ast::Expr::Kind;
using ir::BinOp;
using ir::Expr;
using ir::Scalar;

namespace {

[[noreturn]] void fail_with(const char* code, const Layout& layout, const char* at, std::string message, std::string hint) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.hint = std::move(hint);
  layout.fail(at, std::move(d));
}

}  // namespace

void fail_name(const Layout& layout, const char* at, std::string message, std::string hint) {
  fail_with("name", layout, at, std::move(message), std::move(hint));
}

void fail_type(const Layout& layout, const char* at, std::string message, std::string hint) {
  fail_with("type", layout, at, std::move(message), std::move(hint));
}

bool is_window(const ast::Expr& e) {
  return e.kind == Kind::index &&
         std::any_of(e.items.begin() + 1, e.items.end(), [](const ast::Expr& i) { return i.kind == Kind::slice; });
}

const Scope::Entry& ExpressionElaborator::variable(const ast::Expr& name) const {
  if (name.kind != Kind::name) fail_type(layout_, name.at, "expected the name of a variable");
  if (const Scope::Entry* entry = scope_.find(name.text)) return *entry;
  std::string hint = nearest(name.text, scope_.names());
  fail_name(layout_, name.at, fmt::format("unknown name `{}`", name.text), hint.empty() ? known_names(scope_.names()) : hint);
}

const Scope::Entry& ExpressionElaborator::buffer(const ast::Expr& name) const {
  const Scope::Entry& entry = variable(name);
  if (entry.declaration.type.is_control())
    fail_type(layout_, name.at,
              fmt::format("`{}` is a control variable ({}), not a buffer", name.text, ir::name(entry.declaration.type.scalar)));
  return entry;
}

void ExpressionElaborator::fail_rank(const ast::Expr& e, const Scope::Entry& entry, std::size_t given) const {
  fail_type(layout_, e.at,
            fmt::format("`{}` has {}, found {}", entry.name, counted(entry.declaration.type.shape.size(), "dimension", "dimensions"),
                        counted(given, "index", "indices")));
}

std::vector<Expr> ExpressionElaborator::indices(const ast::Expr& e, const Scope::Entry& entry) const {
  std::size_t given = e.kind == Kind::index ? e.items.size() - 1 : 0;
  std::size_t wanted = entry.declaration.type.shape.size();
  if (given != wanted)
    fail_rank(e, entry, given);
  std::vector<Expr> out;
  for (std::size_t i = 0; i < given; ++i) out.push_back(integer(e.items[i + 1]));
  return out;
}

// ---- control ----

Expr ExpressionElaborator::integer(const ast::Expr& e, Products products) const {
  Expr out = control(e, products);
  if (!ir::is_integer_control(out.type())) fail_type(layout_, e.at, "expected an integer, found a condition");
  return out;
}

Expr ExpressionElaborator::condition(const ast::Expr& e, Products products) const {
  Expr out = control(e, products);
  if (out.type() != Scalar::bool_) fail_type(layout_, e.at, "expected a condition, found an integer", "compare it: `e > 0`");
  return out;
}

Expr ExpressionElaborator::control_name(const ast::Expr& e) const {
  const Scope::Entry& entry = variable(e);
  const ir::Type& type = entry.declaration.type;
  if (!type.is_control())
    fail_type(layout_, e.at, fmt::format("`{}` is data ({}): indices, bounds and conditions cannot depend on it", e.text, ir::name(type.scalar)),
              "to choose by data: select(a, b, x, y) is x where a < b, else y");
  return Expr(ir::Read{entry.sym, {}, type.scalar}, loc(e));
}

Expr ExpressionElaborator::control(const ast::Expr& e, Products products) const {
  switch (e.kind) {
    case Kind::integer: return Expr(ir::IntLit{e.integer}, loc(e));
    case Kind::boolean: return Expr(ir::BoolLit{e.flag}, loc(e));
    case Kind::name: return control_name(e);
    case Kind::binary: return control_binary(e, products);
    case Kind::attribute: {
      Expr out = config_read(e);
      if (ir::is_data(out.type()))
        fail_type(layout_, e.at, fmt::format("this field is data ({}): control cannot depend on it", ir::name(out.type())));
      return out;
    }
    case Kind::call:
      if (e.items[0].kind == Kind::name && e.items[0].text == "stride") return stride(e);
      fail_type(layout_, e.at, "a function of data cannot stand in an index, a bound or a condition");
    case Kind::negate: {
      const ast::Expr& arg = e.items[0];
      if (arg.kind == Kind::integer && !arg.parenthesised) return Expr(ir::IntLit{-arg.integer}, loc(e));
      Expr value = integer(arg, products);
      return Expr(ir::Negate{value, value.type() == Scalar::int_ ? Scalar::int_ : Scalar::index}, loc(e));
    }
    case Kind::index: {
      const Scope::Entry& entry = buffer(e.items[0]);
      fail_type(layout_, e.at, fmt::format("`{}` is data ({}): indices, bounds and conditions cannot depend on it", entry.name,
                                           ir::name(entry.declaration.type.scalar)));
    }
    case Kind::number: fail_type(layout_, e.at, fmt::format("expected an integer, found {}", e.text));
    default: fail_type(layout_, e.at, "expected an index expression");
  }
}

Expr ExpressionElaborator::control_binary(const ast::Expr& e, Products products) const {
  if (e.op == BinOp::mul || e.op == BinOp::div || e.op == BinOp::mod) return control_product(e, products);
  bool logical = ir::is_logical(e.op);
  auto operand = [&](const ast::Expr& side) { return logical ? condition(side, products) : integer(side, products); };
  Expr lhs = operand(e.items[0]), rhs = operand(e.items[1]);
  Scalar type = ir::binary(e.op, lhs, rhs).type();
  return Expr(ir::Binary{e.op, lhs, rhs, type}, loc(e));
}

namespace {

// The value of an expression of literals only.
std::optional<std::int64_t> constant(const Expr& e) {
  if (const std::int64_t* value = ir::literal(e)) return *value;
  const ir::Binary* b = e.as<ir::Binary>();
  if (!b) return std::nullopt;
  std::optional<std::int64_t> x = constant(b->lhs), y = constant(b->rhs);
  std::int64_t out = 0;
  if (!x || !y) return std::nullopt;
  bool overflow = b->op == BinOp::add   ? __builtin_add_overflow(*x, *y, &out)
                  : b->op == BinOp::sub ? __builtin_sub_overflow(*x, *y, &out)
                  : b->op == BinOp::mul ? __builtin_mul_overflow(*x, *y, &out)
                                        : true;
  return overflow ? std::nullopt : std::optional(out);
}

}  // namespace

Expr ExpressionElaborator::control_product(const ast::Expr& e, Products products) const {
  Expr lhs = integer(e.items[0], products), rhs = integer(e.items[1], products);
  std::optional<std::int64_t> divisor = constant(rhs);
  if (e.op == BinOp::mul) {
    if (products == Products::quasi_affine && !divisor && !constant(lhs))
      fail_type(layout_, e.at, "a product of two variables is not quasi-affine",
                "one factor must be a literal here; shapes and asserts may multiply variables");
  } else {
    const char* what = e.op == BinOp::div ? "divisor" : "modulus";
    if (!divisor) fail_type(layout_, e.items[1].at, fmt::format("the {} must be a literal", what));
    if (*divisor <= 0) fail_type(layout_, e.items[1].at, fmt::format("the {} must be positive, found {}", what, *divisor));
    rhs = Expr(ir::IntLit{*divisor}, loc(e.items[1]));
  }
  return Expr(ir::Binary{e.op, lhs, rhs, ir::binary(e.op, lhs, rhs).type()}, loc(e));
}

Expr ExpressionElaborator::stride(const ast::Expr& e) const {
  if (e.items.size() != 3 || !e.keywords.empty()) fail_type(layout_, e.at, "stride takes a buffer and a dimension: `stride(A, 0)`");
  const Scope::Entry& entry = buffer(e.items[1]);
  std::size_t rank = entry.declaration.type.shape.size();
  const ast::Expr& dim = e.items[2];
  if (dim.kind != Kind::integer) fail_type(layout_, dim.at, "the dimension of a stride must be a literal");
  if (dim.integer >= static_cast<std::int64_t>(rank))
    fail_type(layout_, dim.at, fmt::format("`{}` has {}, counted from 0: there is no dimension {}", entry.name, counted(rank, "dimension", "dimensions"), dim.integer));
  return Expr(ir::StrideOf{entry.sym, static_cast<int>(dim.integer)}, loc(e));
}

Expr ExpressionElaborator::config_read(const ast::Expr& e) const {
  const ast::Expr& base = e.items[0];
  if (base.kind != Kind::name) fail_type(layout_, e.at, "expected `Config.field`");
  ir::ConfigRef config = scope_.config(base.text);
  if (!config) {
    std::string hint = nearest(base.text, scope_.config_names());
    fail_name(layout_, base.at, fmt::format("unknown config `{}`", base.text), hint.empty() ? known_names(scope_.config_names()) : hint);
  }
  std::optional<Scalar> type = config->field(e.text);
  if (!type) {
    std::vector<std::string> fields;
    for (const auto& field : config->fields) fields.push_back(field.first);
    fail_name(layout_, e.at, fmt::format("config `{}` has no field `{}`", config->name, e.text), known_names(fields));
  }
  return Expr(ir::ReadConfig{config, e.text, *type}, loc(e));
}

// ---- data ----

// What the names of the expression hold, R left out: all the same type, which its literals take too.
void ExpressionElaborator::collect_chosen(const ast::Expr& e, const ast::Expr*& first, Scalar& chosen) const {
  Scalar own = Scalar::R;
  if (e.kind == Kind::name || e.kind == Kind::index) {
    const Scope::Entry* entry = scope_.find((e.kind == Kind::index ? e.items[0] : e).text);
    if (entry) own = entry->declaration.type.scalar;
  } else if (e.kind == Kind::attribute) {
    own = config_read(e).type();
  } else {
    for (std::size_t i = e.kind == Kind::call ? 1 : 0; i < e.items.size(); ++i) collect_chosen(e.items[i], first, chosen);
  }
  if (own == Scalar::R || !ir::is_data(own)) return;
  if (first && own != chosen)
    fail_type(layout_, e.at, fmt::format("one operation mixes {} and {}", ir::name(chosen), ir::name(own)),
              "assign one side to a variable of the other type first: an assignment converts");
  first = &e;
  chosen = own;
}

Expr ExpressionElaborator::data(const ast::Expr& e, Scalar target) const {
  const ast::Expr* first = nullptr;
  Scalar chosen = target;
  collect_chosen(e, first, chosen);
  return data_with(e, chosen);
}

Expr ExpressionElaborator::element(const ast::Expr& e) const {
  const ast::Expr& name = e.kind == Kind::index ? e.items[0] : e;
  const Scope::Entry& entry = variable(name);
  const ir::Type& type = entry.declaration.type;
  if (type.is_control())
    fail_type(layout_, e.at, fmt::format("`{}` is a control variable ({}): data cannot depend on it", name.text, ir::name(type.scalar)));
  if (is_window(e)) fail_type(layout_, e.at, "expected one element, found a window");
  return Expr(ir::Read{entry.sym, indices(e, entry), type.scalar}, loc(e));
}

Expr ExpressionElaborator::data_with(const ast::Expr& e, Scalar literal_type) const {
  switch (e.kind) {
    case Kind::integer: return Expr(ir::FloatLit{static_cast<double>(e.integer), literal_type}, loc(e));
    case Kind::number: return Expr(ir::FloatLit{e.number, literal_type}, loc(e));
    case Kind::name:
    case Kind::index: return element(e);
    case Kind::binary: return data_binary(e, literal_type);
    case Kind::call: return extern_call(e, literal_type);
    case Kind::attribute: {
      Expr out = config_read(e);
      if (!ir::is_data(out.type()))
        fail_type(layout_, e.at, fmt::format("this field is control ({}): data cannot depend on it", ir::name(out.type())));
      return out;
    }
    case Kind::negate: {
      const ast::Expr& arg = e.items[0];
      Expr value = data_with(arg, literal_type);
      const ir::FloatLit* number = value.as<ir::FloatLit>();
      if (number && !arg.parenthesised && arg.kind != Kind::negate) return Expr(ir::FloatLit{-number->value, number->type}, loc(e));
      Scalar type = value.type();
      return Expr(ir::Negate{std::move(value), type}, loc(e));
    }
    default: fail_type(layout_, e.at, "expected a number, a scalar or an element");
  }
}

Expr ExpressionElaborator::data_binary(const ast::Expr& e, Scalar literal_type) const {
  if (ir::is_comparison(e.op) || ir::is_logical(e.op))
    fail_type(layout_, e.at, "a condition is not data", "select(a, b, x, y) is x where a < b, else y");
  if (e.op == BinOp::mod) fail_type(layout_, e.at, "`%` is an operation on indices, not on data");
  Expr lhs = data_with(e.items[0], literal_type), rhs = data_with(e.items[1], literal_type);
  return Expr(ir::Binary{e.op, lhs, rhs, ir::binary(e.op, lhs, rhs).type()}, loc(e));
}

namespace {

struct Extern {
  const char* name;
  std::size_t arity;
};

constexpr Extern externs[] = {
#define TESSERA_EXTERN(name, arity) {#name, arity},
#include "dsl/ir/externs.def"
#undef TESSERA_EXTERN
};

std::vector<std::string> extern_names() {
  std::vector<std::string> out;
  for (const Extern& f : externs) out.emplace_back(f.name);
  return out;
}

}  // namespace

Expr ExpressionElaborator::extern_call(const ast::Expr& e, Scalar literal_type) const {
  const ast::Expr& callee = e.items[0];
  const Extern* found = std::find_if(std::begin(externs), std::end(externs), [&](const Extern& f) { return callee.text == f.name; });
  if (callee.kind != Kind::name || found == std::end(externs)) {
    std::string hint = nearest(callee.text, extern_names());
    fail_name(layout_, e.at, fmt::format("unknown function `{}`", callee.text), hint.empty() ? known_names(extern_names()) : hint);
  }
  if (!e.keywords.empty() || e.items.size() - 1 != found->arity)
    fail_type(layout_, e.at, fmt::format("`{}` takes {}, {} given", found->name, counted(found->arity, "argument", "arguments"), e.items.size() - 1 + e.keywords.size()));
  std::vector<Expr> args;
  Scalar type = Scalar::R;
  for (std::size_t i = 1; i < e.items.size(); ++i) {
    args.push_back(data_with(e.items[i], literal_type));
    if (type == Scalar::R) type = args.back().type();
  }
  return Expr(ir::ExternCall{found->name, std::move(args), type}, loc(e));
}

// ---- either kind ----

bool ExpressionElaborator::is_data_expression(const ast::Expr& e) const {
  switch (e.kind) {
    case Kind::number:
    case Kind::index: return true;
    case Kind::name: return !variable(e).declaration.type.is_control();
    case Kind::attribute: return ir::is_data(config_read(e).type());
    case Kind::call: return !(e.items[0].kind == Kind::name && e.items[0].text == "stride");
    case Kind::binary:
    case Kind::negate: return std::any_of(e.items.begin(), e.items.end(), [&](const ast::Expr& i) { return is_data_expression(i); });
    default: return false;
  }
}

Expr ExpressionElaborator::any(const ast::Expr& e) const {
  return is_data_expression(e) ? data(e, Scalar::R) : control(e);
}

// ---- windows ----

ir::WindowDim ExpressionElaborator::window_dim(const ast::Expr& e, const Expr& extent) const {
  if (e.kind != Kind::slice) return {integer(e), {}};
  const ast::Expr &lo = e.items[0], &hi = e.items[1];
  return {lo.kind == Kind::missing ? Expr(ir::IntLit{0}, loc(e)) : integer(lo), hi.kind == Kind::missing ? extent : integer(hi)};
}

Expr ExpressionElaborator::window(const ast::Expr& e) const {
  if (e.kind != Kind::index) fail_type(layout_, e.at, "expected a window such as A[i, 0:4]");
  const Scope::Entry& entry = buffer(e.items[0]);
  const ir::Type& type = entry.declaration.type;
  if (e.items.size() - 1 != type.shape.size())
    fail_rank(e, entry, e.items.size() - 1);
  std::vector<ir::WindowDim> dims;
  for (std::size_t i = 0; i < type.shape.size(); ++i) dims.push_back(window_dim(e.items[i + 1], type.shape[i]));
  return Expr(ir::WindowExpr{entry.sym, std::move(dims), type.scalar}, loc(e));
}

}  // namespace tessera::syntax
