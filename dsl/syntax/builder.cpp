// SPDX-License-Identifier: Apache-2.0
#include "tessera/builder.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "dsl/ir/alignment.hpp"
#include "dsl/ir/conversion.hpp"
#include "dsl/ir/externs.hpp"
#include "dsl/ir/index_limit.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/addresses.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera {

using ir::BinOp;
using ir::Expr;
using ir::Scalar;

namespace {

[[noreturn]] void fail(std::string message, std::string hint = {}) {
  throw InputError("type", std::move(message), std::move(hint));
}

bool is_constant(const Expr& e) {
  bool constant = true;
  ir::for_each_expr(e, [&](const Expr& n) {
    constant = constant && (n.as<ir::IntLit>() || n.as<ir::Binary>() || n.as<ir::Negate>());
  });
  return constant;
}

// The limit of the literals in texts.
const Expr& in_limits(const Expr& e) {
  ir::for_each_expr(e, [](const Expr& n) {
    if (ir::exceeds_index_limit(n))
      fail(fmt::format("an integer is too large for an index: at most {}", ir::largest_index_literal));
  });
  return e;
}

// Shapes and preconditions may multiply variables; nothing else may.
const Expr& quasi_affine(const Expr& e) {
  in_limits(e);
  ir::for_each_expr(e, [](const Expr& n) {
    const ir::Binary* b = n.as<ir::Binary>();
    if (b && b->op == BinOp::mul && !is_constant(b->lhs) && !is_constant(b->rhs))
      fail("a product of two variables is not quasi-affine", "one factor must be a literal here");
  });
  return e;
}

std::vector<Expr> exprs(const std::vector<Index>& list) {
  std::vector<Expr> out;
  for (const Index& i : list) out.push_back(in_limits(i.expr()));
  return out;
}

Expr divided(BinOp op, const Index& a, std::int64_t b) {
  if (b <= 0) fail(fmt::format("the divisor must be positive, found {}", b));
  return ir::binary(op, a.expr(), ir::IntLit{b});
}

// The data type that the reads of an expression chose; they must agree. R when none did.
Scalar chosen_type(const Expr& e) {
  Scalar chosen = Scalar::R;
  ir::for_each_operand(e, [&](const Expr& n) {
    if (!ir::chooses_type(n)) return;
    Scalar own = n.type();
    if (!ir::is_data(own) || own == Scalar::R) return;
    if (chosen != Scalar::R && chosen != own)
      fail(fmt::format("one operation mixes {} and {}", ir::name(chosen), ir::name(own)),
           fmt::format("convert one side: apply(\"{}\", {{…}})", ir::name(own)));
    chosen = own;
  });
  return chosen;
}

Expr with_literals(const Expr& e, Scalar type) {
  if (const ir::FloatLit* n = e.as<ir::FloatLit>()) return ir::FloatLit{n->value, type};
  std::vector<Expr> kids = ir::children(e);
  if (e.as<ir::Read>() || kids.empty() || ir::conversion(e)) return e;
  for (Expr& kid : kids) kid = with_literals(kid, type);
  if (const ir::Binary* n = e.as<ir::Binary>()) return ir::binary(n->op, kids[0], kids[1]);
  if (e.as<ir::Negate>()) return ir::Negate{kids[0], kids[0].type()};
  const ir::ExternCall& call = *e.as<ir::ExternCall>();
  auto chosen = std::find_if(kids.begin(), kids.end(), [](const Expr& kid) { return kid.type() != Scalar::R; });
  const Scalar own = chosen == kids.end() ? Scalar::R : chosen->type();
  if (std::string wrong = ir::wrong_operands(*ir::extern_named(call.function), kids, own == Scalar::R ? type : own);
      !wrong.empty())
    fail(std::move(wrong));
  return ir::ExternCall{call.function, kids, own};
}

// Types literals like the parser: by the chosen type, or the target's.
Expr typed(const Value& v, Scalar target) {
  Scalar chosen = chosen_type(v.expr());
  if (chosen == Scalar::R) chosen = target;
  if (!ir::is_float(chosen) && ir::has_open_variable(v.expr()))
    fail(fmt::format("one operation mixes {} and R", ir::name(chosen)), "R is floating point: choose its type");
  return with_literals(v.expr(), chosen);
}

Expr read_field(const ir::ConfigRef& config, const std::string& field) {
  std::optional<Scalar> type = config->field(field);
  if (!type) fail(fmt::format("config `{}` has no field `{}`", config->name, field));
  return ir::ReadConfig{config, field, *type};
}

}  // namespace

