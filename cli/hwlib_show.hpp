// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/script/evaluate.hpp"

namespace tessera::cli {

/// The instructions declared by a library itself: those of its base are shown there.
std::vector<ir::ProcRef> own_instructions(const script::Library&);

/// `tessera hwlib list`: the shipped libraries.
void list_libraries(bool json);

/// `tessera hwlib show`: memories and instructions of a library, and their conformance records.
void show_library(const std::string& library, bool json);

}  // namespace tessera::cli
