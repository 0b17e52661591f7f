// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "dsl/ir/stmt.hpp"

// Which registers of a memory with `numbered` the operands of one instruction get, where it is called on its own.
namespace tessera::conformance {

/// The lowest numbers or the highest ones: C that has a number of its own in place of {x_reg} is right for one of the
/// two at most.
enum class NumbersFrom { first, last };

/// By operand, zeros for those without; nothing where there are fewer registers than operands.
std::optional<std::vector<std::int64_t>> numbers_of_operands(const ir::Procedure&, NumbersFrom);

}  // namespace tessera::conformance
