// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/analysis/direction.hpp"
#include "dsl/ir/print.hpp"

namespace tessera::codegen {

/// What a caller must know of an argument of a public function.
struct Argument {
  /// size, index or bool: by value. scalar: by value when it is in, else by pointer. tensor: a pointer to dense
  /// row-major data. window: a struct of pointer and strides. register: vectors. context: the state between calls.
  std::string kind;
  std::string name;    ///< in the program
  std::string c_name;  ///< in C, which cannot have every name
  std::string type;    ///< "f32"; "int64" of sizes and indices
  /// Elements along each dimension and elements between neighbours along it, as expressions of the arguments before. A
  /// window's strides are the caller's where no precondition names them: `NAME.strides[0]`. Vectors have none.
  std::vector<std::string> shape, strides;
  std::string memory;  ///< where it lies; "" of what is no data
  analysis::Direction direction = analysis::Direction::in;
  std::string declaration;  ///< "const float *A"
};

/// One public function.
struct Interface {
  std::string c_name;
  std::vector<Argument> arguments;  ///< in the order of the C
};

/// Without c_name and declaration.
Argument describe(const ir::Procedure&, std::size_t arg, const ir::Names&, analysis::Direction);

/// The argument in a comment: "A (A_ in C): f32[n, 8] @ DRAM, in/out, strides 8, 1".
std::string text_of(const Argument&);

}  // namespace tessera::codegen
