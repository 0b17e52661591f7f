#include "families/conv/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "families/conv/threads.hpp"

namespace tessera::families::conv {
namespace {

using schemes::Part;
using schemes::Specifier;
using tuning::Machine;
using Kind = schemes::Specifier::Kind;

// A core with two units for multiplications, that take four cycles, and two loads a cycle; a vector of weights from the
// second cache costs a little that nothing hides.
constexpr double units = 2, latency = 4, loads = 2, weight = 0.1;
constexpr double uneven = 1e-4;                // of two covers with as many cycles that of more equal tiles
constexpr std::int64_t unrolled_channels = 4;  // so few make no loop
// Cycles for each vector of a copy that stays in the second cache, and of one that does not.
constexpr double copied = 3, copied_far = 6;

/// One loop after the other along a dimension.
struct Cover {
  std::vector<Part> parts;
  double cycles = std::numeric_limits<double>::infinity();  ///< of a step of the sum, for all
};

/// The cheapest way to cover an extent by steps of one or two sizes up to `most`, each `others` pixels wide.
Cover cover(std::int64_t extent, std::int64_t most, std::int64_t others, std::int64_t vectors) {
  Cover best;
  const auto cost = [&](std::int64_t size) { return cycles_of_step(size * others, vectors); };
  const auto offer = [&](std::vector<Part> parts) {
    double cycles = 0;
    for (const Part& p : parts) cycles += static_cast<double>(p.times) * cost(p.values[0]);
    if (cycles < best.cycles) best = {std::move(parts), cycles};
  };
  for (std::int64_t a = std::min(most, extent); a >= 1; --a) {
    if (extent % a == 0) offer({{extent / a, {a}}});
    for (std::int64_t b = a - 1; b >= 1; --b) {
      std::int64_t first = extent / a;  // as many of the larger as leave a multiple of the smaller
      while (first > 0 && (extent - first * a) % b != 0) --first;
      if (first > 0 && extent - first * a > 0) offer({{first, {a}}, {(extent - first * a) / b, {b}}});
    }
  }
  return best;
}

/// The vectors that results lie in.
struct Lanes {
  std::int64_t of_vector = 1;
  std::int64_t together = 1;  ///< vectors that a tile has a multiple of
};

/// Along the lanes: whole tiles of `vectors`, one with what vectors are left, and what is less than a vector.
std::vector<Part> along_lanes(std::int64_t extent, std::int64_t vectors, const Lanes& l, const Machine& m) {
  std::vector<Part> out;
  const std::int64_t whole = extent / l.of_vector, rest = extent % l.of_vector;
  if (whole / vectors > 0) out.push_back({whole / vectors, {vectors, l.of_vector}});
  if (whole % vectors > 0) out.push_back({1, {whole % vectors, l.of_vector}});
  if (rest > 0 && m.has_masks) out.push_back({1, {1, rest}});
  else if (rest > 0) out.push_back({rest, {1, 1}});
  return out;
}

/// No vector crosses from one block of channels to the next, and no tile begins or ends within one of several vectors.
Lanes lanes_of(Layout layout, const Machine& m) {
  if (layout.kind != Layout::blocked) return {m.lanes, 1};
  const std::int64_t width = layout.block <= m.lanes ? layout.block : std::gcd(layout.block, m.lanes);
  if (width < m.lanes && !m.has_masks) return {1, layout.block};
  return {width, layout.block / width};
}

/// Rows of the image that so many rows of results read.
std::int64_t rows_read(const Along& rows, std::int64_t results) {
  return (results - 1) * rows.stride + (rows.kernel - 1) * rows.dilation + 1;
}

/// Register tiles of a convolution.
struct Tiles {
  std::int64_t vectors = 1;
  bool are_blocks = false;  ///< whole rows of results; else parts of a row
  Cover rows;
  double cycles = std::numeric_limits<double>::infinity();
};

class Planner {
 public:
  /// The scheme begins with a loop over blocks of so many rows of results.
  Planner(const Shape& s, Layout layout, const Machine& m, std::int64_t rows_of_block)
      : s_(s), m_(m), block_(rows_of_block) {
    const std::string channels = s.is_depthwise() ? "g" : "k";
    width_ = lanes_of(layout, m);
    block_of_channels_ = layout.block;
    has_copy_ = has_copy(s, layout);
    if (layout.kind == Layout::nchw) lanes_ = {"q", s.Q()}, rows_ = {channels, results()}, are_pixels_lanes_ = true;
    else lanes_ = {channels, results()}, rows_ = {"q", s.Q()};
    if (are_pixels_lanes_ && s.is_depthwise()) rows_ = {"p", block_};
  }

