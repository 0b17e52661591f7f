// SPDX-License-Identifier: Apache-2.0
// replace_all — replace wherever one of the procedures fits and its arguments lie in the memories that it wants, in
// program order, trying the procedures in the order given. A composite of replace: each success is a replace step of
// its own in the trace, with its own proofs; what replace refuses stays.
// Args:    by: procedures or instructions, those to be preferred first.
// Example: finds_every_place
#include "dsl/analysis/call.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/rewrite/run_step.hpp"
#include "dsl/rewrite/suppress_diagnostics.hpp"
#include "dsl/rewrite/unify.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera {
namespace {

using ir::Path;

// The statement at the path becomes a call of the first procedure that fits; nothing when none does.
std::optional<Proc> try_each(const Proc& p, const Path& path, const std::vector<Proc>& by) {
  const ir::Block& list = *ir::list_at(p.ir(), path);
  const auto first = static_cast<std::size_t>(path.steps.back().index);
  for (const Proc& f : by) {
    // A look at the statements alone: a step, even one that is refused, takes the whole procedure in hand.
    const auto begin = list.begin() + static_cast<long>(first);
    if (!rewrite::may_unify({begin, begin + rewrite::statements_wanted(list, first, f.ir())}, f.ir())) continue;
    try {
      Proc out = replace(p, Cursor(p, Cursor::Kind::stmt, path), f);
      if (analysis::memories_match(out.declarations(), *ir::stmt_at(out.ir(), path)->as<ir::Call>())) return out;
    } catch (const SchedulingError& e) {
      if (e.exit_code() != ExitCode::refused) throw;  // undecided is not the same as unfit
    }
  }
  return std::nullopt;
}

Proc replace_below(Proc p, const Path& first, const std::vector<Proc>& by) {
  for (Path at = first; ir::stmt_at(p.ir(), at); at = at.sibling(1)) {
    const ir::Stmt& s = *ir::stmt_at(p.ir(), at);
    if (s.as<ir::WindowStmt>()) continue;
    if (auto done = try_each(p, at, by)) {
      p = *std::move(done);
      continue;
    }
    for (ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (ir::branch(*ir::stmt_at(p.ir(), at), b)) p = replace_below(p, at.child(b, 0), by);
  }
  return p;
}

struct ReplaceAllArgs {
  std::vector<Proc> by;
  static constexpr auto fields() { return std::tuple{rewrite::required("by", &ReplaceAllArgs::by)}; }
};

}  // namespace

Proc replace_all(const Proc& p, const std::vector<Proc>& by) {
  const SuppressDiagnostics suppressed(*p.context());
  return replace_below(p, ir::Range::whole_body(p.ir()).first, by);
}

namespace rewrite {

Primitive replace_all_primitive() {
  Primitive p;
  p.name = "replace_all";
  p.group = "procedures";
  p.summary = "replace wherever one of the procedures fits";
  p.parameters = {{"by", ArgumentType<std::vector<Proc>>::kind, false}};
  p.apply = [](const Proc& proc, const CallArguments& given) {
    return replace_all(proc, read_arguments<ReplaceAllArgs>(given, *find_primitive("replace_all")).by);
  };
  return p;
}

}  // namespace rewrite
}  // namespace tessera
