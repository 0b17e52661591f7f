// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace tessera::fuzz {

/// Random choices that depend on the seed alone: std's distributions differ from library to library, its engines do
/// not.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  /// The numbers of one case of a run, unrelated to those of its neighbours.
  Dice(std::uint64_t seed, std::uint64_t number) : random_((seed + 1) * 0x9e3779b97f4a7c15ull ^ (number + 1)) {}

  /// From 0 to n - 1; n is positive.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  int between(int lo, int hi) { return lo + static_cast<int>(below(static_cast<std::size_t>(hi - lo + 1))); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <class T> const T& pick(const std::vector<T>& from) { return from[below(from.size())]; }
  std::string pick(std::initializer_list<const char*> from) { return *(from.begin() + below(from.size())); }

 private:
  std::mt19937_64 random_;
};

/// fmt::format with arguments evaluated from left to right, by braces: random choices in them must have the same order
/// with every compiler.
struct Written {
  std::string text;
  template <class... T> explicit Written(fmt::format_string<T...> format, T&&... arguments)
      : text(fmt::format(format, std::forward<T>(arguments)...)) {}
  explicit(false) operator std::string() const { return text; }
};

}  // namespace tessera::fuzz
