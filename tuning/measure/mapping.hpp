// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace tessera::tuning {

/// Zeros that child processes share with this one, or each changes for itself.
class Mapping {
 public:
  enum class Kind { shared, own };
  /// Where pages lie that follow each other, to a cache that is looked up by physical addresses. In a process that has
  /// run for a while they lie anywhere, and such a cache holds less of them than of new memory, whose pages the system
  /// gives in the order of the first touch. In large pages they lie side by side, and rows that are far apart may all
  /// fall into few of its sets.
  enum class Pages { scattered, large };
  /// InputError "tune" where there is no such memory.
  Mapping(std::size_t bytes, Kind kind, Pages pages = Pages::scattered);
  ~Mapping();
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  void* data() const { return at_; }
  std::size_t bytes() const { return bytes_; }

 private:
  void scatter();
  void begin_large_page();

  std::size_t bytes_, mapped_;
  void *start_ = nullptr, *at_ = nullptr;
};

}  // namespace tessera::tuning
