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

// The instructions that see fields, each with these.
using Seen = std::map<const ir::Procedure*, Fields>;

Seen seen_in_machine(std::span<const ir::Procedure* const> emitted) {
  Seen out;
  for (const ir::Procedure* p : emitted)
    ir::for_each_stmt(p->body, [&](const ir::Stmt& s) {
      const auto* call = s.as<ir::Call>();
      if (!call || !call->callee->instr || out.count(call->callee.get())) return;
      out.emplace(call->callee.get(), of_instruction(*call->callee));
    });
  std::erase_if(out, [](const auto& entry) { return entry.second.empty(); });
  return out;
}

// No field of `fields` is in the machine, or why not.
std::string clash(const Fields& fields, const Seen& seen) {
  for (const std::string& f : fields)
    for (const auto& [instruction, its] : seen)
      if (its.count(f))
        return fmt::format("{} is in the machine, where the instruction {} sees it; C would use another {}", f,
                           instruction->name, f);
  return "";
}

// Threads run the iterations, and each has its own machine state: a field set before the loop, by the starting thread,
// is not seen by the others.
class Threads {
 public:
  explicit Threads(const Seen& seen) : seen_(seen) {}

  void check(const ir::Block& list, const ir::For* around = nullptr) {
    for (const ir::Stmt& s : list) {
      const auto* loop = s.as<ir::For>();
      const ir::For* parallel = loop && loop->mode == ir::LoopMode::par ? loop : around;
      for (const ir::Branch b : {ir::Branch::body, ir::Branch::orelse})
        if (const ir::Block* below = ir::branch(s, b)) check(*below, parallel);
      if (const auto* call = s.as<ir::Call>(); call && around) check_call(s, *call->callee, *around);
    }
  }

 private:
  void check_call(const ir::Stmt& s, const ir::Procedure& callee, const ir::For& around) {
    if (!callee.instr) {
      if (done_.insert(&callee).second) check(callee.body, &around);
      return;
    }
    const auto its = seen_.find(&callee);
    if (its == seen_.end()) return;
    refuse("config",
           fmt::format("{} sees {} in the machine, and each thread of the parallel loop {} has its own", callee.name,
                       *its->second.begin(), around.iter.text()),
           s, "keep the loop sequential");
  }

  const Seen& seen_;
  std::set<const ir::Procedure*> done_;  ///< callees, in whichever parallel loop
};

}  // namespace

void check_field_places(std::span<const ir::Procedure* const> emitted) {
  const Seen seen = seen_in_machine(emitted);
  if (seen.empty()) return;
  const char* hint = "let instructions do all that is done with the field, or none";
  Threads threads(seen);
  for (const ir::Procedure* p : emitted) {
    threads.check(p->body);
    if (const std::string why = clash(of_shapes(*p), seen); !why.empty()) refuse("config", why, p->loc, hint);
    ir::for_each_stmt(p->body, [&](const ir::Stmt& s) {
      if (const std::string why = clash(of_statement(s), seen); !why.empty()) refuse("config", why, s, hint);
    });
  }
}

}  // namespace tessera::codegen
