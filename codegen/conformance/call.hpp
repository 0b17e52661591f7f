// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "codegen/conformance/cases.hpp"

// Calls of single instructions, registers copied in and out.
namespace tessera::conformance {

/// The instruction alone, registers copied in and out.
Case call_of_instruction(const ir::Procedure&, State);

/// The reason that an instruction cannot be called on its own, or "".
std::string not_callable(const ir::Procedure&);

/// The final states of the real instructions, for each case in order. Throws as run_on does. Headers are searched in
/// these folders first, in this order.
std::vector<State> run_instructions(const std::vector<ir::ProcRef>& instructions, const Machine&,
                                    const std::vector<SpecifiedCase>&,
                                    const std::vector<std::string>& header_folders = {});

}  // namespace tessera::conformance
