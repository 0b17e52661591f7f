// SPDX-License-Identifier: Apache-2.0
#include "im2row_conv.hpp"

#include <algorithm>

#include "aligned.hpp"

namespace tessera::bench {
namespace {

bool is_matrix_already(const shapes::ConvShape& x) {
  const auto one_tap_at_each = [](const shapes::ConvAxis& side) {
    return side.kernel == 1 && side.stride == 1 && side.pad_before == 0 && side.pad_after == 0;
  };
  return one_tap_at_each(x.rows) && one_tap_at_each(x.columns);
}

// The taps of result (p, q), one after the other.
void write_row(const shapes::ConvShape& x, const float* image, std::int64_t p, std::int64_t q, float* row) {
  for (std::int64_t r = 0; r < x.rows.kernel; ++r) {
    const std::int64_t h = p * x.rows.stride + r * x.rows.dilation - x.rows.pad_before;
    for (std::int64_t s = 0; s < x.columns.kernel; ++s, row += x.C) {
      const std::int64_t w = q * x.columns.stride + s * x.columns.dilation - x.columns.pad_before;
      if (h < 0 || h >= x.rows.image || w < 0 || w >= x.columns.image) {
        std::fill(row, row + x.C, 0.f);
      } else {
        const float* pixel = image + (h * x.columns.image + w) * x.C;
        std::copy(pixel, pixel + x.C, row);
      }
    }
  }
}

class Im2RowConv final : public ReadyConv {
 public:
  Im2RowConv(const shapes::ConvShape& x, const ConvData& data, GemmLibrary& gemm, int threads)
      : shape_(x),
        threads_(threads),
        image_(data.I),
        weights_(data.F),
        output_(data.O),
        rows_(std::vector<float>(is_matrix_already(x) ? 0 : x.output_size() / x.K * x.reduction_length())) {
    GemmCall<float> call;
    call.m = static_cast<int>(x.P() * x.Q());
    call.n = static_cast<int>(x.K);
    call.k = static_cast<int>(x.reduction_length());
    call.A = is_matrix_already(x) ? image_.data() : rows_.data();
    call.lda = call.k;
    call.B = weights_.data();
    call.ldb = call.n;
    call.beta = 0;
    call.C = output_.data();
    call.ldc = call.n;
    gemm_ = gemm.prepare(call);
    if (!gemm_.run) throw NotOffered(gemm_.why_not);
  }

  void run() override {
    if (!is_matrix_already(shape_)) write_rows();
    gemm_.run();
  }

  std::vector<float> output() override { return output_.copy(); }

 private:
  void write_rows() {
    const std::int64_t P = shape_.P(), Q = shape_.Q(), length = shape_.reduction_length();
#pragma omp parallel for num_threads(threads_) if (threads_ > 1)
    for (std::int64_t p = 0; p < P; ++p)
      for (std::int64_t q = 0; q < Q; ++q) write_row(shape_, image_.data(), p, q, rows_.data() + (p * Q + q) * length);
  }

  shapes::ConvShape shape_;
  [[maybe_unused]] int threads_;
  AlignedFloats image_, weights_, output_, rows_;
  ReadyGemm gemm_;
};

}  // namespace

ConvContender im2row_conv(GemmPeer gemm, const std::string& name, int threads) {
  if (!gemm.library) return {name, {}, gemm.missing};
  const LibraryFacts facts = gemm.library->facts();
  const std::shared_ptr<GemmLibrary> library = std::move(gemm.library);
  return {name,
          [library, threads](const shapes::ConvShape& x, const ConvData& data) {
            if (x.groups > 1) throw NotOffered("groups are several products");
            ConvForms forms;
            forms.push_back(std::make_unique<Im2RowConv>(x, data, *library, threads));
            return forms;
          },
          {},
          facts.version.empty() ? facts.path : facts.version};
}

}  // namespace tessera::bench
