// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/analysis/lowering.hpp"
#include "dsl/interp/arguments.hpp"
#include "dsl/interp/coverage.hpp"

namespace tessera::validate {

/// A path that a procedure may take and no run took: into a branch or a loop or past it, or over an edge of a branch's
/// comparison.
struct UncoveredPath {
  interp::PathId id;
  std::vector<smt::Formula> when;  ///< it is taken, for some values of the counters around
  ir::Stmt statement;
  std::string what;  ///< "is not run", …

  /// "`for i in seq(0, n)` at x.tess:3:5 is not run".
  std::string text() const;
};

/// The paths of a procedure, calls followed, that are not among those taken. What no condition or bound that may have
/// two outcomes leads to is no path of its own.
struct UncoveredPaths {
  std::size_t covered = 0;  ///< the others
  std::vector<UncoveredPath> list;
  bool is_complete = true;  ///< false: there are more than are looked at
  bool fits = true;         ///< false: what leads to some of them does not fit 64 bits
};
UncoveredPaths uncovered_paths(analysis::Lowering&, const ir::Procedure&, const interp::Coverage& taken);

/// Elements of windows do not share places, for the windows whose strides the formulas speak of.
enum class Apart {
  nested,    ///< enough: strides grow outwards, or inwards
  at_least,  ///< follows from it: what this rules out is impossible
};
std::vector<smt::Formula> strides_apart(analysis::Lowering&, const ir::Procedure&, const std::vector<smt::Formula>&,
                                        Apart);

}  // namespace tessera::validate
