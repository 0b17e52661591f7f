// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tuning/covering.hpp"
#include "tuning/traffic.hpp"

// What a scheme is expected to cost.
namespace tessera::tuning {

/// What a scheme is expected to cost, and what the papers rank by.
struct Prediction {
  double cycles = 0;                    ///< all in all
  Alone alone;                          ///< of the tiles alone
  double runs = 0;                      ///< of register tiles
  double starts = 0;                    ///< of the innermost loop around a tile
  bool is_in_parts = false;             ///< each result is a sum of several runs
  Amounts from_l2{};                    ///< bytes of each array from L2
  Amounts from_l3{};                    ///< bytes from beyond L2
  Amounts from_memory{};                ///< bytes from beyond what a core has of the third
  std::array<bool, 4> asks_for_next{};  ///< of which arrays the next block is asked for: `Prefetch(A, next)`
  bool asks_for_results = false;        ///< before a tile sums them up: `Prefetch(O)`
  double rows_from_second = 0;          ///< parts of scattered rows (Traffic::is_scattered), as wide as a tile
  double rows_from_l3 = 0;              ///< of these from beyond L2
  double result_runs = 0;               ///< runs of results side by side (Traffic::run) from beyond L2
  double copied = 0;                    ///< cycles for copies
  double tile_bytes = 0;                ///< of its results
  double reduction = 0;                 ///< steps of the sum that a tile makes before its results leave the registers
  double l1_filled = 0;                 ///< share of L1 that one such run of a tile takes
};

/// A loop around the tiles, or several one after the other.
struct Around {
  enum class What { plain, rows, lanes } what = What::plain;
  std::size_t dim = 0;  ///< its number among the problem's extents
  std::int64_t times = 1;
  bool is_outer = false;  ///< another loop of this dimension stands further in
};

/// Tiles of one form, and what of a prediction depends on nothing else.
struct Tiles {
  const Covering* covering;
  const Form* form;
  Alone alone;
  std::string divided_sum;  ///< the longest loop of the sum that stays one: it may be in two. Empty where there is none
};

/// Loops around them. All loops of the sum stand innermost, but for `outside` iterations of one.
struct Nest {
  const Tiles* tiles;
  std::vector<Around> order;  ///< outermost first
  std::int64_t outside = 1;
};

class Model {
 public:
  Model(const Problem&, const Machine&, const Microkernels&);
  Model(const Model&) = delete;

  Prediction predicted(const Nest&) const;

  const Coverings& coverings() const { return coverings_; }
  Tiles tiles(const Covering&, const Form&) const;
  /// The loops of the sum inside of all others, with how often they run.
  std::vector<std::pair<std::string, std::int64_t>> sums_inside(const Nest&) const;

 private:
  double copied(const Nest&) const;
  void add_results(Prediction&, const std::vector<Loop>&, const Nest&) const;
  double scattered(const Amounts& moved) const;
  bool can_ask_for_next(std::size_t array, const Rows&) const;
  static std::int64_t iterations(const Nest&, const Around&);
  std::int64_t reads_of_block(std::size_t array, const std::vector<Loop>&, const Nest&) const;

  const Problem& p_;
  const Machine& m_;
  Coverings coverings_;
  const Traffic& traffic_;
};

}  // namespace tessera::tuning
