// SPDX-License-Identifier: Apache-2.0
#include "dsl/script/library_view.hpp"

#include <algorithm>

namespace tessera::script {
namespace {

// Null without a role.
const std::string* role_of(const ir::Procedure& p) {
  if (!p.instr) return nullptr;
  const auto role = p.instr->facts.find("role");
  return role == p.instr->facts.end() ? nullptr : &role->second;
}

}  // namespace

std::optional<ir::Scalar> element_type(const ir::Procedure& p) {
  for (const ir::Arg& a : p.args)
    if (!a.type.is_control()) return a.type.scalar;
  return std::nullopt;
}

bool computes_with(const ir::Procedure& p, ir::Scalar type) {
  bool uses_registers = false;
  for (const ir::Arg& a : p.args) {
    if (a.type.is_control() || !a.mem->is_register()) continue;
    if (a.type.scalar != type) return false;
    uses_registers = true;
  }
  return uses_registers || element_type(p) == type;
}

std::optional<ir::Scalar> only_type(const ir::Procedure& p) {
  const std::optional<ir::Scalar> first = element_type(p);
  const bool is_only = std::all_of(p.args.begin(), p.args.end(),
                                   [&](const ir::Arg& a) { return a.type.is_control() || a.type.scalar == first; });
  return is_only ? first : std::nullopt;
}

std::vector<ir::Scalar> element_types(const syntax::Module& library) {
  std::vector<ir::Scalar> out;
  const auto add = [&](ir::Scalar type) {
    if (std::find(out.begin(), out.end(), type) == out.end()) out.push_back(type);
  };
  for (const ir::MemoryRef& m : library.memories)
    for (const ir::RegisterType& held : m->holds) add(held.scalar);
  for (const ir::ProcRef& p : library.procs)
    if (const std::optional<ir::Scalar> type = p->instr ? element_type(*p) : std::nullopt) add(*type);
  return out;
}

bool LibraryView::is_seen(const ir::Procedure& p) const { return !type_ || (p.instr && element_type(p) == type_); }
bool LibraryView::is_seen(const ir::MemoryDecl& m) const { return !type_ || m.register_type(*type_); }

ir::ProcRef LibraryView::proc(const std::string& name) const {
  ir::ProcRef p = library_.proc(name);
  return p && is_seen(*p) ? p : nullptr;
}

ir::MemoryRef LibraryView::memory(const std::string& name) const {
  ir::MemoryRef m = library_.memory(name);
  return m && is_seen(*m) ? m : nullptr;
}

ir::ProcRef LibraryView::with_role(const std::string& role) const {
  ir::ProcRef first;
  for (const ir::ProcRef& p : library_.procs) {
    const std::string* played = role_of(*p);
    if (!played || *played != role || !is_seen(*p)) continue;
    if (computes_with(*p, type_.value_or(ir::Scalar::f32))) return p;
    if (!first) first = p;
  }
  return first;
}

// Registers of several dimensions are no vectors: accumulators, which only instructions of their own compute with.
ir::MemoryRef LibraryView::registers() const {
  for (const ir::MemoryRef& m : library_.memories)
    if (m->is_register() && is_seen(*m) && (type_ ? m->register_type(*type_) : &m->holds.front())->rank() == 1)
      return m;
  return nullptr;
}

const ir::RegisterType* LibraryView::vector() const {
  for (const ir::MemoryRef& m : library_.memories)
    if (const ir::RegisterType* held = m->register_type(type_.value_or(ir::Scalar::f32)); held && held->rank() == 1)
      return held;
  return nullptr;
}

std::vector<std::string> LibraryView::names() const {
  std::vector<std::string> out;
  for (const ir::ProcRef& p : library_.procs) {
    if (!is_seen(*p)) continue;
    out.push_back(p->name);
    if (const std::string* role = role_of(*p)) out.push_back(*role);
  }
  for (const ir::MemoryRef& m : library_.memories)
    if (is_seen(*m)) out.push_back(m->name);
  return out;
}

}  // namespace tessera::script
