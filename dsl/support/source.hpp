// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace tessera {

/// A place in a source text. Lines and columns count from 1; line 0 means "made by a rewrite, no text".
/// `file` points into a table that lives as long as the program, so a location is cheap to copy.
struct SrcLoc {
  const std::string* file = nullptr;
  int line = 0;
  int column = 0;

  explicit operator bool() const { return line > 0; }
  /// "p.tess:7:5", or "" without a location.
  std::string text() const;
};

/// The one stored copy of a name; lives as long as the program.
const std::string* intern(std::string_view name);

}  // namespace tessera
