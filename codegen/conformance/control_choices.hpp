// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/interp/arguments.hpp"

namespace tessera::conformance {

/// The values that the control arguments of an instruction are tried with, whether its asserts allow them or not: from
/// -1 to 17, and next to each literal of its asserts.
std::vector<interp::ControlValues> control_choices(const ir::Procedure&);

/// At most `count` of them, spread evenly, the first and the last among them.
template <class T> std::vector<T> thinned(std::vector<T> all, std::size_t count) {
  if (all.size() <= count) return all;
  std::vector<T> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(all[i * (all.size() - 1) / (count - 1)]);
  return out;
}

}  // namespace tessera::conformance
