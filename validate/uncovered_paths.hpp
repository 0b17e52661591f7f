// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/analysis/lowering.hpp"
#include "dsl/interp/arguments.hpp"
#include "dsl/interp/coverage.hpp"

namespace tessera::validate {

/// A possible path of a procedure that no run took: into a branch or a loop or past it, or over an edge of a branch's
/// comparison.
struct UncoveredPath {
  interp::PathId id;
  std::vector<smt::Formula> when;  ///< conditions of the path, for some values of the counters around
  ir::Stmt statement;
  std::string what;  ///< "is not run", …

  /// "`for i in seq(0, n)` at x.tess:3:5 is not run".
  std::string text() const;
};

/// The paths of a procedure and its callees that were not taken. Only conditions and bounds with two possible outcomes
/// make paths.
struct UncoveredPaths {
  std::size_t covered = 0;  ///< number of taken paths
  std::vector<UncoveredPath> list;
  bool is_complete = true;  ///< false: more paths than the limit
  bool fits = true;         ///< false: the conditions of some paths do not fit 64 bits
};
UncoveredPaths uncovered_paths(analysis::Lowering&, const ir::Procedure&, const interp::Coverage& taken);

/// Distinct elements of a window have distinct addresses, for windows whose strides are in the formulas.
enum class Apart {
  nested,    ///< sufficient: strides grow outwards, or inwards
  at_least,  ///< necessary: what contradicts it is impossible
};
std::vector<smt::Formula> strides_apart(analysis::Lowering&, const ir::Procedure&, const std::vector<smt::Formula>&,
                                        Apart);

}  // namespace tessera::validate
