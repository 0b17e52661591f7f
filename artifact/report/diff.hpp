// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

namespace tessera::report {

using Lines = std::vector<std::string>;

/// One row of two texts side by side: the line numbers before and after, -1 for none. Different lines share a row when
/// most of their words are equal.
struct Row {
  int before = -1;
  int after = -1;
  bool same = false;
};

/// The diff with the fewest removed and added lines, in order.
std::vector<Row> diff(const Lines& before, const Lines& after);

enum class Colour { off, on };
/// In the form of `diff -u`, with three lines of context; empty for equal texts.
std::string unified(const Lines& before, const Lines& after, const std::string& before_name,
                    const std::string& after_name, Colour colour);

}  // namespace tessera::report
