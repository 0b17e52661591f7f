// SPDX-License-Identifier: Apache-2.0
// An array that starts on a cache line.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace tessera::bench {

template <class T> class AlignedArray {
 public:
  explicit AlignedArray(const std::vector<T>& values) : size_(values.size()), data_(allocate(values.size())) {
    std::copy(values.begin(), values.end(), data_.get());
  }

  T* data() { return data_.get(); }
  std::vector<T> copy() const { return {data_.get(), data_.get() + size_}; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };

  static T* allocate(std::size_t size) {
    constexpr std::size_t line = 64;
    void* p = std::aligned_alloc(line, (size * sizeof(T) + line - 1) / line * line);
    if (!p) throw std::bad_alloc();
    return static_cast<T*>(p);
  }

  std::size_t size_;
  std::unique_ptr<T, Free> data_;
};

using AlignedFloats = AlignedArray<float>;

}  // namespace tessera::bench
