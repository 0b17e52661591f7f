// SPDX-License-Identifier: Apache-2.0
#include "libxsmm_gemm.hpp"

#include <libxsmm.h>
#include <libxsmm_version.h>

#include "cpu.hpp"

namespace tessera::bench {
namespace {

libxsmm_smmfunction dispatch(int m, int n, int k, int lda, int ldb, int ldc, float alpha, float beta, int flags) {
  return libxsmm_smmdispatch(m, n, k, &lda, &ldb, &ldc, &alpha, &beta, &flags, nullptr);
}

libxsmm_dmmfunction dispatch(int m, int n, int k, int lda, int ldb, int ldc, double alpha, double beta, int flags) {
  return libxsmm_dmmdispatch(m, n, k, &lda, &ldb, &ldc, &alpha, &beta, &flags, nullptr);
}

// LIBXSMM is column-major, where our row-major C is the transposed one: C' = op(B)' * op(A)'.
template <class T> ReadyGemm ready(const GemmCall<T>& c) {
  const int flags = (c.transb == Transpose::yes ? LIBXSMM_GEMM_FLAG_TRANS_A : 0) |
                    (c.transa == Transpose::yes ? LIBXSMM_GEMM_FLAG_TRANS_B : 0);
  const auto kernel = dispatch(c.n, c.m, c.k, c.ldb, c.lda, c.ldc, c.alpha, c.beta, flags);
  if (!kernel) return {{}, {}, "libxsmm_dispatch has no kernel for this call"};
  return {[=] { kernel(c.B, c.A, c.C); }};
}

// Several names stand for AVX-512 with the instructions of a server: one kernel family.
std::string isa_family(const std::string& target) {
  for (const char* name : {"skx", "clx", "cpx", "spr"}) {
    if (target == name) return "avx512";
  }
  return target == "hsw" ? "avx2" : target;
}

class Libxsmm final : public GemmLibrary {
 public:
  Libxsmm() { libxsmm_init(); }
  ReadyGemm prepare(const GemmCall<float>& call) override { return ready(call); }
  ReadyGemm prepare(const GemmCall<double>& call) override { return ready(call); }

  LibraryFacts facts() override {
    LibraryFacts facts;
    facts.version = "LIBXSMM " LIBXSMM_CONFIG_VERSION;
    facts.kernel = isa_family(libxsmm_get_target_arch());
    facts.wanted_kernel = vector_isa() == VectorIsa::avx512 ? "avx512" : vector_isa() == VectorIsa::avx2 ? "avx2" : "";
    return facts;
  }
};

}  // namespace

GemmPeer open_libxsmm(int threads) {
  if (threads != 1) return {"libxsmm", nullptr, "its kernels run on one thread"};
  return {"libxsmm", std::make_unique<Libxsmm>()};
}

}  // namespace tessera::bench
