// SPDX-License-Identifier: Apache-2.0
#include "dsl/check/masked_tail.hpp"

#include <fmt/format.h>

#include "dsl/ir/walk.hpp"

namespace tessera::check {

std::string masked_tail_hint(const ir::Procedure& proc) {
  bool masks = false;
  ir::for_each_stmt(proc.body, [&](const ir::Stmt& s) { masks = masks || s.as<ir::If>(); });
  if (!masks) return "";
  return fmt::format(
      "{} masks elements past a length. Declare the argument `src: [f32][m]` (with `m: size` before it), so that the "
      "window ends with the buffer",
      proc.name);
}

}  // namespace tessera::check
