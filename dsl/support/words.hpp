// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace tessera {

/// What stands between white space.
inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

}  // namespace tessera
