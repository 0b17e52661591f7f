// SPDX-License-Identifier: Apache-2.0
#include "codegen/parity.hpp"

#include <algorithm>

#include "dsl/ir/equal.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using Product = std::set<std::size_t>;
using Sum = std::set<Product>;

// Modulo 2 a term that comes twice is none.
void add_term(Sum& to, const Product& term) {
  if (!to.insert(term).second) to.erase(term);
}

Sum plus(Sum a, const Sum& b) {
  for (const Product& term : b) add_term(a, term);
  return a;
}

Sum times(const Sum& a, const Sum& b) {
  Sum out;
  for (const Product& x : a)
    for (const Product& y : b) {
      Product both = x;
      both.insert(y.begin(), y.end());  // x · x and x are both even, or both odd
      add_term(out, both);
    }
  return out;
}

bool is_even_literal(const ir::Expr& e) {
  const std::int64_t* value = ir::literal(e);
  return value && *value > 0 && *value % 2 == 0;
}

// An atom that comes alone in the sum, and nowhere else in it: the rest says what it is.
const std::size_t* alone(const Sum& sum) {
  for (const Product& term : sum) {
    if (term.size() != 1) continue;
    const std::size_t& a = *term.begin();
    if (std::count_if(sum.begin(), sum.end(), [&](const Product& t) { return t.count(a) > 0; }) == 1) return &a;
  }
  return nullptr;
}

}  // namespace

Parity::Parity(const ir::Procedure& p) {
  for (const ir::Expr& e : p.asserts) learn(e);
}

bool Parity::is_even(const ir::Expr& e) { return reduced(of(ir::fold_literals(e))).empty(); }

void Parity::learn(const ir::Expr& condition) {
  const auto* n = condition.as<ir::Binary>();
  if (n && n->op == ir::BinOp::and_) {
    learn(n->lhs);
    learn(n->rhs);
  }
  if (!n || n->op != ir::BinOp::eq) return;
  Sum zero = reduced(plus(of(n->lhs), of(n->rhs)));
  const std::size_t* found = alone(zero);
  if (!found) return;
  const std::size_t pivot = *found;
  zero.erase(Product{pivot});
  known_.emplace_back(pivot, std::move(zero));
}

Sum Parity::of(const ir::Expr& e) {
  return e.match([](const ir::IntLit& n) { return n.value % 2 == 0 ? Sum{} : Sum{Product{}}; },
                 [&](const ir::Negate& n) { return of(n.arg); }, [&](const ir::Binary& n) { return of_binary(n, e); },
                 [&](const auto&) { return Sum{Product{atom(e)}}; });
}

Sum Parity::of_binary(const ir::Binary& n, const ir::Expr& whole) {
  if (n.op == ir::BinOp::add || n.op == ir::BinOp::sub) return plus(of(n.lhs), of(n.rhs));
  if (n.op == ir::BinOp::mul) return times(of(n.lhs), of(n.rhs));
  if (n.op == ir::BinOp::mod && is_even_literal(n.rhs)) return of(n.lhs);
  return {Product{atom(whole)}};
}

// A field may have been written between two reads: each is an atom of its own.
std::size_t Parity::atom(const ir::Expr& e) {
  bool may_change = false;
  ir::for_each_expr(e, [&](const ir::Expr& x) { may_change = may_change || x.as<ir::ReadConfig>(); });
  for (std::size_t i = 0; i < atoms_.size() && !may_change; ++i)
    if (ir::equal(atoms_[i], e)) return i;
  atoms_.push_back(e);
  return atoms_.size() - 1;
}

// What is known of an atom names none of those before it.
Sum Parity::reduced(Sum sum) const {
  for (const auto& [pivot, value] : known_) {
    Sum out;
    for (const Product& term : sum) {
      Product rest = term;
      const bool has_pivot = rest.erase(pivot) > 0;
      out = plus(std::move(out), has_pivot ? times({rest}, value) : Sum{term});
    }
    sum = std::move(out);
  }
  return sum;
}

}  // namespace tessera::codegen
