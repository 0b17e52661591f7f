// SPDX-License-Identifier: Apache-2.0
#include "fuzz/dead_cases.hpp"

#include "dsl/check/bounds.hpp"
#include "dsl/ir/print.hpp"
#include "dsl/rewrite/edit.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::fuzz {
namespace {

// The second element of one.
ir::Block out_of_bounds() {
  const ir::Sym trap = ir::Sym::fresh("trap");
  return {ir::Stmt(ir::Alloc{trap, {ir::Scalar::f32, {ir::int_lit(1)}, false}, ir::dram()}),
          ir::Stmt(ir::Assign{trap, {ir::int_lit(1)}, ir::float_lit(0, ir::Scalar::f32), ir::Scalar::f32})};
}

bool proves_anything(const Subject& subject, const ir::ProcRef& before, const cursor::Path& at, const ir::Expr& where) {
  rewrite::Edit edit(before);
  edit.insert(at, {ir::Stmt(ir::If{where, out_of_bounds(), {}})});
  try {
    check::check_accesses(edit.proc(), subject.context->solver);
    return true;
  } catch (const Error&) { return false; }  // as it should, or for another reason
}

const rewrite::Value& argument(const std::vector<std::pair<std::string, rewrite::Value>>& all, const char* name) {
  for (const auto& [known, value] : all)
    if (known == name) return value;
  bug(std::string("specialize has no argument ") + name);
}

}  // namespace

std::optional<std::string> dead_case(const Subject& subject, const Proc& p) {
  const Version& v = *p.version();
  if (v.step.primitive != "specialize") return std::nullopt;
  const Proc before(v.parent, p.context());
  std::vector<std::pair<std::string, rewrite::Value>> args;
  for (const auto& [name, text] : v.step.args) args.emplace_back(name, script::value_of(text, before));
  const cursor::Path at = std::get<Cursor>(argument(args, "block").data).path();
  const std::size_t cases = std::get<rewrite::Values>(argument(args, "conditions").data).size();
  const ir::Stmt* copy = cursor::stmt_at(p.ir(), at);
  for (std::size_t i = 0; i < cases; ++i) {
    const auto* test = copy->as<ir::If>();
    if (proves_anything(subject, v.parent->ir, at, test->cond))
      return "a copy for '" + ir::print(test->cond, ir::Names(p.ir())) + "', of which anything is proved";
    copy = &test->orelse.front();
  }
  return std::nullopt;
}

}  // namespace tessera::fuzz
