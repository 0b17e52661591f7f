// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "codegen/conformance/machine.hpp"
#include "dsl/interp/enclosure.hpp"

// Results that an instruction may leave: those of its body, with the freedom to round that the instruction states.
namespace tessera::conformance {

/// Facts of an instruction: `rounding="fused"`, `denormals="flushed"`, `order="any"`.
struct FloatRules {
  interp::Rounding rounding = interp::Rounding::contracted;
  interp::Denormals denormals = interp::Denormals::kept;
  bool has_any_order = false;  ///< of the terms of a sum
};
FloatRules float_rules(const ir::Procedure&);

/// What one number may be. Beyond the bounds where a NaN may arise: anything.
struct Allowed {
  interp::Bounds bounds;
  bool is_anything = false;
};
/// For each argument, each of its numbers.
using AllowedNumbers = std::vector<std::vector<Allowed>>;

/// What may stand where after the body has run on that state. Throws as interp::run does.
AllowedNumbers allowed_numbers(const ir::Procedure&, const State&);

/// The first number that is none of the allowed ones: "dst at 3 is 2, expected 1"; "" without. Of instructions that
/// only move data the signs of zeros count.
std::string difference(const ir::Procedure&, const State& expected, const AllowedNumbers&, const State& found);

}  // namespace tessera::conformance
