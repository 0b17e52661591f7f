// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "tuning/model.hpp"

namespace tessera::tuning {

struct Candidate {
  schemes::Scheme scheme;
  Prediction predicted;
};

/// Limits of the enumeration of schemes.
struct SearchLimits {
  std::size_t tiles = 16;           ///< register tilings, those with the fewest cycles
  std::size_t candidates = 100000;  ///< the cheapest, at most
};

/// The schemes of a problem, by their expected cycles: tilings of the rows by one or two sizes of register
/// tiles of one or two dimensions, loops of the sum unrolled in them, one more level of tiling along the sum and
/// along one other dimension under the divisibility constraint, and all orders of the loops around. The enumeration
/// leaves out what costs more than the `candidates` cheapest schemes: the fewer of them, the faster.
std::vector<Candidate> space(const Problem&, const Machine&, const Microkernels&, const SearchLimits& = {});

/// The first `count` to measure: cheapest first, but not all with the same register tiles.
std::vector<Candidate> best(const Problem&, const std::vector<Candidate>&, std::size_t count);

/// A random sample without repetition, in the order of the ranking: to judge a model.
std::vector<Candidate> sample(const std::vector<Candidate>& ranked, std::size_t count, std::uint64_t seed);

}  // namespace tessera::tuning
