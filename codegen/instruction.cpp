// SPDX-License-Identifier: Apache-2.0
#include "codegen/instruction.hpp"

#include "dsl/support/c_template.hpp"
#include "dsl/support/diagnostic.hpp"

namespace tessera::codegen {

std::string fill_template(const ir::Procedure& instruction, const PlaceholderValue& value) {
  try {
    return fill_c_template(instruction.instr->c_template, value);
  } catch (const BadTemplate& bad) {  // looked at where the instruction was read or made
    bug("the C template of " + instruction.name + ": " + bad.what);
  }
}

}  // namespace tessera::codegen
