// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/scope.hpp"

namespace tessera::script {

/// Looks up members of libraries: `hw.load`, `hw.f64.load`, `neon["neon_vld_4xf32"]`. Throws InputError at `e` for an
/// unknown one.
class LibraryMembers {
 public:
  /// Evaluates the index expression between brackets to a name.
  using Key = std::function<std::string(const syntax::ScheduleExpr&)>;
  LibraryMembers(Scope& scope, Key key) : scope_(scope), key_(std::move(key)) {}

  /// `hw`; `hw.f64` or `hw[T]` for the part of that element type. Nothing for another expression.
  std::optional<LibraryName> library(const syntax::ScheduleExpr& e);
  rewrite::Value member(const syntax::ScheduleExpr& e, const LibraryName& from, const std::string& wanted);

 private:
  std::string members_hint(const LibraryName&) const;

  Scope& scope_;
  Key key_;
};

}  // namespace tessera::script
