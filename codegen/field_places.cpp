// SPDX-License-Identifier: Apache-2.0
#include "codegen/field_places.hpp"

#include <fmt/format.h>

#include <map>
#include <set>

#include "codegen/errors.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using Fields = std::set<std::string>;

void add_reads(const ir::Expr& top, Fields& out) {
  ir::for_each_expr(top, [&](const ir::Expr& e) {
    if (const auto* n = e.as<ir::ReadConfig>()) out.insert(n->config->name + "." + n->field);
  });
}

Fields of_shapes(const ir::Procedure& p) {
  Fields out;
  for (const ir::Arg& a : p.args)
    for (const ir::Expr& e : a.type.shape) add_reads(e, out);
  return out;
}

Fields of_statement(const ir::Stmt& s) {
  Fields out;
  for (const ir::Expr& e : ir::expressions(s)) add_reads(e, out);
  if (const auto* n = s.as<ir::WriteConfig>()) out.insert(n->config->name + "." + n->field);
  return out;
}

Fields of_instruction(const ir::Procedure& instruction) {
  Fields out;
  const auto add = [&](const ir::Procedure& p) {
    out.merge(of_shapes(p));
    for (const ir::Expr& e : p.asserts) add_reads(e, out);
    ir::for_each_stmt(p.body, [&](const ir::Stmt& s) { out.merge(of_statement(s)); });
  };
  add(instruction);
  for (const ir::ProcRef& p : ir::all_called(instruction.body)) add(*p);
  return out;
}

// The fields that are in the machine, each with an instruction that says so.
std::map<std::string, const ir::Procedure*> in_machine(std::span<const ir::Procedure* const> emitted) {
  std::map<std::string, const ir::Procedure*> out;
  std::set<const ir::Procedure*> seen;
  for (const ir::Procedure* p : emitted)
    ir::for_each_stmt(p->body, [&](const ir::Stmt& s) {
      const auto* call = s.as<ir::Call>();
      if (!call || !call->callee->instr || !seen.insert(call->callee.get()).second) return;
      for (const std::string& field : of_instruction(*call->callee)) out.emplace(field, call->callee.get());
    });
  return out;
}

// Threads run the iterations, and a machine has state for each thread: what was set before the loop, by the thread that
// started it, is not what another one sees.
void check_threads(const ir::Block& list, const ir::For* around) {
  for (const ir::Stmt& s : list) {
    const auto* loop = s.as<ir::For>();
    const ir::For* parallel = loop && loop->mode == ir::LoopMode::par ? loop : around;
    for (const ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
      if (const ir::Block* below = ir::branch(s, b)) check_threads(*below, parallel);
    const auto* call = s.as<ir::Call>();
    if (!call || !around) continue;
    if (!call->callee->instr) {
      check_threads(call->callee->body, around);
      continue;
    }
    const Fields seen = of_instruction(*call->callee);
    if (!seen.empty())
      refuse("config",
             fmt::format("{} sees {} in the machine, and each thread of the parallel loop {} has its own",
                         call->callee->name, *seen.begin(), around->iter.text()),
             s, "keep the loop sequential");
  }
}

}  // namespace

void check_field_places(std::span<const ir::Procedure* const> emitted) {
  const std::map<std::string, const ir::Procedure*> machine = in_machine(emitted);
  if (machine.empty()) return;
  const char* hint = "let instructions do all that is done with the field, or none";
  const auto clash = [&](const Fields& fields) {
    for (const std::string& f : fields)
      if (const auto it = machine.find(f); it != machine.end())
        return fmt::format("{} is in the machine, where the instruction {} sees it; C would use another {}", f,
                           it->second->name, f);
    return std::string();
  };
  for (const ir::Procedure* p : emitted) {
    check_threads(p->body, nullptr);
    if (const std::string why = clash(of_shapes(*p)); !why.empty()) refuse("config", why, p->loc, hint);
    ir::for_each_stmt(p->body, [&](const ir::Stmt& s) {
      if (const std::string why = clash(of_statement(s)); !why.empty()) refuse("config", why, s, hint);
    });
  }
}

}  // namespace tessera::codegen
