// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"
#include "validate/all_sizes.hpp"
#include "validate/cover.hpp"
#include "validate/ranges.hpp"

// Translation validation: is the scheduled program equal to the one as written? Nothing of the rewrites is used, nor
// what they recorded.
namespace tessera::validate {

struct Options {
  Ranges ranges;                      ///< sizes to look at; all by default
  std::uint64_t fuel = 4'000'000;     ///< most steps of the interpreter, of all runs together (see interp::Fuel)
  std::uint64_t seed = 1;             ///< of the data and of the choice of sizes
  bool prove = true;                  ///< try to prove equality for all sizes
  std::set<std::string> modulo = {};  ///< configuration fields ("Cfg.f") that may end with any value
};

/// What the runs over the field of 2^61 - 1 elements showed.
struct Tested {
  std::size_t choices = 0;  ///< of sizes
  std::size_t points = 0;   ///< runs: at least one for each choice, on random data
  std::size_t wide = 0;     ///< of the choices: also run on integers over the whole range of their types
  std::uint64_t steps = 0;
  Cover::Count single, combined;
  Cover::Count paths;                       ///< of both programs: into each branch and loop and past it, over each edge
  std::vector<std::string> paths_left_out;  ///< some of those that no run took and that may be possible
  std::size_t too_long = 0;                 ///< choices cut off by the limit of fuel
  bool out_of_fuel = false;                 ///< it was used up before all was run
  std::size_t outside = 0;                  ///< choices at which the reference itself has no meaning
  std::size_t overflows = 0;                ///< choices at which index arithmetic of the reference leaves 64 bits
  std::size_t without_layout = 0;           ///< choices with strides for which no layout of a window is known
  std::vector<std::string> classes;         ///< for each control argument what was to be met, in words
  /// An upper bound of the probability that outputs which differ somewhere in the runs were all taken for equal, over
  /// the choice of the seed; what is no polynomial counts as a random function.
  double error_bound = 0;
};

struct Validation {
  /// Something was compared: on some sizes, or for all at once. Else nothing is known.
  bool has_compared() const { return tested.choices > 0 || all_sizes.verdict == AllSizes::Verdict::proved; }

  bool any_sizes = true;  ///< false: no sizes satisfy the preconditions
  Tested tested;
  AllSizes all_sizes;
  double seconds = 0;
};

/// Checks the scheduled procedure against the reference, which has the same signature, where the reference's asserts
/// hold:
///   - accesses, preconditions of calls and aliasing of the scheduled procedure, for all sizes (check_reachable);
///   - equal outputs over the field, for sizes that meet every class that the two programs can tell apart (see Cover),
///     and for sizes, strides and fields that lead either program onto each of its paths (see UncoveredPaths).
///     Computing with what was never written, or an access out of bounds, is a difference;
///   - equal outputs for integers over the whole range of their types, where the reference does not overflow;
///   - equal sums for all sizes, where the two programs are of the class that compare_for_all_sizes knows.
/// Throws CheckError where they differ (code "equivalence", with sizes made small), where the reference computes with
/// what was never written (code "unwritten"), or what check_reachable throws;
/// InputError (code "sizes") when a range is for no control argument or contradicts the preconditions.
Validation equivalent(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options& = {});

}  // namespace tessera::validate
