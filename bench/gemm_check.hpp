// SPDX-License-Identifier: Apache-2.0
// Is a library right on one shape? Checked before anything is timed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gemm_call.hpp"
#include "gemm_reference.hpp"

namespace tessera::bench {

/// A matrix as BLAS stores it: transposed or not, `padding` further elements after each row.
template <class T> class StoredMatrix {
 public:
  /// `plain` is rows x columns without padding.
  StoredMatrix(const std::vector<T>& plain, int rows, int columns, Transpose transpose, int padding, T filler);
  T* data() { return values_.data(); }
  int leading_dimension() const { return stored_columns_ + padding_; }
  /// Without padding, not transposed back.
  std::vector<T> plain() const;
  /// False when an element after a row is no longer `filler`.
  bool padding_is_intact(T filler) const;

 private:
  int stored_rows_, stored_columns_, padding_;
  std::vector<T> values_;
};

/// Holds the references of one shape, so that several libraries are checked by them. All of (alpha, beta) = (1, 0),
/// (1, 1), (1/2, 2) on integers and on uniform data. Where beta is 0 the old C is NaN; the operands of the last have
/// padded rows, A's and B's filled with NaN, and that of C must be left alone.
template <class T> class GemmCheck {
 public:
  GemmCheck(int m, int n, int k, Transpose transa, Transpose transb);
  /// Names the first wrong element. What the library does not offer is left out.
  std::optional<std::string> first_wrong(GemmLibrary& library) const;

 private:
  struct Case {
    GemmScalars scalars;
    int padding;
  };
  template <class Reference>
  std::optional<std::string> first_wrong_on(GemmLibrary& library, const Reference& reference, Case what) const;

  Transpose transa_, transb_;
  ExactReference<T> exact_;
  BoundedReference<T> bounded_;
};

}  // namespace tessera::bench
