// SPDX-License-Identifier: Apache-2.0
#include "codegen/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "codegen/errors.hpp"
#include "codegen/windows.hpp"
#include "dsl/ir/walk.hpp"
#include "dsl/ir/written.hpp"

namespace tessera::codegen {
namespace {

using ir::Expr;
using ir::Stmt;

// The variable that an argument of a call names, if any.
ir::Sym named(const Expr& e) {
  if (const ir::Read* n = e.as<ir::Read>()) return n->name;
  if (const ir::WindowExpr* n = e.as<ir::WindowExpr>()) return n->base;
  return {};
}

// The body of an instruction writes all that it is given: no lane depends on an argument or a condition.
bool writes_whole(const ir::Procedure& instruction) {
  bool whole = true;
  ir::for_each_stmt(instruction.body, [&](const Stmt& s) {
    const ir::For* loop = s.as<ir::For>();
    whole = whole && !s.as<ir::If>() && (!loop || (ir::literal(loop->lo) && ir::literal(loop->hi)));
  });
  return whole;
}

std::string key(const std::string& config, const std::string& field) { return config + "." + field; }

std::set<std::string> config_writes(const ir::Block& body) {
  std::set<std::string> out;
  ir::for_each_stmt_and_called(body, [&](const Stmt& s) {
    if (const ir::WriteConfig* n = s.as<ir::WriteConfig>()) out.insert(key(n->config->name, n->field));
  });
  return out;
}

// The first config in e that is among `fields`, or "".
std::string reads_one_of(const Expr& e, const std::set<std::string>& fields) {
  std::string out;
  ir::for_each_expr(e, [&](const Expr& x) {
    const ir::ReadConfig* n = x.as<ir::ReadConfig>();
    if (n && fields.count(key(n->config->name, n->field))) out = key(n->config->name, n->field);
  });
  return out;
}

// Of the procedure alone.
void add_configs(const ir::Procedure& proc, std::vector<ir::ConfigRef>& out) {
  auto add = [&](const ir::ConfigRef& c) {
    bool known = std::any_of(out.begin(), out.end(), [&](const ir::ConfigRef& o) { return o->name == c->name; });
    if (!known) out.push_back(c);
  };
  auto add_reads = [&](const Expr& e) {
    if (const ir::ReadConfig* n = e.as<ir::ReadConfig>()) add(n->config);
  };
  for (const ir::Arg& a : proc.args)
    for (const Expr& e : a.type.shape) ir::for_each_expr(e, add_reads);
  ir::for_each_stmt(proc.body, [&](const Stmt& s) {
    for (const Expr& e : ir::expressions(s)) ir::for_each_expr(e, add_reads);
    if (const ir::WriteConfig* n = s.as<ir::WriteConfig>()) add(n->config);
  });
}

// C evaluates the end of a loop in each iteration.
void check_bound(const Stmt& s, const ir::For& loop, const std::set<std::string>& moving) {
  if (reads_one_of(loop.hi, moving).empty()) return;
  if (std::string field = reads_one_of(loop.hi, config_writes(loop.body)); !field.empty())
    refuse("config", fmt::format("the end of this loop reads {}, which its body writes", field), s,
           "move the write after the loop (fission, reorder_stmts), or end the loop at a size");
}

}  // namespace

std::set<ir::Sym> partly_written(const ir::Procedure& proc) {
  Windows windows(proc);
  std::set<ir::Sym> out;
  ir::for_each_stmt(proc.body, [&](const Stmt& s) {
    const ir::Call* call = s.as<ir::Call>();
    if (!call || !call->callee->instr || writes_whole(*call->callee)) return;
    const std::vector<bool> written = ir::written_parameters(*call->callee);
    for (std::size_t i = 0; i < call->args.size(); ++i)
      if (ir::Sym name = named(call->args[i]); name && written.at(i) && call->callee->args[i].mem->is_register())
        out.insert(windows.alias_root(name));
  });
  return out;
}

std::vector<ir::ConfigRef> used_configs(const ir::Procedure& proc) {
  std::vector<ir::ConfigRef> out;
  add_configs(proc, out);
  for (const ir::ProcRef& p : ir::all_called(proc.body))
    if (!p->instr) add_configs(*p, out);
  return out;
}

void check_configs(const ir::Procedure& proc) {
  const std::set<std::string> moving = config_writes(proc.body);
  for (const ir::Arg& a : proc.args)
    for (const Expr& e : a.type.shape)
      if (std::string field = reads_one_of(e, moving); !field.empty())
        refuse("config", "the shape of " + a.name.text() + " reads " + field + ", which the procedure writes", a.loc);
  ir::for_each_stmt(proc.body, [&](const Stmt& s) {
    if (const ir::For* loop = s.as<ir::For>()) return check_bound(s, *loop, moving);
    if (!s.as<ir::WindowStmt>() && !s.as<ir::Alloc>()) return;  // C evaluates these wherever they are used
    for (const Expr& e : ir::expressions(s))
      if (std::string field = reads_one_of(e, moving); !field.empty())
        refuse("config", "this reads " + field + ", which the procedure writes", s,
               s.as<ir::Alloc>() ? "make the extent an argument of type size" : "inline_window it");
  });
}

std::set<std::string> identifiers(const std::string& text) {
  std::set<std::string> out;
  auto is_start = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; };
  auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end > i && is_start(text[i])) out.insert(text.substr(i, end - i));
    i = end > i ? end : i + 1;
  }
  return out;
}

}  // namespace tessera::codegen
