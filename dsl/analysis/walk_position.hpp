// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// The position of a walk through a block: the loops around the present statement, the facts inside of them, and the
/// path there. For walks that collect accesses.
class WalkPosition {
 public:
  /// Visits the statements of a list in order.
  template <class Visit> void for_each(const ir::Block& statements, Visit&& visit) {
    int index = 0;
    for (const ir::Stmt& s : statements) {
      order_.push_back({index++, {}});
      visit(s);
      order_.pop_back();
    }
  }

  /// Visits the body of the present statement, a loop.
  template <class Visit> void in_loop(ir::Sym counter, Formula range, Visit&& visit) {
    domain_.push_back(std::move(range));
    loops_.push_back(counter);
    order_.back().loop = counter;
    visit();
    loops_.pop_back();
    domain_.pop_back();
  }

  /// Visits a branch of the present statement: the first (0) or the other one (1).
  template <class Visit> void in_branch(Formula guard, int which, Visit&& visit) {
    domain_.push_back(std::move(guard));
    order_.push_back({which, {}});
    visit();
    order_.pop_back();
    domain_.pop_back();
  }

  std::size_t depth() const { return loops_.size(); }
  /// The access with the present position.
  Access placed(Access a) const {
    a.loops = loops_;
    a.domain = Formula::all(domain_);
    a.order = order_;
    return a;
  }

 private:
  std::vector<ir::Sym> loops_;
  std::vector<Formula> domain_;
  std::vector<OrderStep> order_;
};

}  // namespace tessera::analysis
