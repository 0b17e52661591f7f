// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "fuzz/subject.hpp"

namespace tessera::fuzz {

/// A case that the last step of `p`, a `specialize`, gave a copy of its own, though it never comes up: of a copy that
/// never runs anything is proved. Nothing where there is none.
std::optional<std::string> dead_case(const Subject&, const Proc& p);

}  // namespace tessera::fuzz
