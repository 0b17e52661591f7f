// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "dsl/support/diagnostic.hpp"
#include "schemes/scheme.hpp"

namespace tessera::schemes {
namespace {

using Kind = Specifier::Kind;
using Values = std::map<std::string, std::int64_t>;  // of parameters

constexpr int max_loops = 10000;  // sequences within sequences multiply

[[noreturn]] void refuse_scheme(std::string message, std::string hint = {}) {
  throw InputError("scheme", std::move(message), std::move(hint));
}

/// Gives a scheme its numbers, from the innermost specifier outwards.
class Fitting {
 public:
  Fitting(const Scheme& scheme, const Extents& extents, std::int64_t lanes)
      : scheme_(scheme), extents_(extents), lanes_(lanes) {}

  Tiling whole() {
    check_order();
    Tiling out = at(0, {});
    for (const auto& [dim, extent] : extents_)
      if (out.covered(dim) != extent) refuse_cover(dim, extent, out.covered(dim));
    return out;
  }

 private:
  // ---- order of specifiers

  void check_order() const {
    if (scheme_.empty()) refuse_scheme("the scheme is empty");
    for (std::size_t i = 0; i < scheme_.size(); ++i) {
      const Specifier& s = scheme_[i];
      if (!s.is_loop()) {
        check_no_loop(i);
        continue;
      }
      check_dimension(s);
      if (s.kind == Kind::vector && i + 1 < scheme_.size())
        refuse_scheme(fmt::format("{} stands before {}: vectors are innermost", text(s), text(scheme_[i + 1])),
                      has_two_vectors() ? "one V: the lanes of a vector lie along one dimension" : "put it last");
      if (s.kind == Kind::all && mentions_before(s.dim, i))
        refuse_scheme(fmt::format("{} stands after another specifier of {}", text(s), s.dim),
                      fmt::format("R is the outermost loop along its dimension; T(n, {}) tiles within", s.dim));
      if (s.kind == Kind::unroll && i + 1 < scheme_.size() && scheme_[i + 1].kind != Kind::unroll &&
          scheme_[i + 1].kind != Kind::vector)
        refuse_scheme(fmt::format("{} stands before {}: unrolled loops are innermost", text(s), text(scheme_[i + 1])),
                      "move the loop out of it, or make it a T");
      if (s.is_parallel) check_parallel(i);
    }
  }

  void check_no_loop(std::size_t i) const {
    const Specifier& s = scheme_[i];
    if (s.is_parallel)
      refuse_scheme(fmt::format("par {}: it is not a loop", text(s)), "put par before a loop around it");
    if (i + 1 == scheme_.size())
      refuse_scheme(fmt::format("{}: nothing stands after it", text(s)), "put it before a loop");
    const Specifier& next = scheme_[i + 1];
    if (next.kind == s.kind && next.array == s.array && next.count.is_next == s.count.is_next)
      refuse_scheme(fmt::format("{} stands before {}", text(s), text(next)), "once is enough");
  }

  // Threads start at one place: the loops from there to a thread's work are all parallel.
  void check_parallel(std::size_t i) const {
    const Specifier& s = scheme_[i];
    if (s.kind == Kind::unroll || s.kind == Kind::vector)
      refuse_scheme(fmt::format("{}: a register tile is computed by one thread", text(s)),
                    "put par before a loop around it");
    const auto first = std::find_if(scheme_.begin(), scheme_.end(), [](const Specifier& p) { return p.is_parallel; });
    if (&*first == &s) return;
    if (s.kind == Kind::sequence)
      refuse_scheme(
          fmt::format("{} stands inside {}: its parts are one after the other for each thread", text(s), text(*first)),
          "an Lseq is the outermost of the parallel loops, or not parallel");
    if (!scheme_[i - 1].is_parallel)
      refuse_scheme(fmt::format("{} stands after {}, which is not parallel", text(s), text(scheme_[i - 1])),
                    "parallel loops have no other loops in between");
  }

  void check_dimension(const Specifier& s) const {
    std::vector<std::string> known;
    for (const auto& [dim, extent] : extents_) known.push_back(dim);
    if (std::find(known.begin(), known.end(), s.dim) == known.end())
      refuse_scheme(fmt::format("{}: there is no loop {}", text(s), s.dim),
                    fmt::format("the loops are {}", fmt::join(known, ", ")));
  }

  bool has_two_vectors() const {
    return std::count_if(scheme_.begin(), scheme_.end(), [](const Specifier& s) { return s.kind == Kind::vector; }) > 1;
  }

