#pragma once
#include <functional>
#include <string>

#include "dsl/ir/stmt.hpp"

namespace tessera::codegen {

/// Fill in a C template. `{name}` asks `value`, which returns false for a name it does not know; `{{` and `}}` are
/// braces. Line breaks with their indentation become single spaces, so that a template may be laid out as one likes.
/// Throws CheckError (instruction) naming the instruction and the placeholder.
std::string fill_template(const ir::Procedure& instruction,
                          const std::function<bool(const std::string& name, std::string& out)>& value);

/// A placeholder taken apart: which argument, and what of it.
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
/// False when the instruction has no such argument. A whole argument name wins over a name with a suffix.
bool parse_placeholder(const ir::Procedure& instruction, const std::string& name, Placeholder& out);

}  // namespace tessera::codegen
