// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace tessera::artifact {

/// The SHA-256 of the bytes (FIPS 180-4) in 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace tessera::artifact
