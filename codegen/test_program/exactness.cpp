// SPDX-License-Identifier: Apache-2.0
#include "codegen/test_program/exactness.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "codegen/c_number.hpp"
#include "codegen/over_f64.hpp"
#include "codegen/test_program/computed_types.hpp"
#include "codegen/usage.hpp"
#include "codegen/windows.hpp"
#include "dsl/ir/conversion.hpp"
#include "dsl/ir/equal.hpp"
#include "dsl/ir/error_bound.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::codegen {
namespace {

using ir::Expr;
using ir::Stmt;

constexpr int rounds = 1000;              // more bits than any type has
constexpr int max_bits_of_constant = 12;  // 0.1 has 55: with those, no sum of f32 is exact

int fraction_bits_of(double value) {
  for (int bits = 0; bits <= max_bits_of_constant; ++bits)
    if (double scaled = std::ldexp(value, bits); scaled == std::trunc(scaled)) return bits;
  return rounds;
}

// Bits after the binary point of everything that is stored; grows until nothing changes.
class Fractions {
 public:
  explicit Fractions(const ir::Procedure& p) {
    std::vector<bool> written = ir::written_parameters(p);
    for (std::size_t i = 0; i < p.args.size(); ++i)
      if (!written[i]) inputs_.insert(p.args[i].name);
    for (int pass = 0; pass < 64; ++pass) {
      changed_ = false;
      visit(p);
      if (!changed_) break;
    }
    if (changed_) worst_ = rounds;  // each pass adds bits: x = 0.5 * x
  }
  int worst() const { return worst_; }
  bool divides() const { return divides_; }

 private:
  void raise(ir::Sym name, int bits) {
    int& now = bits_[name];
    if (bits > now) now = std::min(bits, rounds), changed_ = true;
    worst_ = std::max(worst_, now);
  }

  void visit(const ir::Procedure& p) {
    Windows windows(p);
    ir::for_each_stmt(p.body, [&](const Stmt& s) {
      if (const auto* n = s.as<ir::Assign>()) raise(windows.alias_root(n->name), of(n->rhs, windows));
      if (const auto* n = s.as<ir::Reduce>()) raise(windows.alias_root(n->name), of(n->rhs, windows));
      if (const auto* n = s.as<ir::Call>()) call(*n, windows);
    });
  }

  void call(const ir::Call& n, const Windows& windows) {
    const ir::Procedure& callee = *n.callee;
    for (std::size_t i = 0; i < n.args.size(); ++i)
      if (!callee.args[i].type.is_control()) raise(callee.args[i].name, of(n.args[i], windows));
    visit(callee);
    std::vector<bool> written = ir::written_parameters(callee);
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      const auto* read = n.args[i].as<ir::Read>();
      const auto* window = n.args[i].as<ir::WindowExpr>();
      if (written[i] && (read || window))
        raise(windows.alias_root(read ? read->name : window->base), bits_[callee.args[i].name]);
    }
  }

  int of(const Expr& e, const Windows& windows) {
    auto all = [&](const std::vector<Expr>& list) {
      int bits = 0;
      for (const Expr& x : list) bits = std::max(bits, of(x, windows));
      return bits;
    };
    return e.match([](const ir::FloatLit& n) { return fraction_bits_of(n.value); },
                   [&](const ir::Read& n) { return bits_[windows.alias_root(n.name)]; },
                   [&](const ir::WindowExpr& n) { return bits_[windows.alias_root(n.base)]; },
                   [&](const ir::Negate& n) { return of(n.arg, windows); },
                   [&](const ir::Binary& n) { return binary(n, windows); },
                   [&](const ir::ExternCall& n) {
                     static const std::set<std::string> exact{"relu", "max", "min", "select", "abs", "fmaxf", "fminf"};
                     static const std::set<std::string> whole{"floor", "round_even", "less", "less_equal", "equal"};
                     const bool gives_integer = !ir::is_float(n.type) || whole.count(n.function);
                     if (gives_integer) return 0;
                     return ir::conversion(e) || exact.count(n.function) ? all(n.args) : rounds;
                   },
                   [](const auto&) { return 0; });
  }

  int binary(const ir::Binary& n, const Windows& windows) {
    int a = of(n.lhs, windows), b = of(n.rhs, windows);
    if (!ir::is_float(n.type)) return divides_ = divides_ || n.op == ir::BinOp::div, 0;
    if (n.op == ir::BinOp::mul) return std::min(a + b, rounds);
    if (n.op != ir::BinOp::div) return std::max(a, b);
    const auto* literal = n.rhs.as<ir::FloatLit>();
    if (literal) return std::min(rounds, a + fraction_bits_of(1 / literal->value));
    divides_ = true;
    const auto* read = n.rhs.as<ir::Read>();
    bool is_input = read && inputs_.count(windows.alias_root(read->name));
    return is_input ? std::min(rounds, a + fraction_bits_of(1.0 / largest_power)) : rounds;
  }

