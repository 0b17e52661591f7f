// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/support/files.hpp"
#include "kernels/layers/manifest.hpp"

namespace tessera::kernels::layers {

/// What is around the kernels of a library of layers, as the manifest has it: header, C, CMakeLists.txt, files for
/// pkg-config and find_package, and the manifest itself, NAME.json. The fixed part of each is in templates/layers.
std::vector<OutputFile> layers_files(const LayersManifest&);

/// "NAME_avx512": of the table of a target's kernels, and the start of their names.
std::string target_stem(const std::string& library, const std::string& target);

}  // namespace tessera::kernels::layers
