// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/collect_terms.hpp"

#include <optional>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/smt/checked.hpp"
#include "dsl/support/floor.hpp"

namespace tessera::rewrite {
namespace {

using ir::BinOp;
using ir::Expr;

struct Term {
  Expr atom;
  std::int64_t coefficient;
};

// constant + sum of coefficient·atom; atoms differ from each other and are no sums.
struct LinearSum {
  std::vector<Term> terms;
  std::int64_t constant = 0;

  void add(const Expr& atom, std::int64_t coefficient) {
    for (Term& t : terms)
      if (ir::equal(t.atom, atom)) {
        t.coefficient = smt::checked_add(t.coefficient, coefficient);
        return;
      }
    terms.push_back({atom, coefficient});
  }
  void add(const LinearSum& other, std::int64_t factor) {
    for (const Term& t : other.terms) add(t.atom, smt::checked_multiply(t.coefficient, factor));
    constant = smt::checked_add(constant, smt::checked_multiply(other.constant, factor));
  }
  void drop_zeros() {
    std::erase_if(terms, [](const Term& t) { return t.coefficient == 0; });
  }
};

Expr scaled(const Expr& atom, std::int64_t k) { return k == 1 ? atom : ir::binary(BinOp::mul, ir::int_lit(k), atom); }

Expr negative(const Expr& atom, std::int64_t k) {
  return k == -1 ? ir::negate(atom) : ir::binary(BinOp::mul, ir::int_lit(k), atom);
}

// A positive term comes first when there is one, so that no minus sign opens the sum.
Expr build(const LinearSum& s) {
  Expr out;
  auto plus = [&](Expr e) { out = out ? ir::binary(BinOp::add, out, std::move(e)) : std::move(e); };
  std::size_t first = 0;
  while (first < s.terms.size() && s.terms[first].coefficient < 0) ++first;
  if (first < s.terms.size()) plus(scaled(s.terms[first].atom, s.terms[first].coefficient));
  else if (s.constant > 0) plus(ir::int_lit(s.constant));
  bool constant_done = first == s.terms.size() && s.constant > 0;
  for (std::size_t i = 0; i < s.terms.size(); ++i) {
    const Term& t = s.terms[i];
    if (i == first) continue;
    if (t.coefficient > 0) plus(scaled(t.atom, t.coefficient));
    else if (out) out = ir::binary(BinOp::sub, out, scaled(t.atom, smt::checked_negate(t.coefficient)));
    else out = negative(t.atom, t.coefficient);
  }
  if (!out) return ir::int_lit(s.constant);
  if (constant_done || s.constant == 0) return out;
  if (s.constant > 0) return ir::binary(BinOp::add, out, ir::int_lit(s.constant));
  return ir::binary(BinOp::sub, out, ir::int_lit(smt::checked_negate(s.constant)));
}

bool is_sum(const Expr& e) {
  const auto* n = e.as<ir::Binary>();
  return n && (n->op == BinOp::add || n->op == BinOp::sub);
}

// The reading size: nodes, parentheses around a right operand, minus signs of literals.
int size(const Expr& e) {
  int count = 0;
  ir::for_each_expr(e, [&](const Expr& node) {
    ++count;
    if (const std::int64_t* value = ir::literal(node)) count += *value < 0;
    if (const auto* n = node.as<ir::Binary>()) count += is_sum(node) && is_sum(n->rhs);
  });
  return count;
}

std::optional<std::int64_t> positive_literal(const Expr& e) {
  const std::int64_t* value = ir::literal(e);
  return value && *value > 0 ? std::optional(*value) : std::nullopt;
}

class TermCollector {
 public:
  explicit TermCollector(const InRange& in_range) : in_range_(in_range) {}

  Expr operator()(const Expr& e) {
    if (ir::is_integer_control(e.type())) return integer(e);
    std::vector<Expr> kids = ir::children(e);
    for (Expr& kid : kids) kid = (*this)(kid);
    const Expr whole = ir::with_children(e, std::move(kids)), out = ir::fold_condition(whole);
    return out.identity() == whole.identity() ? out : out.at(e.loc());
  }

 private:
  Expr integer(const Expr& e) {
    if (ir::literal(e) || ir::children(e).empty()) return e;
    try {
      Expr shorter = build(sum(e));
      return size(shorter) < size(e) ? shorter.at(e.loc()) : e;
    } catch (const smt::Overflow&) { return e; }
  }