  std::set<ir::Sym> inputs_;
  std::map<ir::Sym, int> bits_;
  int worst_ = 0;
  bool divides_ = false, changed_ = false;
};

// ---- procedures over f64 that say something of each element

Expr largest(Expr a, Expr b) { return Expr(ir::ExternCall{"max", {std::move(a), std::move(b)}, ir::Scalar::f64}); }

Expr largest(const std::vector<Expr>& all) {
  Expr out = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) out = largest(out, all[i]);
  return out;
}

Expr combined(ir::BinOp op, Expr a, Expr b) {
  return Expr(ir::Binary{op, std::move(a), std::move(b), ir::Scalar::f64});
}
Expr increased(Expr e, double by = 1) {
  return combined(ir::BinOp::add, std::move(e), ir::float_lit(by, ir::Scalar::f64));
}

Expr bound_of_binary(const ir::Binary& n) {
  if (n.op == ir::BinOp::mul) return combined(n.op, n.lhs, n.rhs);
  if (n.op != ir::BinOp::div) return combined(ir::BinOp::add, n.lhs, n.rhs);
  return n.lhs;  // divisors that are data are at least 1
}

// x / 0.25 as x · 4: that a factor has a bound, a divisor is not looked at.
Expr product_for_literal_divisor(const Expr& e) {
  const auto* n = e.as<ir::Binary>();
  const auto* divisor = n && n->op == ir::BinOp::div ? n->rhs.as<ir::FloatLit>() : nullptr;
  if (!divisor) return e;
  return Expr(ir::Binary{ir::BinOp::mul, n->lhs, ir::float_lit(1 / divisor->value, divisor->type), n->type}, e.loc());
}

// x · 2^count: by now the count is a bound on itself, so at least 1.
Expr shifted(const ir::ExternCall& n) {
  const double count = n.args[1].as<ir::FloatLit>()->value;
  return combined(ir::BinOp::mul, n.args[0], ir::float_lit(std::exp2(count), ir::Scalar::f64));
}

// The error of a rounding function includes its argument's error: exp'(x) = exp(x), the others are not steep except at
// the edge of sqrt.
Expr bound_of_call(const ir::ExternCall& n) {
  static const std::set<std::string> bounded{"sqrt", "sin", "sigmoid"};
  if (n.function == "shift_right" || n.function == "bit_and") return n.args[0];
  if (n.function == "shift_left") return shifted(n);
  static const std::set<std::string> comparisons{"less", "less_equal", "equal"};
  if (comparisons.count(n.function)) return ir::float_lit(1, ir::Scalar::f64);
  const Expr argument = largest(n.args), one = ir::float_lit(1, ir::Scalar::f64);
  if (bounded.count(n.function)) return largest(one, argument);
  if (n.function != "exp" && n.function != "expf") return argument;
  return combined(ir::BinOp::mul, Expr(ir::ExternCall{"exp", {argument}, ir::Scalar::f64}), largest(one, argument));
}

// A moved value keeps its count.
Expr passed_on(const Expr& e) {
  return e.match(
      [&](const ir::Read& n) {
        return Expr(ir::Read{n.name, n.idx, ir::Scalar::f64}, e.loc());
      },
      [&](const ir::WindowExpr& n) {
        return Expr(ir::WindowExpr{n.base, n.dims, ir::Scalar::f64}, e.loc());
      },
      [](const ir::Negate& n) { return n.arg; }, [&](const auto&) { return e; });
}

// One node whose children are bounds already.
Expr bound_of_node(const Expr& e, double least_factor) {
  if (!ir::is_data(e.type())) return e;
  return e.match(
      [&](const ir::FloatLit& n) { return ir::float_lit(std::max(least_factor, std::fabs(n.value)), ir::Scalar::f64); },
      [](const ir::Binary& n) { return bound_of_binary(n); }, [](const ir::ExternCall& n) { return bound_of_call(n); },
      [&](const auto&) { return passed_on(e); });
}

// One node whose children are numbers of roundings already. The constant itself is rounded.
Expr roundings_of_node(const Expr& e) {
  if (!ir::is_data(e.type())) return e;
  return e.match([](const ir::FloatLit&) { return ir::float_lit(1, ir::Scalar::f64); },
                 [](const ir::Binary& n) {
                   const bool is_sum = n.op == ir::BinOp::add || n.op == ir::BinOp::sub;
                   return increased(is_sum ? largest(n.lhs, n.rhs) : combined(ir::BinOp::add, n.lhs, n.rhs));
                 },
                 [](const ir::ExternCall& n) { return increased(increased(largest(n.args))); },  // as good as libm
                 [&](const auto&) { return passed_on(e); });
}

