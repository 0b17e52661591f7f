// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <set>

#include "schemes/scheme.hpp"

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;

/// Prints loops as the papers do: counters in units of the nest.
class Printer {
 public:
  explicit Printer(const Extents& extents) : extents_(extents) {}

  void print(const Tiling& t, std::map<std::string, std::int64_t> from, int depth) {
    if (t.kind == Kind::sequence) {
      for (const Tiling& part : t.inner) {
        print(part, from, depth);
        from[t.dim] += part.covered(t.dim);
      }
      return;
    }
    if (t.kind == Kind::pack || t.kind == Kind::prefetch) {
      if (t.kind == Kind::pack) line(depth, fmt::format("pack {}", t.array));
      return print(t.inner.front(), from, depth);
    }
    if (t.kind == Kind::unroll || t.kind == Kind::vector) return microkernel(t, depth);
    const bool is_outermost = !tiled_.count(t.dim);
    if (t.times > 1) {
      const std::int64_t start = from[t.dim];
      line(depth++, fmt::format("{4}for ({0} = {1}; {0} < {2}; {0} += {3})", is_outermost ? t.dim : t.dim + "'", start,
                                start + t.covered(t.dim), t.step(), t.is_parallel ? "parallel " : ""));
      tiled_.insert(t.dim);
      from[t.dim] = 0;
    }
    if (t.inner.empty()) line(depth, "one step");
    for (const Tiling& inner : t.inner) print(inner, from, depth);
    if (is_outermost) tiled_.erase(t.dim);
  }

  std::string text() const { return out_; }

 private:
  void microkernel(const Tiling& t, int depth) {
    std::vector<std::string> sizes;
    for (const auto& [dim, extent] : extents_)
      if (t.covered(dim) > 1) sizes.push_back(fmt::format("{} = {}", dim, t.covered(dim)));
    line(depth, fmt::format("microkernel {}", fmt::join(sizes, ", ")));
  }

  void line(int depth, const std::string& text) {
    out_ += std::string(static_cast<std::size_t>(2 * depth), ' ') + text + "\n";
  }

  const Extents& extents_;
  std::set<std::string> tiled_;  // dimensions with a loop around
  std::string out_;
};

/// One choice of a part for each Lseq.
struct Chosen {
  std::int64_t times = 1;
  std::map<std::string, std::int64_t> values = {};
};

std::vector<Chosen> each_part(const std::vector<Chosen>& outside, const Specifier& sequence) {
  std::vector<Chosen> out;
  for (const Chosen& chosen : outside) {
    for (const Part& part : sequence.parts) {
      out.push_back(chosen);
      out.back().times *= part.times;
      for (std::size_t i = 0; i < part.values.size(); ++i) out.back().values[sequence.parameters[i]] = part.values[i];
    }
  }
  return out;
}

std::string register_tile(const Scheme& scheme, const Chosen& chosen, std::int64_t lanes) {
  const auto number = [&](const Count& c) { return c.parameter.empty() ? c.number : chosen.values.at(c.parameter); };
  std::vector<std::pair<std::string, std::int64_t>> sizes;
  for (const Specifier& s : scheme) {
    if (!is_register(s.kind)) continue;
    auto size = std::find_if(sizes.begin(), sizes.end(), [&](const auto& one) { return one.first == s.dim; });
    if (size == sizes.end()) size = sizes.insert(sizes.end(), {s.dim, 1});
    if (s.kind == Kind::unroll) size->second *= number(s.count);
    else if (s.count.is_given()) size->second *= (number(s.count) + lanes - 1) / lanes;
  }
  std::string out;
  for (auto& [dim, size] : sizes) {
    out += std::to_string(size);
    for (const char letter : dim) out += static_cast<char>(std::toupper(letter));
  }
  return fmt::format("[{}]", out);
}

}  // namespace

std::string register_tiles(const Scheme& scheme, std::int64_t lanes) {
  std::vector<Chosen> all{{}};
  for (const Specifier& s : scheme)
    if (s.kind == Kind::sequence) all = each_part(all, s);
  std::vector<std::pair<std::string, std::int64_t>> tiles;
  std::int64_t common = 0;
  for (const Chosen& chosen : all) {
    const std::string tile = register_tile(scheme, chosen, lanes);
    auto at = std::find_if(tiles.begin(), tiles.end(), [&](const auto& one) { return one.first == tile; });
    if (at == tiles.end()) at = tiles.insert(tiles.end(), {tile, 0});
    at->second += chosen.times;
  }
  for (const auto& [tile, times] : tiles) common = std::gcd(common, times);
  std::vector<std::string> out;
  for (const auto& [tile, times] : tiles) out.push_back((times == common ? "" : std::to_string(times / common)) + tile);
  return fmt::format("{}", fmt::join(out, " + "));
}

std::string structure(const Tiling& t, const Extents& extents) {
  Printer printer(extents);
  printer.print(t, {}, 0);
  return printer.text();
}

}  // namespace tessera::schemes
