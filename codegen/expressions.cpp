// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "codegen/c_number.hpp"
#include "codegen/errors.hpp"
#include "codegen/function_writer.hpp"
#include "codegen/storage_types.hpp"

namespace tessera::codegen {

using ir::BinOp;
using ir::Expr;
using ir::Scalar;

namespace {

struct Operator {
  const char* text;
  Binding binding;
};

Operator in_c(BinOp op) {
  switch (op) {
    case BinOp::add: return {"+", Binding::sum};
    case BinOp::sub: return {"-", Binding::sum};
    case BinOp::mul: return {"*", Binding::product};
    case BinOp::div: return {"/", Binding::product};
    case BinOp::mod: return {"%", Binding::product};
    case BinOp::lt: return {"<", Binding::relation};
    case BinOp::gt: return {">", Binding::relation};
    case BinOp::le: return {"<=", Binding::relation};
    case BinOp::ge: return {">=", Binding::relation};
    case BinOp::eq: return {"==", Binding::equality};
    case BinOp::and_: return {"&&", Binding::logical_and};
    case BinOp::or_: return {"||", Binding::logical_or};
  }
  bug("operator without C text");
}

Binding tighter(Binding b) { return static_cast<Binding>(static_cast<int>(b) + 1); }

// Compilers warn about comparisons of comparisons and about && in ||, so those get parentheses that C does not need.
Binding operand_binding(Operator op) {
  if (op.binding == Binding::logical_or) return Binding::equality;
  if (op.binding == Binding::logical_and) return Binding::equality;
  if (op.binding == Binding::equality || op.binding == Binding::relation) return Binding::sum;
  return op.binding;
}

CText joined(const CText& a, Operator op, const CText& b) {
  Binding left = operand_binding(op);
  bool chain = op.binding == Binding::logical_or || op.binding == Binding::logical_and;
  if (chain && a.binding == op.binding) left = op.binding;
  Binding right = op.binding >= Binding::sum ? tighter(left) : left;
  return {fmt::format("{} {} {}", a.in(left), op.text, b.in(right)), op.binding};
}

const char* const floor_division =
    "/* Rounds towards minus infinity; b is positive. */\n"
    "static inline int64_t tessera_floor_div(int64_t a, int64_t b) {\n  return a / b - (a % b < 0);\n}\n";
const char* const floor_remainder =
    "/* Between 0 and b - 1; b is positive. */\n"
    "static inline int64_t tessera_floor_mod(int64_t a, int64_t b) {\n  return a % b + (a % b < 0 ? b : 0);\n}\n";

}  // namespace

CText FunctionWriter::control(const Expr& e) { return control_node(fold_literals(e)); }

CText FunctionWriter::control_node(const Expr& e) {
  return e.match(
      [](const ir::IntLit& n) {
        if (n.value == INT64_MIN) return CText{"INT64_MIN", Binding::primary};
        return CText{std::to_string(n.value), n.value < 0 ? Binding::unary : Binding::primary};
      },
      [](const ir::BoolLit& n) { return CText{n.value ? "true" : "false"}; },
      [&](const ir::Read& n) { return CText{names_.of(n.name)}; },
      [&](const ir::Binary& n) { return control_binary(n); },
      [&](const ir::Negate& n) {
        return CText{"-" + control_node(n.arg).in(Binding::primary), Binding::unary};
      },
      [&](const ir::StrideOf& n) { return stride_text(n.tensor, static_cast<std::size_t>(n.dim)); },
      [](const ir::ReadConfig& n) { return CText{"ctxt->" + config_member(*n.config, n.field)}; },
      [&](const auto&) -> CText { bug("data expression in control position: " + ir::print(e)); });
}

CText FunctionWriter::control_binary(const ir::Binary& n) {
  CText a = control_node(n.lhs), b = control_node(n.rhs);
  bool divides = n.op == BinOp::div || n.op == BinOp::mod;
  // Compilers warn about `n < n`, which specialize can make.
  if (ir::is_comparison(n.op) && a.text == b.text)
    return joined(joined(a, in_c(BinOp::sub), b), in_c(n.op), CText{"0"});
  if (!divides || ranges_.is_non_negative(n.lhs)) return joined(a, in_c(n.op), b);
  bool quotient = n.op == BinOp::div;
  std::string name = quotient ? "tessera_floor_div" : "tessera_floor_mod";
  unit_.helpers[name] = quotient ? floor_division : floor_remainder;
  return {fmt::format("{}({}, {})", name, a.text, b.text)};
}

namespace {

// Whether C would overflow where the sum, difference or product leaves the type that it computes in.
bool may_overflow(Scalar computed, BinOp op) {
  return !ir::is_float(computed) && !ir::is_unsigned(computed) &&
         (op == BinOp::add || op == BinOp::sub || op == BinOp::mul);
}

CText as_type(const std::string& type, const CText& value) {
  return {fmt::format("({}){}", type, value.in(Binding::unary)), Binding::unary};
}

CText as_unsigned(Scalar computed, const CText& value) {
  return as_type("u" + std::string(ir::c_type(computed)), value);
}

CText as_signed(Scalar type, const CText& value) { return as_type(std::string(ir::c_type(type)), value); }

}  // namespace

// The value of e as C of type `context`, which untyped literals take.
CText FunctionWriter::data(const Expr& e, Scalar context) {
  auto own = [&](Scalar type) { return type == Scalar::R ? context : type; };
  if (own(e.type()) == Scalar::f16 || context == Scalar::f16) unit_.computes_f16 = true;
  return e.match(
      [&](const ir::IntLit& n) { return number(static_cast<double>(n.value), context, e.loc()); },
      [&](const ir::FloatLit& n) { return converted(number(n.value, own(n.type), e.loc()), own(n.type), context); },
      [&](const ir::Read& n) {
        const Scalar type = scope_.at(windows_.alias_root(n.name)).type.scalar;
        return converted(value_at(windows_.element(n.name, n.idx)), type, context);
      },
      [&](const ir::Binary& n) { return converted(data_binary(n, own(n.type)), own(n.type), context); },
      [&](const ir::Negate& n) { return converted(negated(n.arg, own(n.type)), own(n.type), context); },
      [&](const ir::ExternCall& n) {
        if (const auto to = ir::conversion(e)) return converted(conversion(*to, n), to->to, context);
        return converted(call_extern(n, own(n.type), e.loc()), own(n.type), context);
      },
      [&](const ir::ReadConfig& n) {
        return converted(loaded({"ctxt->" + config_member(*n.config, n.field)}, n.type), n.type, context);
      },
      [&](const auto&) -> CText { bug("no data expression: " + ir::print(e)); });
}

CText FunctionWriter::helper(CFunction f, const std::string& arguments) {
  if (!f.definition.empty()) unit_.helpers[f.name] = std::move(f.definition);
  if (f.needs_libm) {
    unit_.headers.insert("math.h");
    unit_.link_flags.insert("-lm");
  }
  return {fmt::format("{}({})", f.name, arguments)};
}

CText FunctionWriter::loaded(const CText& place, Scalar type) {
  if (!ir::is_storage_only(type)) return place;
  unit_.headers.insert("string.h");
  StorageFunction f = load_function(type);
  return helper({std::move(f.name), std::move(f.definition)}, place.text);
}

// The place holds the bits of types for storage only.
CText FunctionWriter::to_place(const CText& value, Scalar type) {
  if (ir::bit_size(type) < 8) return narrowed(type, value);
  if (!ir::is_storage_only(type)) return value;
  unit_.headers.insert("string.h");
  StorageFunction f = store_function(type);
  return helper({std::move(f.name), std::move(f.definition)}, value.text);
}

// A value is rounded to a type for storage only, and remains a float.
CText FunctionWriter::converted(const CText& value, Scalar from, Scalar to) {
  const Scalar found = chosen(from), wanted = chosen(to);
  if (found == wanted) return value;
  const Scalar computed = ir::computed_as(wanted);
  const CText of_type = !ir::is_float(wanted)                ? narrowed(wanted, value)
                        : ir::computed_as(found) == computed ? value
                                                             : cast(computed, value);
  return ir::is_storage_only(wanted) ? loaded(to_place(of_type, wanted), wanted) : of_type;
}

CText FunctionWriter::conversion(const ir::Conversion& to, const ir::ExternCall& n) {
  const Scalar from = chosen(n.args.at(0).type());
  const CText value = data(n.args[0], from);
  if (to.range == ir::Conversion::Range::fits) return converted(value, from, to.to);
  return helper(range_function(to, ir::computed_as(from)), value.text);
}

CText FunctionWriter::negated(const Expr& e, Scalar type) {
  const Scalar computed = ir::computed_as(type);
  if (!may_overflow(computed, BinOp::sub)) return {"-" + data(e, type).in(Binding::primary), Binding::unary};
  return as_signed(computed, joined(CText{"0"}, in_c(BinOp::sub), modular(e, type)));
}

// A value for a place. Computed as int, a literal may exceed a narrow place.
CText FunctionWriter::stored(const Expr& e, Scalar place, bool is_cut_off) {
  if (const ir::FloatLit* n = e.as<ir::FloatLit>()) check_holds(n->value, place, e.loc());
  if (const ir::Read* n = e.as<ir::Read>()) {  // moved as it is
    if (chosen(scope_.at(windows_.alias_root(n->name)).type.scalar) == chosen(place))
      return is_packed(n->name) ? value_at(windows_.element(n->name, n->idx))
                                : element(windows_.element(n->name, n->idx));
  }
  const bool is_narrowed = e.as<ir::FloatLit>() || chosen(e.type()) != chosen(place);  // what data() gives
  if (is_cut_off || (is_narrowed && ir::bit_size(chosen(place)) < 8)) return data(e, place);
  return to_place(data(e, place), chosen(place));
}

// C has no type of fewer than eight bits to cast to.
CText FunctionWriter::narrowed(Scalar type, const CText& value) {
  if (ir::bit_size(type) >= 8) return cast(type, value);
  const CText as_int = cast(ir::computed_as(type), value);
  return helper(range_function({ir::Conversion::Range::wraps, type}, ir::computed_as(type)), as_int.text);
}

CText FunctionWriter::data_binary(const ir::Binary& n, Scalar type) {
  const Scalar computed = ir::computed_as(type);
  if (may_overflow(computed, n.op)) return as_signed(computed, modular(Expr(n), type));
  const CText value = joined(data(n.lhs, type), in_c(n.op), data(n.rhs, type));
  // Without such arithmetic of the machine, C computes with floats until a cast.
  return computed == Scalar::f16 ? cast(computed, value) : value;
}

// A regrouped sum may overflow in between: defined in C for unsigned integers only.
CText FunctionWriter::modular(const Expr& e, Scalar type) {
  const Scalar computed = ir::computed_as(type);
  const ir::Binary* n = e.as<ir::Binary>();
  if (n && (n->type == type || n->type == Scalar::R) && may_overflow(computed, n->op))
    return joined(modular(n->lhs, type), in_c(n->op), modular(n->rhs, type));
  if (const ir::Negate* m = e.as<ir::Negate>(); m && (m->type == type || m->type == Scalar::R))
    return joined(CText{"0"}, in_c(BinOp::sub), modular(m->arg, type));
  return as_unsigned(computed, data(e, type));
}

std::optional<CText> FunctionWriter::modular_sum(const CText& place, Scalar stored, const Expr& added) {
  const Scalar computed = ir::computed_as(stored);
  if (!may_overflow(computed, BinOp::add)) return std::nullopt;
  const CText sum = joined(as_unsigned(computed, place), in_c(BinOp::add), modular(added, stored));
  return ir::bit_size(stored) < 8 ? narrowed(stored, sum) : as_signed(stored, sum);
}

CText FunctionWriter::call_extern(const ir::ExternCall& n, Scalar type, SrcLoc loc) {
  if (n.function == "shift_left") {  // as a product: of a negative number C has no shift
    const double factor = std::ldexp(1, static_cast<int>(n.args.at(1).as<ir::FloatLit>()->value));
    return data_binary({BinOp::mul, n.args[0], ir::float_lit(factor, type), type}, type);
  }
  CFunction f = extern_function(n.function, type, loc);
  std::string arguments;
  for (const Expr& a : n.args) arguments += (arguments.empty() ? "" : ", ") + data(a, type).text;
  return helper(std::move(f), arguments);
}

}  // namespace tessera::codegen
