// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "dsl/support/files.hpp"
#include "kernels/families/manifest.hpp"

namespace tessera::kernels {

/// The files about the whole family: STEM.h with all declarations and the table, STEM.c with the table and the CPU
/// check, STEM.json, CMakeLists.txt, STEMConfig.cmake, STEM.pc.in.
std::vector<OutputFile> family_files(const Family&, const FamilyManifest&, bool with_tests);

}  // namespace tessera::kernels
