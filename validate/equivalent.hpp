// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"
#include "validate/all_sizes.hpp"
#include "validate/cover.hpp"
#include "validate/ranges.hpp"

// Translation validation: is the scheduled program equal to the one as written? Independent of the rewrites and their
// records.
namespace tessera::validate {

struct Options {
  Ranges ranges;                      ///< ranges of sizes; all by default
  std::uint64_t fuel = 4'000'000;     ///< step limit of the interpreter, for all runs together (see interp::Fuel)
  std::uint64_t seed = 1;             ///< of the data and of the choice of sizes
  bool prove = true;                  ///< try to prove equality for all sizes
  std::set<std::string> modulo = {};  ///< configuration fields ("Cfg.f") that may end with any value
};

/// The result of the runs over the field of 2^61 - 1 elements.
struct Tested {
  std::size_t choices = 0;  ///< of sizes
  std::size_t points = 0;   ///< runs: at least one for each choice, on random data
  std::size_t wide = 0;     ///< of the choices: also run on integers over the whole range of their types
  std::uint64_t steps = 0;
  Cover::Count single, combined;
  Cover::Count paths;                       ///< of both programs: into each branch and loop and past it, over each edge
  std::vector<std::string> paths_left_out;  ///< some paths that are possible and that no run took
  std::size_t too_long = 0;                 ///< choices cut off by the limit of fuel
  bool out_of_fuel = false;                 ///< the limit was reached before all runs
  std::size_t outside = 0;                  ///< choices at which the reference itself is undefined
  std::size_t overflows = 0;                ///< choices at which index arithmetic of the reference overflows 64 bits
  std::size_t without_layout = 0;           ///< choices with strides for which no layout of a window is known
  std::vector<std::string> classes;         ///< for each control argument the classes to cover, in words
  /// An upper bound of the probability, over the seed, that differing outputs agreed in all runs; functions that are
  /// not polynomials count as random.
  double error_bound = 0;
};

struct Validation {
  /// Something was compared: some sizes, or all at once. Else the result says nothing.
  bool has_compared() const { return tested.choices > 0 || all_sizes.verdict == AllSizes::Verdict::proved; }

  bool any_sizes = true;  ///< false: no sizes satisfy the preconditions
  Tested tested;
  AllSizes all_sizes;
  double seconds = 0;
};

/// Checks the scheduled procedure against the reference, which has the same signature, where the reference's asserts
/// hold:
///   - accesses, preconditions of calls and aliasing of the scheduled procedure, for all sizes (check_reachable);
///   - equal outputs over the field, for sizes of every class that the two programs distinguish (see Cover), and for
///     sizes, strides and fields that lead either program onto each of its paths (see UncoveredPaths). Computing with
///     unwritten values, or an access out of bounds, is a difference;
///   - equal outputs for integers over the whole range of their types, where the reference does not overflow;
///   - equal sums for all sizes, where compare_for_all_sizes applies.
/// Throws CheckError where they differ (code "equivalence", with minimized sizes), where the reference computes with
/// unwritten values (code "unwritten"), and the errors of check_reachable; InputError (code "sizes") when a range names
/// no control argument or contradicts the preconditions.
Validation equivalent(const ir::Procedure& reference, const ir::Procedure& scheduled, const Options& = {});

}  // namespace tessera::validate
