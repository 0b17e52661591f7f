#include "tuning/space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

namespace tessera::tuning {
namespace {

using schemes::Part;
using schemes::Scheme;
using schemes::Specifier;
using Kind = schemes::Specifier::Kind;

constexpr std::int64_t most_vectors = 6;                        // of a tile along the lanes
constexpr std::int64_t short_sum = 7, most_steps = 32;          // loops of the sum that may be written out; all of them
constexpr std::size_t most_splits = 6;                          // of one dimension
constexpr double usable = 0.75;                                 // of a cache
constexpr double second = 1.0 / 512, third = 1.0 / 48;  // cycles for a byte from there: most of it is hidden
constexpr double per_result = 2, per_run = 40;          // cycles at the ends of a run of a tile
constexpr double per_part = 150;                        // the same where a sum is made in parts
constexpr double crowded = 2;                           // times the share of places that no way is left for
constexpr double uneven = 1e-4;                                 // of two coverings with as many cycles that of more equal tiles

/// A register tile along the rows: `parts` of one dimension, times `width` of another.
struct Rows {
  std::string dim;
  std::vector<Part> parts;
  std::string across = {};
  std::int64_t width = 1;
};

struct Covering {
  Rows rows;
  std::int64_t vectors = 1;
  std::vector<Part> lanes;  ///< how often, vectors, lanes of each
  double cycles = 0;        ///< of all steps of the sum, in the best form
  double crowding = 1;      ///< times them, see below
};

/// A loop around the tiles, or several one after the other.
struct Around {
  enum class What { plain, rows, lanes } what = What::plain;
  std::string dim;
  std::int64_t times = 1;
  bool is_outer = false;  ///< another loop of this dimension stands further in
};

std::int64_t times_of(const std::vector<Part>& parts) {
  return std::accumulate(parts.begin(), parts.end(), std::int64_t{0}, [](std::int64_t n, const Part& p) { return n + p.times; });
}

std::vector<std::int64_t> divisors(std::int64_t n) {
  std::vector<std::int64_t> out;
  for (std::int64_t d = 1; d <= n; ++d)
    if (n % d == 0) out.push_back(d);
  return out;
}

/// Of a loop that runs n times: how often an outer one does, evenly chosen from what divides.
std::vector<std::int64_t> splits(std::int64_t n) {
  const std::vector<std::int64_t> all = divisors(n);
  if (all.size() <= 2) return {};
  const std::vector<std::int64_t> inside(all.begin() + 1, all.end() - 1);
  if (inside.size() <= most_splits) return inside;
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < most_splits; ++i) out.push_back(inside[i * (inside.size() - 1) / (most_splits - 1)]);
  return out;
}

class Space {
 public:
  Space(const Problem& p, const Machine& m, const Microkernels& k, const Effort& e)
      : p_(p), m_(m), microkernels_(k), effort_(e), traffic_(p) {}

  std::vector<Candidate> all() {
    forms_ = forms();
    coverings_ = coverings();
    for (const Covering& c : coverings_)
      for (const auto& form : forms_) around(c, form);
    const std::size_t kept = std::min(effort_.candidates, found_.size());
    std::partial_sort(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(kept), found_.end(),
                      [](const Found& a, const Found& b) { return a.predicted.cycles < b.predicted.cycles; });
    std::vector<Candidate> out;
    for (std::size_t i = 0; i < kept; ++i) out.push_back({scheme(found_[i]), found_[i].predicted});
    return out;
  }

 private:
  using Form = std::vector<std::string>;  ///< loops of the sum that are written out
  struct Found {
    const Covering* covering;
    const Form* form;
    std::vector<Around> order;
    std::int64_t sum_outside;  ///< how often the outer loop of a divided sum runs
    Prediction predicted;
  };

  // ---- register tiles

  std::vector<Form> forms() const {
    std::vector<Form> out{{}};
    for (const std::string& dim : p_.sums) {
      if (p_.extent(dim) < 2 || p_.extent(dim) > short_sum) continue;
      for (std::size_t i = 0, n = out.size(); i < n; ++i) {
        out.push_back(out[i]);
        out.back().push_back(dim);
        if (steps(out.back()) > most_steps) out.pop_back();
      }
    }
    return out;
  }

  std::int64_t steps(const Form& form) const {
    return std::accumulate(form.begin(), form.end(), std::int64_t{1}, [&](std::int64_t n, const std::string& d) { return n * p_.extent(d); });
  }

