#pragma once
#include "tuning/microkernels.hpp"
#include "tuning/traffic.hpp"

namespace tessera::tuning {

/// What a scheme is expected to cost, and what the papers rank by.
struct Prediction {
  double cycles = 0;        ///< all in all
  double multiplying = 0;   ///< of these, in register tiles whose data is near
  double from_second = 0;   ///< bytes from the second cache
  double from_third = 0;    ///< bytes from behind the second cache
  double runs = 0;          ///< of register tiles
  double reduction = 0;     ///< steps of the sum that a tile makes before its results leave the registers
  double first_filled = 0;  ///< share of the first cache that one such run of a tile takes
};

struct Candidate {
  schemes::Scheme scheme;
  Prediction predicted;
};

/// How many kinds of candidates are looked at.
struct Effort {
  std::size_t tiles = 16;           ///< coverings by register tiles, those with the fewest cycles
  std::size_t candidates = 100000;  ///< the cheapest, at most
};

/// The schemes of a problem, by what they are expected to cost: coverings of the rows by one or two kinds of register
/// tiles of one or two dimensions, loops of the sum written out in them, one more level of tiling along the sum and along
/// one other dimension under the divisibility constraint, and all orders of the loops around.
std::vector<Candidate> space(const Problem&, const Machine&, const Microkernels&, const Effort& = {});

/// The first `count` to measure: cheapest first, but not all of one covering.
std::vector<Candidate> best(const std::vector<Candidate>&, std::size_t count);

}  // namespace tessera::tuning
