// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/analysis/direction.hpp"
#include "dsl/ir/print.hpp"

namespace tessera::codegen {

/// The calling convention of an argument of a public function.
struct Argument {
  /// size, index or bool: by value. scalar: by value for input, else by pointer. tensor: a pointer to dense row-major
  /// data. window: a struct of pointer and strides. register: vectors. context: the state between calls.
  std::string kind;
  std::string name;    ///< in the program
  std::string c_name;  ///< in C, where some names are reserved
  std::string type;    ///< "f32"; "int64" for sizes and indices
  /// Extents and strides in elements, for each dimension, as expressions of earlier arguments. A window's strides are
  /// the caller's unless a precondition fixes them: `NAME.strides[0]`. Vectors have none.
  std::vector<std::string> shape, strides;
  std::string memory;  ///< of the buffer; "" for control arguments
  analysis::Direction direction = analysis::Direction::in;
  std::string declaration;  ///< "const float *A"
};

/// One public function.
struct Interface {
  std::string c_name;
  std::vector<Argument> arguments;  ///< in C order
};

/// Without c_name and declaration.
Argument describe(const ir::Procedure&, std::size_t arg, const ir::Names&, analysis::Direction);

/// The argument in a comment: "A (A_ in C): f32[n, 8] @ DRAM, in/out, strides 8, 1".
std::string text_of(const Argument&);

}  // namespace tessera::codegen
