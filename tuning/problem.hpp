// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schedules/caches.hpp"
#include "schemes/scheme.hpp"
#include "tuning/cost_model.hpp"

// A nest of loops as the tuner sees it: enough to enumerate its schemes and to predict their cost.
namespace tessera::tuning {

constexpr std::int64_t line = 64, page = 4096;  ///< bytes; each way of L1 holds a page

/// An array that the innermost statement reads or writes, row-major. Each index is a sum of counters, each times a
/// factor.
struct Array {
  std::string name;
  std::vector<std::map<std::string, std::int64_t>> indices;
  /// Packed in panels: the elements of one register tile along the lanes lie together, before those of the next tile.
  bool has_panels = false;
  std::int64_t block = 0;  ///< the last index lies in blocks of so many, one after the other; 0: as a whole

  bool is_along(const std::string& dim) const {
    return std::any_of(indices.begin(), indices.end(), [&](const auto& index) { return index.count(dim) > 0; });
  }
};

/// An array that is copied before it is read: in front of the nest or, where a scheme begins with loops along these
/// dimensions, anew in each of their iterations, for the data of the iteration.
struct Copy {
  std::size_t array = 0;
  std::vector<std::string> along;
  std::string blocks;  ///< one more such dimension, if another loop of it stands further in
};

/// The first and the last results along `dim`, which lack some terms of the sum along `sum`. Register tiles with any of
/// them are nests of their own: the loop of the sum is cut, and none of its parts is unrolled.
struct Edge {
  std::string dim, sum;
  std::int64_t first = 0, last = 0;
};

struct Problem {
  schemes::Extents extents;       ///< of all loops
  std::string lanes;              ///< the loop along contiguous results
  std::vector<std::string> rows;  ///< loops that a register tile may hold several iterations of, the usual one first;
                                  ///< none: no tile has vectors
  std::vector<std::string> sums;  ///< loops of the sum, outermost first, in the order in which operands lie
  std::vector<Array> arrays;      ///< the result first
  std::vector<std::string> outermost = {};  ///< loops that stay there, in this order
  /// Contiguous results in a block: vectors end with a block, and tiles of several blocks hold whole ones. 0: all.
  std::int64_t block_of_lanes = 0;
  /// For loops of the sum: the iterations of the innermost part.
  std::map<std::string, std::int64_t> blocks_of_sums = {};
  std::optional<Copy> copy = {};
  std::vector<Edge> edges = {};

  std::int64_t extent(const std::string& dim) const {
    for (const auto& [name, times] : extents)
      if (name == dim) return times;
    return 1;
  }
  bool is_sum(const std::string& dim) const { return std::find(sums.begin(), sums.end(), dim) != sums.end(); }
  /// Multiplications and additions.
  double operations() const {
    double out = 2;
    for (const auto& [name, times] : extents) out *= static_cast<double>(times);
    return out;
  }
};

/// The registers of a target, the caches, and the assumptions of the cost model about them.
struct Machine {
  std::int64_t lanes = 1, registers = 0;
  std::int64_t element = 4;  ///< bytes
  bool has_masks = false;    ///< vectors can be partial
  schedules::Caches caches;
  std::int64_t threads = 1;
  std::int64_t scratch = 1;  ///< further registers for a multiplication by a broadcast element
  CostModel costs = {};
};

}  // namespace tessera::tuning
