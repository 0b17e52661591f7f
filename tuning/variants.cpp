// SPDX-License-Identifier: Apache-2.0
#include "tuning/variants.hpp"

#include <algorithm>
#include <set>

namespace tessera::tuning {
namespace {

using schemes::Scheme;
using schemes::Specifier;
using Kind = Specifier::Kind;

constexpr std::int64_t distances[] = {0, 32};  // of prefetches, beside the default

bool is_about(const Specifier& s, Kind kind, const std::string& array) { return s.kind == kind && s.array == array; }

Scheme without(Scheme scheme, Kind kind, const std::string& array) {
  std::erase_if(scheme, [&](const Specifier& s) { return is_about(s, kind, array); });
  return scheme;
}

Scheme without_next(Scheme scheme, const std::string& array) {
  std::erase_if(scheme, [&](const Specifier& s) { return is_about(s, Kind::prefetch, array) && s.count.is_next; });
  return scheme;
}

Scheme without_distance(Scheme scheme, const std::string& array) {
  std::erase_if(scheme, [&](const Specifier& s) { return is_about(s, Kind::prefetch, array) && s.count.is_distance; });
  return scheme;
}

// A canonical order of choices: by array, and `next` before distances.
Scheme ordered(Scheme scheme, const Problem& p) {
  const auto place = [&](const Specifier& s) {
    const auto of = std::find_if(p.arrays.begin(), p.arrays.end(), [&](const Array& a) { return a.name == s.array; });
    return std::pair(of - p.arrays.begin(), !s.count.is_next);
  };
  const auto first_other =
      std::find_if(scheme.begin(), scheme.end(), [](const Specifier& s) { return s.kind != Kind::prefetch; });
  std::stable_sort(scheme.begin(), first_other,
                   [&](const Specifier& a, const Specifier& b) { return place(a) < place(b); });
  return scheme;
}

Scheme with_first(const Specifier& first, Scheme scheme) {
  scheme.insert(scheme.begin(), first);
  return scheme;
}

Specifier no_loop(Kind kind, const std::string& array) {
  Specifier out;
  out.kind = kind;
  out.array = array;
  return out;
}

Specifier prefetch(const std::string& array, std::int64_t distance) {
  Specifier out = no_loop(Kind::prefetch, array);
  out.count.number = distance;
  out.count.is_distance = true;
  return out;
}

// The scheme has a loop along the operand with one inside that is not, and no copy of the operand in between.
bool reads_blocks_again(const Array& operand, const Scheme& scheme) {
  bool is_chosen = false;
  for (const Specifier& s : scheme) {
    if (is_about(s, Kind::pack, operand.name)) is_chosen = false;
    if (!s.is_loop() || is_register(s.kind)) continue;
    if (is_chosen && !operand.is_along(s.dim)) return true;
    is_chosen = is_chosen || operand.is_along(s.dim);
  }
  return false;
}

// Vectors of the operand that a tile loads once for several of its sums; others are read where they are used.
bool has_shared_vectors(const Array& operand, const Scheme& scheme, const Problem& p) {
  if (scheme.back().kind != Kind::vector || !operand.is_along(scheme.back().dim)) return false;
  bool has_rows = false;
  for (auto s = scheme.rbegin() + 1; s != scheme.rend() && s->kind == Kind::unroll && !p.is_sum(s->dim); ++s) {
    if (!operand.is_along(s->dim)) return true;
    has_rows = true;
  }
  return !has_rows;
}

// The sum is one run of a tile; else a tile loads its results before it adds to them.
bool makes_sums_at_once(const Scheme& scheme, const Problem& p) {
  const auto is_loop = [](const Specifier& s) { return s.is_loop() && !is_register(s.kind); };
  const auto sum =
      std::find_if(scheme.begin(), scheme.end(), [&](const Specifier& s) { return is_loop(s) && p.is_sum(s.dim); });
  return std::none_of(sum, scheme.end(), [&](const Specifier& s) { return is_loop(s) && !p.is_sum(s.dim); });
}

// False for a prefetch that lowering refuses.
bool can_prefetch(const Specifier& prefetch, const Scheme& scheme, const Problem& p) {
  if (prefetch.array == p.arrays.front().name) return makes_sums_at_once(scheme, p);
  const auto operand =
      std::find_if(p.arrays.begin(), p.arrays.end(), [&](const Array& a) { return a.name == prefetch.array; });
  if (operand == p.arrays.end()) return false;
  const bool has_vectors = has_shared_vectors(*operand, scheme, p);
  if (!prefetch.count.is_next) return has_vectors;  // single elements are prefetched at no distance
  return (has_vectors || !operand->is_along(scheme.back().dim)) && reads_blocks_again(*operand, scheme);
}

Scheme with_prefetches_of(const Scheme& other, Scheme scheme, const Problem& p) {
  std::erase_if(scheme, [](const Specifier& s) { return s.kind == Kind::prefetch; });
  for (const Specifier& s : other)
    if (s.kind == Kind::prefetch && can_prefetch(s, scheme, p)) scheme.insert(scheme.begin(), s);
  return ordered(scheme, p);
}

bool packs(const Scheme& scheme, const std::string& array) {
  return std::any_of(scheme.begin(), scheme.end(), [&](const auto& s) { return is_about(s, Kind::pack, array); });
}

}  // namespace

std::vector<Scheme> packed(const Scheme& scheme, const Problem& p, const std::string& array) {
  const Scheme plain = without(scheme, Kind::pack, array);
  std::vector<Scheme> out{plain};
  const auto read = std::find_if(p.arrays.begin(), p.arrays.end(), [&](const Array& a) { return a.name == array; });
  const auto reads_again = [&](const Specifier& s) {
    return s.is_loop() && !is_register(s.kind) && !read->is_along(s.dim);
  };
  for (auto loop = plain.begin(); loop != plain.end(); ++loop) {
    const bool chooses = loop->is_loop() && !is_register(loop->kind) && read->is_along(loop->dim);
    if (!chooses || std::none_of(loop + 1, plain.end(), reads_again)) continue;
    if (loop + 1 != plain.end() && (loop + 1)->is_parallel) continue;  // parallel loops have nothing in between
    Scheme with = plain;
    with.insert(with.begin() + (loop - plain.begin()) + 1, no_loop(Kind::pack, array));
    out.push_back(without_next(with, array));  // a copy is near
  }
  return out;
}

std::optional<Scheme> packed_in_panels(const Scheme& scheme, const Problem& p, const std::string& array) {
  const auto has_panels = [&](const Scheme& s) {
    const auto pack =
        std::find_if(s.begin(), s.end(), [&](const auto& one) { return is_about(one, Kind::pack, array); });
    const auto is_along_lanes = [&](const Specifier& one) { return one.is_loop() && one.dim == p.lanes; };
    return pack != s.end() && std::any_of(s.begin(), pack, is_along_lanes);
  };
  for (Scheme& s : packed(scheme, p, array))
    if (has_panels(s)) return std::move(s);
  return std::nullopt;
}

std::optional<std::int64_t> prefetch_distance(const Scheme& scheme, const std::string& array) {
  for (const Specifier& s : scheme)
    if (is_about(s, Kind::prefetch, array) && s.count.is_distance) return s.count.number;
  return std::nullopt;
}

Scheme with_prefetch_distance(const Scheme& scheme, const Problem& p, const std::string& array, std::int64_t rows) {
  const auto operand = std::find_if(p.arrays.begin(), p.arrays.end(), [&](const Array& a) { return a.name == array; });
  const bool can_say = operand != p.arrays.end() && has_shared_vectors(*operand, scheme, p);
  if (!can_say || prefetch_distance(scheme, array)) return scheme;
  return ordered(with_first(prefetch(array, rows), scheme), p);
}

Specifier prefetch_of_results(const Problem& p) { return no_loop(Kind::prefetch, p.arrays.front().name); }

Specifier prefetch_of_next(const std::string& array) {
  Specifier out = no_loop(Kind::prefetch, array);
  out.count.is_next = true;
  return out;
}

Scheme loops_of(Scheme scheme) {
  std::erase_if(scheme, [](const Specifier& s) { return !s.is_loop(); });
  return scheme;
}

std::vector<Scheme> variants(const Scheme& scheme, const Problem& p, const Packable& packable) {
  std::vector<Scheme> out;
  std::set<std::string> seen{schemes::text(scheme), schemes::text(ordered(scheme, p))};
  const auto offer = [&](const Scheme& s) {
    Scheme variant = ordered(s, p);
    if (seen.insert(schemes::text(variant)).second) out.push_back(std::move(variant));
  };
  const auto offer_prefetching = [&](const Specifier& prefetch, const Scheme& s) {
    if (can_prefetch(prefetch, s, p)) offer(with_first(prefetch, s));
  };
  const std::string& result = p.arrays.front().name;
  const Scheme without_prefetch = without(scheme, Kind::prefetch, result);
  without_prefetch.size() < scheme.size() ? offer(without_prefetch) : offer_prefetching(prefetch_of_results(p), scheme);
  for (auto operand = p.arrays.begin() + 1; operand != p.arrays.end(); ++operand) {
    const std::string& array = operand->name;
    const Scheme now = without_next(scheme, array), usual = without_distance(scheme, array);
    now.size() < scheme.size() ? offer(now) : offer_prefetching(prefetch_of_next(array), scheme);
    offer(usual);
    for (const std::int64_t distance : distances) offer_prefetching(prefetch(array, distance), usual);
  }
  for (const std::string& array : packable)
    for (Scheme& s : packed(scheme, p, array)) offer(s);
  return out;
}

std::vector<Scheme> as_in(const Scheme& other, const Scheme& scheme, const Problem& p, const Packable& packable) {
  std::vector<Scheme> out{scheme};
  for (const std::string& array : packable) {
    if (packs(other, array) == packs(scheme, array)) continue;
    std::vector<Scheme> changed;
    for (const Scheme& s : out)
      for (Scheme& one : packed(s, p, array))
        if (packs(one, array) == packs(other, array)) changed.push_back(std::move(one));
    out = std::move(changed);
  }
  for (Scheme& s : out) s = with_prefetches_of(other, std::move(s), p);
  return out;
}

std::vector<Scheme> followers(const std::vector<Scheme>& fastest_first, std::size_t count, const Problem& p,
                              const Packable& packable) {
  std::vector<Scheme> out;
  std::set<std::string> loops;
  for (const Scheme& s : fastest_first) {
    if (loops.size() > count) break;
    if (!loops.insert(schemes::text(loops_of(s))).second || loops.size() == 1) continue;
    for (Scheme& one : as_in(fastest_first.front(), s, p, packable)) out.push_back(std::move(one));
  }
  return out;
}

}  // namespace tessera::tuning
