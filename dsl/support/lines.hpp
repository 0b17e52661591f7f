// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace tessera {

/// No line of a header that is written is longer, unless a single word is.
constexpr std::size_t line_width = 120;

/// The text up to the end of its first line. Of a printed statement: the loop or branch without its body.
std::string first_line(std::string_view text);

/// The text in lines of at most `width` characters, broken after `between` (of which blanks at the end are dropped);
/// lines after a break begin with `prefix`. Breaks of the text stay, and are followed by `again`.
std::string wrapped(std::string_view text, std::string_view prefix, std::string_view again = "",
                    std::string_view between = " ", std::size_t width = line_width);

}  // namespace tessera
