// SPDX-License-Identifier: Apache-2.0
#include "xnnpack_conv.hpp"

#include <pthreadpool.h>
#include <xnnpack.h>

#include <limits>

#include "aligned.hpp"

namespace tessera::bench {
namespace {

// F[R,S,C,K] with the outermost dimension innermost: [K,R,S,C].
std::vector<float> ohwi(const shapes::ConvShape& x, const std::vector<float>& F) {
  std::vector<float> out(F.size());
  const std::size_t rows = x.reduction_length(), K = x.K;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t k = 0; k < K; ++k) out[k * rows + row] = F[row * K + k];
  return out;
}

// It reads a few bytes after its input.
std::vector<float> with_room(std::vector<float> values) {
  values.resize(values.size() + (XNN_EXTRA_BYTES + sizeof(float) - 1) / sizeof(float));
  return values;
}

struct Delete {
  void operator()(xnn_operator_t op) const { xnn_delete_operator(op); }
};

// Calls that make or ready an operator: what they do not do is told.
void must(xnn_status status) {
  if (status != xnn_status_success) throw NotOffered("XNNPACK: status " + std::to_string(status));
}

class XnnpackConv final : public ReadyConv {
 public:
  XnnpackConv(const shapes::ConvShape& x, const ConvData& data, pthreadpool_t threads)
      : threads_(threads), input_(with_room(data.I)), output_(with_room(data.O)), size_(data.O.size()) {
    const std::vector<float> weights = ohwi(x, data.F);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto u = [](std::int64_t value) { return static_cast<std::uint32_t>(value); };
    xnn_operator_t made = nullptr;
    must(xnn_create_convolution2d_nhwc_f32(u(x.rows.pad_before), u(x.columns.pad_after), u(x.rows.pad_after),
                                           u(x.columns.pad_before), u(x.rows.kernel), u(x.columns.kernel),
                                           u(x.rows.stride), u(x.columns.stride), u(x.rows.dilation),
                                           u(x.columns.dilation), u(x.groups), u(x.C_of_group()), u(x.K_of_group()),
                                           u(x.C), u(x.K), weights.data(), nullptr, -infinity, infinity, 0, &made));
    operator_.reset(made);
    must(xnn_setup_convolution2d_nhwc_f32(made, 1, u(x.rows.image), u(x.columns.image), input_.data(), output_.data(),
                                          threads_));
  }

  void run() override { must(xnn_run_operator(operator_.get(), threads_)); }

  std::vector<float> output() override {
    std::vector<float> values = output_.copy();
    values.resize(size_);
    return values;
  }

 private:
  pthreadpool_t threads_;
  AlignedFloats input_, output_;
  std::size_t size_;
  std::unique_ptr<xnn_operator, Delete> operator_;
};

struct EndPool {
  void operator()(pthreadpool_t pool) const { pthreadpool_destroy(pool); }
};

}  // namespace

ConvContender xnnpack_conv(int threads) {
  if (xnn_initialize(nullptr) != xnn_status_success) return {"xnnpack", {}, "XNNPACK does not run on this CPU"};
  // Null: everything on the calling thread.
  const std::shared_ptr<pthreadpool> pool(
      threads == 1 ? nullptr : pthreadpool_create(static_cast<std::size_t>(threads)), EndPool{});
  return {"xnnpack",
          [pool](const shapes::ConvShape& x, const ConvData& data) {
            ConvForms forms;
            forms.push_back(std::make_unique<XnnpackConv>(x, data, pool.get()));
            return forms;
          },
          {},
          "XNNPACK"};
}

}  // namespace tessera::bench
