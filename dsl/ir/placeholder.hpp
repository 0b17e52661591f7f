// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "dsl/ir/stmt.hpp"

// What stands in braces in the C template of an instruction.
namespace tessera::ir {

/// A placeholder taken apart: which argument, and what of it.
struct Placeholder {
  enum class Part {
    value,    ///< {n} the C expression; for a tensor or window a pointer to its first element, or the first vector
    data,     ///< {dst_data} the first element as an lvalue, or the first vector of a register window
    literal,  ///< {n_int} an integer literal
    stride,   ///< {dst_stride0} elements between neighbours of dimension 0
    number,   ///< {dst_reg} the literal number of a register of a memory with `numbered`, which has nothing else in C
  } part;
  std::size_t argument;
  int dim = 0;
};

/// False when the instruction has no such argument. A whole argument name wins over a name with a suffix.
bool parse_placeholder(const Procedure& instruction, const std::string& name, Placeholder& out);

/// All that the instruction's template may hold, without braces.
std::vector<std::string> possible_placeholders(const Procedure& instruction);

/// What the instruction's arguments are called, and what may be asked of each: a hint for a fault.
std::string placeholder_hint(const Procedure& instruction);

/// What is wrong with a C template for its arguments: "{dts_data} is not a placeholder", "a { is never closed".
struct TemplateFault {
  std::string what;
  std::string placeholder;  ///< the one that is none; empty for another fault
};
std::optional<TemplateFault> template_fault(const Procedure& instruction, const std::string& c_template);

}  // namespace tessera::ir
