// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace tessera {

/// The words between white space.
inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

/// What stands between the separators, before the first and after the last: one more than there are of them.
inline std::vector<std::string> split_at(const std::string& text, char separator) {
  std::vector<std::string> out(1);
  for (const char c : text) {
    if (c == separator) out.emplace_back();
    else out.back() += c;
  }
  return out;
}

}  // namespace tessera
