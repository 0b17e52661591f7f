// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <vector>

#include "codegen/conformance/setters.hpp"
#include "dsl/interp/arguments.hpp"

namespace tessera::conformance {

/// The values that the control arguments of an instruction, and the fields that are set for it, are tried with,
/// whether asserts allow them or not: from -1 to 17, and next to each literal of its asserts.
std::vector<interp::Inputs> control_choices(const ir::Procedure&, const Settings&);

/// Of one argument or field of the type: from -1 to 17, and these.
std::vector<std::int64_t> values_of(ir::Scalar type, std::set<std::int64_t> near_literals);
/// Adds the literals of the expression and the numbers next to them; none that would be too many elements.
void add_near_literals(const ir::Expr&, std::set<std::int64_t>&);

/// At most `count` of them, spread evenly, the first and the last among them.
template <class T> std::vector<T> thinned(std::vector<T> all, std::size_t count) {
  if (all.size() <= count) return all;
  std::vector<T> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(all[i * (all.size() - 1) / (count - 1)]);
  return out;
}

}  // namespace tessera::conformance
