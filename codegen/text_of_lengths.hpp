// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::codegen {

/// C that was written for one of the numbers of lanes that a machine may choose.
struct TextOfLength {
  std::int64_t length;
  std::string text;
};

/// Two texts that are not the same C: the first line that differs.
struct TextsDiffer {
  std::int64_t length, other_length;
  std::size_t line;  ///< from 1, in the text of `length`
  std::string text, other_text;
};

/// The texts of all lengths as one, in `text`, or the place where there is none.
struct OneText {
  std::string text;
  std::optional<TextsDiffer> differ = {};
};

/// Compares the texts word for word. Whole numbers that differ are written by the symbol where one formula has all of
/// them: VL, (2 * VL), (VL / 2), (VL - 1). The result with a length in the symbol's place is that length's text, up to
/// the value of constant expressions, so nothing needs to know where the numbers came from. Numbers in strings and in
/// lines of the preprocessor are no expressions, and must be equal.
OneText one_text(const std::vector<TextOfLength>& texts, const std::string& symbol);

/// How often the C has the word, outside of comments, strings and lines of the preprocessor.
std::size_t uses_of_word(const std::string& c, const std::string& word);

/// (a * VL + b) / c with these values for the lengths: "VL", "(2 * VL)"; nothing where no such formula has all of them.
std::optional<std::string> formula_of(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& values,
                                      const std::string& symbol);

}  // namespace tessera::codegen
