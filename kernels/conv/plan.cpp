// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/plan.hpp"

#include <algorithm>
#include <numeric>

#include "kernels/conv/convolution.hpp"
#include "kernels/conv/problem.hpp"
#include "kernels/conv/threads.hpp"
#include "tuning/variants.hpp"

namespace tessera::kernels::conv {
namespace {

using schemes::Specifier;
using Kind = schemes::Specifier::Kind;

// So many schemes of which the best for several threads is taken.
constexpr std::size_t looked_at = 2000;
// Where one scheme alone is looked for, most tiles are too dear before any loop around them is tried.
constexpr std::size_t many_tiles = 64;
// Of which one has its zeros treated as the model counts them.
constexpr std::size_t with_zeros = 200;

schemes::Scheme plain_loops(const shapes::ConvShape& s) {
  schemes::Scheme out;
  for (const auto& [counter, times] : loops(s))
    if (times > 1 || counter == "n") out.push_back({Kind::all, counter});
  return out;
}

// The next of the weights come while these are used.
bool asks_for_next(const schemes::Scheme& scheme) {
  return std::any_of(scheme.begin(), scheme.end(), [](const Specifier& s) { return s.count.is_next; });
}

// Rows of F[r, s, c, k] a multiple of a page apart fall into few sets of each cache, and a tile reads some of each row.
bool are_crowded(const shapes::ConvShape& s, Weights weights, std::int64_t element) {
  return weights == Weights::hwio && !s.is_depthwise() && s.K * element % tuning::page == 0;
}

// A tile whose vectors are parts of a line reads a line or little more of each such row: of rows of many lines no cache
// sees the next one coming. 256 channels, 28 x 28, 3 x 3 by AVX2: 52 % of the peak, 85 packed.
bool are_sparse(const shapes::ConvShape& s, Weights weights, const tuning::Machine& m) {
  constexpr std::int64_t many = 8;
  const bool are_parts = m.lanes > 1 && m.lanes * m.element < tuning::line;
  return weights == Weights::hwio && !s.is_depthwise() && are_parts && s.K * m.element >= many * tuning::line;
}

/// Along the channels: the width of the widest register tile, and the common divisor of tile starts.
struct Widths {
  std::int64_t widest = 1, common = 0, lanes = 0;  ///< lanes: of vectors along the channels

