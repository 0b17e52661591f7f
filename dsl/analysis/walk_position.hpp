// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <utility>

#include "dsl/analysis/access.hpp"

namespace tessera::analysis {

/// Where a walk through a block stands: the loops around the present statement, what holds inside of them, and the way
/// there. For walks that find accesses.
class WalkPosition {
 public:
  /// The statements of a list, one after the other.
  template <class Visit> void for_each(const ir::Block& statements, Visit&& visit) {
    int index = 0;
    for (const ir::Stmt& s : statements) {
      order_.push_back({index++, {}});
      visit(s);
      order_.pop_back();
    }
  }

  /// The body of the loop that the present statement is.
  template <class Visit> void in_loop(ir::Sym counter, Formula range, Visit&& visit) {
    domain_.push_back(std::move(range));
    loops_.push_back(counter);
    order_.back().loop = counter;
    visit();
    loops_.pop_back();
    domain_.pop_back();
  }

  /// A branch of the present statement: the first (0) or the other one (1).
  template <class Visit> void in_branch(Formula guard, int which, Visit&& visit) {
    domain_.push_back(std::move(guard));
    order_.push_back({which, {}});
    visit();
    order_.pop_back();
    domain_.pop_back();
  }

  std::size_t depth() const { return loops_.size(); }
  /// The access at the present place.
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
