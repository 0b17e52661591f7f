// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace tessera {

/// All that Tessera writes is the user's, with no conditions attached: the line of a file that says so, to stand in its
/// first comment. Tessera's own sources have another; files of templates/ are copied into what is written, and bear
/// this one.
constexpr std::string_view output_license_line = "SPDX-License-Identifier: 0BSD";
/// The licence as an SPDX expression.
constexpr std::string_view output_license = output_license_line.substr(output_license_line.find(' ') + 1);
/// The same for people.
constexpr std::string_view output_license_text = "Written by Tessera: yours to use, no conditions attached.";

}  // namespace tessera
