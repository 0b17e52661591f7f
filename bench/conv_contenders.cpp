// SPDX-License-Identifier: Apache-2.0
#include "conv_contenders.hpp"

#include <algorithm>

#include "blas_library.hpp"
#include "conv_report.hpp"
#include "im2row_conv.hpp"
#include "onednn_conv.hpp"
#include "timing/openmp_threads.hpp"
#include "xnnpack_conv.hpp"

namespace tessera::bench {
namespace {

GemmPeer open_gemm(const ConvOptions& options) {
  if (options.gemm.empty()) return {"im2row", nullptr, "there is no product (--gemm)"};
  return {"im2row", open_blas(options.gemm, "f32")};
}

ConvContender open_peer(const std::string& name, const ConvOptions& options) {
  if (name == "onednn") return onednn_conv(options.threads);
  if (name == "onednn_plain") return onednn_plain_conv(options.threads);
  if (name == "xnnpack") return xnnpack_conv(options.threads);
  if (name == "im2row") {
    ConvContender im2row = im2row_conv(open_gemm(options), name, options.threads);
    if (!options.gemm_what.empty()) im2row.version = options.gemm_what;
    return im2row;
  }
  return im2row_conv(open_openblas("", options.threads), name, options.threads);
}

bool is_asked(const std::string& name, const ConvOptions& options) {
  return std::find(options.contenders.begin(), options.contenders.end(), name) != options.contenders.end();
}

// From weights as they are given: by a kernel that takes them so, or by the packing and the kernel.
ConvContender plain_of(const ConvJob& job) {
  return job.plain ? compiled_conv("plain", *job.plain, PackWeights::beforehand)
                   : compiled_conv("plain", job.kernel, PackWeights::in_each_call);
}

/// Runs with so many threads of OpenMP, whatever ran before it.
class OnCores final : public ReadyConv {
 public:
  OnCores(std::unique_ptr<ReadyConv> form, int threads) : form_(std::move(form)), threads_(threads) {}
  void run() override {
    timing::switch_openmp_threads(threads_);
    form_->run();
  }
  std::vector<float> output() override {
    timing::switch_openmp_threads(threads_);
    return form_->output();
  }
  std::string implementation() const override { return form_->implementation(); }

 private:
  std::unique_ptr<ReadyConv> form_;
  int threads_;
};

ConvContender on_cores(ConvContender c, int threads) {
  if (!c.prepare) return c;
  c.prepare = [prepare = c.prepare, threads](const shapes::ConvShape& shape, const ConvData& data) {
    timing::switch_openmp_threads(threads);
    ConvForms forms = prepare(shape, data);
    for (auto& form : forms) form = std::make_unique<OnCores>(std::move(form), threads);
    return forms;
  };
  return c;
}

const std::string one_core_suffix = " on one core";

}  // namespace

// OpenBLAS and the runtime of OpenMP read the environment when they are loaded.
std::vector<ConvContender> open_peers(const ConvOptions& options) {
  forget_settings_of_libraries();
  timing::use_openmp_threads(options.threads);
  std::vector<ConvContender> peers;
  for (const std::string& name : timing::conv_contender_names) {
    if (name == "plain" || name == "naive") continue;
    peers.push_back(is_asked(name, options) ? open_peer(name, options) : ConvContender{name, {}, "not asked for"});
  }
  return peers;
}

std::vector<ConvContender> contenders_of(const ConvJob& job, const std::vector<ConvContender>& peers,
                                         const ConvOptions& options) {
  std::vector<ConvContender> all{compiled_conv(kernel_name, job.kernel, PackWeights::beforehand)};
  for (const std::string& name : timing::conv_contender_names) {
    const auto peer = std::find_if(peers.begin(), peers.end(), [&](const ConvContender& p) { return p.name == name; });
    if (peer != peers.end()) {
      all.push_back(*peer);
    } else if (!is_asked(name, options)) {
      all.push_back({name, {}, "not asked for"});
    } else if (name == "plain") {
      all.push_back(job.kernel.panel == 0 ? ConvContender{name, {}, "the kernel itself takes plain weights"}
                                          : plain_of(job));
    } else {
      all.push_back(job.naive ? compiled_conv(name, *job.naive, PackWeights::beforehand)
                              : ConvContender{name, {}, "there is none (--naive)"});
    }
  }
  return all;
}

std::string on_one_core(const std::string& name) { return name + one_core_suffix; }
bool is_on_one_core(const std::string& name) { return name.find(one_core_suffix) != std::string::npos; }

std::vector<ConvContender> contenders_of_one_core(const ConvJob& job, const ConvOptions& options) {
  std::vector<ConvContender> all{compiled_conv(kernel_name, job.kernel, PackWeights::beforehand)};
  if (is_asked("plain", options) && job.kernel.panel != 0) all.push_back(plain_of(job));
  if (is_asked("onednn", options)) all.push_back(onednn_conv(1));
  if (is_asked("onednn_plain", options)) all.push_back(onednn_plain_conv(1));
  for (ConvContender& c : all) {
    c = on_cores(c, 1);
    c.name = on_one_core(c.name);
  }
  return all;
}

std::vector<ConvContender> beside_one_core(const std::vector<ConvContender>& several,
                                           const std::vector<ConvContender>& one, int threads) {
  std::vector<ConvContender> all;
  for (const ConvContender& c : several) {
    all.push_back(on_cores(c, threads));
    for (const ConvContender& other : one)
      if (other.name == on_one_core(c.name) && other.prepare) all.push_back(other);
  }
  return all;
}

}  // namespace tessera::bench
