#include "codegen/test_program/exactness.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "codegen/c_number.hpp"
#include "codegen/usage.hpp"
#include "codegen/windows.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using ir::Expr;
using ir::Stmt;

constexpr int rounds = 1000;  // more bits than any type has

int fraction_bits_of(double value) {
  for (int bits = 0; bits < 60; ++bits)
    if (double scaled = std::ldexp(value, bits); scaled == std::trunc(scaled)) return bits;
  return rounds;
}

// Bits behind the binary point of everything that is stored; grows until nothing changes.
class Fractions {
 public:
  explicit Fractions(const ir::Procedure& p) {
    std::vector<bool> written = written_args(p);
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
      if (const auto* n = s.as<ir::Assign>()) raise(windows.base_of(n->name), of(n->rhs, windows));
      if (const auto* n = s.as<ir::Reduce>()) raise(windows.base_of(n->name), of(n->rhs, windows));
      if (const auto* n = s.as<ir::Call>()) call(*n, windows);
    });
  }

  void call(const ir::Call& n, const Windows& windows) {
    const ir::Procedure& callee = *n.callee;
    for (std::size_t i = 0; i < n.args.size(); ++i)
      if (!callee.args[i].type.is_control()) raise(callee.args[i].name, of(n.args[i], windows));
    visit(callee);
    std::vector<bool> written = written_args(callee);
    for (std::size_t i = 0; i < n.args.size(); ++i) {
      const auto* read = n.args[i].as<ir::Read>();
      const auto* window = n.args[i].as<ir::WindowExpr>();
      if (written[i] && (read || window))
        raise(windows.base_of(read ? read->name : window->base), bits_[callee.args[i].name]);
    }
  }

  int of(const Expr& e, const Windows& windows) {
    auto all = [&](const std::vector<Expr>& list) {
      int bits = 0;
      for (const Expr& x : list) bits = std::max(bits, of(x, windows));
      return bits;
    };
    return e.match([](const ir::FloatLit& n) { return fraction_bits_of(n.value); },
                   [&](const ir::Read& n) { return bits_[windows.base_of(n.name)]; },
                   [&](const ir::WindowExpr& n) { return bits_[windows.base_of(n.base)]; },
                   [&](const ir::Negate& n) { return of(n.arg, windows); },
                   [&](const ir::Binary& n) { return binary(n, windows); },
                   [&](const ir::ExternCall& n) {
                     static const std::set<std::string> exact{"relu", "max", "min", "select", "abs", "fmaxf", "fminf"};
                     return exact.count(n.function) ? all(n.args) : rounds;
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
    bool is_input = read && inputs_.count(windows.base_of(read->name));
    return is_input ? std::min(rounds, a + fraction_bits_of(1.0 / largest_power)) : rounds;
  }

  std::set<ir::Sym> inputs_;
  std::map<ir::Sym, int> bits_;
  int worst_ = 0;
  bool divides_ = false, changed_ = false;
};

// ---- the bound

Expr largest(Expr a, Expr b) { return Expr(ir::ExternCall{"max", {std::move(a), std::move(b)}, ir::Scalar::f64}); }

Expr bound_of_binary(const ir::Binary& n) {
  if (n.op == ir::BinOp::mul) return Expr(ir::Binary{n.op, n.lhs, n.rhs, ir::Scalar::f64});
  if (n.op != ir::BinOp::div) return Expr(ir::Binary{ir::BinOp::add, n.lhs, n.rhs, ir::Scalar::f64});
  return n.lhs;  // divisors are at least 1
}

Expr bound_of_call(const ir::ExternCall& n) {
  Expr out = n.args.front();
  for (std::size_t i = 1; i < n.args.size(); ++i) out = largest(out, n.args[i]);
  return out;
}

// One node whose children are bounds already.
Expr bound_of_node(const Expr& e) {
  if (!ir::is_data(e.type())) return e;
  return e.match(
      [](const ir::FloatLit& n) { return ir::float_lit(std::max(1.0, std::fabs(n.value)), ir::Scalar::f64); },
      [&](const ir::Read& n) {
        return Expr(ir::Read{n.name, n.idx, ir::Scalar::f64}, e.loc());
      },
      [&](const ir::WindowExpr& n) {
        return Expr(ir::WindowExpr{n.base, n.dims, ir::Scalar::f64}, e.loc());
      },
      [](const ir::Negate& n) { return n.arg; }, [](const ir::Binary& n) { return bound_of_binary(n); },
      [](const ir::ExternCall& n) { return bound_of_call(n); }, [&](const auto&) { return e; });
}

Stmt bound_of_stmt(const Stmt& s) {
  return s.match(
      [&](const ir::Assign& n) {
        return Stmt(ir::Assign{n.name, n.idx, n.rhs, ir::Scalar::f64}, s.loc());
      },
      [&](const ir::Reduce& n) {
        return Stmt(ir::Reduce{n.name, n.idx, n.rhs, ir::Scalar::f64}, s.loc());
      },
      [&](const ir::Alloc& n) {
        return Stmt(ir::Alloc{n.name, {ir::Scalar::f64, n.type.shape, false}, ir::dram()}, s.loc());
      },
      [&](const ir::Call& n) {
        return Stmt(ir::Call{std::make_shared<const ir::Procedure>(magnitude_bound(*n.callee)), n.args}, s.loc());
      },
      [&](const auto&) { return s; });
}

// ---- types

void collect_written(const ir::Procedure& p, std::set<ir::Scalar>& out) {
  std::vector<bool> written = written_args(p);
  for (std::size_t i = 0; i < p.args.size(); ++i)
    if (written[i]) out.insert(chosen(p.args[i].type.scalar));
  ir::for_each_stmt(p.body, [&](const Stmt& s) {
    if (const auto* n = s.as<ir::Alloc>()) out.insert(chosen(n->type.scalar));
    if (const auto* n = s.as<ir::Call>()) collect_written(*n->callee, out);
  });
}

int significant_bits(ir::Scalar type) {
  switch (type) {
    case ir::Scalar::f16: return 11;
    case ir::Scalar::bf16: return 8;
    case ir::Scalar::f32: return 24;
    case ir::Scalar::f64: return 53;
    default: break;
  }
  bool is_signed = !ir::name(type).starts_with("u");
  return std::min(53, 8 * ir::byte_size(type) - (is_signed ? 1 : 0));
}

int fewest_bits(const ir::Procedure& p) {
  std::set<ir::Scalar> types;
  collect_written(p, types);
  int bits = 53;
  for (ir::Scalar t : types) bits = std::min(bits, significant_bits(t));
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

ir::Procedure magnitude_bound(const ir::Procedure& p) {
  ir::Procedure out = p;
  out.instr.reset();
  out.asserts.clear();  // a fixed stride is not that of the dense data here
  for (ir::Arg& a : out.args) {
    if (a.type.is_control()) continue;
    a.type.scalar = ir::Scalar::f64;
    a.mem = ir::dram();
  }
  ir::Block body = ir::map_exprs(p.body, [](const Expr& e) { return ir::map_expr(e, bound_of_node); });
  out.body = ir::map_stmts(body, [](const Stmt& s) { return ir::Block{bound_of_stmt(s)}; });
  return out;
}

double most_exact(const ir::Procedure& p) { return std::ldexp(1.0, fewest_bits(p)) - 1; }

double rounding_error(const ir::Procedure& p) { return std::ldexp(1.0, -fewest_bits(p)); }

}  // namespace tessera::codegen
