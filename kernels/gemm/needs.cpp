// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/needs.hpp"

#include <fmt/format.h>

#include "kernels/gemm/batch.hpp"
#include "kernels/gemm/microkernel.hpp"

namespace tessera::kernels::gemm {

using schedules::Need, schedules::Needs;

namespace {

const Need load{"b = B[k, j]", {{"load"}}};
const Need store{"C[i, j] = sums", {{"store"}}};
const Need zero{"sums = 0.0", {{"zero"}, {"broadcast_scalar"}}};
const Need multiply_add{"sums += A[i, k] * b",
                        {{"fma_broadcast"}, {"fma_scalar"}, {"fma", "broadcast"}, {"fma", "broadcast_scalar"}}};
const Need store_add{"C[i, j] += sums", {{"store_add"}}};
const Need scaled_add{"c += alpha * sums", {{"fma_scalar"}, {"fma", "broadcast_scalar"}}};
const Need scale{"beta * c", {{"mul_scalar"}, {"mul", "broadcast_scalar"}}};
const Need add{"beta * c + alpha * sums", {{"add"}}};

Needs of_update(Update u) {
  switch (u) {
    case Update::add: return {store_add};
    case Update::set: return {store};
    case Update::add_scaled: return {store, scaled_add};
    case Update::scale_add: return {store, scale, add};
  }
  return {};
}

// Of the last vector, where masks compute its lanes in part.
const Need masked_zero{"sums = 0.0, of part of a vector", {{"masked_zero"}, {"masked_broadcast_scalar"}}};
const Need masked_store_add{"C[i, j] += sums, of part of a vector", {{"masked_store_add"}}};
const Need masked_scaled_add{"c += alpha * sums, of part of a vector",
                             {{"masked_fma_scalar"}, {"masked_fma", "masked_broadcast_scalar"}}};
const Need masked_scale{"beta * c, of part of a vector",
                        {{"masked_mul_scalar"}, {"masked_mul", "masked_broadcast_scalar"}}};
const Need masked_add{"beta * c + alpha * sums, of part of a vector", {{"masked_add"}}};

Needs of_masked_update(Update u) {
  switch (u) {
    case Update::add: return {masked_zero, masked_store_add};
    case Update::set: return {masked_zero};
    case Update::add_scaled: return {masked_zero, masked_scaled_add};
    case Update::scale_add: return {masked_zero, masked_scale, masked_add};
  }
  return {};
}

}  // namespace

Needs needs(const Variant& v, const schedules::VectorTarget& target) {
  Needs out = schedules::joined({load, zero, multiply_add}, of_update(v.update));
  if (has_masks(target)) out = schedules::joined(std::move(out), of_masked_update(v.update));
  return v.b == Operand::copied ? schedules::joined(out, {store}) : out;
}

Needs needs(const std::vector<Variant>& variants, const schedules::VectorTarget& target) {
  Needs out;
  for (const Variant& v : variants) out = schedules::joined(std::move(out), needs(v, target));
  return out;
}

std::vector<Variant> variants_of_batch() { return {batch_variant(Update::add), batch_variant(Update::set)}; }

std::vector<Variant> variants_of_blocked() {
  std::vector<Variant> out;
  for (const Update u : {Update::add, Update::set, Update::add_scaled})
    for (const Operand b : {Operand::strided, Operand::copied, Operand::packed})
      out.push_back({u, Operand::strided, b, Result::rows});
  return out;
}

std::vector<schedules::Generator> generators(const schedules::VectorTarget& target) {
  std::vector<schedules::Generator> out;
  for (const Update u : {Update::add, Update::set, Update::add_scaled, Update::scale_add})
    out.push_back({fmt::format("family gemm, {}", name(u)), needs(Variant{u}, target)});
  out.push_back({"family gemm_batch", needs(variants_of_batch(), target)});
  out.push_back({"family gemm_blocked", needs(variants_of_blocked(), target)});
  return out;
}

}  // namespace tessera::kernels::gemm
