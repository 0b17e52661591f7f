// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

namespace tessera::mutate {

/// A procedure with one fault.
struct IrMutant {
  std::string kind;   ///< what was done: "bound", "dropped statement", …
  std::string place;  ///< the changed line, before and after
  ir::Procedure proc;
};

/// Every mutant of the procedure, in program order: loop bounds and integers off by one, compared otherwise, indices
/// swapped, statements, guards and the += of sums dropped, buffers too small, operands of calls swapped.
std::vector<IrMutant> ir_mutants(const ir::Procedure&);

}  // namespace tessera::mutate
