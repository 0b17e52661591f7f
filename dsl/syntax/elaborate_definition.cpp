// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "dsl/syntax/elaborate.hpp"
#include "dsl/syntax/single_loops.hpp"
#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {

namespace {

template <class Ref> Ref look_up(const std::vector<Ref>& all, const std::string& name) {
  for (const Ref& d : all)
    if (d->name == name) return d;
  return nullptr;
}

template <class Ref> std::vector<std::string> names_of(const std::vector<Ref>& all) {
  std::vector<std::string> out;
  for (const Ref& d : all) out.push_back(d->name);
  return out;
}

}  // namespace

ir::ProcRef Environment::proc(const Layout& layout, const ast::Expr& name) const {
  if (ir::ProcRef found = look_up(procs, name.text)) return found;
  std::string hint = nearest(name.text, names_of(procs));
  fail_name(layout, name.at, fmt::format("unknown procedure `{}`", name.text),
            hint.empty() ? known_names(names_of(procs)) : hint);
}

ir::MemoryRef Environment::memory(const Layout& layout, const ast::Type& type) const {
  if (type.memory.empty()) return ir::dram();
  if (ir::MemoryRef found = look_up(memories, type.memory)) return found;
  const std::string hint = memory_hint ? memory_hint(type.memory) : "";
  fail_name(layout, type.memory_at, fmt::format("unknown memory `{}`", type.memory),
            hint.empty() ? known_names(names_of(memories)) : hint);
}

const ir::Lanes* Environment::lanes() const {
  for (const ir::MemoryRef& m : memories)
    if (m->lanes) return &*m->lanes;
  return nullptr;
}

Scope Environment::scope() const {
  Scope out({}, configs);
  if (const ir::Lanes* known = lanes()) out.define(known->symbol, known->length);
  return out;
}

namespace {

ir::Arg elaborate_arg(const Layout& layout, const Environment& environment, Scope& scope, const ast::Argument& a) {
  if (scope.find(a.name.text))
    fail_name(layout, a.name.at, fmt::format("argument `{}` is declared twice", a.name.text));
  ir::Type type = elaborate_type(layout, scope, a.type.form);
  if (type.is_control() && !a.type.memory.empty())
    fail_type(layout, a.type.memory_at,
              fmt::format("an argument of type {} stands in no memory", ir::name(type.scalar)));
  ir::MemoryRef mem = type.is_control() ? nullptr : environment.memory(layout, a.type);
  ir::Sym name = ir::Sym::fresh(a.name.text);
  scope.bind(name, {type, mem});
  return {name, std::move(type), std::move(mem), layout.loc(a.at)};
}

}  // namespace

ir::ProcRef elaborate_procedure(const Layout& layout, const Environment& environment, const ast::Procedure& p) {
  ir::Procedure out;
  out.name = p.name.text;
  out.loc = layout.loc(p.name.at);
  out.instr = elaborate_decorators(layout, p.decorators);
  Scope scope = environment.scope();
  for (const ast::Argument& a : p.args) out.args.push_back(elaborate_arg(layout, environment, scope, a));
  ExpressionElaborator expressions(layout, scope);
  for (const ast::Expr& e : p.asserts) out.asserts.push_back(expressions.asserted(e));
  out.body = StatementElaborator(layout, environment, scope).block(p.body);
  if (out.instr && scope.has_numbers()) out.body = without_single_loops(out.body);  // as many as the length makes
  if (out.instr) check_instr(layout, p.decorators, out);
  return std::make_shared<const ir::Procedure>(std::move(out));
}

ir::ConfigRef elaborate_config(const Layout& layout, const ast::Config& c) {
  ir::ConfigDecl out;
  out.name = c.name.text;
  out.loc = layout.loc(c.name.at);
  for (const ast::Argument& f : c.fields) {
    ir::Type type = elaborate_type(layout, Scope(), f.type.form);
    if (type.is_tensor() || !f.type.memory.empty())
      fail_type(layout, f.type.form.at, "a field of a config is a scalar without a memory");
    if (out.field(f.name.text)) fail_name(layout, f.name.at, fmt::format("field `{}` is declared twice", f.name.text));
    out.fields.emplace_back(f.name.text, type.scalar);
  }
  return std::make_shared<const ir::ConfigDecl>(std::move(out));
}

}  // namespace tessera::syntax
