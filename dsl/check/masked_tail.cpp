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
      "{} masks what is beyond a length: a window as long as that, `src: [f32][m]` with `m: size` before it in place "
      "of "
      "`src: [f32][8]`, stays in the buffer",
      proc.name);
}

}  // namespace tessera::check
