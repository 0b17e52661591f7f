// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/companions.hpp"

#include <algorithm>

namespace tessera::conformance {

std::vector<ir::ProcRef> called_with(const ir::ProcRef& p, const Companions& companions) {
  std::vector<ir::ProcRef> out{p};
  const auto add = [&](const ir::ProcRef& other) {
    if (other && std::find(out.begin(), out.end(), other) == out.end()) out.push_back(other);
  };
  for (const Setter& s : companions.settings.setters) add(s.instruction);
  for (const ir::Arg& a : p->args) {
    if (a.type.is_control()) continue;
    const Move move = move_of(a, companions.moves);
    add(move.fill);
    add(move.read);
  }
  return out;
}

}  // namespace tessera::conformance
