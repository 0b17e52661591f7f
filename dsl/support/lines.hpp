// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace tessera {

/// Maximal width of lines in written headers, except single longer words.
constexpr std::size_t line_width = 120;

/// The text up to the first line break: of a printed loop or branch, the part without its body.
std::string first_line(std::string_view text);

/// Breaks the text into lines of at most `width` characters after each `between` (whose trailing blanks are dropped).
/// New lines begin with `prefix`. Existing line breaks stay, and are followed by `again`.
std::string wrapped(std::string_view text, std::string_view prefix, std::string_view again = "",
                    std::string_view between = " ", std::size_t width = line_width);

}  // namespace tessera
