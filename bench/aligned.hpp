// An array of floats that starts on a cache line.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

namespace tessera::bench {

class AlignedFloats {
 public:
  explicit AlignedFloats(const std::vector<float>& values) : size_(values.size()), data_(allocate(values.size())) {
    std::copy(values.begin(), values.end(), data_.get());
  }

  float* data() { return data_.get(); }
  std::vector<float> copy() const { return {data_.get(), data_.get() + size_}; }

 private:
  struct Free {
    void operator()(float* p) const { std::free(p); }
  };

  static float* allocate(std::size_t size) {
    constexpr std::size_t line = 64;
    void* p = std::aligned_alloc(line, (size * sizeof(float) + line - 1) / line * line);
    if (!p) throw std::bad_alloc();
    return static_cast<float*>(p);
  }

  std::size_t size_;
  std::unique_ptr<float, Free> data_;
};

}  // namespace tessera::bench
