// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

// C that memories bring to the public functions that use them: what is done once, and before and after each call.
namespace tessera::codegen {

/// The memories that a procedure uses, itself or through what it calls, and that have such C; by name.
std::vector<const ir::MemoryDecl*> memories_with_state(const ir::Procedure&);

/// Refuses (memory) a parallel loop over what uses such a memory, for the state is one thread's; and a call of one
/// public function with such a memory by another, which would leave the state too early.
void check_states(const ir::Procedure&, const std::set<const ir::Procedure*>& public_procedures);

/// "tessera_start_AMX": the function that does a memory's `startup`, once per process; and its definition.
std::string startup_name(const ir::MemoryDecl&);
std::string startup_definition(const ir::MemoryDecl&);

/// The statements before the body of a public function, and after it: a line each.
std::vector<std::string> entering(const ir::Procedure&);
std::vector<std::string> leaving(const ir::Procedure&);

/// The text before the definition of a function: the attributes of its memories, those that are alike once. C gives a
/// caller's attributes to no function that it calls, so functions of the file have them too, but for those that work on
/// the caller's registers of these memories.
std::string function_attributes(const ir::Procedure&, bool is_public = true);

}  // namespace tessera::codegen
