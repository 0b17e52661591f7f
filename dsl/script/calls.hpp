// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/lineage.hpp"

namespace tessera::script {

using rewrite::CallArguments;
using rewrite::Value;
using rewrite::Values;

/// Executes the calls of a schedule with evaluated arguments: primitives and operations (the steps), methods of
/// procedures and cursors, and `setting`. `e` is the call, the place of errors.
class Calls {
 public:
  Calls(Scope& scope, const std::map<std::string, Operation>& operations, Lineage& lineage, Progress& progress)
      : scope_(scope), operations_(operations), lineage_(lineage), progress_(progress) {}

  /// Throws InputError unless the name is callable.
  void require_function(const syntax::ScheduleExpr& callee) const;
  /// `name(…)`.
  Value function(const syntax::ScheduleExpr& e, CallArguments);
  /// `self.method(…)`; primitives and operations may be called this way too.
  Value method(const syntax::ScheduleExpr& e, const Value& self, const std::string& method, const CallArguments&);

 private:
  Value apply(const Primitive&, const Proc&, const CallArguments&, const syntax::ScheduleExpr& e, std::size_t first);
  Value operate(const std::pair<const std::string, Operation>&, const Proc&, const CallArguments&,
                const syntax::ScheduleExpr& e);
  Value setting(const syntax::ScheduleExpr& e, const CallArguments&);

  Scope& scope_;
  const std::map<std::string, Operation>& operations_;
  Lineage& lineage_;
  Progress& progress_;
};

}  // namespace tessera::script
