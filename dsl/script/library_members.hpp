// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "dsl/script/scope.hpp"

namespace tessera::script {

/// What a schedule names of a library: `hw.load`, `hw.f64.load`, `neon["neon_vld_4xf32"]`. What is not there throws
/// InputError at `e`.
class LibraryMembers {
 public:
  /// The name between the brackets of an index.
  using Key = std::function<std::string(const syntax::ScheduleExpr&)>;
  LibraryMembers(Scope& scope, Key key) : scope_(scope), key_(std::move(key)) {}

  /// `hw`; `hw.f64` or `hw[T]` for what it has of that element type. Nothing for what is no library.
  std::optional<LibraryName> library(const syntax::ScheduleExpr& e);
  rewrite::Value member(const syntax::ScheduleExpr& e, const LibraryName& from, const std::string& wanted);

 private:
  std::string members_hint(const LibraryName&) const;

  Scope& scope_;
  Key key_;
};

}  // namespace tessera::script
