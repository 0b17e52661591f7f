// SPDX-License-Identifier: Apache-2.0
#include "kernels/families/registry.hpp"

#include "kernels/gemm/family.hpp"

namespace tessera::kernels {

const std::map<std::string, Maker>& families() {
  static const std::map<std::string, Maker> all{
      {"gemm", gemm::family}, {"gemm_batch", gemm::batch_family}, {"gemm_blocked", gemm::blocked_family}};
  return all;
}

}  // namespace tessera::kernels
