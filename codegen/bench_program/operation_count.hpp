// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>

#include "codegen/test_program/control_text.hpp"
#include "dsl/ir/stmt.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {

/// Writes C that counts the additions, subtractions, multiplications, divisions and function calls on data of a
/// procedure (its `+=` are additions) and its callees, exactly: a loop is run only where the count depends on the
/// iteration; else its iterations are a factor.
class OperationCount {
 public:
  /// `control`: the arguments of the procedure.
  explicit OperationCount(ControlText control);
  /// Statements that add to the double `total`; they call test_positive, which is max(x, 0).
  std::string statements(const ir::Block&);

 private:
  using Values = ir::Substitution;
  std::string of(const ir::Block&, const Values&, const std::string& total, int depth);
  std::string of_loop(const ir::For&, const Values&, const std::string& total, int depth);
  std::string of_branch(const ir::If&, const Values&, const std::string& total, int depth);
  std::string text(const ir::Expr&, const Values&);

  ControlText control_;
  std::map<ir::Sym, std::string> iterators_;  ///< of loops that are run, or may have to be
  std::set<ir::Sym> used_;
  int loops_ = 0;
};

/// Operations of one execution of the statement itself.
int operations_of(const ir::Stmt&);

}  // namespace tessera::codegen