  Plan made() {
    const std::vector<Tiles> all_tiles = lie_in_vectors() ? tiles() : std::vector<Tiles>{};
    if (all_tiles.empty()) return m_.threads > 1 ? fastest(plain_loops(), s_, m_) : Plan{plain_loops()};
    if (m_.threads > 1) return for_threads(all_tiles);
    const Tiles& t = *std::min_element(all_tiles.begin(), all_tiles.end(),
                                       [](const Tiles& a, const Tiles& b) { return a.cycles < b.cycles; });
    const auto blocks = static_cast<double>(s_.P() / block_ * s_.N * (s_.is_depthwise() ? 1 : s_.groups));
    return {scheme(t, !are_pixels_lanes_ && channels_outermost(t) ? lanes_outermost : image_rows_outermost),
            blocks * (t.cycles * sum_length() + (has_copy_ ? cycles_of_copy(t) : 0))};
  }

 private:
  struct Dimension {
    std::string name;
    std::int64_t extent = 1;
  };

  /// Loops around a tile: over its positions along the lanes, over rows of the image, and along its rows.
  enum class Around { lanes, image_rows, rows };
  using Order = std::array<Around, 3>;
  static constexpr Order lanes_outermost{Around::lanes, Around::image_rows, Around::rows};
  static constexpr Order image_rows_outermost{Around::image_rows, Around::lanes, Around::rows};

  // Of all tiles and orders what leaves the slowest thread the least to do.
  Plan for_threads(const std::vector<Tiles>& all_tiles) const {
    Plan best{{}, std::numeric_limits<double>::infinity()};
    for (const Tiles& t : all_tiles) {
      Order order = lanes_outermost;
      do {
        Plan candidate = fastest(scheme(t, order), s_, m_);
        if (candidate.cycles < best.cycles) best = std::move(candidate);
      } while (std::next_permutation(order.begin(), order.end()));
    }
    return best;
  }

  // What neighbouring results read and write lies side by side.
  bool lie_in_vectors() const {
    const bool begin_within_blocks =
        block_of_channels_ > 0 && s_.groups > 1 && !s_.is_depthwise() && s_.K_of_group() % block_of_channels_ != 0;
    return !begin_within_blocks;
  }

  std::int64_t results() const { return s_.is_depthwise() ? s_.groups : s_.K_of_group(); }
  double sum_length() const {
    const std::int64_t channels_of_sum = s_.is_depthwise() ? 1 : s_.C_of_group();
    return static_cast<double>(s_.rows.kernel * s_.columns.kernel * channels_of_sum);
  }

  // What a block of results reads of a group's channels.
  double image_of_block() const {
    const std::int64_t read = rows_read(s_.rows, block_);
    return static_cast<double>(read * s_.columns.read() * (s_.is_depthwise() ? s_.groups : s_.C_of_group()));
  }

  double cycles_of_copy(const Tiles& t) const {
    const double image = image_of_block();
    const double share = channels_have_copies(t)
                             ? static_cast<double>(t.vectors * width_.of_vector) / static_cast<double>(results())
                             : 1;
    const bool is_near = share * image * static_cast<double>(m_.element) <= static_cast<double>(m_.caches.second) / 2;
    return image / static_cast<double>(m_.lanes) * (is_near ? copied : copied_far);
  }

  // All that the registers hold.
  std::vector<Tiles> tiles() const {
    std::vector<Tiles> out;
    const std::int64_t least = width_.together, whole = lanes_.extent / width_.of_vector;
    const std::int64_t most_vectors = std::max(least, std::min<std::int64_t>(6, whole));
    for (std::int64_t vectors = least; vectors <= most_vectors; vectors += least) {
      const std::int64_t most = (m_.registers - 1 - vectors) / vectors;  // a row of operands, and one more
      if (most < 1) break;
      offer(out, {vectors, false, cover(rows_.extent, most, 1, vectors)}, rows_.name == "p" ? 1 : block_);
      if (!are_pixels_lanes_ && s_.Q() <= most)
        offer(out, {vectors, true, cover(block_, most / s_.Q(), s_.Q(), vectors)}, 1);
    }
    return out;
  }

  void offer(std::vector<Tiles>& out, Tiles t, std::int64_t times) const {
    double all = 0;
    for (const Part& p : along_lanes(lanes_.extent, t.vectors, width_, m_)) {
      const double share = static_cast<double>(p.values[0]) / static_cast<double>(t.vectors);
      all += static_cast<double>(p.times) * t.rows.cycles * std::max(share, 0.5);
    }
    t.cycles = all * static_cast<double>(times);
    out.push_back(std::move(t));
  }

