// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "dsl/smt/checked.hpp"

namespace tessera::smt {
namespace {

using AffineTerms = std::vector<std::pair<Var, std::int64_t>>;

void append(AffineTerms& out, Var v, std::int64_t coefficient) {
  if (coefficient != 0) out.emplace_back(v, coefficient);
}

/// a + scale·b, both sorted by variable.
AffineTerms merged(const AffineTerms& a, const AffineTerms& b, std::int64_t scale) {
  AffineTerms out;
  out.reserve(a.size() + b.size());
  auto left = a.begin();
  for (const auto& [v, coefficient] : b) {
    while (left != a.end() && left->first < v) out.push_back(*left++);
    std::int64_t scaled = checked_multiply(coefficient, scale);
    if (left != a.end() && left->first == v) scaled = checked_add(scaled, (left++)->second);
    append(out, v, scaled);
  }
  out.insert(out.end(), left, a.end());
  return out;
}

auto place_of(const AffineTerms& terms, Var v) {
  return std::lower_bound(terms.begin(), terms.end(), v, [](const auto& term, Var w) { return term.first < w; });
}

}  // namespace

Affine Affine::variable(Var v, std::int64_t coefficient) {
  Affine result;
  append(result.terms_, v, coefficient);
  return result;
}

Affine Affine::of(std::vector<std::pair<Var, std::int64_t>> terms, std::int64_t constant) {
  Affine result(constant);
  result.terms_ = std::move(terms);
  return result;
}

std::int64_t Affine::coefficient(Var v) const {
  const auto place = place_of(terms_, v);
  return place != terms_.end() && place->first == v ? place->second : 0;
}

Affine Affine::operator+(const Affine& other) const {
  return of(merged(terms_, other.terms_, 1), checked_add(constant_, other.constant_));
}

Affine Affine::operator-(const Affine& other) const {
  return of(merged(terms_, other.terms_, -1), checked_subtract(constant_, other.constant_));
}

Affine Affine::operator-() const { return *this * -1; }

Affine Affine::operator*(std::int64_t factor) const {
  Affine result(checked_multiply(constant_, factor));
  if (factor == 0) return result;
  result.terms_.reserve(terms_.size());
  for (const auto& [v, coefficient] : terms_) result.terms_.emplace_back(v, checked_multiply(coefficient, factor));
  return result;
}

Affine Affine::substitute(Var v, const Affine& value) const {
  const std::int64_t factor = coefficient(v);
  if (factor == 0) return *this;
  Affine rest = *this;
  rest.terms_.erase(rest.terms_.begin() + (place_of(terms_, v) - terms_.begin()));
  return rest + value * factor;
}

std::int64_t Affine::evaluate(const Model& model) const {
  std::int64_t sum = constant_;
  for (const auto& [v, coefficient] : terms_) {
    const auto found = model.find(v);
    if (found != model.end()) sum = checked_add(sum, checked_multiply(coefficient, found->second));
  }
  return sum;
}

}  // namespace tessera::smt
