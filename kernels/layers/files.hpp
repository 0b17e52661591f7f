// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "dsl/support/files.hpp"
#include "kernels/layers/manifest.hpp"

namespace tessera::kernels::layers {

/// The files around the kernels of a library of layers, from the manifest: header, C, CMakeLists.txt, files for
/// pkg-config and find_package, and the manifest itself, NAME.json. Their fixed parts are in templates/layers.
std::vector<OutputFile> layers_files(const LayersManifest&);

/// "NAME_avx512": the name of a target's table, and the prefix of its kernels.
std::string target_stem(const std::string& library, const std::string& target);

}  // namespace tessera::kernels::layers
