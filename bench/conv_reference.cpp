// SPDX-License-Identifier: Apache-2.0
#include "conv_reference.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <stdexcept>

namespace tessera::bench {
namespace {

template <class Draw> ConvData filled(const shapes::ConvShape& shape, Draw draw) {
  ConvData data{std::vector<float>(shape.output_size()), std::vector<float>(shape.filter_size()),
                std::vector<float>(shape.input_size())};
  for (auto* v : {&data.O, &data.F, &data.I}) std::generate(v->begin(), v->end(), draw);
  return data;
}

// The innermost loop, along k: as wide as the CPU allows.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
void accumulate(double* __restrict value, double* __restrict magnitude, const float* __restrict filter, double input,
                std::int64_t count) {
  for (std::int64_t k = 0; k < count; ++k) {
    const double product = filter[k] * input;
    value[k] += product;
    magnitude[k] += std::fabs(product);
  }
}

// What one tap adds to one result, all K channels.
void accumulate_tap(const shapes::ConvShape& x, const float* input, const float* filter, double* value,
                    double* magnitude) {
  const std::int64_t Kg = x.K_of_group(), Cg = x.C_of_group();
  for (std::int64_t g = 0; g < x.groups; ++g)
    for (std::int64_t c = 0; c < Cg; ++c)
      accumulate(value + g * Kg, magnitude + g * Kg, filter + c * x.K + g * Kg, input[g * Cg + c], Kg);
}

void accumulate_result(const shapes::ConvShape& x, const ConvData& data, std::int64_t p, std::int64_t q, double* value,
                       double* magnitude) {
  for (std::int64_t r = 0; r < x.rows.kernel; ++r) {
    const std::int64_t h = p * x.rows.stride + r * x.rows.dilation - x.rows.pad_before;
    if (h < 0 || h >= x.rows.image) continue;
    for (std::int64_t s = 0; s < x.columns.kernel; ++s) {
      const std::int64_t w = q * x.columns.stride + s * x.columns.dilation - x.columns.pad_before;
      if (w < 0 || w >= x.columns.image) continue;
      const std::int64_t pixel = h * x.columns.image + w, tap = r * x.columns.kernel + s;
      accumulate_tap(x, &data.I[pixel * x.C], &data.F[tap * x.C_of_group() * x.K], value, magnitude);
    }
  }
}

std::string describe(const shapes::ConvShape& shape, std::size_t index, double got, double want, double bound) {
  const std::size_t pixel = index / shape.K;
  std::ostringstream out;
  out.precision(9);
  out << "O[" << pixel / shape.Q() << ", " << pixel % shape.Q() << ", " << index % shape.K << "] is " << got
      << ", want " << want;
  if (bound > 0) out << " within " << bound;
  return out.str();
}

}  // namespace

ConvData uniform_data(const shapes::ConvShape& shape, unsigned seed) {
  std::mt19937 engine(seed);
  return filled(shape, [&] { return static_cast<float>(static_cast<int>(engine() >> 8) - (1 << 23)) * 0x1p-23f; });
}

ConvData integer_data(const shapes::ConvShape& shape, unsigned seed) {
  std::mt19937 engine(seed);
  return filled(shape, [&] { return static_cast<float>(static_cast<int>(engine() % 5) - 2); });
}

std::size_t packed_size(const shapes::ConvShape& shape, int panel) {
  if (panel < 1) throw std::invalid_argument("--pack is at least 1");
  const std::size_t panels = (std::size_t(shape.K_of_group()) + panel - 1) / panel;
  return shape.groups * panels * panel * shape.reduction_length();
}

std::vector<float> pack_filter(const shapes::ConvShape& shape, const std::vector<float>& F, int panel) {
  std::vector<float> packed(packed_size(shape, panel));
  const std::size_t rows = shape.reduction_length(), Kg = shape.K_of_group(), panels = (Kg + panel - 1) / panel;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t k = 0; k < std::size_t(shape.K); ++k) {
      const std::size_t at = k / Kg * panels + k % Kg / panel;
      packed[(at * rows + row) * panel + k % Kg % panel] = F[row * shape.K + k];
    }
  }
  return packed;
}

ConvReference reference_convolution(const shapes::ConvShape& shape, const ConvData& data) {
  ConvReference reference;
  reference.value.assign(data.O.begin(), data.O.end());
  reference.magnitude = reference.value;
  for (double& m : reference.magnitude) m = std::fabs(m);
  for (std::int64_t p = 0; p < shape.P(); ++p) {
    for (std::int64_t q = 0; q < shape.Q(); ++q) {
      const std::int64_t first = (p * shape.Q() + q) * shape.K;
      accumulate_result(shape, data, p, q, &reference.value[first], &reference.magnitude[first]);
    }
  }
  return reference;
}

Comparison compare(const shapes::ConvShape& shape, const std::vector<float>& got, const ConvReference& want,
                   Tolerance tolerance) {
  const double roundings = static_cast<double>(shape.reduction_length() + 1) * 0x1p-24;
  const double gamma = tolerance == Tolerance::exact ? 0 : roundings / (1 - roundings);
  Comparison result;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = std::fabs(got[i] - want.value[i]);
    const double bound = gamma * want.magnitude[i];
    result.max_error = std::fmax(result.max_error, error);
    if (bound > 0) result.max_error_of_bound = std::fmax(result.max_error_of_bound, error / bound);
    const bool right = error <= bound;  // false for NaN
    if (!right && !result.first_wrong) result.first_wrong = describe(shape, i, got[i], want.value[i], bound);
  }
  return result;
}

}  // namespace tessera::bench