Index operator+(const Index& a, const Index& b) { return Index(ir::binary(BinOp::add, a.expr(), b.expr())); }
Index operator-(const Index& a, const Index& b) { return Index(ir::binary(BinOp::sub, a.expr(), b.expr())); }
Index operator*(const Index& a, const Index& b) { return Index(ir::binary(BinOp::mul, a.expr(), b.expr())); }
Index operator/(const Index& a, std::int64_t b) { return Index(divided(BinOp::div, a, b)); }
Index operator%(const Index& a, std::int64_t b) { return Index(divided(BinOp::mod, a, b)); }

Index operator-(const Index& a) {
  if (const std::int64_t* value = ir::literal(a.expr())) return Index(-*value);
  return Index(Expr(ir::Negate{a.expr(), Scalar::index}));
}

Condition operator<(const Index& a, const Index& b) { return Condition(ir::binary(BinOp::lt, a.expr(), b.expr())); }
Condition operator>(const Index& a, const Index& b) { return Condition(ir::binary(BinOp::gt, a.expr(), b.expr())); }
Condition operator<=(const Index& a, const Index& b) { return Condition(ir::binary(BinOp::le, a.expr(), b.expr())); }
Condition operator>=(const Index& a, const Index& b) { return Condition(ir::binary(BinOp::ge, a.expr(), b.expr())); }
Condition operator==(const Index& a, const Index& b) { return Condition(ir::binary(BinOp::eq, a.expr(), b.expr())); }
Condition operator&&(const Condition& a, const Condition& b) {
  return Condition(ir::binary(BinOp::and_, a.expr(), b.expr()));
}
Condition operator||(const Condition& a, const Condition& b) {
  return Condition(ir::binary(BinOp::or_, a.expr(), b.expr()));
}

Value operator+(const Value& a, const Value& b) { return Value(ir::binary(BinOp::add, a.expr(), b.expr())); }
Value operator-(const Value& a, const Value& b) { return Value(ir::binary(BinOp::sub, a.expr(), b.expr())); }
Value operator*(const Value& a, const Value& b) { return Value(ir::binary(BinOp::mul, a.expr(), b.expr())); }
Value operator/(const Value& a, const Value& b) { return Value(ir::binary(BinOp::div, a.expr(), b.expr())); }

Value operator-(const Value& a) {
  if (const ir::FloatLit* n = a.expr().as<ir::FloatLit>()) return Value(-n->value);
  return Value(Expr(ir::Negate{a.expr(), a.expr().type()}));
}

namespace {

// The operand is an operation of its own, with its own type.
Value converted(std::string_view function, const ir::Conversion& to, const std::vector<Value>& args) {
  if (args.size() != 1) fail(fmt::format("`{}` takes 1 argument, {} given", function, args.size()));
  const Expr value = typed(args[0], Scalar::R);
  if (value.type() == Scalar::R && !ir::has_open_variable(value))
    fail("a literal is not converted: it takes the type of the operands beside it");
  if (to.range == ir::Conversion::Range::wraps && ir::is_float(value.type()))
    fail(fmt::format("`{}` takes an integer, found {}", function, ir::name(value.type())));
  return Value(Expr(ir::ExternCall{std::string(function), {value}, to.to}));
}

}  // namespace

Value apply(std::string_view function, const std::vector<Value>& args) {
  if (const auto conversion = ir::conversion_named(function)) return converted(function, *conversion, args);
  const ir::Extern* found = ir::extern_named(function);
  if (!found) fail(fmt::format("unknown function `{}`", function));
  if (found->arity != args.size())
    fail(fmt::format("`{}` takes {}, {} given", function, syntax::counted(found->arity, "argument", "arguments"),
                     args.size()));
  ir::ExternCall call{std::string(function), {}, Scalar::R};
  for (const Value& v : args) call.args.push_back(v.expr());
  return Value(Expr(call));
}

Value read_config_value(const ir::ConfigRef& config, const std::string& field) {
  Expr e = read_field(config, field);
  if (!ir::is_data(e.type())) fail(fmt::format("the field `{}` is control", field));
  return Value(e);
}

Index read_config_index(const ir::ConfigRef& config, const std::string& field) {
  Expr e = read_field(config, field);
  if (!ir::is_integer_control(e.type())) fail(fmt::format("the field `{}` is not a control integer", field));
  return Index(e);
}

void Element::operator=(const Value& rhs) const {
  const ir::Read& r = *read_.as<ir::Read>();
  builder_.add(ir::Assign{r.name, r.idx, typed(rhs, r.type), r.type});
}

void Element::operator+=(const Value& rhs) const {
  const ir::Read& r = *read_.as<ir::Read>();
  builder_.add(ir::Reduce{r.name, r.idx, typed(rhs, r.type), r.type});
}

