// SPDX-License-Identifier: Apache-2.0
#include "gemm_check.hpp"

#include <limits>
#include <sstream>

namespace tessera::bench {

template <class T> StoredMatrix<T>::StoredMatrix(const std::vector<T>& plain, int rows, int columns,
                                                 Transpose transpose, int padding, T filler)
    : stored_rows_(transpose == Transpose::yes ? columns : rows),
      stored_columns_(transpose == Transpose::yes ? rows : columns),
      padding_(padding),
      values_(std::size_t(stored_rows_) * leading_dimension(), filler) {
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const std::size_t at = transpose == Transpose::yes ? std::size_t(j) * leading_dimension() + i
                                                         : std::size_t(i) * leading_dimension() + j;
      values_[at] = plain[std::size_t(i) * columns + j];
    }
  }
}

template <class T> std::vector<T> StoredMatrix<T>::plain() const {
  std::vector<T> result;
  result.reserve(std::size_t(stored_rows_) * stored_columns_);
  for (int i = 0; i < stored_rows_; ++i) {
    const auto row = values_.begin() + std::ptrdiff_t(i) * leading_dimension();
    result.insert(result.end(), row, row + stored_columns_);
  }
  return result;
}

template <class T> bool StoredMatrix<T>::padding_is_intact(T filler) const {
  for (int i = 0; i < stored_rows_; ++i) {
    for (int j = stored_columns_; j < leading_dimension(); ++j) {
      if (values_[std::size_t(i) * leading_dimension() + j] != filler) return false;
    }
  }
  return true;
}

template <class T> GemmCheck<T>::GemmCheck(int m, int n, int k, Transpose transa, Transpose transb)
    : transa_(transa),
      transb_(transb),
      exact_(integer_operands<T>(m, n, k, 1)),
      bounded_(uniform_operands<T>(m, n, k, 2)) {}

template <class T> std::optional<std::string> GemmCheck<T>::first_wrong(GemmLibrary& library) const {
  for (const Case what : {Case{{1, 0}, 0}, Case{{1, 1}, 0}, Case{{0.5, 2}, 3}}) {
    if (auto wrong = first_wrong_on(library, exact_, what)) return *wrong + ", integer data, exact)";
    if (auto wrong = first_wrong_on(library, bounded_, what)) return *wrong + ", random data)";
  }
  return std::nullopt;
}

template <class T> template <class Reference>
std::optional<std::string> GemmCheck<T>::first_wrong_on(GemmLibrary& library, const Reference& reference,
                                                        Case what) const {
  constexpr T nan = std::numeric_limits<T>::quiet_NaN(), mark = 12345;
  const GemmOperands<T>& x = reference.operands();
  StoredMatrix<T> A(x.A, x.m, x.k, transa_, what.padding, nan), B(x.B, x.k, x.n, transb_, what.padding, nan);
  const bool reads_old = what.scalars.beta != 0;
  StoredMatrix<T> C(reads_old ? x.C : std::vector<T>(x.C.size(), nan), x.m, x.n, Transpose::no, what.padding, mark);
  const ReadyGemm ready = library.prepare(
      GemmCall<T>{transa_, transb_, x.m, x.n, x.k, static_cast<T>(what.scalars.alpha), A.data(), A.leading_dimension(),
                  B.data(), B.leading_dimension(), static_cast<T>(what.scalars.beta), C.data(), C.leading_dimension()});
  if (!ready.run) return std::nullopt;
  ready.run();
  auto wrong = reference.first_wrong(what.scalars, C.plain());
  if (!wrong && !C.padding_is_intact(mark)) wrong = "writes after the rows of C";
  if (!wrong) return std::nullopt;
  std::ostringstream out;
  out << *wrong << " (alpha " << what.scalars.alpha << ", beta " << what.scalars.beta;
  return out.str();
}

template class StoredMatrix<float>;
template class StoredMatrix<double>;
template class GemmCheck<float>;
template class GemmCheck<double>;

}  // namespace tessera::bench
