// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace tessera::api {

/// The folder of the shipped hardware libraries: TESSERA_HWLIB if it is set; else share/tessera/hwlib of the
/// installation that this code was loaded from, wherever that lies now; else the sources that it was built from.
std::filesystem::path library_root();

/// In the same way (TESSERA_TEMPLATES, share/tessera/templates) the folder of the C that is put around generated code.
std::filesystem::path templates_root();

/// In the same way (TESSERA_TUNED, share/tessera/tuned) the folder of what was measured on families of CPUs.
std::filesystem::path tuned_root();

}  // namespace tessera::api