namespace {

void check_rank(const Tensor& t, std::size_t given) {
  if (given != t.type().shape.size())
    fail(fmt::format("`{}` has {}, found {}", t.name().text(),
                     syntax::counted(t.type().shape.size(), "dimension", "dimensions"),
                     syntax::counted(given, "index", "indices")));
}

}  // namespace

Element Tensor::element(const std::vector<Index>& idx) const {
  check_rank(*this, idx.size());
  for (const Index& i : idx) quasi_affine(i.expr());
  return Element(*builder_, ir::read(name_, exprs(idx), type_.scalar));
}

View Tensor::view(const std::vector<WindowIndex>& dims) const {
  check_rank(*this, dims.size());
  ir::WindowExpr w{name_, {}, type_.scalar};
  for (const WindowIndex& d : dims) {
    if (const Interval* interval = std::get_if<Interval>(&d))
      w.dims.push_back({quasi_affine(interval->lo.expr()), quasi_affine(interval->hi.expr())});
    else w.dims.push_back({quasi_affine(std::get<Index>(d).expr()), {}});
  }
  return View(Expr(w));
}

Index Tensor::stride(int dim) const {
  if (dim < 0 || dim >= static_cast<int>(type_.shape.size()))
    fail(fmt::format("`{}` has no dimension {}", name_.text(), dim));
  return Index(Expr(ir::StrideOf{name_, dim}));
}

// ---- the builder ----

Tensor Builder::add_arg(std::string_view name, ir::Type type, ir::MemoryRef mem) {
  ir::Sym sym = ir::Sym::fresh(name);
  for (const ir::Arg& a : proc_.args)
    if (a.name.text() == name) fail(fmt::format("argument `{}` is declared twice", name));
  proc_.args.push_back({sym, type, mem, {}});
  return Tensor(*this, sym, std::move(type), std::move(mem));
}

Index Builder::control(std::string_view name, Scalar type) {
  return Index(ir::read(add_arg(name, {type, {}, false}, nullptr).name(), type));
}

Condition Builder::flag(std::string_view name) {
  return Condition(ir::read(add_arg(name, {Scalar::bool_, {}, false}, nullptr).name(), Scalar::bool_));
}

Tensor Builder::arg(std::string_view name, Scalar type, const std::vector<Index>& shape, ir::MemoryRef mem) {
  return add_arg(name, {type, exprs(shape), false}, std::move(mem));
}

Tensor Builder::window_arg(std::string_view name, Scalar type, const std::vector<Index>& shape, ir::MemoryRef mem) {
  if (shape.empty()) fail("a window has at least one dimension");
  return add_arg(name, {type, exprs(shape), true}, std::move(mem));
}

void Builder::require(const Condition& c) { proc_.asserts.push_back(in_limits(c.expr())); }

void Builder::require_aligned(const Tensor& tensor, int bytes) {
  const std::string& name = tensor.name().text();
  if (std::none_of(proc_.args.begin(), proc_.args.end(), [&](const auto& a) { return a.name == tensor.name(); }))
    fail(fmt::format("`{}` is not an argument, and only what a caller passes is asserted", name),
         "an allocation is aligned as its memory says: `align 64`");
  if (const auto why = syntax::why_no_address(name, tensor.type(), tensor.memory())) fail(why->message, why->hint);
  if (!ir::is_alignment(bytes)) fail(fmt::format("{}, found {}", syntax::alignment_rule(), bytes));
  proc_.asserts.push_back(Expr(ir::Aligned{tensor.name(), bytes}));
}

Tensor Builder::alloc(std::string_view name, Scalar type, const std::vector<Index>& shape, ir::MemoryRef mem) {
  if (!ir::is_data(type)) fail(fmt::format("a variable of type {} cannot be allocated", ir::name(type)));
  ir::Alloc out{ir::Sym::fresh(name), {type, exprs(shape), false}, std::move(mem)};
  add(out);
  return Tensor(*this, out.name, out.type, out.mem);
}

Tensor Builder::window(std::string_view name, const Tensor& base, const std::vector<WindowIndex>& dims) {
  View view = base.view(dims);
  std::vector<Expr> shape = ir::window_shape(*view.expr().as<ir::WindowExpr>());
  if (shape.empty()) fail("a window statement needs an interval");
  ir::WindowStmt out{ir::Sym::fresh(name), view.expr()};
  add(out);
  return Tensor(*this, out.name, {base.type().scalar, std::move(shape), true}, base.memory());
}

