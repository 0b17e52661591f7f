// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// The elements of an access and its iterations, in canonical names for its loops: two accesses with equal effects
/// touch the same elements.
struct Effect {
  Element at;
  Formula domain;

  bool operator==(const Effect&) const;
  std::size_t hash() const;
};

/// Makes effects with comparable names.
class Effects {
 public:
  explicit Effects(smt::Terms& terms) : terms_(terms) {}
  /// The effect of the instances in one iteration of the access's `kept` outermost loops.
  Effect of(const Access&, std::size_t kept = 0);

 private:
  smt::Terms& terms_;
  std::vector<ir::Sym> loops_;  ///< by depth
};

}  // namespace tessera::analysis
