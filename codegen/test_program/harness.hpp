// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

/// The parts of every test program that do not depend on the procedure: the files *.c of this folder, put into the
/// program by embed.cmake.
namespace tessera::codegen::harness {

extern const std::string_view operands, data, layouts, compare, sizes;

}  // namespace tessera::codegen::harness
