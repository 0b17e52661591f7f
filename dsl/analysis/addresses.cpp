// SPDX-License-Identifier: Apache-2.0
// Addresses of tensors, in bytes. A window begins at the sum of its low ends times the strides, times the size of an
// element, after its buffer. A buffer of the procedure begins where its memory guarantees it; of an argument nothing is
// known but what asserts say.
#include <fmt/format.h>

#include <numeric>

#include "dsl/analysis/lowering.hpp"
#include "dsl/ir/alignment.hpp"

namespace tessera::analysis {
namespace {

// Nothing for a type that is not chosen yet, and for numbers of which a byte holds two.
std::optional<std::int64_t> element_bytes(const ir::Declaration* d) {
  if (!d || d->type.scalar == ir::Scalar::R || ir::is_packed(d->type.scalar)) return std::nullopt;
  return ir::byte_size(d->type.scalar);
}

Formula is_multiple(smt::Terms& terms, const Affine& a, std::int64_t of) {
  return of == 1 ? Formula::constant(true) : smt::eq(terms.remainder(a, of), 0);
}

Formula implies(const Formula& a, const Formula& b) { return !a || b; }

// Of a product: where the factors are multiples of m and n, it is one of m·n. True of all integers, but not found by
// affine reasoning, in which a product is one unknown. For each m·n == of, and of factors that are products themselves.
void add_product_facts(smt::Terms& terms, smt::Var v, std::int64_t of, std::vector<Formula>& out) {
  const smt::Definition* found = terms.definition(v);
  if (!found || found->kind != smt::Definition::Kind::product) return;
  const smt::Definition d = *found;  // more terms move them
  for (std::int64_t m = 1; m <= of; m *= 2) {
    out.push_back(implies(is_multiple(terms, d.a, m) && is_multiple(terms, d.b, of / m),
                          is_multiple(terms, Affine::variable(v), of)));
    for (const auto& [factor, divisor] : {std::pair{d.a, m}, std::pair{d.b, of / m}})
      if (divisor > 1 && factor.terms().size() == 1 && factor.constant() == 0)
        add_product_facts(terms, factor.terms().front().first, divisor, out);
  }
}

// Terms with a multiple for a factor do not count: what is left is short, and often nothing.
Affine modulo(const Affine& a, std::int64_t bytes) {
  const auto positive = [bytes](std::int64_t k) { return (k % bytes + bytes) % bytes; };
  std::vector<std::pair<smt::Var, std::int64_t>> terms;
  for (const auto& [v, k] : a.terms())
    if (positive(k) != 0) terms.emplace_back(v, positive(k));
  return Affine::of(std::move(terms), positive(a.constant()));
}

}  // namespace

Affine Lowering::first_address(ir::Sym buffer) {
  if (auto it = addresses_.find(buffer); it != addresses_.end()) return it->second;
  const ir::Declaration* d = declared_.count(buffer) ? nullptr : own_->find(buffer);
  const bool is_own = d && d->mem && d->type.is_tensor() && !d->type.is_window && !own_->is_argument(buffer);
  const int bytes = is_own ? ir::guaranteed_alignment(*d->mem) : 1;
  const std::string unit = bytes > 1 ? fmt::format("/{}", bytes) : "";
  return addresses_[buffer] = Affine::variable(ir::Sym::fresh("address_" + buffer.text() + unit), bytes);
}

Affine Lowering::address(ir::Sym tensor) {
  const auto it = views_.find(tensor);
  if (it == views_.end()) return first_address(tensor);
  const View v = it->second;
  Affine elements = 0;
  for (std::size_t d = 0; d < v.dims.size(); ++d)
    if (!(v.dims[d].lo == Affine(0)))
      elements = elements + terms_.product(v.dims[d].lo, stride(v.base, static_cast<int>(d)));
  if (elements == Affine(0)) return address(v.base);
  const std::optional<std::int64_t> bytes = element_bytes(declaration(alias_root(v.base)));
  if (!bytes) return Affine::variable(open("address"));
  return address(v.base) + elements * *bytes;
}

Formula Lowering::aligned(ir::Sym tensor, std::int64_t bytes) {
  const Affine rest = modulo(address(tensor), bytes);
  if (rest.is_constant()) return Formula::constant(rest.constant() == 0);
  std::vector<Formula> facts;
  for (const auto& [v, k] : rest.terms()) add_product_facts(terms_, v, bytes / std::gcd(k, bytes), facts);
  return implies(Formula::all(std::move(facts)), is_multiple(terms_, rest, bytes));
}

}  // namespace tessera::analysis
