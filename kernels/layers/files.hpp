// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "artifact/report/facts.hpp"
#include "dsl/support/files.hpp"

namespace tessera::kernels::layers {

/// What is around the kernels of a library of layers, as the manifest has it: header, C, CMakeLists.txt, files for
/// pkg-config and find_package, and the manifest itself, NAME.json. The fixed part of each is in runtime/layers.
///
/// The manifest says of the library `library`, `dtype`, `targets` (the best first, each with folder, features, flags,
/// link_flags and sources) and `layers`, each with its arguments, the word of the kernel that equal ones share, and of
/// each target the kernel, what packs its weights, and their shape.
/// `targets` are the hardware libraries of the manifest's targets, by name or path.
std::vector<OutputFile> layers_files(const report::Json& manifest, const std::vector<std::string>& targets);

/// "NAME_avx512": of the table of a target's kernels, and the start of their names.
std::string target_stem(const std::string& library, const std::string& target);

}  // namespace tessera::kernels::layers
