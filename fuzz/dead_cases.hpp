// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "fuzz/subject.hpp"

namespace tessera::fuzz {

/// A case of the last step of `p`, a `specialize`, that never holds: anything can be proved of its copy. Nothing
/// without one.
std::optional<std::string> dead_case(const Subject&, const Proc& p);

}  // namespace tessera::fuzz
