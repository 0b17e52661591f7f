// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace tessera::artifact {

/// The version of what Tessera writes, that of Tessera in numbers alone: "0.1.0", as CMake and pkg-config want it.
std::string release();

/// A shipped text with the version in place of the words TESSERA_RELEASE and TESSERA_RELEASE_NUMBER.
std::string with_version(std::string text);

/// `#define STEM_VERSION "0.1.0"`, and the same as one number that compares, major * 10000 + minor * 100 + patch.
std::string version_macros(const std::string& stem_in_capitals);

}  // namespace tessera::artifact