  bool mentions_before(const std::string& dim, std::size_t end) const {
    return std::any_of(scheme_.begin(), scheme_.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](const Specifier& s) { return s.dim == dim; });
  }

  // ---- numbers

  Tiling at(std::size_t i, const Values& values) {
    const Specifier& s = scheme_[i];
    if (s.kind == Kind::sequence) return sequence(i, values);
    if (!s.is_loop()) return no_loop(i, values);
    return loop(i, values, s.kind, times(s, values));
  }

  // A loop around the specifiers after the place; `times` is open for R.
  Tiling loop(std::size_t i, const Values& values, Kind kind, std::optional<std::int64_t> times) {
    const std::string& dim = scheme_[i].dim;
    if (++loops_ > max_loops) refuse_scheme(fmt::format("the scheme makes more than {} loops", max_loops));
    Tiling out{kind, dim, 1, {}, {}, scheme_[i].is_parallel};
    if (i + 1 < scheme_.size()) {
      out.inner.push_back(at(i + 1, values));
      out.covers = out.inner.front().covers;
    }
    const std::int64_t step = out.covered(dim);
    if (!times) {
      if (extent(dim) % step != 0)
        refuse_scheme(fmt::format("{}: steps of {} do not divide {} = {}", text(scheme_[i]), step, dim, extent(dim)),
                      nearest(dim, step));
      times = extent(dim) / step;
    }
    out.times = *times;
    if (__builtin_mul_overflow(step, *times, &out.covers[dim])) refuse_size(dim);
    return out;
  }

  Tiling no_loop(std::size_t i, const Values& values) {
    const Specifier& s = scheme_[i];
    const Tiling inner = at(i + 1, values);
    Tiling out{s.kind, "", 1, inner.covers, {inner}};
    out.array = s.array;
    if (s.count.is_distance) out.distance = s.count.number;
    out.is_next = s.count.is_next;
    return out;
  }

  Tiling sequence(std::size_t i, const Values& values) {
    const Specifier& s = scheme_[i];
    if (i + 1 == scheme_.size()) refuse_scheme(fmt::format("{}: nothing stands after it", text(s)));
    for (const std::string& parameter : s.parameters)
      if (values.count(parameter)) refuse_scheme(fmt::format("{}: {} is a parameter already", text(s), parameter));
    Tiling out{Kind::sequence, s.dim, 1, {}, {}};
    std::int64_t covered = 0;
    for (const Part& part : s.parts) {
      out.inner.push_back(loop(i, with(values, s, part), Kind::tile, part.times));
      if (__builtin_add_overflow(covered, out.inner.back().covered(s.dim), &covered)) refuse_size(s.dim);
    }
    out.covers = out.inner.front().covers;
    for (const Tiling& part : out.inner)
      for (const auto& [dim, extent] : extents_)
        if (dim != s.dim && part.covered(dim) != out.covered(dim))
          refuse_scheme(
              fmt::format("{}: its parts cover {} and {} of {}", text(s), out.covered(dim), part.covered(dim), dim),
              fmt::format("use {} along {} only", fmt::join(s.parameters, ", "), s.dim));
    out.covers[s.dim] = covered;
    return out;
  }

  static Values with(Values values, const Specifier& s, const Part& part) {
    if (part.values.size() != s.parameters.size())
      refuse_scheme(fmt::format("{}: {} parameters and {} values", text(s), s.parameters.size(), part.values.size()),
                    "a value for each parameter after the number of times");
    for (std::size_t i = 0; i < part.values.size(); ++i) values[s.parameters[i]] = part.values[i];
    return values;
  }

  std::optional<std::int64_t> times(const Specifier& s, const Values& values) const {
    if (s.kind == Kind::all) return std::nullopt;
    if (s.kind != Kind::vector) return number(s, values);
    const std::int64_t used = s.count.is_given() ? number(s, values) : lanes_;
    if (used > lanes_ && used % lanes_ == 0)
      refuse_scheme(fmt::format("{}: a vector has {} lanes", text(s), lanes_),
                    fmt::format("U({1}, {0}) V({0})", s.dim, used / lanes_));
    return used;
  }

  static std::int64_t number(const Specifier& s, const Values& values) {
    if (s.count.parameter.empty()) return s.count.number;
    const auto value = values.find(s.count.parameter);
    if (value == values.end())
      refuse_scheme(fmt::format("{}: {} has no value", text(s), s.count.parameter),
                    fmt::format("an Lseq(d, {}, …) further out gives it some", s.count.parameter));
    return value->second;
  }

