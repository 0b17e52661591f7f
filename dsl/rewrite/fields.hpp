// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the primitives on configuration fields share.
#include "dsl/analysis/field_reads.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// A field that holds another value than before from some gap on.
struct FieldChange {
  std::string field;       ///< "Cfg.f"
  bool same = false;       ///< it is proved to hold the same value after all
  analysis::FieldUse use;  ///< of that value, after the gap
};

/// The field has `value` from the gap on. That the field has that value just before `before` is found out by condition
/// `known`.
FieldChange change_of(StepContext&, std::string_view known, const ir::ConfigDecl&, const std::string& field,
                      const ir::Expr& value, const Path& before, const Path& gap);
/// Condition `id`: nothing reads the field before it is written again, or its value is the same.
Obligation unread(std::string id, const FieldChange&, const Path& place);
/// Fields among the changes that the procedure leaves with another value.
std::set<std::string> left_changed(std::span<const FieldChange>);

/// The type of the field; refuses by `id` when there is none of that name.
ir::Scalar field_type(const StepContext&, std::string_view id, const ir::ConfigDecl&, const std::string& field,
                      const Path& place);
/// Refuses by `id` a place in a parallel loop: its iterations would write the field at the same time.
void require_sequential(const StepContext&, std::string_view id, const Path& place);

}  // namespace tessera::rewrite
