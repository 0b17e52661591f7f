// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/lines.hpp"

#include <algorithm>

namespace tessera {
namespace {

// Bytes of UTF-8 that begin a character.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string wrapped_line(std::string line, std::string_view text, std::string_view prefix, std::string_view between,
                         std::size_t width) {
  std::string out;
  bool is_empty = true;  // no word is on the line yet
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    const std::string_view word = text.substr(0, std::min(end + between.size(), text.size()));
    text.remove_prefix(word.size());
    if (!is_empty && width_of(without_trailing_blanks(line + std::string(word))) > width) {
      out += without_trailing_blanks(line) + "\n";
      line = prefix;
    }
    line += word;
    is_empty = false;
  }
  return out + without_trailing_blanks(line);
}

}  // namespace

std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

std::string wrapped(std::string_view text, std::string_view prefix, std::string_view again, std::string_view between,
                    std::size_t width) {
  std::string out, start;
  while (true) {
    const std::size_t end = text.find('\n');
    out += wrapped_line(start, text.substr(0, end), prefix, between, width);
    if (end == std::string_view::npos) return out;
    out += "\n";
    start = again;
    text.remove_prefix(end + 1);
  }
}

}  // namespace tessera
