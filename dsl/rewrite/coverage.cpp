#include "dsl/rewrite/coverage.hpp"

#include <algorithm>

namespace tessera::rewrite {

using analysis::Access;
using analysis::Affine;
using analysis::Formula;

Formula inside(const analysis::Element& e, const Box& box) {
  if (!(e.buffer == box.buffer) || e.idx.size() != box.dims.size()) return Formula::constant(false);
  std::vector<Formula> parts;
  for (std::size_t d = 0; d < box.dims.size(); ++d) {
    const Box::Dim& dim = box.dims[d];
    if (!dim.length) parts.push_back(smt::eq(e.idx[d], dim.lo));
    else parts.push_back(smt::le(dim.lo, e.idx[d]) && smt::lt(e.idx[d], dim.lo + *dim.length));
  }
  return Formula::all(std::move(parts));
}

namespace {

// offset = c1·x1 + … + ck·xk + rest, with ck | … | c1: then xi = offset / ci % (c(i-1) / ci).
void name_digits(smt::Terms& terms, const Access& a, const Affine& index, const Affine& target,
                 analysis::Renaming& digits) {
  std::vector<std::pair<std::int64_t, smt::Var>> own;
  Affine rest = index;
  for (const auto& [v, k] : index.terms())
    if (std::find(a.loops.begin(), a.loops.end(), v) != a.loops.end()) {
      own.emplace_back(k, v);
      rest = rest - Affine::variable(v, k);
    }
  std::sort(own.begin(), own.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  Affine offset = target - rest;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i].first <= 0) return;
    Affine digit = terms.quotient(offset, own[i].first);
    if (i > 0 && own[i - 1].first > own[i].first) digit = terms.remainder(digit, own[i - 1].first / own[i].first);
    digits[own[i].second] = digit;
  }
}

}  // namespace

Coverage coverage(smt::Terms& terms, const Box& box, std::span<const Access> writes) {
  Coverage out;
  analysis::Element any{box.buffer, {}};
  for (const Box::Dim& dim : box.dims)
    any.idx.push_back(dim.length ? Affine::variable(ir::Sym::fresh("element")) : dim.lo);
  out.assumptions = {inside(any, box)};
  std::vector<Formula> reasons;
  for (const Access& a : writes) {
    if (a.at.idx.size() != any.idx.size()) continue;
    analysis::Renaming digits;
    for (ir::Sym loop : a.loops) digits[loop] = 0;
    for (std::size_t d = 0; d < any.idx.size(); ++d) name_digits(terms, a, a.at.idx[d], any.idx[d], digits);
    std::vector<Formula> parts{analysis::rename(terms, a.domain, digits)};
    for (std::size_t d = 0; d < any.idx.size(); ++d)
      parts.push_back(smt::eq(analysis::rename(terms, a.at.idx[d], digits), any.idx[d]));
    reasons.push_back(Formula::all(std::move(parts)));
  }
  out.goal = Formula::any(std::move(reasons));
  return out;
}

}  // namespace tessera::rewrite
