// SPDX-License-Identifier: Apache-2.0
// delete_config — leave a configuration field as it is.
//   Cfg.f = e; s     -->   s
//   set_f(e); s      -->   s                  where all that the call does is to write fields
// Shape:   R1 the statement writes a field, or calls a procedure that does nothing else.
// Safety:  S1 nothing reads the field before it is written again.
//          S2 the field has the value already: then nothing changes, and S1 does not matter.
// Forward: the statement is gone (it becomes pass where it was the only one); all else stays.
// The procedure may end with another value in the field: then the result is equal but for that field.
// Example: deletes_what_is_written_again_before_it_is_read
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/fields.hpp"
#include "dsl/rewrite/inline.hpp"
#include "dsl/rewrite/loops.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct DeleteConfig {
  struct Args {
    StmtPlace stmt;
    static constexpr auto fields() { return std::tuple{required("stmt", &Args::stmt)}; }
  };
  static constexpr Condition conditions[] = {
      {"R1", "the statement writes a configuration field, or calls what does nothing else"},
      {"S1", "nothing reads the field before it is written again"},
      {"S2", "the field has the value already", true}};

  struct Shape {
    Path at;
    std::vector<FieldChange> changes;
  };

  static Shape shape(StepContext& step, const Args& a) {
    const Path at = step.stmt(a.stmt);
    const ir::Stmt& stmt = *ir::stmt_at(step.ir(), at);
    if (!writes_fields_only(stmt)) step.refuse("R1", at, "this does not write configuration fields only");
    const auto* call = stmt.as<ir::Call>();
    return {at, changes(step, at, call ? inlined(*call) : ir::Block{stmt})};
  }

  static bool writes_fields_only(const ir::Stmt& stmt) {
    if (!stmt.as<ir::Call>()) return stmt.as<ir::WriteConfig>() != nullptr;
    bool only = !analysis::written_configs({stmt}).empty();
    ir::for_each_stmt_and_called({stmt}, [&](const ir::Stmt& s) {
      only = only && !s.as<ir::Assign>() && !s.as<ir::Reduce>() && !s.as<ir::Alloc>() && !s.as<ir::WindowStmt>();
    });
    return only;
  }

  // What the block leaves in a field is told where the block is a list of writes, and reads no field.
  static std::vector<FieldChange> changes(StepContext& step, const Path& at, const ir::Block& block) {
    std::vector<FieldChange> out;
    for (const std::string& field : analysis::written_configs(block)) {
      const ir::WriteConfig* last = told(block, field);
      if (last) out.push_back(change_of(step, "S2", *last->config, last->field, last->rhs, at, at.sibling(1)));
      else out.push_back({field, false, analysis::use_after(step.ir(), at.sibling(1), field)});
    }
    return out;
  }

  static const ir::WriteConfig* told(const ir::Block& block, const std::string& field) {
    const ir::WriteConfig* last = nullptr;
    for (const ir::Stmt& s : block) {
      const auto* write = s.as<ir::WriteConfig>();
      if (!write && !s.as<ir::Pass>()) return nullptr;
      if (write && analysis::field_name(*write->config, write->field) == field) last = write;
    }
    bool reads = false;
    if (last && block.size() > 1)
      ir::for_each_expr(last->rhs, [&](const ir::Expr& e) { reads = reads || e.as<ir::ReadConfig>(); });
    return reads ? nullptr : last;
  }

  static std::vector<Obligation> safety(StepContext&, const Shape& s) {
    std::vector<Obligation> out;
    for (const FieldChange& c : s.changes) out.push_back(unread("S1", c, s.at));
    return out;
  }
  static std::set<std::string> modulo(const Shape& s) { return left_changed(s.changes); }
  static void rewrite(StepContext&, const Shape& s, Edit& edit) { erase_or_pass(edit, s.at); }
};

}  // namespace

Primitive delete_config_primitive() {
  return describe<DeleteConfig>("delete_config", "configuration", "leave a configuration field as it is");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc delete_config(const Proc& p, const StmtPlace& stmt) {
  return rewrite::apply<rewrite::DeleteConfig>("delete_config", p, {{stmt}});
}

}  // namespace tessera
