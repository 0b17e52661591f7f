// SPDX-License-Identifier: Apache-2.0
#include "codegen/lanes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "dsl/ir/walk.hpp"

namespace tessera::codegen {

const ir::MemoryDecl* memory_of_lanes(const std::vector<const ir::Procedure*>& procedures) {
  const ir::MemoryDecl* found = nullptr;
  const auto look_at = [&](const ir::MemoryRef& m) {
    if (m && m->lanes) found = m.get();
  };
  const auto look_at_arguments = [&](const ir::Procedure& p) {
    for (const ir::Arg& a : p.args) look_at(a.mem);
  };
  for (const ir::Procedure* p : procedures) {
    look_at_arguments(*p);
    ir::for_each_stmt_and_called(p->body, [&](const ir::Stmt& s) {
      if (const ir::Alloc* n = s.as<ir::Alloc>()) look_at(n->mem);
      if (const ir::Call* n = s.as<ir::Call>()) look_at_arguments(*n->callee);
    });
  }
  return found;
}

const ir::Lanes* lanes_of(const std::vector<const ir::Procedure*>& procedures) {
  const ir::MemoryDecl* memory = memory_of_lanes(procedures);
  return memory ? &*memory->lanes : nullptr;
}

std::string lanes_function(const ir::Lanes& lanes) { return "tessera_lanes_" + lanes.symbol; }

std::string lanes_definition(const ir::Lanes& lanes, const std::vector<std::int64_t>& proved) {
  const std::vector<std::int64_t> lengths = proved.empty() ? std::vector{lanes.length} : proved;
  std::vector<std::string> others;
  for (const std::int64_t length : lengths) others.push_back(fmt::format("lanes != {}", length));
  return fmt::format(
      "/* The lanes of this machine. The code is proved for these numbers, one by one, and for no other. */\n"
      "static inline int64_t {}(void) {{\n"
      "  const int64_t lanes = (int64_t)({});\n"
      "  if ({}) abort();\n"
      "  return lanes;\n"
      "}}\n",
      lanes_function(lanes), lanes.c_text, fmt::join(others, " && "));
}

std::string lanes_variable(const ir::Lanes& lanes) {
  return fmt::format("const int64_t {0} = {1}(); (void){0};", lanes.symbol, lanes_function(lanes));
}

}  // namespace tessera::codegen
