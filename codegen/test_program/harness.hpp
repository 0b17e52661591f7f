// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

/// The parts of test programs that do not depend on the procedure: the files *.c of this folder, embedded by
/// embed.cmake.
namespace tessera::codegen::harness {

extern const std::string_view guards, operands, data, layouts, place, place_aligned, unset, compare, sizes;

}  // namespace tessera::codegen::harness