  std::int64_t extent(const std::string& dim) const {
    return std::find_if(extents_.begin(), extents_.end(), [&](const auto& e) { return e.first == dim; })->second;
  }

  // ---- misfits, and the nearest fits

  [[noreturn]] static void refuse_size(const std::string& dim) {
    refuse_scheme(fmt::format("the scheme covers more of {} than 64 bits can count", dim));
  }

  [[noreturn]] void refuse_cover(const std::string& dim, std::int64_t extent, std::int64_t covered) const {
    const auto first = std::find_if(scheme_.begin(), scheme_.end(), [&](const Specifier& s) { return s.dim == dim; });
    if (first == scheme_.end())
      refuse_scheme(fmt::format("the scheme leaves out {} = {}", dim, extent),
                    fmt::format("R({}) is the loop over it", dim));
    const std::string message = fmt::format("the scheme covers {} of {} = {}", covered, dim, extent);
    if (first->kind == Kind::tile && first->count.parameter.empty()) {
      const std::int64_t step = covered / first->count.number;
      refuse_scheme(message, extent % step == 0
                                 ? fmt::format("T({}, {}) in the place of {}", extent / step, dim, text(*first))
                                 : nearest(dim, step));
    }
    if (first->kind == Kind::sequence) refuse_scheme(message, nearest_sequence(*first, extent, covered));
    refuse_scheme(message, extent % covered == 0 ? fmt::format("R({}) in front", dim) : nearest(dim, covered));
  }

  // Two step sizes that cover the extent together, as near to the one that does not as there are.
  std::string nearest(const std::string& dim, std::int64_t step) const {
    const std::int64_t whole = extent(dim), unit = is_vector(dim) ? lanes_ : 1;
    if (step > whole) return fmt::format("{} is less than one step", whole);
    if (whole % unit != 0) return fmt::format("{} lanes do not divide {}: put V along another loop", unit, whole);
    for (std::int64_t off = unit; off < whole; off += unit) {
      const std::int64_t near[] = {step + off, step - off};
      for (const std::int64_t other : near)
        if (other >= unit && whole % other == 0)
          return fmt::format("steps of {} do: {} = {} x {}", other, whole, whole / other, other);
      for (const std::int64_t other : near)
        for (std::int64_t rest = whole - other; other >= unit && rest > 0; rest -= other)
          if (rest % step == 0)
            return fmt::format("steps of {0} and {1} do: {2} = {3} x {0} + {4} x {1}, by Lseq({5}, …)", step, other,
                               whole, rest / step, (whole - rest) / other, dim);
    }
    return {};
  }

  // The same values, other numbers of them.
  static std::string nearest_sequence(const Specifier& s, std::int64_t extent, std::int64_t covered) {
    if (s.parameters.size() != 1 || s.parts.size() != 2) return "other numbers in the pairs";
    std::int64_t by_values = 0;
    for (const Part& p : s.parts) by_values += p.times * p.values[0];
    const std::int64_t unit = by_values > 0 && covered % by_values == 0 ? covered / by_values : 0;
    if (unit == 0 || extent % unit != 0) return "other numbers in the pairs";
    const std::int64_t whole = extent / unit;
    Specifier best = s;
    std::int64_t least = -1;
    for (std::int64_t first = 1; first * s.parts[0].values[0] < whole; ++first) {
      const std::int64_t rest = whole - first * s.parts[0].values[0];
      if (rest % s.parts[1].values[0] != 0) continue;
      const std::int64_t off = std::abs(first - s.parts[0].times);
      if (least >= 0 && off >= least) continue;
      least = off;
      best.parts[0].times = first;
      best.parts[1].times = rest / s.parts[1].values[0];
    }
    return least < 0 ? "no numbers of these two sizes do: take others"
                     : fmt::format("{} covers it exactly", text(best));
  }

  bool is_vector(const std::string& dim) const {
    return std::any_of(scheme_.begin(), scheme_.end(),
                       [&](const Specifier& s) { return s.kind == Kind::vector && s.dim == dim; });
  }

  const Scheme& scheme_;
  const Extents& extents_;
  std::int64_t lanes_;
  int loops_ = 0;  ///< made so far: each part of an Lseq has its own
};

}  // namespace

Tiling fit(const Scheme& scheme, const Extents& extents, std::int64_t lanes) {
  return Fitting(scheme, extents, lanes).whole();
}

}  // namespace tessera::schemes