// An instruction's error bound in rounding errors: a unit in the last place is at most two of them.
double stated_roundings(const ir::Procedure& of, double rounding_error) {
  return 2 * std::ceil(ir::stated_ulp(of).value_or(0)) + std::ceil(ir::stated_error(of).value_or(0) / rounding_error);
}

// A store rounds; every term of a sum meets all roundings of the sum, in some order. An instruction's error bound is
// added.
Stmt with_counted_store(const Stmt& s, const ir::Procedure& of, double rounding_error) {
  const double roundings = 1 + stated_roundings(of, rounding_error);
  if (const auto* n = s.as<ir::Assign>())
    return Stmt(ir::Assign{n->name, n->idx, increased(n->rhs, roundings), n->type}, s.loc());
  const auto* n = s.as<ir::Reduce>();
  if (!n) return s;
  const Expr sum = largest(Expr(ir::Read{n->name, n->idx, ir::Scalar::f64}), n->rhs);
  return Stmt(ir::Assign{n->name, n->idx, increased(sum, roundings), n->type}, s.loc());
}

// x = relu(x): the same bound, and compilers warn about x = x.
Stmt without_own_value(const Stmt& s, const ir::Procedure&) {
  const auto* n = s.as<ir::Assign>();
  const auto* read = n ? n->rhs.as<ir::Read>() : nullptr;
  if (!read || read->name != n->name) return s;
  const bool is_same = std::equal(n->idx.begin(), n->idx.end(), read->idx.begin(), read->idx.end(),
                                  [](const Expr& a, const Expr& b) { return ir::equal(a, b); });
  return is_same ? Stmt(ir::Pass{}, s.loc()) : s;
}

// ---- types

// What the procedure alone computes with: operations round to their type.
void collect_floats(const ir::Procedure& p, std::set<ir::Scalar>& out) {
  ir::for_each_expr(p.body, [&](const Expr& e) {
    const bool computes = e.as<ir::Binary>() || e.as<ir::ExternCall>();
    if (computes && ir::is_float(chosen(e.type()))) out.insert(chosen(e.type()));
  });
}

int significant_bits(ir::Scalar type) {
  if (ir::is_float(type)) return ir::float_format(type).digits;
  if (type == ir::Scalar::bit) return 53;  // nothing but what a comparison gives fits it
  bool is_signed = !ir::name(type).starts_with("u");
  return std::min(53, ir::bit_size(type) - (is_signed ? 1 : 0));
}

int min_bits(const ir::Procedure& p) {
  int bits = 53;
  for (ir::Scalar t : computed_types(p)) bits = std::min(bits, significant_bits(t));
  return bits;
}

}  // namespace

Exactness exactness(const ir::Procedure& p) {
  Fractions fractions(p);
  Exactness out;
  if (fractions.worst() < rounds) out.fraction_bits = fractions.worst();
  out.divides = fractions.divides();
  return out;
}

ir::Procedure magnitude_bound(const ir::Procedure& p, double least_factor) {
  const auto bound = [=](const Expr& e) { return bound_of_node(e, least_factor); };
  return over_f64(
      p, Widened::all, [&](const Expr& e) { return ir::map_expr(ir::map_expr(e, product_for_literal_divisor), bound); },
      without_own_value);
}

ir::Procedure rounding_count(const ir::Procedure& p) {
  const auto counted = [error = rounding_error(p)](const Stmt& s, const ir::Procedure& of) {
    return with_counted_store(s, of, error);
  };
  return over_f64(
      p, Widened::all, [](const Expr& e) { return ir::map_expr(e, roundings_of_node); }, counted);
}

double max_exact(const ir::Procedure& p) { return std::ldexp(1.0, min_bits(p)) - 1; }

double rounding_error(const ir::Procedure& p) {
  std::set<ir::Scalar> types;
  collect_floats(p, types);
  for (const ir::ProcRef& called : ir::all_called(p.body)) collect_floats(*called, types);
  for (ir::Scalar t : stored_types(p))
    if (ir::is_float(t)) types.insert(t);
  if (types.empty()) types.insert(chosen(ir::Scalar::R));
  int bits = 53;
  for (ir::Scalar t : types) bits = std::min(bits, significant_bits(t));
  return std::ldexp(1.0, -bits);
}

}  // namespace tessera::codegen
