// SPDX-License-Identifier: Apache-2.0
// delete_pass — drop statements that do nothing: one, or all.
//   s; pass   -->   s
//   for i in seq(a, b): pass   -->   nothing          if c: pass   -->   nothing
// A loop or if whose statements all go goes with them. A `pass` that its list needs stays: the only statement of the
// procedure, or of the body of an if with an else branch.
// Shape:   R1 the statement is a pass.  R2 it is not one that its list needs.
// Forward: the pass is gone, and loops and ifs that held nothing else; all others stay.
// Example: everywhere
#include "dsl/rewrite/buffers.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"

namespace tessera::rewrite {
namespace {

struct DeletePass {
  struct Args {
    StmtPlace statement;  ///< left out: every pass of the procedure
    static constexpr auto fields() { return std::tuple{optional_field("statement", &Args::statement)}; }
  };
  static constexpr Condition conditions[] = {{"R1", "the statement is a pass"},
                                             {"R2", "its list does not need it, and neither do those around"}};

  /// What goes, outermost statements only, last first.
  using Shape = std::vector<Path>;

  static Shape shape(StepContext& step, const Args& a) {
    const auto* text = std::get_if<std::string>(&a.statement.place);
    if (text && text->empty()) return all(step);
    const Path at = step.stmt(a.statement);
    if (!ir::stmt_at(step.ir(), at)->as<ir::Pass>()) step.refuse("R1", at, "this statement is not a pass");
    std::optional<Path> goes = with_needless_scopes(step.ir(), at);
    if (!goes) step.refuse("R2", at, "a list must have a statement");
    return {*goes};
  }

  static Shape all(const StepContext& step) {
    return of_list(step.ir().body, Range::whole_body(step.ir()).first, true).goes;
  }

  /// What goes of a list or of a statement, when not all of it does.
  struct Idle {
    bool all = true;  ///< nothing in it does anything
    Shape goes;
  };

  // Of a list in which nothing does anything the last statement stays, where one must.
  static Idle of_list(const ir::Block& list, const Path& first, bool needs_one) {
    Idle out;
    std::vector<Idle> parts;
    for (std::size_t i = 0; i < list.size(); ++i) {
      parts.push_back(of_statement(list[i], first.sibling(static_cast<int>(i))));
      out.all = out.all && parts.back().all;
    }
    for (std::size_t i = list.size(); i-- > 0;) {
      const bool stays = !parts[i].all || (out.all && needs_one && i + 1 == list.size());
      if (stays) out.goes.insert(out.goes.end(), parts[i].goes.begin(), parts[i].goes.end());
      else out.goes.push_back(first.sibling(static_cast<int>(i)));
    }
    return out;
  }

  static Idle of_statement(const ir::Stmt& s, const Path& at) {
    if (s.as<ir::Pass>()) return {};
    if (!s.as<ir::For>() && !s.as<ir::If>()) return {false, {}};
    Idle out;
    if (const ir::Block* orelse = ir::branch(s, ir::Branch::orelse))
      out = of_list(*orelse, at.child(ir::Branch::orelse, 0), false);
    Idle body = of_list(*ir::branch(s, ir::Branch::body), at.child(ir::Branch::body, 0), true);
    out.all = out.all && body.all;
    out.goes.insert(out.goes.end(), body.goes.begin(), body.goes.end());
    return out;
  }

  // The statement, or the outermost loop or if around it that would be left with nothing to do.
  static std::optional<Path> with_needless_scopes(const ir::Procedure& proc, Path at) {
    while (ir::list_at(proc, at)->size() == 1) {
      const Path outer = at.parent();
      if (outer.steps.empty()) return std::nullopt;
      if (at.steps.back().branch == ir::Branch::orelse) return at;
      const auto* branches = ir::stmt_at(proc, outer)->as<ir::If>();
      if (branches && !branches->orelse.empty()) return std::nullopt;
      at = outer;
    }
    return at;
  }

  static std::vector<Obligation> safety(StepContext&, const Shape&) { return {}; }
  static void rewrite(StepContext&, const Shape& s, Edit& edit) {
    for (const Path& at : s) edit.erase({at, 1});
  }
};

}  // namespace

Primitive delete_pass_primitive() {
  return describe<DeletePass>("delete_pass", "statements", "drop statements that do nothing: one, or all");
}

}  // namespace tessera::rewrite

namespace tessera {

Proc delete_pass(const Proc& p) { return rewrite::apply<rewrite::DeletePass>("delete_pass", p, {{""}}); }
Proc delete_pass(const Proc& p, const StmtPlace& statement) {
  return rewrite::apply<rewrite::DeletePass>("delete_pass", p, {{statement}});
}

}  // namespace tessera
