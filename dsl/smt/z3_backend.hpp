// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "dsl/smt/solver.hpp"

namespace tessera::smt {

/// Z3, started at the first query: starting takes longer than most compilations use it.
class Z3Backend {
 public:
  Z3Backend();
  ~Z3Backend();
  Z3Backend(Z3Backend&&) noexcept;
  Z3Backend& operator=(Z3Backend&&) noexcept;

  /// Models are checked: one that does not evaluate to a counterexample makes the answer unknown.
  Answer prove(const Query&, const Terms&, const Limits&);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace tessera::smt
