// SPDX-License-Identifier: Apache-2.0
#include "artifact/approximations.hpp"

#include <fmt/format.h>

#include "dsl/ir/error_bound.hpp"

namespace tessera::artifact {

std::vector<std::string> approximations(const ir::Procedure& p) {
  std::vector<std::string> out;
  for (const ir::ProcRef& instruction : ir::approximating_instructions(p))
    out.push_back(fmt::format("{} within {}", instruction->name, ir::in_words(*ir::stated_bound(*instruction))));
  return out;
}

}  // namespace tessera::artifact
