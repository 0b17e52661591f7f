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
const Need masked_store_add{"C[i, j] += sums, of part of a vector", {{"masked_store_add"}}};
const Need masked_add{"beta * c + alpha * sums, of part of a vector", {{"masked_add"}}};

Needs of_update(Update u, bool has_masks) {
  switch (u) {
    case Update::add: return has_masks ? Needs{store_add, masked_store_add} : Needs{store_add};
    case Update::set: return {store};
    case Update::add_scaled: return {store, scaled_add};
    case Update::scale_add: return has_masks ? Needs{store, scale, add, masked_add} : Needs{store, scale, add};
  }
  return {};
}

}  // namespace

Needs needs(const Variant& v, const schedules::VectorTarget& target) {
  const Needs out = schedules::joined({load, zero, multiply_add}, of_update(v.update, has_masks(target)));
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