  LinearSum sum(const Expr& e) {
    LinearSum out;
    if (const std::int64_t* value = ir::literal(e)) {
      out.constant = *value;
    } else if (const auto* n = e.as<ir::Negate>()) {
      out.add(sum(n->arg), -1);
    } else if (const auto* n = e.as<ir::Binary>()) {
      out = of_binary(*n, e);
    } else {
      out.add(e, 1);
    }
    rejoin(out);
    cancel(out);
    out.drop_zeros();
    return out;
  }

  LinearSum of_binary(const ir::Binary& n, const Expr& e) {
    LinearSum left = sum(n.lhs);
    if (n.op == BinOp::div || n.op == BinOp::mod) {
      if (auto divisor = positive_literal(n.rhs)) return divided(left, *divisor, n.op);
      return opaque(e);
    }
    LinearSum right = sum(n.rhs), out;
    if (n.op == BinOp::mul) {
      if (left.terms.empty()) out.add(right, left.constant);
      else if (right.terms.empty()) out.add(left, right.constant);
      else out.add(ir::binary(BinOp::mul, build(left), build(right)), 1);
    } else if (n.op == BinOp::add || n.op == BinOp::sub) {
      out = std::move(left);
      out.add(right, n.op == BinOp::add ? 1 : -1);
    } else {
      return opaque(e);
    }
    return out;
  }

  static LinearSum opaque(const Expr& e) {
    LinearSum out;
    out.add(e, 1);
    return out;
  }

  // a = c·D + R: a / c is D + R / c, and a % c is R % c, whatever the signs.
  LinearSum divided(const LinearSum& a, std::int64_t c, BinOp op) {
    LinearSum multiples, rest;
    for (const Term& t : a.terms)
      if (t.coefficient % c == 0) multiples.add(t.atom, t.coefficient / c);
      else rest.add(t.atom, t.coefficient);
    multiples.constant = floor_quotient(a.constant, c);
    rest.constant = a.constant - multiples.constant * c;
    bool small = rest.terms.empty() || (in_range_ && in_range_(build(rest), c));
    if (!small && in_range_ && rest.constant != a.constant) {  // (i - 2) / 3 of an i from 2 to 4
      LinearSum as_written = rest;
      as_written.constant = a.constant;
      if ((small = in_range_(build(as_written), c))) rest = std::move(as_written), multiples.constant = 0;
    }
    if (op == BinOp::mod) return small ? rest : remainder_of(rest, c);
    if (!small) multiples.add(without_fine_terms(rest, c), 1);
    multiples.drop_zeros();
    return multiples;
  }

  // The only term of a sum, when it is a quotient or remainder by a literal.
  static const ir::Binary* alone(const LinearSum& s, BinOp op) {
    if (s.terms.size() != 1 || s.terms[0].coefficient != 1 || s.constant != 0) return nullptr;
    const auto* n = s.terms[0].atom.as<ir::Binary>();
    return n && n->op == op && positive_literal(n->rhs) ? n : nullptr;
  }

  // (4 * i + j) / 16 is i / 4 where 0 <= j < 4.
  Expr without_fine_terms(const LinearSum& rest, std::int64_t c) {
    for (const Term& t : rest.terms) {
      const std::int64_t g = t.coefficient;
      if (!in_range_ || g <= 1 || g >= c || c % g != 0) continue;
      LinearSum coarse, fine;
      for (const Term& other : rest.terms)
        (other.coefficient % g == 0 ? coarse : fine)
            .add(other.atom, other.coefficient % g == 0 ? other.coefficient / g : other.coefficient);
      fine.constant = rest.constant;
      if (!fine.terms.empty() && in_range_(build(fine), g)) return quotient_of(coarse, c / g);
    }
    return quotient_of(rest, c);
  }

  static Expr quotient_of(const LinearSum& rest, std::int64_t c) {
    if (const ir::Binary* inner = alone(rest, BinOp::div))
      return ir::binary(BinOp::div, inner->lhs, ir::int_lit(smt::checked_multiply(*ir::literal(inner->rhs), c)));
    return ir::binary(BinOp::div, build(rest), ir::int_lit(c));
  }

  LinearSum remainder_of(const LinearSum& rest, std::int64_t c) {
    if (const ir::Binary* inner = alone(rest, BinOp::mod); inner && *ir::literal(inner->rhs) % c == 0)
      return divided(sum(inner->lhs), c, BinOp::mod);
    return opaque(ir::binary(BinOp::mod, build(rest), ir::int_lit(c)));
  }

