// SPDX-License-Identifier: Apache-2.0
#include "kernels/families/registry.hpp"

#include "kernels/gemm/family.hpp"
#include "kernels/gemm/needs.hpp"
#include "kernels/gemm_mixed/family.hpp"

namespace tessera::kernels {
namespace {

Family product(const Request& r) { return r.types.empty() ? gemm::family(r) : gemm::mixed::family(r); }

}  // namespace

const std::map<std::string, Maker>& families() {
  static const std::map<std::string, Maker> all{
      {"gemm", product}, {"gemm_batch", gemm::batch_family}, {"gemm_blocked", gemm::blocked_family}};
  return all;
}

std::vector<schedules::Generator> family_generators(const schedules::VectorTarget& target) {
  return gemm::generators(target);
}

const char* const blas_generator = "family gemm_blocked";

}  // namespace tessera::kernels
