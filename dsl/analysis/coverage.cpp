// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/coverage.hpp"

#include <algorithm>
#include <cstdlib>

#include "dsl/analysis/rectangles.hpp"

namespace tessera::analysis {

Formula inside(const Element& e, const ElementBox& box) {
  if (!(e.buffer == box.buffer) || e.idx.size() != box.dims.size()) return Formula::constant(false);
  std::vector<Formula> parts;
  for (std::size_t d = 0; d < box.dims.size(); ++d) {
    const ElementBox::Dim& dim = box.dims[d];
    if (!dim.length) parts.push_back(smt::eq(e.idx[d], dim.lo));
    else parts.push_back(smt::le(dim.lo, e.idx[d]) && smt::lt(e.idx[d], dim.lo + *dim.length));
  }
  return Formula::all(std::move(parts));
}

namespace {

// offset = c1·x1 + … + ck·xk + rest, with |ck| | … | |c1|: then xi = offset / ci % (c(i-1) / ci). Where a loop runs
// against the index (n - 1 - i), its digit counts backwards, from where the finest one is positive. Of loops with the
// same coefficient the outermost is named, the others are where `digits` has them.
void name_digits(smt::Terms& terms, std::span<const ir::Sym> loops, const Affine& index, const Affine& target,
                 Renaming& digits) {
  std::vector<std::pair<std::int64_t, smt::Var>> own;
  Affine offset = target - index;
  for (ir::Sym v : loops) {
    const std::int64_t k = index.coefficient(v);
    bool told = k != 0 && std::none_of(own.begin(), own.end(),
                                       [&](const auto& other) { return std::abs(other.first) == std::abs(k); });
    if (told) own.emplace_back(k, v);
    offset = offset + (told ? Affine::variable(v, k) : (Affine::variable(v) - digits.at(v)) * k);
  }
  if (own.empty()) return;
  std::sort(own.begin(), own.end(), [](const auto& x, const auto& y) { return std::abs(x.first) > std::abs(y.first); });
  const std::int64_t sign = own.back().first < 0 ? -1 : 1;
  std::int64_t coarser = 0;
  for (const auto& [k, v] : own) {
    const std::int64_t size = std::abs(k);
    Affine digit = terms.quotient(offset * sign, size);
    if (coarser > 0) digit = terms.remainder(digit, coarser / size);
    digits[v] = k * sign > 0 ? digit : -digit;
    coarser = size;
  }
}

// Where the loop starts, or its last value, as a bound of the domain says.
Affine end_of(const Formula& domain, smt::Var loop, IterationChoice end) {
  const std::int64_t sign = end == IterationChoice::first ? 1 : -1;
  const std::vector<Formula> one{domain};
  for (const Formula& part : domain.kind() == Formula::Kind::all ? domain.parts() : one) {
    if (part.kind() != Formula::Kind::ge0 || part.affine().coefficient(loop) != sign) continue;
    return (part.affine() - Affine::variable(loop, sign)) * -sign;
  }
  return 0;
}

// For an index that is just a quotient, as in A[k / 8, k % 8], the target gives its value; the remainder, k - 8 (k /
// 8), then gives k.
Renaming told_quotients(const smt::Terms& terms, const Access& write, const Element& target) {
  Renaming out;
  for (std::size_t d = 0; d < target.idx.size() && d < write.at.idx.size(); ++d) {
    const Affine& index = write.at.idx[d];
    if (index.terms().size() != 1 || index.terms().front().second != 1) continue;
    const smt::Var v = index.terms().front().first;
    const smt::Definition* definition = terms.definition(v);
    if (definition && definition->kind == smt::Definition::Kind::quotient) out[v] = target.idx[d] - index.constant();
  }
  return out;
}

}  // namespace

Renaming writer_of(smt::Terms& terms, const Access& write, std::size_t kept, const Element& target,
                   IterationChoice end) {
  Renaming digits;
  std::span<const ir::Sym> loops = std::span(write.loops).subspan(kept);
  for (ir::Sym loop : loops) digits[loop] = rename(terms, end_of(write.domain, loop, end), digits);
  const Renaming told = told_quotients(terms, write, target);
  for (std::size_t d = 0; d < target.idx.size() && d < write.at.idx.size(); ++d)
    name_digits(terms, loops, rename(terms, write.at.idx[d], told), target.idx[d], digits);
  rename_varying(write, digits);
  return digits;
}

Coverage coverage(smt::Terms& terms, const ElementBox& box, std::span<const Access> writes) {
  Coverage out{{box.buffer, {}}, {}, {}};
  Element& any = out.element;
  for (const ElementBox::Dim& dim : box.dims)
    any.idx.push_back(dim.length ? Affine::variable(ir::Sym::fresh("element")) : dim.lo);
  out.assumptions = {inside(any, box)};
  std::vector<Formula> reasons;
  std::vector<Rectangle> rectangles;
  for (const Access& a : writes) {
    if (a.at.idx.size() != any.idx.size()) continue;
    std::optional<Rectangle> r = a.varying.empty() ? as_rectangle(terms, a) : std::nullopt;
    if (r) {
      rectangles.push_back(std::move(*r));
      continue;
    }
    Renaming digits = writer_of(terms, a, 0, any);
    std::vector<Formula> parts{rename(terms, a.domain, digits)};
    for (std::size_t d = 0; d < any.idx.size(); ++d)
      parts.push_back(smt::eq(rename(terms, a.at.idx[d], digits), any.idx[d]));
    reasons.push_back(Formula::all(std::move(parts)));
  }
  for (const Rectangle& r : merged(std::move(rectangles))) reasons.push_back(inside(any.idx, r));
  out.goal = Formula::any(std::move(reasons));
  return out;
}

}  // namespace tessera::analysis
