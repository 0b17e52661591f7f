// SPDX-License-Identifier: Apache-2.0
#pragma once
// Shared by the primitives on configuration fields.
#include "dsl/analysis/field_reads.hpp"
#include "dsl/rewrite/step_context.hpp"

namespace tessera::rewrite {

/// A field with another value than before from some gap on.
struct FieldChange {
  std::string field;       ///< "Cfg.f"
  bool same = false;       ///< the value is proved to be the same after all
  analysis::FieldUse use;  ///< of the value, after the gap
};

/// The field has `value` from the gap on. Condition `known` decides whether it has that value already just before
/// `before`.
FieldChange change_of(StepContext&, std::string_view known, const ir::ConfigDecl&, const std::string& field,
                      const ir::Expr& value, const Path& before, const Path& gap);
/// Condition `id`: nothing reads the field before it is written again, or its value is the same.
Obligation unread(std::string id, const FieldChange&, const Path& place);
/// Fields among the changes that the procedure leaves with another value.
std::set<std::string> left_changed(std::span<const FieldChange>);

/// The type of the field; refuses by `id` an unknown field.
ir::Scalar field_type(const StepContext&, std::string_view id, const ir::ConfigDecl&, const std::string& field,
                      const Path& place);
/// Refuses by `id` a place in a parallel loop: its iterations would write the field concurrently.
void require_sequential(const StepContext&, std::string_view id, const Path& place);

}  // namespace tessera::rewrite