  // k·(a % c) + k·c·(a / c) is k·a.
  void rejoin(LinearSum& s) {
    for (std::size_t i = 0; i < s.terms.size(); ++i) {
      const auto* mod = s.terms[i].atom.as<ir::Binary>();
      if (!mod || mod->op != BinOp::mod || !positive_literal(mod->rhs)) continue;
      const Expr quotient = ir::binary(BinOp::div, mod->lhs, mod->rhs);
      const std::int64_t k = s.terms[i].coefficient, wanted = smt::checked_multiply(k, *ir::literal(mod->rhs));
      for (Term& t : s.terms)
        if (k != 0 && t.coefficient == wanted && ir::equal(t.atom, quotient)) {
          const Expr whole = mod->lhs;
          s.terms[i].coefficient = t.coefficient = 0;
          s.add(sum(whole), k);
          break;
        }
    }
  }

  // k·c·(a / c) is k·a where c divides a. Asked only where the sum then loses a term.
  void cancel(LinearSum& s) {
    for (std::size_t i = 0; in_range_ && i < s.terms.size(); ++i) {
      const auto* quotient = s.terms[i].atom.as<ir::Binary>();
      const auto c = quotient && quotient->op == BinOp::div ? positive_literal(quotient->rhs) : std::nullopt;
      if (!c || s.terms[i].coefficient == 0 || s.terms[i].coefficient % *c != 0) continue;
      const LinearSum dividend = sum(quotient->lhs);
      const std::int64_t k = s.terms[i].coefficient / *c;
      if (!loses_a_term(s, dividend, k)) continue;
      if (!in_range_(ir::binary(BinOp::mod, quotient->lhs, quotient->rhs), 1)) continue;
      s.terms[i].coefficient = 0;
      s.add(dividend, k);
    }
  }

  static bool loses_a_term(const LinearSum& s, const LinearSum& more, std::int64_t k) {
    for (const Term& a : s.terms)
      for (const Term& b : more.terms)
        if (ir::equal(a.atom, b.atom) && a.coefficient == smt::checked_multiply(b.coefficient, -k)) return true;
    return false;
  }

  const InRange& in_range_;
};

bool same_node(const Expr& a, const Expr& b) {
  return a.match(
      [&](const ir::Binary& n) { return b.as<ir::Binary>() && b.as<ir::Binary>()->op == n.op; },
      [&](const ir::Read& n) { return b.as<ir::Read>() && b.as<ir::Read>()->idx.size() == n.idx.size(); },
      [&](const ir::ExternCall& n) { return b.as<ir::ExternCall>() && b.as<ir::ExternCall>()->function == n.function; },
      [&](const ir::WindowExpr&) { return b.as<ir::WindowExpr>() && ir::children(a).size() == ir::children(b).size(); },
      [&](const ir::Negate&) { return b.as<ir::Negate>() != nullptr; }, [&](const auto&) { return ir::equal(a, b); });
}

}  // namespace

Expr collect_terms(const Expr& e, const InRange& in_range) { return TermCollector(in_range)(e); }

bool expression_survives(const ir::Stmt& before, const ir::Stmt& after, const std::vector<int>& exprs) {
  std::vector<Expr> old_level = ir::expressions(before), new_level = ir::expressions(after);
  for (std::size_t depth = 0; depth < exprs.size(); ++depth) {
    auto step = static_cast<std::size_t>(exprs[depth]);
    if (step >= old_level.size() || step >= new_level.size()) return false;
    const Expr a = old_level[step], b = new_level[step];
    bool last = depth + 1 == exprs.size();
    // A control expression that changed is another one inside, but as a whole it is still what it was.
    if (!last && !ir::equal(a, b) && (!same_node(a, b) || !ir::is_data(a.type()))) return false;
    old_level = ir::children(a), new_level = ir::children(b);
  }
  return true;
}

cursor::ForwardStep surviving_expressions(ir::ProcRef before, ir::ProcRef after) {
  return [before = std::move(before), after = std::move(after)](const ir::Path& p) -> std::optional<ir::Path> {
    const ir::Stmt *was = ir::stmt_at(*before, p.stmt()), *is = ir::stmt_at(*after, p.stmt());
    if (p.is_expr() && !(was && is && expression_survives(*was, *is, p.exprs))) return std::nullopt;
    return p;
  };
}

}  // namespace tessera::rewrite
