// SPDX-License-Identifier: Apache-2.0
#include "schemes/parallel.hpp"

#include <algorithm>

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;

/// Specifiers from the first to the one before the last.
struct Band {
  std::size_t first = 0, last = 0;
  std::int64_t least = 1, most = 1;  // iterations of the smallest and the largest nest that they make
};

/// Iterations of each nest of the band; the tiling is that of specifier `at`.
std::vector<std::int64_t> iterations(const Tiling& t, const Band& band, std::size_t at = 0) {
  if (at == band.last) return {1};
  std::vector<std::int64_t> all;
  const bool is_sequence = t.kind == Kind::sequence;
  for (const Tiling& loop : is_sequence ? t.inner : std::vector<Tiling>{t})
    for (const std::int64_t inside :
         loop.inner.empty() ? std::vector<std::int64_t>{1} : iterations(loop.inner.front(), band, at + 1))
      all.push_back(at < band.first ? inside : loop.times * inside);
  return all;
}

/// From each specifier as far as loops over dimensions of the result go; an Lseq is the first or not in it.
std::vector<Band> bands(const Scheme& scheme, const std::set<std::string>& sums, const Tiling& tiling) {
  const auto is_in = [&](std::size_t i) {
    return i < scheme.size() && scheme[i].is_loop() && !is_register(scheme[i].kind) && !sums.count(scheme[i].dim);
  };
  std::vector<Band> all;
  for (std::size_t first = 0; first < scheme.size(); ++first) {
    if (!is_in(first)) continue;
    Band band{first, first + 1};
    while (is_in(band.last) && scheme[band.last].kind != Kind::sequence) ++band.last;
    const std::vector<std::int64_t> of_nests = iterations(tiling, band);
    band.least = *std::min_element(of_nests.begin(), of_nests.end());
    band.most = *std::max_element(of_nests.begin(), of_nests.end());
    all.push_back(band);
  }
  return all;
}

/// Empty where none has several iterations.
Band chosen_band(const std::vector<Band>& all, Strategy strategy) {
  Band chosen;
  for (const Band& band : all) {
    if (strategy == Strategy::outermost && band.most > 1) return band;
    if (strategy != Strategy::outermost && band.least > chosen.least) chosen = band;
  }
  return chosen;
}

/// Moves loops of the sum before all others, or after them and around the register tile; else keeps their order.
/// Specifiers that are not loops stay with those that come first.
void regroup(Scheme& scheme, Strategy strategy, const std::set<std::string>& sums) {
  const auto tile = std::find_if(scheme.begin(), scheme.end(), [](const Specifier& s) { return is_register(s.kind); });
  std::stable_partition(scheme.begin(), tile, [&](const Specifier& s) {
    return !s.is_loop() || sums.count(s.dim) == (strategy == Strategy::outside ? 1U : 0U);
  });
}

}  // namespace

std::string_view name(Strategy s) {
  switch (s) {
    case Strategy::none: return "none";
    case Strategy::outermost: return "outermost";
    case Strategy::collapse: return "collapse";
    case Strategy::inside: return "inside";
    case Strategy::outside: break;
  }
  return "outside";
}

bool reorders(Strategy s) { return s == Strategy::inside || s == Strategy::outside; }

Scheme in_parallel(const Scheme& scheme, Strategy strategy, const std::set<std::string>& sums, const Extents& extents,
                   std::int64_t lanes) {
  if (strategy == Strategy::none) return scheme;
  Scheme out = scheme;
  for (Specifier& s : out) s.is_parallel = false;
  if (reorders(strategy)) regroup(out, strategy, sums);
  const Band band = chosen_band(bands(out, sums, fit(out, extents, lanes)), strategy);
  for (std::size_t i = band.first; i < band.last; ++i) out[i].is_parallel = true;
  return out;
}

}  // namespace tessera::schemes
