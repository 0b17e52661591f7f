// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// The text for a placeholder; nothing for an invalid one.
using PlaceholderValue = std::function<std::optional<std::string>(const std::string& name)>;

/// Fills in the C template of an instruction, as fill_c_template does. Throws CheckError (instruction) with the
/// instruction and the placeholder.
std::string fill_template(const ir::Procedure& instruction, const PlaceholderValue& value);

/// A parsed placeholder: an argument, and a property of it.
struct Placeholder {
  enum class Part {
    value,    ///< {n} the C expression; for a tensor or window a pointer to its first element, or the first vector
    data,     ///< {dst_data} the first element as an lvalue, or the first vector of a register window
    literal,  ///< {n_int} an integer literal
    stride,   ///< {dst_stride0} elements between neighbours of dimension 0
  } part;
  std::size_t argument;
  int dim = 0;
};
/// False when the instruction has no such argument. A whole argument name wins over a name with suffix.
bool parse_placeholder(const ir::Procedure& instruction, const std::string& name, Placeholder& out);

}  // namespace tessera::codegen
