// SPDX-License-Identifier: Apache-2.0
#include "dsl/ir/index_limit.hpp"

#include <algorithm>
#include <cmath>

namespace tessera::ir {

double largest_multiple(const Expr& e) {
  if (const IntLit* n = e.as<IntLit>()) return std::fabs(static_cast<double>(n->value));
  if (const Negate* n = e.as<Negate>()) return largest_multiple(n->arg);
  const Binary* n = e.as<Binary>();
  if (!n) return 1;
  const double a = largest_multiple(n->lhs), b = largest_multiple(n->rhs);
  switch (n->op) {
    case BinOp::add:
    case BinOp::sub: return a + b;
    case BinOp::mul: return a * b;
    case BinOp::div: return std::max(1.0, a / b);
    case BinOp::mod: return b;
    default: return a;
  }
}

bool exceeds_index_limit(const Expr& e) {
  const Binary* n = e.as<Binary>();
  const bool divides = n && (n->op == BinOp::div || n->op == BinOp::mod);
  if (!divides && !e.as<IntLit>() && !(n && n->op == BinOp::mul)) return false;
  return largest_multiple(divides ? n->lhs : e) > static_cast<double>(largest_index_literal);
}

}  // namespace tessera::ir