  std::vector<Covering> coverings() const {
    std::vector<Covering> out;
    const std::int64_t lanes = p_.extent(p_.lanes);
    for (std::int64_t v = 1; v <= std::max<std::int64_t>(1, std::min(most_vectors, lanes / m_.lanes)); ++v) {
      const std::int64_t most = (m_.registers - 1 - v) / v;  // a row of operands, and one more
      if (most >= 1) along_rows(out, v, most);
    }
    std::sort(out.begin(), out.end(), [](const Covering& a, const Covering& b) { return a.cycles < b.cycles; });
    if (out.size() > effort_.tiles) out.resize(effort_.tiles);
    return out;
  }

  void along_rows(std::vector<Covering>& out, std::int64_t vectors, std::int64_t most) const {
    for (const std::string& dim : p_.rows)
      for (const std::string& across : p_.rows) {
        if (across == dim && p_.rows.size() > 1) continue;
        const bool is_flat = across == dim;
        for (const std::int64_t width : is_flat ? std::vector<std::int64_t>{1} : divisors(p_.extent(across)))
          if (width <= most) cover(out, {dim, {}, is_flat ? "" : across, width}, vectors, most / width);
      }
  }

  // An extent by steps of one or two sizes up to `most`: the cheapest ways.
  void cover(std::vector<Covering>& out, Rows rows, std::int64_t vectors, std::int64_t most) const {
    constexpr std::size_t kept = 4;
    std::vector<Covering> ways;
    const std::int64_t extent = p_.extent(rows.dim);
    const auto offer = [&](std::vector<Part> parts) {
      rows.parts = std::move(parts);
      Covering c{rows, vectors, along_lanes(vectors)};
      c.cycles = std::numeric_limits<double>::infinity();
      for (const Form& form : forms_) c.cycles = std::min(c.cycles, cycles(c, form));
      c.crowding = crowding(c);
      c.cycles *= c.crowding;
      ways.push_back(std::move(c));
    };
    for (std::int64_t a = std::min(most, extent); a >= 1; --a) {
      if (extent % a == 0) offer({{extent / a, {a}}});
      for (std::int64_t b = a - 1; b >= 1; --b) {
        std::int64_t first = extent / a;  // as many of the larger as leave a multiple of the smaller
        while (first > 0 && (extent - first * a) % b != 0) --first;
        if (first > 0 && extent - first * a > 0) offer({{first, {a}}, {(extent - first * a) / b, {b}}});
      }
    }
    std::sort(ways.begin(), ways.end(), [](const Covering& a, const Covering& b) { return a.cycles < b.cycles; });
    if (ways.size() > kept) ways.resize(kept);
    out.insert(out.end(), ways.begin(), ways.end());
  }

  // Whole tiles of `vectors`, one with what vectors are left, and what is less than a vector.
  std::vector<Part> along_lanes(std::int64_t vectors) const {
    std::vector<Part> out;
    const std::int64_t extent = p_.extent(p_.lanes), whole = extent / m_.lanes, rest = extent % m_.lanes;
    if (whole / vectors > 0) out.push_back({whole / vectors, {vectors, m_.lanes}});
    if (whole % vectors > 0) out.push_back({1, {whole % vectors, m_.lanes}});
    if (rest > 0 && m_.has_masks) out.push_back({1, {1, rest}});
    else if (rest > 0) out.push_back({rest, {1, 1}});
    return out;
  }

  // All steps of the sum, their data near.
  double cycles(const Covering& c, const Form& form) const {
    double of_step = 0;
    for (const Part& rows : c.rows.parts)
      for (const Part& lanes : c.lanes) {
        const Microkernel tile{rows.values[0] * c.rows.width, lanes.values[0], name(form)};
        const auto products = static_cast<double>(tile.rows * tile.vectors);
        of_step += static_cast<double>(rows.times * lanes.times) * (microkernels_.cycles(tile) + uneven * products * products);
      }
    return of_step * p_.operations() / 2 /
           static_cast<double>(p_.extent(c.rows.dim) * p_.extent(p_.lanes) * c.rows.width);
  }

  static std::string name(const Form& form) {
    std::string out;
    for (const std::string& dim : form) out += dim;
    return out;
  }

  // ---- loops around them

