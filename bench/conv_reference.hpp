// SPDX-License-Identifier: Apache-2.0
// What a convolution must compute: reference in double, error bound, weights packing, comparison.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "shapes/conv_shape.hpp"

namespace tessera::bench {

/// The operands of one run, in the layouts of ConvShape. `O`: the output before the call.
struct ConvData {
  std::vector<float> O, F, I;
};

/// Uniform in [-1, 1).
ConvData uniform_data(const shapes::ConvShape& shape, unsigned seed);
/// Integers in [-2, 2]: every partial sum is an integer below 2^24 (reductions up to 4 million terms), so f32
/// arithmetic is exact in any order and two right answers agree bit for bit.
ConvData integer_data(const shapes::ConvShape& shape, unsigned seed);

/// Elements of packed weights: [groups][panels][R][S][C/groups][panel]. Throws std::invalid_argument for a panel < 1.
std::size_t packed_size(const shapes::ConvShape& shape, int panel);
/// F so, the last panel of each group filled up with zeros.
std::vector<float> pack_filter(const shapes::ConvShape& shape, const std::vector<float>& F, int panel);

/// Per output element: the value in double, and `magnitude` = |O| + sum of |F * I|, which scales the error bound.
struct ConvReference {
  std::vector<double> value, magnitude;
};
ConvReference reference_convolution(const shapes::ConvShape& shape, const ConvData& data);

enum class Tolerance { exact, error_bound };

struct Comparison {
  double max_error = 0;                    // largest |got - want|
  double max_error_of_bound = 0;           // largest |got - want| / bound; 0 for Tolerance::exact
  std::optional<std::string> first_wrong;  // names the first wrong element
  bool ok() const { return !first_wrong; }
};

/// Every element against the reference. The bound is the standard one for a sum of n = C*R*S products and the old
/// value, in any order, with or without FMA: gamma(n+1) * magnitude, gamma(m) = m*u / (1 - m*u), u = 2^-24 (Higham,
/// Accuracy and Stability of Numerical Algorithms, section 3.1).
Comparison compare(const shapes::ConvShape& shape, const std::vector<float>& got, const ConvReference& want,
                   Tolerance tolerance);

}  // namespace tessera::bench