  void see(const schemes::Tiling& t, std::int64_t lanes_of_vector) {
    const std::string dim = "k";
    const bool is_tile = t.kind == Kind::unroll || t.kind == Kind::vector;
    if (is_tile) widest = std::max(widest, t.covered(dim));
    if (t.kind == Kind::vector && t.dim == dim) lanes = std::max(lanes, std::min(t.times, lanes_of_vector));
    if (t.kind == Kind::unroll && !t.inner.empty()) see(t.inner.front(), lanes_of_vector);
    if (is_tile) return;
    const bool is_of_vectors = t.step() > 1;  // single channels may begin anywhere
    if (t.kind == Kind::tile && t.dim == dim && t.times > 1 && is_of_vectors) common = std::gcd(common, t.step());
    std::int64_t start = 0;
    for (const schemes::Tiling& inner : t.inner) {
      if (t.kind == Kind::sequence && t.dim == dim) common = std::gcd(common, start), start += inner.covered(dim);
      see(inner, lanes_of_vector);
    }
  }
};

// Zeros are left out where that unrolls little, else copied with the image and multiplied (see `border`), with
// different costs: the cheapest scheme among those costed as treated.
std::optional<tuning::Candidate> cheapest(const shapes::ConvShape& s, Layout layout, Weights weights,
                                          const tuning::Machine& m, const tuning::Microkernels& k) {
  std::optional<tuning::Candidate> out;
  for (const Border counted : {Border::peeled, Border::copied})
    for (tuning::Candidate& c : tuning::space(problem(s, layout, weights, counted), m, k, {many_tiles, with_zeros})) {
      if (border(s, layout, c.scheme, m.lanes) != counted) continue;
      if (!out || c.predicted.cycles < out->predicted.cycles) out = std::move(c);
      break;
    }
  return out;
}

// With lanes along the channels, where there is one result to be had from many.
std::optional<Plan> along_channels(const shapes::ConvShape& s, Layout layout, const tuning::Machine& m,
                                   const tuning::Microkernels& k, Weights weights) {
  const auto p = problem_of_lanes(s, layout, weights, m.lanes);
  if (!p || m.lanes == 1) return std::nullopt;
  tuning::Machine one = m;
  one.threads = 1;
  const std::vector<tuning::Candidate> all = tuning::space(*p, one, k, {many_tiles, 1});
  if (all.empty()) return std::nullopt;
  Plan out{all.front().scheme, all.front().predicted.cycles};
  for (Specifier& one_loop : out.scheme)
    if (one_loop.kind == Kind::vector) one_loop.dim = "c", one_loop.count = {};
  if (m.threads > 1) out = fastest(out.scheme, s, m);
  out.cycles += m.costs.reduced_vector * static_cast<double>(s.N * s.P() * s.Q());
  return out;
}

}  // namespace

std::int64_t panel(const schemes::Tiling& tiling, std::int64_t lanes) {
  Widths w;
  w.see(tiling, lanes);
  if (w.common == 0 && w.widest > lanes)
    return (w.widest + lanes - 1) / lanes * lanes;  // vectors in lines of their own
  if (w.common % w.widest == 0) return w.widest;
  return std::gcd(w.common, w.lanes > 0 ? w.lanes : w.widest);  // a tile of several panels has a vector of each
}

std::int64_t depth(const schemes::Tiling& t) {
  const bool is_of_taps = (t.dim == "r" || t.dim == "s") && t.times > 1;
  if (is_of_taps) return t.covered("c");
  return t.inner.empty() ? 0 : depth(t.inner.front());
}

std::vector<tuning::Candidate> ranked(const shapes::ConvShape& s, Layout layout, Weights weights,
                                      const tuning::Machine& m, const tuning::Microkernels& k,
                                      const tuning::SearchLimits& limits) {
  tuning::Problem p = problem(s, layout, weights);
  const bool is_for_several = m.threads > 1;
  if (is_for_several) p.copy.reset(), p.edges.clear();  // threads share one
  tuning::SearchLimits limited = limits;
  if (is_for_several) limited.candidates = std::min(limits.candidates, looked_at);
  const std::vector<tuning::Candidate> all = tuning::space(p, m, k, limited);
  return is_for_several ? on_threads(all, s, m) : all;
}

namespace {

// With lanes along the results.
Plan along_results(const shapes::ConvShape& s, Layout layout, const tuning::Machine& m, const tuning::Microkernels& k,
                   Weights weights) {
  tuning::SearchLimits limits;
  limits.candidates = m.threads > 1 ? looked_at : 1;
  if (m.threads == 1) limits.tiles = many_tiles;
  const std::vector<tuning::Candidate> all = ranked(s, layout, weights, m, k, limits);
  if (all.empty())  // vectors would not end with blocks, or are too many
    return m.threads > 1 ? fastest(plain_loops(s), s, m) : Plan{plain_loops(s)};
  if (m.threads == 1 && are_sparse(s, weights, m)) {
    Plan packed = along_results(s, layout, m, k, Weights::packed);
    if (auto with = tuning::packed_in_panels(packed.scheme, problem(s, layout, weights), "F"))
      return {std::move(*with), packed.cycles};
  }
  tuning::Candidate first = all.front();
  const bool are_zeros_counted_out = m.threads == 1 && !problem(s, layout, weights).edges.empty();
  if (are_zeros_counted_out && border(s, layout, first.scheme, m.lanes) == Border::copied)
    first = cheapest(s, layout, weights, m, k).value_or(first);
  Plan out{first.scheme, first.predicted.cycles};
  if (are_crowded(s, weights, m.element) && !asks_for_next(out.scheme))
    if (auto with = tuning::packed_in_panels(out.scheme, problem(s, layout, weights), "F"))
      out.scheme = std::move(*with);
  return out;
}

}  // namespace

Plan plan(const shapes::ConvShape& s, Layout layout, const tuning::Machine& m, const tuning::Microkernels& k,
          Weights weights) {
  const Plan out = along_results(s, layout, m, k, weights);
  const std::optional<Plan> other = along_channels(s, layout, m, k, weights);
  return other && other->cycles < out.cycles ? *other : out;
}

}  // namespace tessera::kernels::conv
