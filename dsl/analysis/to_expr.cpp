// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/to_expr.hpp"

#include <algorithm>

#include "dsl/ir/print.hpp"

namespace tessera::analysis {
namespace {

// The expression of each variable, and their order of occurrence.
class Atoms {
 public:
  Atoms(Lowering& lower, std::span<const ir::Expr> sources) : lower_(lower) {
    for (const ir::Expr& e : sources) ir::for_each_expr(e, [&](const ir::Expr& node) { note(node); });
  }

  std::optional<ir::Expr> expression(const Affine& a) const {
    Parts parts;
    std::int64_t constant = 0;
    if (!split(a, parts, constant)) return std::nullopt;
    std::sort(parts.begin(), parts.end(), comes_first);
    return sum(std::move(parts), constant);
  }

 private:
  // k times an atom: a variable, a quotient, a remainder or a product.
  struct Part {
    std::int64_t k;
    ir::Expr atom;
    std::size_t rank;
  };
  using Parts = std::vector<Part>;

  // By the reads, never by the creation of variables: that depends on refused steps.
  static bool comes_first(const Part& x, const Part& y) {
    if (x.rank != y.rank) return x.rank < y.rank;
    return ir::print(x.atom) < ir::print(y.atom);
  }

  void note(const ir::Expr& node) {
    bool is_atom = node.as<ir::StrideOf>() || node.as<ir::ReadConfig>();
    if (const auto* r = node.as<ir::Read>()) is_atom = r->idx.empty() && ir::is_integer_control(r->type);
    if (!is_atom) return;
    Affine a = lower_.index(node);
    if (a.constant() != 0 || a.terms().size() != 1 || a.terms()[0].second != 1) return;
    if (known_.try_emplace(a.terms()[0].first, node).second) order_.push_back(a.terms()[0].first);
  }

  std::size_t rank(Var v) const {
    return static_cast<std::size_t>(std::find(order_.begin(), order_.end(), v) - order_.begin());
  }

  // Rank of a derived variable: the first of the variables that it is made of.
  std::size_t rank(const Affine& a) const {
    std::size_t first = order_.size();
    for (const auto& [v, k] : a.terms()) {
      const smt::Definition* d = lower_.terms().definition(v);
      first = std::min(first, d ? std::min(rank(d->a), rank(d->b)) : rank(v));
    }
    return first;
  }

  // The quotients among the terms, by their dividends.
  std::vector<std::pair<Var, std::int64_t>> quotients(const Affine& a) const {
    std::vector<std::pair<Var, std::int64_t>> out;
    for (const auto& term : a.terms()) {
      const smt::Definition* d = lower_.terms().definition(term.first);
      if (d && d->kind == smt::Definition::Kind::quotient) out.push_back(term);
    }
    if (out.size() < 2) return out;
    auto text = [&](const auto& term) {
      std::optional<ir::Expr> e = variable(term.first);
      return e ? ir::print(*e) : "";
    };
    std::stable_sort(out.begin(), out.end(), [&](const auto& x, const auto& y) { return text(x) < text(y); });
    return out;
  }

  bool split(Affine a, Parts& out, std::int64_t& constant) const {
    for (bool again = true; again;) {
      again = false;
      const Affine now = a;
      for (const auto& [v, k] : quotients(now)) {
        const smt::Definition* d = lower_.terms().definition(v);
        if (k % d->divisor != 0) continue;
        // k·(x/d), with k = -m·d: together with m·x it is m·(x % d).
        Affine rest = a - d->a * (-k / d->divisor) - Affine::variable(v, k);
        if (rest.terms().size() >= a.terms().size()) continue;
        std::optional<ir::Expr> inner = expression(d->a);
        if (!inner) return false;
        out.push_back({-k / d->divisor, ir::floor_mod(*inner, d->divisor), rank(d->a)});
        a = rest;
        again = true;
        break;
      }
    }
    for (const auto& [v, k] : a.terms()) {
      std::optional<ir::Expr> atom = variable(v);
      if (!atom) return false;
      out.push_back({k, *atom, rank(Affine::variable(v))});
    }
    constant = a.constant();
    return true;
  }

  std::optional<ir::Expr> variable(Var v) const {
    if (auto it = known_.find(v); it != known_.end()) return it->second;
    const smt::Definition* found = lower_.terms().definition(v);
    if (!found) return std::nullopt;
    const smt::Definition d = *found;
    std::optional<ir::Expr> a = expression(d.a);
    if (!a) return std::nullopt;
    if (d.kind == smt::Definition::Kind::quotient) return ir::floor_div(*a, d.divisor);
    std::optional<ir::Expr> b = expression(d.b);
    if (!b) return std::nullopt;
    return ir::mul(*a, *b);
  }

  static ir::Expr term(std::int64_t k, const ir::Expr& atom) { return ir::mul(ir::int_lit(k), atom); }

  // Positive terms first where the sum would else begin with a minus.
  static ir::Expr sum(Parts parts, std::int64_t constant) {
    auto positive = std::find_if(parts.begin(), parts.end(), [](const Part& p) { return p.k > 0; });
    if (positive != parts.end()) std::rotate(parts.begin(), positive, positive + 1);
    else if (constant > 0) return subtract_all(ir::int_lit(constant), parts);
    ir::Expr out = ir::int_lit(0);
    bool empty = true;
    for (const Part& p : parts) {
      if (empty) out = term(p.k, p.atom);
      else out = p.k > 0 ? ir::add(out, term(p.k, p.atom)) : ir::sub(out, term(-p.k, p.atom));
      empty = false;
    }
    return constant >= 0 ? ir::add(out, ir::int_lit(constant)) : ir::sub(out, ir::int_lit(-constant));
  }

  static ir::Expr subtract_all(ir::Expr out, const Parts& parts) {
    for (const Part& p : parts) out = ir::sub(out, term(-p.k, p.atom));
    return out;
  }

  Lowering& lower_;
  std::unordered_map<Var, ir::Expr> known_;
  std::vector<Var> order_;
};

std::size_t size(const ir::Expr& e) {
  std::size_t n = 0;
  ir::for_each_expr(e, [&](const ir::Expr&) { ++n; });
  return n;
}

}  // namespace

std::optional<ir::Expr> to_expr(Lowering& lower, const Affine& a, std::span<const ir::Expr> sources) {
  return Atoms(lower, sources).expression(a);
}

ir::Expr simplify_affine(Lowering& lower, const ir::Expr& e) {
  std::optional<ir::Expr> out = to_expr(lower, lower.index(e), std::span(&e, 1));
  return out && size(*out) <= size(e) ? *out : e;
}

}  // namespace tessera::analysis
