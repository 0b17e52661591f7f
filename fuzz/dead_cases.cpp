// SPDX-License-Identifier: Apache-2.0
#include "fuzz/dead_cases.hpp"

#include "dsl/check/bounds.hpp"
#include "dsl/ir/difference.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/rewrite/edit.hpp"
#include "dsl/support/diagnostic.hpp"
#include "fuzz/forwarding.hpp"

namespace tessera::fuzz {
namespace {

// The second element of one.
ir::Block out_of_bounds() {
  const ir::Sym trap = ir::Sym::fresh("trap");
  return {ir::Stmt(ir::Alloc{trap, {ir::Scalar::f32, {ir::int_lit(1)}, false}, ir::dram()}),
          ir::Stmt(ir::Assign{trap, {ir::int_lit(1)}, ir::float_lit(0, ir::Scalar::f32), ir::Scalar::f32})};
}

bool proves_anything(const Subject& subject, const ir::ProcRef& before, const ir::Path& at, const ir::Expr& where) {
  rewrite::Edit edit(before);
  edit.insert(at, {ir::Stmt(ir::If{where, out_of_bounds(), {}})});
  try {
    check::check_accesses(edit.proc(), subject.context->solver);
    return true;
  } catch (const Error&) { return false; }  // as it should, or for another reason
}

// Where the step put its tests.
std::optional<ir::Path> place_of_copies(const Version& v) {
  const std::vector<ir::Difference> changed = ir::differences(v.parent->ir->body, v.ir->body);
  if (changed.size() != 1 || changed.front().after.size() != 1) return std::nullopt;
  for (const ir::Path& at : statement_paths(*v.ir))
    if (ir::stmt_at(*v.ir, at) == &changed.front().after.front()) return at;
  return std::nullopt;
}

std::size_t number_of_cases(const Version& v) {
  for (const auto& [name, value] : v.step.args)
    if (name == "conditions") return std::get<RecordedValues>(value.data).size();
  return 0;
}

}  // namespace

std::optional<std::string> dead_case(const Subject& subject, const Proc& p) {
  const Version& v = *p.version();
  if (v.step.primitive != "specialize") return std::nullopt;
  const std::optional<ir::Path> at = place_of_copies(v);
  if (!at) return std::nullopt;
  const ir::Stmt* copy = ir::stmt_at(p.ir(), *at);
  for (std::size_t i = 0; i < number_of_cases(v); ++i) {
    const auto* test = copy->as<ir::If>();
    if (!test || test->orelse.empty()) return std::nullopt;  // a copy in a copy
    if (proves_anything(subject, v.parent->ir, *at, test->cond))
      return "a copy for '" + ir::print(test->cond, ir::Names(p.ir())) + "', of which anything is proved";
    copy = &test->orelse.front();
  }
  return std::nullopt;
}

}  // namespace tessera::fuzz
