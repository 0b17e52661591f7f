// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "codegen/conformance/cases.hpp"
#include "codegen/conformance/operand_numbers.hpp"

// Calls of single instructions, registers copied in and out.
namespace tessera::conformance {

/// Two operands that a program may pass the same window or register for: none of them is written.
struct SameOperands {
  std::size_t first, second;
};
/// The first two operands, of those only read, with the same type, shape and memory; nothing without. Numbered
/// registers are never the same.
std::optional<SameOperands> same_operands(const ir::Procedure&);

/// The instruction alone, its registers filled and read as the library says, or as bytes. Where two operands are the
/// same, the first stands for both. Right before it come the statements that set the machine's state.
Case call_of_instruction(const ir::Procedure&, State, const Companions& = {}, std::optional<SameOperands> = {},
                         NumbersFrom = NumbersFrom::first);

/// The reason that an instruction cannot be called on its own, or with these around it; or "".
std::string not_callable(const ir::Procedure&, const Companions& = {});

/// The final states of the real instructions, for each case in order. Throws as run_on does. The instructions are all
/// that the cases call. Headers are searched in these folders first, in this order.
std::vector<State> run_instructions(const std::vector<ir::ProcRef>& instructions, const Machine&,
                                    const std::vector<SpecifiedCase>&,
                                    const std::vector<std::string>& header_folders = {});

}  // namespace tessera::conformance
