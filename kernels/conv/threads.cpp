// SPDX-License-Identifier: Apache-2.0
#include "kernels/conv/threads.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tessera::kernels::conv {
namespace {

using schemes::Strategy;
using schemes::Tiling;
using tuning::Machine;
using Kind = schemes::Specifier::Kind;

const std::set<std::string> sums{"r", "s", "c"};
constexpr Strategy strategies[] = {Strategy::none, Strategy::outermost, Strategy::collapse, Strategy::inside,
                                   Strategy::outside};

/// The innermost loops decide the computation of a tile.
const Tiling& innermost(const Tiling& t) { return t.inner.empty() ? t : innermost(t.inner.front()); }

/// A register tile with loops of the sum around it: its results stay in registers meanwhile.
bool is_one_tile(const Tiling& t) {
  const bool is_inside = t.kind == Kind::unroll || t.kind == Kind::vector || sums.count(t.dim) || t.times == 1;
  return is_inside && (t.kind != Kind::sequence || sums.count(t.dim)) &&
         std::all_of(t.inner.begin(), t.inner.end(), is_one_tile);
}

class Model {
 public:
  enum class Starts { counted, free };  ///< of threads

  Model(const shapes::ConvShape& s, const Machine& m, Starts starts = Starts::counted)
      : s_(s), m_(m), cost_(m.costs.threads), per_start_(starts == Starts::counted ? cost_.start : 0) {}

  double whole(const Tiling& t) const {
    const double products = time(t), transfers = traffic(t) / cost_.bytes_per_cycle / static_cast<double>(m_.threads);
    return std::max(products, transfers) + cost_.exposed_traffic * transfers;
  }

  // Of multiplications and results alone.
  double time(const Tiling& t) const {
    if (is_one_tile(t)) return time_of_tile(t);
    if (t.kind == Kind::sequence)
      return std::accumulate(t.inner.begin(), t.inner.end(), 0.0,
                             [&](double sum, const Tiling& part) { return sum + time(part); });
    if (t.is_parallel) return time_of_band(t);
    return static_cast<double>(t.times) * time_inside(t);
  }

 private:
  double time_inside(const Tiling& t) const { return t.inner.empty() ? 1 : time(t.inner.front()); }

  // The thread with the most iterations of the loops that are shared out together.
  double time_of_band(const Tiling& t) const {
    std::int64_t iterations = t.times;
    const Tiling* last = &t;
    while (!last->inner.empty() && last->inner.front().is_parallel)
      last = &last->inner.front(), iterations *= last->times;
    const std::int64_t most = (iterations + m_.threads - 1) / m_.threads;
    return (iterations > 1 ? per_start_ : 0) + static_cast<double>(most) * time_inside(*last);
  }

  double time_of_tile(const Tiling& t) const {
    const Tiling& last = innermost(t);
    const std::string lanes = last.kind == Kind::vector ? last.dim : "";
    std::int64_t steps = 1, rows = 1, vectors = 1;
    for (const auto& [dim, covered] : t.covers) {
      if (sums.count(dim)) steps *= covered;
      else if (dim == lanes) vectors = (covered + m_.lanes - 1) / m_.lanes;
      else rows *= covered;
    }
    return static_cast<double>(steps) * tuning::Microkernels{}.cycles({rows, vectors, ""}) +
           cost_.result_vector * static_cast<double>(rows * vectors);
  }

  // Bytes of all tensors that a part of the scheme touches.
  double bytes(const Tiling& t) const {
    const auto of = [&](const char* dim) { return static_cast<double>(t.covered(dim)); };
    const auto along = [&](const shapes::ConvAxis& a, const char* result, const char* tap) {
      return (of(result) - 1) * static_cast<double>(a.stride) + (of(tap) - 1) * static_cast<double>(a.dilation) + 1;
    };
    const double image = of("n") * of("g") * of("c") * along(s_.rows, "p", "r") * along(s_.columns, "q", "s");
    const double weights = of("g") * of("k") * of("c") * of("r") * of("s");
    const double results = of("n") * of("g") * of("k") * of("p") * of("q");
    return static_cast<double>(m_.element) * (image + weights + results);
  }

  // Bytes from beyond L2: the data left by one iteration serves the next.
  double traffic(const Tiling& t) const {
    const auto stays = [&](const Tiling& part) { return bytes(part) <= static_cast<double>(m_.caches.l2); };
    if (t.inner.empty() || stays(t)) return bytes(t);
    if (t.kind == Kind::sequence)
      return std::accumulate(t.inner.begin(), t.inner.end(), 0.0,
                             [&](double sum, const Tiling& part) { return sum + traffic(part); });
    return stays(t.inner.front()) ? bytes(t) : static_cast<double>(t.times) * traffic(t.inner.front());
  }

  const shapes::ConvShape& s_;
  const Machine& m_;
  const tuning::ThreadCost& cost_;
  const double per_start_;
};

}  // namespace

double cycles(const Tiling& t, const shapes::ConvShape& s, const Machine& m) { return Model(s, m).whole(t); }

schemes::Scheme in_parallel(const schemes::Scheme& scheme, Strategy strategy, const shapes::ConvShape& s,
                            std::int64_t lanes) {
  return schemes::in_parallel(scheme, strategy, sums, loops(s), lanes);
}

Plan fastest(const schemes::Scheme& scheme, const shapes::ConvShape& s, const Machine& m) {
  Plan best{scheme, std::numeric_limits<double>::infinity()};
  for (const Strategy strategy : strategies) {
    schemes::Scheme candidate = in_parallel(scheme, strategy, s, m.lanes);
    const bool is_same_order =
        !schemes::reorders(strategy) ||
        schemes::text(candidate) == schemes::text(in_parallel(scheme, Strategy::outermost, s, m.lanes));
    const double time =
        cycles(schemes::fit(candidate, loops(s), m.lanes), s, m) * (is_same_order ? 1 : m.costs.threads.reordered);
    if (time < best.cycles) best = {std::move(candidate), time};
  }
  return best;
}

std::vector<tuning::Candidate> on_threads(const std::vector<tuning::Candidate>& alone, const shapes::ConvShape& s,
                                          const Machine& m) {
  Machine one = m;
  one.threads = 1;
  const auto fitted = [&](const schemes::Scheme& scheme) { return schemes::fit(scheme, loops(s), m.lanes); };
  std::vector<tuning::Candidate> out;
  std::set<std::string> seen;
  for (const tuning::Candidate& c : alone) {
    const double alone_work = Model(s, one, Model::Starts::free).time(fitted(c.scheme));
    for (const Strategy strategy : strategies) {
      tuning::Candidate shared{in_parallel(c.scheme, strategy, s, m.lanes), c.predicted};
      if (!seen.insert(schemes::text(shared.scheme)).second) continue;
      const schemes::Tiling t = fitted(shared.scheme);
      const double work = Model(s, m, Model::Starts::free).time(t), starts = Model(s, m).time(t) - work;
      // The loss by another order of loops counts; its gain does not, as a scheme with that order has it anyway.
      const double all_work = std::min(alone_work, Model(s, one, Model::Starts::free).time(t));
      shared.predicted.cycles = c.predicted.cycles * work / all_work + starts;
      out.push_back(std::move(shared));
    }
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.predicted.cycles < b.predicted.cycles; });
  return out;
}

}  // namespace tessera::kernels::conv
