// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

/// The parts of every bench program that do not depend on the procedure: the files *.c of this folder.
namespace tessera::codegen::bench_parts {

extern const std::string_view choices, clock, report;

}  // namespace tessera::codegen::bench_parts
