// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/calls.hpp"
#include "dsl/script/library_members.hpp"

namespace tessera::script {

/// Evaluates the expressions of a schedule: names, literals, strings with `{name}`, integer arithmetic, lists, calls,
/// members of libraries. Errors have the place of the faulty part.
class Expressions {
 public:
  Expressions(Scope& scope, Calls& calls)
      : scope_(scope), calls_(calls), libraries_(scope, [this](const syntax::ScheduleExpr& e) { return key(e); }) {}
  Expressions(const Expressions&) = delete;

  Value eval(const syntax::ScheduleExpr&);

 private:
  Value name(const syntax::ScheduleExpr&);
  Value arithmetic(const syntax::ScheduleExpr&);
  std::string substituted(const std::string& text);
  std::string formatted(const syntax::ScheduleExpr&);
  std::string inserted(const syntax::ScheduleExpr&, const std::string& text);
  CallArguments arguments(const syntax::ScheduleExpr& call);
  Value call(const syntax::ScheduleExpr&);
  Value attribute(const syntax::ScheduleExpr&);
  std::string key(const syntax::ScheduleExpr&);
  Value index(const syntax::ScheduleExpr&);

  Scope& scope_;
  Calls& calls_;
  LibraryMembers libraries_;
};

}  // namespace tessera::script
