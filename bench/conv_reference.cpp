#include "conv_reference.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <stdexcept>

namespace tessera::bench {
namespace {

template <class Draw> ConvData filled(const ConvShape& shape, Draw draw) {
  ConvData data{std::vector<float>(shape.output_size()), std::vector<float>(shape.filter_size()),
                std::vector<float>(shape.input_size())};
  for (auto* v : {&data.O, &data.F, &data.I}) std::generate(v->begin(), v->end(), draw);
  return data;
}

// One pixel, all K channels: the innermost loop is along k, contiguous, so that compilers vectorise it.
void accumulate_pixel(const ConvShape& x, const ConvData& data, int w, int h, double* value, double* magnitude) {
  for (int s = 0; s < x.S; ++s) {
    for (int r = 0; r < x.R; ++r) {
      for (int c = 0; c < x.C; ++c) {
        const std::size_t pixel = std::size_t(w * x.stride + s) * x.input_height() + (h * x.stride + r);
        const double input = data.I[pixel * x.C + c];
        const float* filter = &data.F[((std::size_t(s) * x.R + r) * x.C + c) * x.K];
        for (int k = 0; k < x.K; ++k) {
          const double product = filter[k] * input;
          value[k] += product;
          magnitude[k] += std::fabs(product);
        }
      }
    }
  }
}

std::string describe(const ConvShape& shape, std::size_t index, double got, double want, double bound) {
  const std::size_t pixel = index / shape.K;
  std::ostringstream out;
  out.precision(9);
  out << "O[" << pixel / shape.H << ", " << pixel % shape.H << ", " << index % shape.K << "] is " << got << ", want "
      << want;
  if (bound > 0) out << " within " << bound;
  return out.str();
}

}  // namespace

ConvData uniform_data(const ConvShape& shape, unsigned seed) {
  std::mt19937 engine(seed);
  return filled(shape, [&] { return static_cast<float>(static_cast<int>(engine() >> 8) - (1 << 23)) * 0x1p-23f; });
}

ConvData integer_data(const ConvShape& shape, unsigned seed) {
  std::mt19937 engine(seed);
  return filled(shape, [&] { return static_cast<float>(static_cast<int>(engine() % 5) - 2); });
}

std::vector<float> pack_filter(const ConvShape& shape, const std::vector<float>& F, int kt) {
  if (kt < 1) throw std::invalid_argument("--pack is at least 1");
  const std::size_t panels = (std::size_t(shape.K) + kt - 1) / kt;
  const std::size_t rows = std::size_t(shape.S) * shape.R * shape.C;
  std::vector<float> packed(panels * rows * kt);
  for (std::size_t row = 0; row < rows; ++row) {
    for (int k = 0; k < shape.K; ++k) packed[(k / kt * rows + row) * kt + k % kt] = F[row * shape.K + k];
  }
  return packed;
}

ConvReference reference_convolution(const ConvShape& shape, const ConvData& data) {
  ConvReference reference;
  reference.value.assign(data.O.begin(), data.O.end());
  reference.magnitude = reference.value;
  for (double& m : reference.magnitude) m = std::fabs(m);
  for (int w = 0; w < shape.W; ++w) {
    for (int h = 0; h < shape.H; ++h) {
      const std::size_t first = (std::size_t(w) * shape.H + h) * shape.K;
      accumulate_pixel(shape, data, w, h, &reference.value[first], &reference.magnitude[first]);
    }
  }
  return reference;
}

Comparison compare(const ConvShape& shape, const std::vector<float>& got, const ConvReference& want,
                   Tolerance tolerance) {
  const double roundings = (shape.reduction_length() + 1) * 0x1p-24;
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
