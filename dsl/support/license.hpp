// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace tessera {

/// The licence line in the first comment of every written file: it is the user's, with no conditions attached.
/// Tessera's own sources have another licence; files of templates/ are copied into the output and have this one.
constexpr std::string_view output_license_line = "SPDX-License-Identifier: 0BSD";
/// The licence as an SPDX expression.
constexpr std::string_view output_license = output_license_line.substr(output_license_line.find(' ') + 1);
/// The same in words.
constexpr std::string_view output_license_text = "Written by Tessera: yours to use, no conditions attached.";

}  // namespace tessera
