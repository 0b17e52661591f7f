// SPDX-License-Identifier: Apache-2.0
#include "gemm_reference.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>
#include <type_traits>

namespace tessera::bench {
namespace {

constexpr std::int64_t prime = (std::int64_t(1) << 61) - 1;

template <class T, class Draw> GemmOperands<T> filled(int m, int n, int k, Draw draw) {
  const auto matrix = [&](int rows, int columns) {
    std::vector<T> values(std::size_t(rows) * columns);
    std::generate(values.begin(), values.end(), draw);
    return values;
  };
  return {m, n, k, matrix(m, k), matrix(k, n), matrix(m, n)};
}

// Row i of a matrix with `columns` columns of small integers, times a vector of numbers below 2^61: no sum overflows.
template <class T, class V>
__int128 dot(const std::vector<T>& matrix, int i, int columns, const std::vector<V>& vector) {
  __int128 sum = 0;
  const T* row = &matrix[std::size_t(i) * columns];
  for (int j = 0; j < columns; ++j) sum += static_cast<__int128>(static_cast<std::int64_t>(row[j])) * vector[j];
  return sum;
}

template <class T, class V>
std::vector<__int128> times(const std::vector<T>& matrix, int rows, int columns, const std::vector<V>& vector) {
  std::vector<__int128> result(rows);
  for (int i = 0; i < rows; ++i) result[i] = dot(matrix, i, columns, vector) % prime;
  return result;
}

std::int64_t doubled(double scalar) { return std::llround(2 * scalar); }

// Twice the value, where that is an integer that f32 holds exactly.
std::optional<std::int64_t> doubled_integer(double value) {
  if (!(std::fabs(value) < 0x1p23) || 2 * value != std::nearbyint(2 * value)) return std::nullopt;
  return std::llround(2 * value);
}

std::string describe(int i, int j, double got, double want, double bound, int digits) {
  std::ostringstream out;
  out.precision(digits);
  out << "C[" << i << ", " << j << "] is " << got << ", want " << want;
  if (bound > 0) out << " within " << bound;
  return out.str();
}

template <class T> constexpr int digits_of = sizeof(T) == 4 ? 9 : 17;

std::vector<int> spread_rows(int m, double count) {
  std::vector<int> rows;
  const int wanted = static_cast<int>(std::clamp(count, std::min(2.0, double(m)), double(m)));
  for (int i = 0; i < wanted; ++i)
    rows.push_back(wanted == 1 ? 0 : static_cast<int>(std::int64_t(i) * (m - 1) / (wanted - 1)));
  return rows;
}

// One row of A * B and of |A| * |B|, in W. Contiguous along j, so that compilers vectorise it.
template <class W, class T>
void row_of_product(const GemmOperands<T>& x, int i, std::vector<W>& value, std::vector<W>& magnitude) {
  std::fill(value.begin(), value.end(), W(0));
  std::fill(magnitude.begin(), magnitude.end(), W(0));
  W* v = value.data();
  W* w = magnitude.data();
  for (int p = 0; p < x.k; ++p) {
    const W a = x.A[std::size_t(i) * x.k + p];
    const T* b = &x.B[std::size_t(p) * x.n];
    for (int j = 0; j < x.n; ++j) {
      const W product = a * b[j];
      v[j] += product;
      w[j] += std::fabs(product);
    }
  }
}

}  // namespace

template <class T> GemmOperands<T> uniform_operands(int m, int n, int k, unsigned seed) {
  std::mt19937 engine(seed);
  return filled<T>(
      m, n, k, [&] { return static_cast<T>(static_cast<int>(engine() >> 8) - (1 << 23)) * static_cast<T>(0x1p-23); });
}

template <class T> GemmOperands<T> integer_operands(int m, int n, int k, unsigned seed) {
  std::mt19937 engine(seed);
  return filled<T>(m, n, k, [&] { return static_cast<T>(static_cast<int>(engine() % 5) - 2); });
}

template <class T> ExactReference<T>::ExactReference(GemmOperands<T> operands, std::uint64_t seed)
    : operands_(std::move(operands)), r_(operands_.n) {
  std::mt19937_64 engine(seed);
  std::generate(r_.begin(), r_.end(), [&] { return engine() % prime; });
  product_ = times(operands_.A, operands_.m, operands_.k, times(operands_.B, operands_.k, operands_.n, r_));
  old_ = times(operands_.C, operands_.m, operands_.n, r_);
}

template <class T>
std::optional<std::string> ExactReference<T>::first_wrong(GemmScalars scalars, const std::vector<T>& got) const {
  for (int i = 0; i < operands_.m; ++i) {
    __int128 sum = 0;
    bool integers = true;
    for (int j = 0; j < operands_.n && integers; ++j) {
      const auto value = doubled_integer(got[std::size_t(i) * operands_.n + j]);
      integers = value.has_value();
      sum += static_cast<__int128>(value.value_or(0)) * r_[j];
    }
    const __int128 want = doubled(scalars.alpha) * product_[i] + doubled(scalars.beta) * old_[i];
    if (integers && (sum - want) % prime == 0) continue;
    if (auto wrong = wrong_in_row(i, scalars, got)) return wrong;
  }
  return std::nullopt;
}

template <class T> std::optional<std::string> ExactReference<T>::wrong_in_row(int i, GemmScalars scalars,
                                                                              const std::vector<T>& got) const {
  const auto& x = operands_;
  std::vector<double> value(x.n), magnitude(x.n);
  row_of_product(x, i, value, magnitude);
  for (int j = 0; j < x.n; ++j) {
    const std::size_t at = std::size_t(i) * x.n + j;
    const double want = scalars.alpha * value[j] + scalars.beta * x.C[at];
    if (!(got[at] == want)) return describe(i, j, got[at], want, 0, digits_of<T>);
  }
  return std::nullopt;
}

template <class T> BoundedReference<T>::BoundedReference(GemmOperands<T> operands, double budget)
    : operands_(std::move(operands)), rows_(spread_rows(operands_.m, budget / (double(operands_.n) * operands_.k))) {
  using W = std::conditional_t<sizeof(T) == 4, double, long double>;
  std::vector<W> value(operands_.n), magnitude(operands_.n);
  for (const int i : rows_) {
    row_of_product(operands_, i, value, magnitude);
    product_.insert(product_.end(), value.begin(), value.end());
    magnitude_.insert(magnitude_.end(), magnitude.begin(), magnitude.end());
  }
}

template <class T>
std::optional<std::string> BoundedReference<T>::first_wrong(GemmScalars scalars, const std::vector<T>& got) const {
  const double roundings = (operands_.k + 3) * (sizeof(T) == 4 ? 0x1p-24 : 0x1p-53);
  const double gamma = roundings / (1 - roundings);
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    for (int j = 0; j < operands_.n; ++j) {
      const std::size_t at = std::size_t(rows_[r]) * operands_.n + j;
      const std::size_t reference = r * operands_.n + j;
      // The old value is not read when beta is 0, so it may be anything.
      const long double old = scalars.beta == 0 ? 0 : scalars.beta * static_cast<long double>(operands_.C[at]);
      const long double want = scalars.alpha * product_[reference] + old;
      const long double bound =
          gamma * (std::fabs(old) + std::fabs(static_cast<long double>(scalars.alpha)) * magnitude_[reference]);
      if (!(std::fabs(got[at] - want) <= bound))  // also for NaN
        return describe(rows_[r], j, got[at], static_cast<double>(want), static_cast<double>(bound), digits_of<T>);
    }
  }
  return std::nullopt;
}

template GemmOperands<float> uniform_operands(int, int, int, unsigned);
template GemmOperands<double> uniform_operands(int, int, int, unsigned);
template GemmOperands<float> integer_operands(int, int, int, unsigned);
template GemmOperands<double> integer_operands(int, int, int, unsigned);
template class ExactReference<float>;
template class ExactReference<double>;
template class BoundedReference<float>;
template class BoundedReference<double>;

}  // namespace tessera::bench
