// SPDX-License-Identifier: Apache-2.0
#include "dsl/analysis/reach.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "dsl/analysis/effect.hpp"

namespace tessera::analysis {
namespace {

/// A list of statements, by the path to it.
using ListId = std::size_t;

// A list, and the effect of some of its statements on elements in one run.
struct Key {
  ListId list;
  Effect effect;
  bool operator==(const Key&) const = default;
};
struct KeyHash {
  std::size_t operator()(const Key& k) const { return k.effect.hash() * 31 + k.list; }
};

class Reaching {
 public:
  Reaching(smt::Terms& terms, std::span<const Access> all) : all_(all), effects_(terms) {
    for (std::size_t i = 0; i < all.size(); ++i) add_levels(i);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (writes(all[i])) add_writer(i);
  }

  Reach run() {
    Reach out;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      out.writers_of.push_back(between(i, Direction::before));
      out.readers_of.push_back(writes(all_[i]) ? between(i, Direction::after) : everywhere());
    }
    return out;
  }

 private:
  enum class Direction { before, after };

  /// One statement on the path to an access: its list, and its index there.
  struct Level {
    ListId list;
    int index;
    std::size_t loops;  ///< around the list
  };

  AccessSpan everywhere() const { return {0, all_.size() - 1}; }

  // ---- statements

  void add_levels(std::size_t i) {
    std::vector<Level> levels;
    ListId list = 0;
    std::size_t loops = 0;
    for (const OrderStep& step : all_[i].order) {
      levels.push_back({list, step.index, loops});
      auto [found, added] = below_.try_emplace({list, step.index}, Below{below_.size() + 1, {i, i}});
      found->second.accesses.to = i;
      list = found->second.list;
      if (step.loop) ++loops;
    }
    levels_.push_back(std::move(levels));
  }

  AccessSpan accesses_below(ListId list, int index) const { return below_.at({list, index}).accesses; }

  // ---- writers

  // A direct statement of the list runs whenever the list does; a nested one when its loops and guards allow it, by the
  // domain.
  void add_writer(std::size_t i) {
    for (const Level& level : levels_[i]) add(writers_[{level.list, effects_.of(all_[i], level.loops)}], level.index);
    const Level& innermost = levels_[i].back();
    add(always_[{innermost.list, {all_[i].at, {}}}], innermost.index);
  }

  static void add(std::vector<int>& places, int place) {
    if (places.empty() || places.back() != place) places.push_back(place);
  }

  // The part of the program between the access and the nearest statement in this direction that writes the same
  // elements, in the innermost list that has one.
  AccessSpan between(std::size_t i, Direction direction) {
    const Access& a = all_[i];
    for (std::size_t n = levels_[i].size(); n-- > 0;) {
      const Level& level = levels_[i][n];
      std::optional<int> place = nearest(writers_, {level.list, effects_.of(a, level.loops)}, level.index, direction);
      if (!place) place = nearest(always_, {level.list, {a.at, {}}}, level.index, direction);
      if (!place) continue;
      const AccessSpan own = accesses_below(level.list, level.index), other = accesses_below(level.list, *place);
      return {std::min(own.from, other.from), std::max(own.to, other.to)};
    }
    return everywhere();
  }

  /// The statements of a list that write something, in order.
  using Places = std::unordered_map<Key, std::vector<int>, KeyHash>;

  static std::optional<int> nearest(const Places& writers, const Key& key, int index, Direction direction) {
    auto found = writers.find(key);
    if (found == writers.end()) return std::nullopt;
    const std::vector<int>& places = found->second;
    if (direction == Direction::after) {
      auto next = std::upper_bound(places.begin(), places.end(), index);
      return next == places.end() ? std::nullopt : std::optional(*next);
    }
    auto next = std::lower_bound(places.begin(), places.end(), index);
    return next == places.begin() ? std::nullopt : std::optional(*std::prev(next));
  }

  struct Below {
    ListId list;          ///< of the statements in it
    AccessSpan accesses;  ///< of all of them
  };

  std::span<const Access> all_;
  Effects effects_;
  std::map<std::pair<ListId, int>, Below> below_;
  std::vector<std::vector<Level>> levels_;
  Places writers_, always_;
};

}  // namespace

Reach reach(smt::Terms& terms, std::span<const Access> all) {
  if (all.empty()) return {};
  return Reaching(terms, all).run();
}

}  // namespace tessera::analysis
