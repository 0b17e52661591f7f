// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "audit/table.hpp"

namespace tessera::audit {

struct Instruction {
  std::string mnemonic;
  std::vector<std::string> operands;
  std::vector<std::string> labels;  ///< right before it
  int line = 0;                     ///< of the C; 0: not known

  std::string operands_text() const;
  std::string text() const;
};

struct Function {
  std::string name;
  std::vector<Instruction> code;
};

/// The functions in the text of a compiler (-S), in their order. `c_file`: where lines of `.loc` count; other files are
/// headers, whose functions were inlined.
std::vector<Function> functions_in(const std::string& assembly, const Table&, const std::string& c_file);

}  // namespace tessera::audit
