// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "dsl/smt/solver.hpp"

namespace tessera::smt {

/// Z3, started when the first question arrives: its start takes longer than most compilations need it for.
class Z3Backend {
 public:
  Z3Backend();
  ~Z3Backend();
  Z3Backend(Z3Backend&&) noexcept;
  Z3Backend& operator=(Z3Backend&&) noexcept;

  /// Never takes a model on trust: one that does not evaluate to a counterexample makes the answer unknown.
  Answer prove(const Query&, const Terms&, const Limits&);

 private:
  struct Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace tessera::smt
