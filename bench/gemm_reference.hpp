// SPDX-License-Identifier: Apache-2.0
// What a matrix product must compute: exactly on integers, within the error bound on uniform data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::bench {

/// op(A) m x k, op(B) k x n and the old C m x n, row-major without padding.
template <class T> struct GemmOperands {
  int m = 0, n = 0, k = 0;
  std::vector<T> A, B, C;
};

/// Uniform in [-1, 1).
template <class T> GemmOperands<T> uniform_operands(int m, int n, int k, unsigned seed);
/// Integers in [-2, 2]: every partial sum is exact in f32 for k up to 2^20, also when halved or doubled.
template <class T> GemmOperands<T> integer_operands(int m, int n, int k, unsigned seed);

struct GemmScalars {
  double alpha = 1, beta = 1;
};

/// Judges integer products, all elements, without computing the product: C * r is compared with
/// alpha * A * (B * r) + beta * C0 * r for a vector r of random numbers below 2^61 (Freivalds). A wrong row passes with
/// a probability of 2^-61. In the first row that differs, elements are computed one by one to name the first wrong one.
/// The scalars are multiples of 1/2, at most 4.
template <class T> class ExactReference {
 public:
  explicit ExactReference(GemmOperands<T> operands, std::uint64_t seed = 1);
  const GemmOperands<T>& operands() const { return operands_; }
  /// Names the first wrong element of `got`, m x n without padding.
  std::optional<std::string> first_wrong(GemmScalars scalars, const std::vector<T>& got) const;

 private:
  std::optional<std::string> wrong_in_row(int i, GemmScalars scalars, const std::vector<T>& got) const;

  GemmOperands<T> operands_;
  std::vector<std::uint64_t> r_;         // n numbers
  std::vector<__int128> product_, old_;  // A * (B * r) and C0 * r, reduced modulo 2^61 - 1
};

/// Judges products of real numbers against sums in the next wider type, element by element: all rows while m*n*k is at
/// most `budget`, else as many, spread evenly from the first to the last, as the budget allows. Each element must lie
/// within gamma(k+3) * (|beta * C| + |alpha| * sum |A * B|), gamma(q) = q*u / (1 - q*u): the bound for any order of
/// summation, with or without FMA, scaled before or after (Higham, section 3.1).
template <class T> class BoundedReference {
 public:
  static constexpr double default_budget = sizeof(T) == 4 ? 0x1p30 : 0x1p26;

  explicit BoundedReference(GemmOperands<T> operands, double budget = default_budget);
  const GemmOperands<T>& operands() const { return operands_; }
  const std::vector<int>& rows() const { return rows_; }
  std::optional<std::string> first_wrong(GemmScalars scalars, const std::vector<T>& got) const;

 private:
  GemmOperands<T> operands_;
  std::vector<int> rows_;                         // those that are computed
  std::vector<long double> product_, magnitude_;  // rows_.size() x n
};

}  // namespace tessera::bench
