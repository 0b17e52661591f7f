// SPDX-License-Identifier: Apache-2.0
#include "codegen/machine_state.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>

#include "codegen/errors.hpp"
#include "dsl/ir/walk.hpp"

namespace tessera::codegen {
namespace {

using ByName = std::map<std::string, const ir::MemoryDecl*>;

bool has_state(const ir::MachineState& s) { return !s.startup.empty() || s.is_entered() || !s.attributes.empty(); }

void add_memory(const ir::MemoryRef& memory, ByName& out) {
  if (memory && has_state(memory->state)) out.emplace(memory->name, memory.get());
}

void add_arguments(const ir::Procedure& p, ByName& out) {
  for (const ir::Arg& a : p.args) add_memory(a.mem, out);
}

void add_body(const ir::Block& body, ByName& out) {
  ir::for_each_stmt_and_called(body, [&](const ir::Stmt& s) {
    if (const ir::Alloc* n = s.as<ir::Alloc>()) add_memory(n->mem, out);
    if (const ir::Call* n = s.as<ir::Call>()) add_arguments(*n->callee, out);
  });
}

// Threads that a loop starts are in none of its states.
bool is_of_one_thread(const ir::MemoryDecl& m) { return m.state.is_entered() || !m.state.attributes.empty(); }

const ir::MemoryDecl* one_of_one_thread(const ByName& memories) {
  for (const auto& [name, m] : memories)
    if (is_of_one_thread(*m)) return m;
  return nullptr;
}

// FNV-1a: memories of one name with other statements are started apart.
std::string short_hash(const std::string& text) {
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return fmt::format("{:016x}", hash);
}

}  // namespace

std::vector<const ir::MemoryDecl*> memories_with_state(const ir::Procedure& p) {
  ByName found;
  add_arguments(p, found);
  add_body(p.body, found);
  std::vector<const ir::MemoryDecl*> out;
  for (const auto& [name, m] : found) out.push_back(m);
  return out;
}

void check_states(const ir::Procedure& p, const std::set<const ir::Procedure*>& public_procedures) {
  ir::for_each_stmt(p.body, [&](const ir::Stmt& s) {
    if (const ir::For* loop = s.as<ir::For>(); loop && loop->mode == ir::LoopMode::par) {
      ByName used;
      add_body(loop->body, used);
      if (const ir::MemoryDecl* m = one_of_one_thread(used))
        refuse("memory",
               fmt::format("the threads of this loop would use {}, whose state is that of one thread", m->name), s,
               "keep the loop sequential, and call the function in each thread");
    }
    const ir::Call* call = s.as<ir::Call>();
    if (!call || !public_procedures.count(call->callee.get())) return;
    for (const ir::MemoryDecl* m : memories_with_state(*call->callee))
      if (m->state.is_entered())
        refuse("memory",
               fmt::format("{} leaves the state of {}, which this function needs until its end", call->callee->name,
                           m->name),
               s, "inline the call, or write the two functions to files of their own");
  });
}

std::string startup_name(const ir::MemoryDecl& m) { return "tessera_start_" + m.name; }

std::string startup_definition(const ir::MemoryDecl& m) {
  return fmt::format(
      "/* Once per process, however many files and threads use {0}. */\n"
      "__attribute__((weak, visibility(\"default\"))) _Atomic int tessera_started_{0}_{2};\n"
      "static void {1}(void) {{\n"
      "  enum {{ not_begun, begun, done }};\n"
      "  int state = not_begun;\n"
      "  if (atomic_load_explicit(&tessera_started_{0}_{2}, memory_order_acquire) == done) return;\n"
      "  if (atomic_compare_exchange_strong(&tessera_started_{0}_{2}, &state, begun)) {{\n"
      "    {3}\n"
      "    atomic_store_explicit(&tessera_started_{0}_{2}, done, memory_order_release);\n"
      "  }}\n"
      "  while (atomic_load_explicit(&tessera_started_{0}_{2}, memory_order_acquire) != done) continue;\n"
      "}}\n",
      m.name, startup_name(m), short_hash(m.state.startup), m.state.startup);
}

std::vector<std::string> entering(const ir::Procedure& p) {
  std::vector<std::string> out;
  for (const ir::MemoryDecl* m : memories_with_state(p)) {
    if (!m->state.startup.empty()) out.push_back(startup_name(*m) + "();");
    if (!m->state.enter.empty()) out.push_back(m->state.enter);
  }
  return out;
}

std::vector<std::string> leaving(const ir::Procedure& p) {
  std::vector<std::string> out;
  for (const ir::MemoryDecl* m : memories_with_state(p))
    if (!m->state.leave.empty()) out.push_back(m->state.leave);
  std::reverse(out.begin(), out.end());
  return out;
}

std::string function_attributes(const ir::Procedure& p, bool is_public) {
  const auto is_in_state = [](const ir::Arg& a) { return a.mem && !a.mem->state.attributes.empty(); };
  if (!is_public && std::any_of(p.args.begin(), p.args.end(), is_in_state)) return "";
  std::vector<std::string> out;
  for (const ir::MemoryDecl* m : memories_with_state(p)) {
    const std::string& one = m->state.attributes;
    if (!one.empty() && std::find(out.begin(), out.end(), one) == out.end()) out.push_back(one);
  }
  return fmt::format("{}", fmt::join(out, " "));
}

}  // namespace tessera::codegen
