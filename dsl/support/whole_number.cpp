// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/whole_number.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

namespace tessera {

std::int64_t parse_whole(const std::string& text, std::int64_t lo, std::int64_t hi) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < lo || value > hi)
    throw std::invalid_argument(fmt::format("'{}' is not a whole number from {} to {}", text, lo, hi));
  return value;
}

}  // namespace tessera