ir::Block Builder::collect(const std::function<void()>& body) {
  struct Restore {  // also when the body throws
    ir::Block*& at;
    ir::Block* outer;
    ~Restore() { at = outer; }
  };
  ir::Block inner;
  {
    Restore restore{block_, std::exchange(block_, &inner)};
    body();
  }
  if (inner.empty()) inner.push_back(ir::Pass{});
  return inner;
}

void Builder::loop(std::string_view name, const Index& lo, const Index& hi, const std::function<void(Index)>& body,
                   ir::LoopMode mode) {
  ir::For out{ir::Sym::fresh(name), quasi_affine(lo.expr()), quasi_affine(hi.expr()), {}, mode};
  out.body = collect([&] { body(Index(ir::read(out.iter, Scalar::index))); });
  add(std::move(out));
}

void Builder::when(const Condition& c, const std::function<void()>& body, const std::function<void()>& orelse) {
  ir::If out{quasi_affine(c.expr()), collect(body), {}};
  if (orelse) out.orelse = collect(orelse);
  add(std::move(out));
}

namespace {

struct Argument {
  Expr expr;
  std::size_t rank = 0;
  bool strided = false;
};

Argument argument(const CallArgument& a) {
  if (const Index* i = std::get_if<Index>(&a)) return {quasi_affine(i->expr())};
  if (const Condition* c = std::get_if<Condition>(&a)) return {quasi_affine(c->expr())};
  if (const Element* e = std::get_if<Element>(&a)) return {e->expr()};
  if (const View* v = std::get_if<View>(&a))
    return {v->expr(), ir::window_shape(*v->expr().as<ir::WindowExpr>()).size(), true};
  const Tensor& t = std::get<Tensor>(a);
  return {ir::read(t.name(), t.type().scalar), t.type().shape.size(), t.type().is_window};
}

bool fits(Scalar wanted, Scalar found) {
  if (!ir::is_data(wanted)) return ir::is_integer_control(wanted) ? ir::is_integer_control(found) : found == wanted;
  const bool is_open = wanted == Scalar::R || found == Scalar::R;
  return ir::is_data(found) && (is_open ? ir::same_kind(wanted, found) : wanted == found);
}

void check_argument(const ir::Procedure& callee, const ir::Arg& parameter, const Argument& a) {
  std::string who = fmt::format("argument `{}` of `{}`", parameter.name.text(), callee.name);
  const ir::Type& type = parameter.type;
  if (!fits(type.scalar, a.expr.type()))
    fail(fmt::format("{} is {}, found {}", who, ir::name(type.scalar), ir::name(a.expr.type())));
  if (a.rank != type.shape.size())
    fail(
        fmt::format("{} has {}, found {}", who, syntax::counted(type.shape.size(), "dimension", "dimensions"), a.rank));
  if (type.is_tensor() && a.strided && !type.is_window) fail(fmt::format("{} is a whole tensor, found a window", who));
}

}  // namespace

void Builder::call(const ir::ProcRef& callee, const std::vector<CallArgument>& args) {
  if (args.size() != callee->args.size())
    fail(fmt::format("`{}` takes {}, {} given", callee->name,
                     syntax::counted(callee->args.size(), "argument", "arguments"), args.size()));
  ir::Call out{callee, {}};
  for (std::size_t i = 0; i < args.size(); ++i) {
    Argument a = argument(args[i]);
    check_argument(*callee, callee->args[i], a);
    out.args.push_back(a.expr);
  }
  add(std::move(out));
}

void Builder::write_config(const ir::ConfigRef& config, const std::string& field,
                           const std::variant<Value, Index, Condition>& rhs) {
  Scalar type = read_field(config, field).type();
  Expr e = std::holds_alternative<Value>(rhs)   ? typed(std::get<Value>(rhs), type)
           : std::holds_alternative<Index>(rhs) ? quasi_affine(std::get<Index>(rhs).expr())
                                                : quasi_affine(std::get<Condition>(rhs).expr());
  bool same_kind = ir::is_data(type) ? ir::is_data(e.type()) : fits(type, e.type());
  if (!same_kind) fail(fmt::format("field `{}` is {}, found {}", field, ir::name(type), ir::name(e.type())));
  add(ir::WriteConfig{config, field, e});
}

void Builder::pass() { add(ir::Pass{}); }

ir::ProcRef Builder::finish() {
  if (proc_.body.empty()) pass();
  return std::make_shared<const ir::Procedure>(std::move(proc_));
}

ir::ProcRef define(std::string_view name, const std::function<void(Builder&)>& body) {
  Builder builder(name);
  body(builder);
  return builder.finish();
}

}  // namespace tessera