  // ---- loops around the tiles

  schemes::Scheme plain_loops() const {
    schemes::Scheme out;
    for (const auto& [counter, times] : loops(s_))
      if (times > 1 || counter == "n") out.push_back(all(counter));
    return out;
  }

  schemes::Scheme scheme(const Tiles& t, const Order& order) const {
    schemes::Scheme out;
    if (s_.N > 1) out.push_back(all("n"));
    if (s_.groups > 1 && !s_.is_depthwise()) out.push_back(all("g"));
    if (s_.is_depthwise() && are_pixels_lanes_) out.push_back(all("g"));
    const std::vector<Part> parts = along_lanes(lanes_.extent, t.vectors, width_, m_);
    const std::string along = t.are_blocks ? "p" : rows_.name;
    const bool outermost = channels_have_copies(t);
    if (outermost) add_lanes(out, parts);
    if (block_ < s_.P()) out.push_back(times(Kind::tile, "p", s_.P() / block_));
    for (const Around around : order) {
      if (around == Around::lanes && !outermost) add_lanes(out, parts);
      else if (around == Around::rows) add_rows(out, along, t.rows.parts);
      else if (around == Around::image_rows && along != "p") add_image_rows(out);
    }
    if (s_.rows.kernel > 1) out.push_back(all("r"));
    if (s_.columns.kernel > 1) out.push_back(all("s"));
    const std::int64_t c = s_.is_depthwise() ? 1 : s_.C_of_group();
    if (is_of_whole_blocks(c))
      out.push_back(times(Kind::tile, "c", c / block_of_channels_)),
          out.push_back(times(Kind::tile, "c", block_of_channels_));
    else if (c > unrolled_channels) out.push_back(all("c"));
    else if (c > 1) out.push_back(times(Kind::unroll, "c", c));
    add_tile(out, t, along, parts);
    return out;
  }

  // Each result has a channel of the image of its own: a part of the channels needs a copy of that part.
  bool channels_have_copies(const Tiles& t) const {
    return s_.is_depthwise() && has_copy_ && !are_pixels_lanes_ && block_of_channels_ == 0 &&
           lanes_.extent % (t.vectors * width_.of_vector) == 0;
  }

  bool is_of_whole_blocks(std::int64_t channels) const {
    return block_of_channels_ > 0 && channels > block_of_channels_ && channels % block_of_channels_ == 0;
  }

  // Whether each panel of weights is read once, and the image for each panel; else the other way round for each row.
  bool channels_outermost(const Tiles& t) const {
    const double element = static_cast<double>(m_.element), second = static_cast<double>(m_.caches.second);
    const double image = element * image_of_block();
    const double weights = element * sum_length() * static_cast<double>(results());
    const double panel = element * sum_length() * static_cast<double>(t.vectors * width_.of_vector);
    if (t.are_blocks || panel > second) return true;
    const double panels = std::ceil(static_cast<double>(results()) / static_cast<double>(t.vectors * width_.of_vector));
    const double outside = image > second / 2 ? panels * image : image;
    const double inside = weights > second / 2 ? static_cast<double>(block_) * weights : weights;
    return outside + weights <= inside + image;
  }

  void add_image_rows(schemes::Scheme& out) const {
    if (block_ < s_.P()) out.push_back(times(Kind::tile, "p", block_));
    else if (s_.P() > 1) out.push_back(all("p"));
  }

  void add_lanes(schemes::Scheme& out, const std::vector<Part>& parts) const {
    if (parts.size() > 1) out.push_back(sequence(lanes_.name, {"u", "v"}, parts));
    else if (parts[0].times > 1) out.push_back(times(Kind::tile, lanes_.name, parts[0].times));
  }

  static void add_rows(schemes::Scheme& out, const std::string& along, const std::vector<Part>& parts) {
    if (parts.size() > 1) out.push_back(sequence(along, {"a"}, parts));
    else if (parts[0].times > 1) out.push_back(times(Kind::tile, along, parts[0].times));
  }

