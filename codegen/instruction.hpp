// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "dsl/ir/placeholder.hpp"

namespace tessera::codegen {

/// The text for a placeholder; nothing for an invalid one.
using PlaceholderValue = std::function<std::optional<std::string>(const std::string& name)>;

/// Fills in the C template of an instruction, as fill_c_template does.
std::string fill_template(const ir::Procedure& instruction, const PlaceholderValue& value);

using ir::parse_placeholder, ir::Placeholder;

}  // namespace tessera::codegen
