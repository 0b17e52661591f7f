#include <fmt/format.h>
#include <fmt/ranges.h>

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

}  // namespace

std::string structure(const Tiling& t, const Extents& extents) {
  Printer printer(extents);
  printer.print(t, {}, 0);
  return printer.text();
}

}  // namespace tessera::schemes