  void around(const Covering& c, const Form& form) {
    std::vector<Around> loops;
    for (const auto& [dim, times] : p_.extents)
      if (const bool is_sum = std::find(p_.sums.begin(), p_.sums.end(), dim) != p_.sums.end(); !is_sum) {
        Around a{Around::What::plain, dim, times};
        if (dim == c.rows.dim) a = {Around::What::rows, dim, times_of(c.rows.parts)};
        else if (dim == c.rows.across) a.times = times / c.rows.width;
        else if (dim == p_.lanes) a = {Around::What::lanes, dim, times_of(c.lanes)};
        if (a.times > 1) loops.push_back(a);
      }
    std::vector<std::int64_t> sums{1};
    if (const std::string dim = divided_sum(form); !dim.empty())
      for (const std::int64_t times : splits(p_.extent(dim))) sums.push_back(times);
    for (const std::int64_t outside : sums) {
      std::vector<Around> with_sum = loops;
      if (outside > 1) with_sum.push_back({Around::What::plain, divided_sum(form), outside, true});
      orders(c, form, with_sum, outside);
      for (std::size_t i = 0; i < loops.size(); ++i) divided(c, form, with_sum, i, outside);
    }
  }

  // One of the loops in two, where it is one.
  void divided(const Covering& c, const Form& form, const std::vector<Around>& loops, std::size_t which, std::int64_t outside) {
    const Around& loop = loops[which];
    const bool is_one = loop.what == Around::What::plain || (loop.what == Around::What::rows ? c.rows.parts : c.lanes).size() == 1;
    if (!is_one) return;
    for (const std::int64_t times : splits(loop.times)) {
      std::vector<Around> more = loops;
      more[which].times = loop.times / times;
      more.push_back({Around::What::plain, loop.dim, times, true});
      orders(c, form, more, outside);
    }
  }

  // The longest loop of the sum that stays one.
  std::string divided_sum(const Form& form) const {
    std::string out;
    for (const std::string& dim : p_.sums)
      if (std::find(form.begin(), form.end(), dim) == form.end() && p_.extent(dim) > 1 && p_.extent(dim) >= p_.extent(out)) out = dim;
    return out;
  }

  void orders(const Covering& c, const Form& form, std::vector<Around> loops, std::int64_t outside) {
    const auto before = [](const Around& a, const Around& b) { return std::tuple(a.dim, !a.is_outer) < std::tuple(b.dim, !b.is_outer); };
    std::sort(loops.begin(), loops.end(), before);
    do {
      if (are_in_order(loops)) found_.push_back({&c, &form, loops, outside, predicted(c, form, loops, outside)});
    } while (std::next_permutation(loops.begin(), loops.end(), before));
  }

  static bool are_in_order(const std::vector<Around>& loops) {
    for (auto inner = loops.begin(); inner != loops.end(); ++inner)
      for (auto outer = inner + 1; outer != loops.end(); ++outer)
        if (outer->dim == inner->dim && outer->is_outer) return false;
    return true;
  }

  // ---- what it costs

  Prediction predicted(const Covering& c, const Form& form, const std::vector<Around>& order, std::int64_t outside) const {
    std::vector<Loop> loops;
    for (const Around& a : order) loops.push_back({traffic_.number(a.dim), static_cast<double>(a.times)});
    const std::size_t run = loops.size();
    Prediction out;
    out.reduction = 1;
    const auto add_sum = [&](const std::string& dim, double times) {
      loops.push_back({traffic_.number(dim), times});
      out.reduction *= times;
    };
    const std::string in_two = divided_sum(form);
    for (const std::string& dim : p_.sums)
      if (std::find(form.begin(), form.end(), dim) == form.end())
        add_sum(dim, static_cast<double>(p_.extent(dim)) / static_cast<double>(dim == in_two ? outside : 1));
    for (const std::string& dim : form) add_sum(dim, static_cast<double>(p_.extent(dim)));
    const auto per = [](std::int64_t extent, std::int64_t times) { return static_cast<double>(extent) / static_cast<double>(times); };
    const double rows = per(p_.extent(c.rows.dim), times_of(c.rows.parts)), lanes = per(p_.extent(p_.lanes), times_of(c.lanes));
    loops.push_back({traffic_.number(c.rows.dim), rows});
    if (!c.rows.across.empty()) loops.push_back({traffic_.number(c.rows.across), static_cast<double>(c.rows.width)});
    loops.push_back({traffic_.number(p_.lanes), lanes});

    const auto bytes = static_cast<double>(m_.element);
    const auto held = [&](std::int64_t cache) { return usable * static_cast<double>(cache) / bytes; };
    out.multiplying = cycles(c, form) * c.crowding;
    out.from_second = bytes * traffic_.moved(loops, held(m_.caches.first));
    out.from_third = bytes * traffic_.moved(loops, held(m_.caches.second));
    const std::vector<Loop> inside(loops.begin() + static_cast<std::ptrdiff_t>(run), loops.end());
    out.first_filled = bytes * traffic_.footprint(inside) / static_cast<double>(m_.caches.first);
    const double width = static_cast<double>(c.rows.width);
    out.runs = p_.operations() / 2 / (rows * width * lanes * out.reduction);
    out.cycles = out.multiplying + out.runs * (per_result * rows * width * lanes / static_cast<double>(m_.lanes) + (outside > 1 ? per_part : per_run)) +
                 out.from_second * second + out.from_third * third;
    return out;
  }

