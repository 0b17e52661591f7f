// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/version.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <vector>

#include "dsl/support/words.hpp"

namespace tessera::conformance {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string without_parentheses(const std::string& line) {
  std::string out;
  int depth = 0;
  for (char c : line) {
    if (c == '(') ++depth;
    if (depth == 0) out += c;
    if (c == ')' && depth > 0) --depth;
  }
  return out;
}

// "7.2.22" of "v7.2.22+dfsg"; "" where the word does not begin so.
std::string leading_version(const std::string& word) {
  std::size_t begin = word.starts_with('v') ? 1 : 0, end = begin;
  while (end < word.size() && (is_digit(word[end]) || (end > begin && word[end] == '.'))) ++end;
  while (end > begin && word[end - 1] == '.') --end;
  return word.substr(begin, end - begin);
}

using Numbers = std::vector<std::uint64_t>;

// Nothing where the text is no version: "7..2", "x", a number too long to be one.
Numbers numbers_of(const std::string& version) {
  constexpr std::size_t most_digits = 18;
  Numbers out;
  for (std::size_t at = 0; at <= version.size();) {
    const std::size_t end = std::min(version.find('.', at), version.size());
    const std::string number = version.substr(at, end - at);
    if (number.empty() || number.size() > most_digits || !std::all_of(number.begin(), number.end(), is_digit))
      return {};
    out.push_back(std::stoull(number));
    at = end + 1;
  }
  return out;
}

struct Comparison {
  std::string sign;  // empty: begins so
  Numbers with;
};

Comparison comparison_of(const std::string& word) {
  for (const char* sign : {">=", "<=", ">", "<", "="})
    if (word.starts_with(sign)) return {sign, numbers_of(word.substr(std::string(sign).size()))};
  return {"", numbers_of(word)};
}

bool holds(Numbers version, Comparison c) {
  if (c.sign.empty())
    return version.size() >= c.with.size() && std::equal(c.with.begin(), c.with.end(), version.begin());
  const std::size_t length = std::max(version.size(), c.with.size());
  version.resize(length);
  c.with.resize(length);
  if (c.sign == ">=") return version >= c.with;
  if (c.sign == "<=") return version <= c.with;
  if (c.sign == ">") return version > c.with;
  return c.sign == "<" ? version < c.with : version == c.with;
}

}  // namespace

std::string version_in(const std::string& line) {
  std::string whole;  // without a point, where no other is there
  for (const std::string& word : words_of(without_parentheses(line))) {
    const std::string version = leading_version(word);
    if (version.find('.') != std::string::npos) return version;
    if (whole.empty() && version == word) whole = version;
  }
  return whole;
}

bool names_versions(const std::string& versions) {
  const std::vector<std::string> words = words_of(versions);
  return !words.empty() && std::none_of(words.begin(), words.end(),
                                        [](const std::string& word) { return comparison_of(word).with.empty(); });
}

bool is_among(const std::string& version, const std::string& versions) {
  const Numbers numbers = numbers_of(version);
  const std::vector<std::string> words = words_of(versions);
  return !numbers.empty() && std::all_of(words.begin(), words.end(),
                                         [&](const std::string& word) { return holds(numbers, comparison_of(word)); });
}

std::string wanted_of(const std::string& kind, const std::string& compilers) {
  std::string out;
  for (const std::string& word : words_of(compilers)) {
    const std::size_t sign = std::min(word.find_first_of("<>="), word.size());
    if (word.substr(0, sign) == kind) out += (out.empty() ? "" : " ") + word.substr(sign);
  }
  return out;
}

}  // namespace tessera::conformance
