// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

namespace tessera::tuning {

/// Zeroed memory, shared with child processes or copied on write.
class Mapping {
 public:
  enum class Kind { shared, own };
  /// The physical order of pages, for caches with physical addresses. In a process that has run for a while it is
  /// random, and such a cache holds less of them than of new memory, whose pages come in the order of the first touch.
  /// Large pages are contiguous, so rows at large distances may share few sets.
  enum class Pages { scattered, large };
  /// InputError "tune" when the allocation fails.
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
