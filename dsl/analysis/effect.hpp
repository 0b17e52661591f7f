// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// Which elements an access touches and when, with the same names for its own loops as every other effect has: two
/// accesses with equal effects touch the same elements.
struct Effect {
  Element at;
  Formula domain;

  bool operator==(const Effect&) const;
  std::size_t hash() const;
};

/// Makes effects that can be compared with each other.
class Effects {
 public:
  explicit Effects(smt::Terms& terms) : terms_(terms) {}
  /// Of the instances in one iteration of the access's `kept` outermost loops.
  Effect of(const Access&, std::size_t kept = 0);

 private:
  smt::Terms& terms_;
  std::vector<ir::Sym> loops_;  ///< by depth
};

}  // namespace tessera::analysis
