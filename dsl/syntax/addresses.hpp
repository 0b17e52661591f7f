// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "dsl/ir/decl.hpp"

// What may be asserted of addresses, in texts and by the Builder.
namespace tessera::syntax {

struct NoAddress {
  std::string message, hint;
};
/// Why nothing can be asserted of the address of a variable, whose first element must have one in whole bytes; nothing
/// where it can.
std::optional<NoAddress> why_no_address(const std::string& name, const ir::Type&, const ir::MemoryRef&);

/// "an alignment is a power of two from 1 to 4096"
std::string alignment_rule();

}  // namespace tessera::syntax
