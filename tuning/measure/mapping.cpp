// SPDX-License-Identifier: Apache-2.0
#include "tuning/measure/mapping.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "dsl/support/diagnostic.hpp"

namespace tessera::tuning {
namespace {

constexpr std::size_t page_bytes = 4096, large_page_bytes = 2 << 20, line_bytes = 64;

}  // namespace

Mapping::Mapping(std::size_t bytes, Kind kind, Pages pages)
    : bytes_(std::max<std::size_t>(bytes, 1)), mapped_(pages == Pages::large ? bytes_ + 2 * large_page_bytes : bytes_) {
  start_ = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE,
                  MAP_ANONYMOUS | (kind == Kind::shared ? MAP_SHARED : MAP_PRIVATE), -1, 0);
  if (start_ == MAP_FAILED)
    throw InputError("tune", fmt::format("there is no memory of {} bytes", mapped_), "smaller convolutions");
  at_ = start_;
  pages == Pages::large ? begin_large_page() : scatter();
}

Mapping::~Mapping() { ::munmap(start_, mapped_); }

void Mapping::scatter() {
  ::madvise(at_, bytes_, MADV_NOHUGEPAGE);
  std::vector<std::size_t> pages((bytes_ + page_bytes - 1) / page_bytes);
  std::iota(pages.begin(), pages.end(), std::size_t{0});
  std::shuffle(pages.begin(), pages.end(), std::mt19937_64(pages.size()));
  for (const std::size_t i : pages) static_cast<volatile char*>(at_)[i * page_bytes] = 0;
}

// A line after the start of a page, where allocators put large arrays.
void Mapping::begin_large_page() {
  std::size_t room = mapped_;
  std::align(large_page_bytes, bytes_ + line_bytes, at_, room);
  ::madvise(at_, room, MADV_HUGEPAGE);  // if the system has no such pages, new ones in order are as good
  at_ = static_cast<char*>(at_) + line_bytes;
}

}  // namespace tessera::tuning