  void add_tile(schemes::Scheme& out, const Tiles& t, const std::string& along, const std::vector<Part>& parts) const {
    const std::vector<Part>& rows = t.rows.parts;
    if (rows.size() > 1) out.push_back({Kind::unroll, along, {0, "a"}});
    else if (rows[0].values[0] > 1) out.push_back(times(Kind::unroll, along, rows[0].values[0]));
    if (t.are_blocks && s_.Q() > 1) out.push_back(times(Kind::unroll, "q", s_.Q()));
    if (parts.size() > 1) {
      out.push_back({Kind::unroll, lanes_.name, {0, "u"}});
      out.push_back({Kind::vector, lanes_.name, {0, "v"}});
      return;
    }
    const std::int64_t vectors = parts[0].values[0], lanes = parts[0].values[1];
    if (vectors > 1) out.push_back(times(Kind::unroll, lanes_.name, vectors));
    out.push_back(times(Kind::vector, lanes_.name, lanes == m_.lanes ? 0 : lanes));
  }

  static Specifier all(const std::string& dim) { return {Kind::all, dim}; }
  static Specifier times(Kind kind, const std::string& dim, std::int64_t n) { return {kind, dim, {n, ""}}; }
  static Specifier sequence(const std::string& dim, std::vector<std::string> parameters, std::vector<Part> parts) {
    return {Kind::sequence, dim, {}, std::move(parameters), std::move(parts)};
  }

  const Shape& s_;
  const Machine& m_;
  std::int64_t block_;
  Lanes width_;
  std::int64_t block_of_channels_ = 0;
  Dimension lanes_, rows_;  ///< of a register tile
  bool are_pixels_lanes_ = false, has_copy_ = false;
};

// An image of layout nwhc is one of nhwc with columns for rows.
Shape rows_for_columns(Shape s) {
  std::swap(s.rows, s.columns);
  return s;
}

Plan rows_for_columns(Plan plan) {
  const std::map<std::string, std::string> other{{"p", "q"}, {"q", "p"}, {"r", "s"}, {"s", "r"}};
  for (Specifier& s : plan.scheme)
    if (const auto at = other.find(s.dim); at != other.end()) s.dim = at->second;
  return plan;
}

/// Along the channels: the widest register tile, and what all tiles begin at multiples of.
struct Widths {
  std::int64_t widest = 1, common = 0, lanes = 0;  ///< lanes: of vectors along the channels

  void see(const schemes::Tiling& t) {
    const std::string dim = "k";
    const bool is_tile = t.kind == Kind::unroll || t.kind == Kind::vector;
    if (is_tile) widest = std::max(widest, t.covered(dim));
    if (t.kind == Kind::vector && t.dim == dim) lanes = std::max(lanes, t.times);
    if (t.kind == Kind::unroll && !t.inner.empty()) see(t.inner.front());
    if (is_tile) return;
    const bool is_of_vectors = t.step() > 1;  // single channels may begin anywhere
    if (t.kind == Kind::tile && t.dim == dim && t.times > 1 && is_of_vectors) common = std::gcd(common, t.step());
    std::int64_t start = 0;
    for (const schemes::Tiling& inner : t.inner) {
      if (t.kind == Kind::sequence && t.dim == dim) common = std::gcd(common, start), start += inner.covered(dim);
      see(inner);
    }
  }
};

}  // namespace

double cycles_of_step(std::int64_t pixels, std::int64_t vectors) {
  const double products = static_cast<double>(pixels * vectors);
  return std::max({products / units, latency, static_cast<double>(pixels + vectors) / loads}) +
         weight * static_cast<double>(vectors) + uneven * products * products;
}

std::int64_t panel(const schemes::Tiling& tiling) {
  Widths w;
  w.see(tiling);
  if (w.common % w.widest == 0) return w.widest;
  return std::gcd(w.common, w.lanes > 0 ? w.lanes : w.widest);  // a tile of several panels has a vector of each
}

Plan plan(const Shape& s, Layout layout, const Machine& m) {
  if (layout.kind == Layout::nwhc) return rows_for_columns(plan(rows_for_columns(s), Layout::nhwc, m));
  const bool is_one_row = s.P() == 1 && s.Q() > 1 && has_copy(s, layout) && layout.kind != Layout::nchw;
  if (is_one_row) return rows_for_columns(plan(rows_for_columns(s), layout, m));  // blocks of it are copied
  Plan best = Planner(s, layout, m, s.P()).made();
  if (!has_copy(s, layout) || m.threads > 1) return best;  // threads share one copy
  for (std::int64_t rows = s.P() - 1; rows > 1; --rows) {
    if (s.P() % rows != 0 || rows_read(s.rows, 1) < s.rows.stride) continue;  // rows in between are in no block
    if (Plan p = Planner(s, layout, m, rows).made(); p.cycles < best.cycles) best = std::move(p);
  }
  return best;
}

}  // namespace tessera::families::conv