  // Operands of a tile that lie a multiple of a page apart displace each other; two ways are for what streams by.
  double crowding(const Covering& c) const {
    std::vector<Loop> tile{{traffic_.number(c.rows.dim), static_cast<double>(c.rows.parts[0].values[0])}};
    if (!c.rows.across.empty()) tile.push_back({traffic_.number(c.rows.across), static_cast<double>(c.rows.width)});
    constexpr std::int64_t page = 4096;
    const auto ways = static_cast<double>(m_.caches.first / page - 2);
    const auto used = static_cast<double>(traffic_.most_in_set(tile, traffic_.number(p_.lanes), m_.element));
    return used <= ways ? 1 : 1 + crowded * (1 - ways / used);
  }

  // ---- as text

  Scheme scheme(const Found& f) const {
    const Covering& c = *f.covering;
    Scheme out;
    for (const Around& a : f.order) {
      const std::vector<Part>& parts = a.what == Around::What::rows ? c.rows.parts : c.lanes;
      if (a.what == Around::What::plain || parts.size() == 1) out.push_back(times(Kind::tile, a.dim, a.times));
      else if (a.what == Around::What::rows) out.push_back({Kind::sequence, a.dim, {}, {"a"}, parts});
      else out.push_back({Kind::sequence, a.dim, {}, {"u", "v"}, parts});
    }
    const std::string in_two = divided_sum(*f.form);
    for (const std::string& dim : p_.sums)
      if (std::find(f.form->begin(), f.form->end(), dim) == f.form->end())
        add(out, times(Kind::tile, dim, p_.extent(dim) / (dim == in_two ? f.sum_outside : 1)));
    for (const std::string& dim : *f.form) add(out, times(Kind::unroll, dim, p_.extent(dim)));
    add_tile(out, c);
    return out;
  }

  void add_tile(Scheme& out, const Covering& c) const {
    if (c.rows.parts.size() > 1) out.push_back({Kind::unroll, c.rows.dim, {0, "a"}});
    else add(out, times(Kind::unroll, c.rows.dim, c.rows.parts[0].values[0]));
    if (!c.rows.across.empty()) add(out, times(Kind::unroll, c.rows.across, c.rows.width));
    if (c.lanes.size() > 1) {
      out.push_back({Kind::unroll, p_.lanes, {0, "u"}});
      out.push_back({Kind::vector, p_.lanes, {0, "v"}});
      return;
    }
    add(out, times(Kind::unroll, p_.lanes, c.lanes[0].values[0]));
    const std::int64_t lanes = c.lanes[0].values[1];
    out.push_back(times(Kind::vector, p_.lanes, lanes == m_.lanes ? 0 : lanes));
  }

  static Specifier times(Kind kind, const std::string& dim, std::int64_t n) { return {kind, dim, {n, ""}}; }
  static void add(Scheme& out, Specifier s) {
    if (s.count.number != 1) out.push_back(std::move(s));
  }

  const Problem& p_;
  const Machine& m_;
  const Microkernels& microkernels_;
  Effort effort_;
  Traffic traffic_;
  std::vector<Form> forms_;
  std::vector<Covering> coverings_;
  std::vector<Found> found_;
};

/// The register tile of a scheme: what is unrolled and in vectors, and how it is composed.
std::string tile(const Scheme& s) {
  std::string out;
  for (const Specifier& one : s)
    if (one.kind != Kind::tile && one.kind != Kind::all) out += schemes::text(one);
  return out;
}

}  // namespace

std::vector<Candidate> space(const Problem& p, const Machine& m, const Microkernels& k, const Effort& e) {
  return Space(p, m, k, e).all();
}

std::vector<Candidate> best(const std::vector<Candidate>& ranked, std::size_t count) {
  const std::size_t most_of_tile = std::max<std::size_t>(1, (count + 3) / 4);
  std::map<std::string, std::size_t> of_tile;
  std::vector<Candidate> out;
  for (const Candidate& c : ranked) {
    if (out.size() == count) break;
    if (of_tile[tile(c.scheme)]++ < most_of_tile) out.push_back(c);
  }
  return out;
}

}  // namespace tessera::tuning
