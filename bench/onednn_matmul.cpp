// SPDX-License-Identifier: Apache-2.0
#include "onednn_matmul.hpp"

#include <dlfcn.h>

#include <dnnl.hpp>
#include <unordered_map>

#include "cpu.hpp"
#include "onednn_conv.hpp"
#include "timing/openmp_threads.hpp"

namespace tessera::bench {
namespace {

using dnnl::memory;

memory::desc matrix(int rows, int columns, Transpose transpose, int leading_dimension) {
  const memory::dims strides =
      transpose == Transpose::yes ? memory::dims{1, leading_dimension} : memory::dims{leading_dimension, 1};
  return {{rows, columns}, memory::data_type::f32, strides};
}

std::string isa_name(dnnl::cpu_isa isa) {
  switch (isa) {
    case dnnl::cpu_isa::sse41: return "sse41";
    case dnnl::cpu_isa::avx: return "avx";
    case dnnl::cpu_isa::avx2: return "avx2";
    case dnnl::cpu_isa::avx2_vnni: return "avx2";
    default: return isa >= dnnl::cpu_isa::avx512_core ? "avx512" : "generic";
  }
}

class Matmul final : public GemmLibrary {
 public:
  Matmul(Weights weights, int threads) : weights_(weights), threads_(threads) {}

  ReadyGemm prepare(const GemmCall<double>&) override { return {{}, {}, "oneDNN's matmul has no f64"}; }

  ReadyGemm prepare(const GemmCall<float>& c) override {
    timing::use_openmp_threads(threads_);
    try {
      return ready(c);
    } catch (const dnnl::error& e) { return {{}, {}, std::string("oneDNN: ") + e.what()}; }
  }

  LibraryFacts facts() override {
    LibraryFacts facts;
    facts.version = onednn_version();
    if (Dl_info info; dladdr(reinterpret_cast<void*>(&dnnl_version), &info)) facts.path = info.dli_fname;
    facts.kernel = isa_name(dnnl::get_effective_cpu_isa());
    facts.wanted_kernel = vector_isa() == VectorIsa::avx512 ? "avx512" : vector_isa() == VectorIsa::avx2 ? "avx2" : "";
    facts.threads = threads_;
    return facts;
  }

 private:
  ReadyGemm ready(const GemmCall<float>& c) {
    const auto a = matrix(c.m, c.k, c.transa, c.lda), b = matrix(c.k, c.n, c.transb, c.ldb),
               product = matrix(c.m, c.n, Transpose::no, c.ldc);
    const auto chosen_b =
        weights_ == Weights::plain ? b : memory::desc({c.k, c.n}, memory::data_type::f32, memory::format_tag::any);
    const dnnl::matmul::primitive_desc desc({a, chosen_b, product}, scaled(c), engine_);
    const memory plain_b(b, engine_, const_cast<float*>(c.B));  // only read
    const std::unordered_map<int, memory> arguments{
        {DNNL_ARG_SRC, memory(a, engine_, const_cast<float*>(c.A))},  // only read
        {DNNL_ARG_WEIGHTS, weights_ == Weights::plain ? plain_b : reordered(plain_b, desc.weights_desc())},
        {DNNL_ARG_DST, memory(product, engine_, c.C)}};
    return {[primitive = dnnl::matmul(desc), stream = stream_, arguments]() mutable {
              primitive.execute(stream, arguments);
              stream.wait();
            },
            desc.impl_info_str()};
  }

  static dnnl::primitive_attr scaled(const GemmCall<float>& c) {
    dnnl::primitive_attr attributes;
    if (c.alpha != 1) attributes.set_output_scales(0, {c.alpha});
    if (c.beta != 0) {
      dnnl::post_ops sum;
      sum.append_sum(c.beta);
      attributes.set_post_ops(sum);
    }
    return attributes;
  }

  memory reordered(const memory& plain, const memory::desc& chosen) {
    memory from = plain, to(chosen, engine_);
    dnnl::reorder(from, to).execute(stream_, from, to);
    stream_.wait();
    return to;
  }

  Weights weights_;
  int threads_;
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_{engine_};
};

}  // namespace

GemmPeer open_onednn(Weights weights, int threads) {
  return {weights == Weights::plain ? "onednn" : "onednn_packed", std::make_unique<Matmul>(weights, threads)};
}

}  // namespace tessera::bench
