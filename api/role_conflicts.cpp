// SPDX-License-Identifier: Apache-2.0
#include "api/role_conflicts.hpp"

#include <fmt/format.h>

#include <map>

#include "dsl/ir/print.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::api {
namespace {

// "fma([f32][8] @ V, [f32][8] @ V)": what the role is asked for with.
std::string form_of(const std::string& role, const ir::Procedure& p) {
  std::string out = role + "(";
  for (const ir::Arg& a : p.args) {
    out += ir::print(a.type) + " @ ";
    if (a.mem) out += a.mem->name;
    out += ", ";
  }
  return out + ")";
}

[[noreturn]] void ambiguous(const std::string& role, const ir::Procedure& second, const ir::Procedure& first) {
  Diagnostic d;
  d.code = "name";
  d.message =
      fmt::format("{} and {} have both the role `{}` and arguments of the same kinds", first.name, second.name, role);
  d.loc = second.loc;
  d.notes.push_back({first.loc, "the first one, which schedules would be given"});
  d.hint = "give one of them a role of its own, or none: by its name it is found all the same";
  throw InputError(std::move(d));
}

}  // namespace

void check_roles_apart(const syntax::Module& own) {
  std::map<std::string, const ir::Procedure*> seen;
  for (const ir::ProcRef& p : own.procs) {
    if (!p->instr) continue;
    const auto role = p->instr->facts.find("role");
    if (role == p->instr->facts.end()) continue;
    const auto [first, is_new] = seen.emplace(form_of(role->second, *p), p.get());
    if (!is_new) ambiguous(role->second, *p, *first->second);
  }
}

}  // namespace tessera::api
