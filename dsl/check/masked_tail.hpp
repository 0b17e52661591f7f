// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "dsl/ir/stmt.hpp"

namespace tessera::check {

/// A hint for windows passed to procedures with a mask: the whole window must lie in its buffer, including the masked
/// part. "" for other procedures.
std::string masked_tail_hint(const ir::Procedure&);

}  // namespace tessera::check
