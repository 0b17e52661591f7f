// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "dsl/smt/checked.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::smt {
namespace {

struct Split {
  Affine whole, rest;
};

/// a = divisor·whole + rest, where the coefficients of rest are smaller than the divisor (and keep their sign) and its
/// constant is in [0, divisor). So floor(a / divisor) = whole + floor(rest / divisor).
Split split_multiples(const Affine& a, std::int64_t divisor) {
  std::vector<std::pair<Var, std::int64_t>> whole, rest;
  for (const auto& [v, coefficient] : a.terms()) {
    if (coefficient / divisor != 0) whole.emplace_back(v, coefficient / divisor);
    if (coefficient % divisor != 0) rest.emplace_back(v, coefficient % divisor);
  }
  const std::int64_t quotient = floor_quotient(a.constant(), divisor);
  const std::int64_t remainder = checked_subtract(a.constant(), checked_multiply(quotient, divisor));
  return {Affine::of(std::move(whole), quotient), Affine::of(std::move(rest), remainder)};
}

/// floor((g·x + c) / (g·d)) = floor((x + floor(c/g)) / d)
void cancel_common_factor(Affine& a, std::int64_t& divisor) {
  std::uint64_t common = magnitude(divisor);
  for (const auto& term : a.terms()) common = common_divisor(common, term.second);
  if (common == 1) return;
  const std::int64_t factor = as_signed(common);
  std::vector<std::pair<Var, std::int64_t>> terms = a.terms();
  for (auto& term : terms) term.second /= factor;
  a = Affine::of(std::move(terms), floor_quotient(a.constant(), factor));
  divisor /= factor;
}

void mix(std::size_t& hash, std::uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 29); }

void mix(std::size_t& hash, const Affine& a) {
  for (const auto& [v, coefficient] : a.terms()) {
    mix(hash, v.id());
    mix(hash, static_cast<std::uint64_t>(coefficient));
  }
  mix(hash, static_cast<std::uint64_t>(a.constant()));
}

std::size_t hash_of(const Definition& definition) {
  std::size_t hash = static_cast<std::size_t>(definition.kind);
  mix(hash, definition.a);
  mix(hash, definition.b);
  mix(hash, static_cast<std::uint64_t>(definition.divisor));
  return hash;
}

}  // namespace

Var Terms::named(const Definition& definition, const char* text) {
  const std::size_t hash = hash_of(definition);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto entry = first; entry != last; ++entry) {
    if (list_[entry->second].first == definition) return list_[entry->second].second;
  }
  const Var v = Var::fresh(text);
  by_hash_.emplace(hash, list_.size());
  index_.emplace(v, list_.size());
  list_.emplace_back(definition, v);
  return v;
}

const Definition* Terms::definition(Var v) const {
  const auto found = index_.find(v);
  return found == index_.end() ? nullptr : &list_[found->second].first;
}

Affine Terms::quotient(const Affine& a, std::int64_t divisor) {
  if (divisor <= 0) bug("a quotient by " + std::to_string(divisor) + ", which is not positive");
  auto [whole, rest] = split_multiples(a, divisor);
  if (rest.is_constant()) return whole;
  cancel_common_factor(rest, divisor);
  if (divisor == 1) return whole + rest;
  // floor((floor(x/c) + k) / d) = floor((x + c·k) / (c·d))
  const auto& [first, coefficient] = rest.terms().front();
  const Definition* inner = definition(first);
  if (rest.terms().size() == 1 && coefficient == 1 && inner && inner->kind == Definition::Kind::quotient) {
    const Affine numerator = inner->a + checked_multiply(inner->divisor, rest.constant());
    return whole + quotient(numerator, checked_multiply(inner->divisor, divisor));
  }
  return whole + Affine::variable(named({Definition::Kind::quotient, rest, 0, divisor}, "quotient"));
}

Affine Terms::remainder(const Affine& a, std::int64_t divisor) { return a - quotient(a, divisor) * divisor; }

void Terms::factors(Var v, std::vector<Var>& out) const {
  const Definition* product = definition(v);
  if (!product || product->kind != Definition::Kind::product) {
    out.push_back(v);
    return;
  }
  factors(product->a.terms().front().first, out);
  factors(product->b.terms().front().first, out);
}

/// The product of two variables; of three and more, ((x·y)·z) with sorted factors, however it was formed.
Var Terms::monomial(Var v, Var w) {
  std::vector<Var> all;
  factors(v, all);
  factors(w, all);
  std::sort(all.begin(), all.end());
  Var result = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) {
    result = named({Definition::Kind::product, Affine::variable(result), Affine::variable(all[i]), 1}, "product");
  }
  return result;
}

Affine Terms::product(const Affine& a, const Affine& b) {
  if (a.is_constant()) return b * a.constant();
  Affine sum = a * b.constant();
  for (const auto& [v, k] : a.terms()) {
    for (const auto& [w, m] : b.terms()) sum = sum + Affine::variable(monomial(v, w), checked_multiply(k, m));
  }
  return sum + Affine::of(b.terms(), 0) * a.constant();
}

}  // namespace tessera::smt
