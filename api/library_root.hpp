// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace tessera::api {

/// The folder of the shipped hardware libraries: TESSERA_HWLIB if set; else share/tessera/hwlib of the installation
/// that contains this code, wherever it was moved; else the sources of the build.
std::filesystem::path library_root();

/// Likewise (TESSERA_TEMPLATES, share/tessera/templates) the folder of the C around generated code.
std::filesystem::path templates_root();

/// Likewise (TESSERA_TUNED, share/tessera/tuned) the folder of shipped measurements.
std::filesystem::path tuned_root();

}  // namespace tessera::api
