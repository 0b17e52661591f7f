// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace tessera {

/// A whole number from lo to hi. Throws std::invalid_argument that quotes the text.
std::int64_t parse_whole(const std::string& text, std::int64_t lo, std::int64_t hi);

}  // namespace tessera
