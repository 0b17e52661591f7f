// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::artifact {

/// The version of Tessera's output: Tessera's own in numbers alone, "0.1.0", for CMake and pkg-config.
std::string release();

/// A shipped text with the version for the words TESSERA_RELEASE and TESSERA_RELEASE_NUMBER.
std::string with_version(std::string text);

/// `#define STEM_VERSION "0.1.0"`, and a comparable number, major * 10000 + minor * 100 + patch.
std::string version_macros(const std::string& stem_in_capitals);

}  // namespace tessera::artifact
