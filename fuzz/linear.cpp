// SPDX-License-Identifier: Apache-2.0
#include "fuzz/linear.hpp"

#include <cstdlib>

namespace tessera::fuzz {

Linear operator+(Linear a, Linear b) { return {a.c + b.c, a.n + b.n, a.m + b.m}; }
Linear operator-(Linear a, Linear b) { return {a.c - b.c, a.n - b.n, a.m - b.m}; }
Linear operator*(int k, Linear a) { return {k * a.c, k * a.n, k * a.m}; }

namespace {

void append(std::string& out, int k, const std::string& factor) {
  if (k == 0) return;
  const std::string size = std::to_string(std::abs(k));
  const std::string term = factor.empty() ? size : std::abs(k) == 1 ? factor : size + " * " + factor;
  if (out.empty()) out = k < 0 ? "-" + term : term;
  else out += (k < 0 ? " - " : " + ") + term;
}

// The least value of k·x for lo <= x <= hi.
std::optional<int> least_of(int k, int lo, std::optional<int> hi) {
  if (k >= 0) return k * lo;
  if (!hi) return std::nullopt;
  return k * *hi;
}

}  // namespace

std::string text(Linear a) {
  std::string out;
  append(out, a.n, "n");
  append(out, a.m, "m");
  append(out, a.c, "");
  return out.empty() ? "0" : out;
}

std::optional<int> SizeBounds::least(Linear a) const {
  const std::optional<int> n = least_of(a.n, n_lo, n_hi), m = least_of(a.m, m_lo, m_hi);
  if (!n || !m) return std::nullopt;
  return a.c + *n + *m;
}

bool SizeBounds::at_most(Linear a, Linear b) const {
  const std::optional<int> gap = least(b - a);
  return gap && *gap >= 0;
}

}  // namespace tessera::fuzz
