// SPDX-License-Identifier: Apache-2.0
#include "codegen/text_of_lengths.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>
#include <string_view>

namespace tessera::codegen {
namespace {

// A word, a number, or one other character; of strings and preprocessor lines all of it.
struct Token {
  std::string_view text;
  bool is_comment = false;
  std::optional<std::int64_t> number = {};  // of a whole number that is an expression
};

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

// A number of more digits than int64_t has is a word like any other.
std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t out = 0;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;  // octal
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() && out >= 0 ? std::optional(out) : std::nullopt;
}

std::size_t end_of_string(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return std::min(text.size(), at + 1);
}

// A backslash continues the line.
std::size_t end_of_line(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(text.size(), at);
}

// What separates words in numbers of floating point: 1e-3 is one.
std::size_t end_of_word(std::string_view text, std::size_t at) {
  const bool is_number = std::isdigit(static_cast<unsigned char>(text[at])) || text[at] == '.';
  for (++at; at < text.size(); ++at) {
    const char before = text[at - 1];
    const bool is_sign = is_number && (text[at] == '-' || text[at] == '+') && (before == 'e' || before == 'E');
    if (!is_of_word(text[at]) && !is_sign) break;
  }
  return at;
}

std::size_t end_of_comment(std::string_view text, std::size_t at) {
  const std::size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

class Tokens {
 public:
  explicit Tokens(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) at = add(text, at);
  }
  const std::vector<Token>& all() const { return all_; }

 private:
  std::size_t add(std::string_view text, std::size_t at) {
    const char c = text[at];
    const std::size_t before = text.substr(0, at).find_last_not_of(" \t");
    const bool begins_line = before == std::string_view::npos || text[before] == '\n';
    std::size_t end = at + 1;
    if (comment_ends_ <= at && text.substr(at, 2) == "/*") comment_ends_ = end_of_comment(text, at);
    if (comment_ends_ <= at && text.substr(at, 2) == "//") comment_ends_ = end_of_line(text, at);
    const bool is_comment = at < comment_ends_;
    if (!is_comment && (c == '"' || c == '\'')) end = end_of_string(text, at);
    else if (!is_comment && c == '#' && begins_line) end = end_of_line(text, at);
    else if (is_of_word(c)) end = end_of_word(text, at);
    if (is_comment && end - at > 1 && text[end - 1] == '.') --end;  // of the sentence
    const std::string_view token = text.substr(at, end - at);
    all_.push_back({token, is_comment, is_of_word(c) ? whole_number(token) : std::nullopt});
    return end;
  }

  std::vector<Token> all_;
  std::size_t comment_ends_ = 0;
};

std::string line_at(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  const std::size_t from = before == std::string_view::npos ? 0 : before + 1;
  return std::string(text.substr(from, text.find('\n', at) - from));
}

std::size_t place_of(const std::vector<Token>& tokens, std::size_t token, std::string_view text) {
  return token < tokens.size() ? static_cast<std::size_t>(tokens[token].text.data() - text.data()) : text.size();
}

std::optional<std::int64_t> whole_quotient(std::int64_t a, std::int64_t b) {
  return b != 0 && a % b == 0 ? std::optional(a / b) : std::nullopt;
}

// slope * length / divisor + rest
struct Line {
  std::int64_t slope, divisor, rest;

  std::optional<std::int64_t> at(std::int64_t length) const {
    std::int64_t product = 0, out = 0;
    if (__builtin_mul_overflow(slope, length, &product)) return std::nullopt;
    const std::optional<std::int64_t> quotient = whole_quotient(product, divisor);
    if (!quotient || __builtin_add_overflow(*quotient, rest, &out)) return std::nullopt;
    return out;
  }

  std::string text(const std::string& symbol) const {
    std::string out = slope == 1 ? symbol : fmt::format("{} * {}", slope, symbol);
    if (divisor != 1) out += fmt::format(" / {}", divisor);
    if (rest != 0) out += fmt::format(" {} {}", rest > 0 ? '+' : '-', rest > 0 ? rest : -rest);
    return out == symbol ? out : "(" + out + ")";
  }
};

// Through the first two points. Literals of programs are far from the ends of int64_t.
std::optional<Line> line_through(std::int64_t x, std::int64_t y, std::int64_t x2, std::int64_t y2) {
  constexpr std::int64_t large = std::int64_t{1} << 40;
  if (x == x2 || y >= large || y2 >= large) return std::nullopt;
  std::int64_t rise = y2 - y, run = x2 - x;
  const std::int64_t common = std::gcd(rise, run);
  rise /= common, run /= common;
  if (run < 0) rise = -rise, run = -run;
  const std::optional<std::int64_t> part = Line{rise, run, 0}.at(x);
  return part ? std::optional(Line{rise, run, y - *part}) : std::nullopt;
}

}  // namespace

std::optional<std::string> formula_of(const std::vector<std::int64_t>& lengths, const std::vector<std::int64_t>& values,
                                      const std::string& symbol) {
  const std::optional<Line> line = line_through(lengths[0], values[0], lengths[1], values[1]);
  if (!line) return std::nullopt;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (line->at(lengths[i]) != values[i]) return std::nullopt;
  return line->text(symbol);
}

std::size_t uses_of_word(const std::string& c, const std::string& word) {
  const Tokens tokens(c);
  return static_cast<std::size_t>(std::count_if(tokens.all().begin(), tokens.all().end(),
                                                [&](const Token& t) { return !t.is_comment && t.text == word; }));
}

OneText one_text(const std::vector<TextOfLength>& texts, const std::string& symbol) {
  std::vector<Tokens> tokens;
  std::vector<std::int64_t> lengths;
  for (const TextOfLength& t : texts) tokens.emplace_back(t.text), lengths.push_back(t.length);
  const std::vector<Token>& first = tokens.front().all();
  const auto differ = [&](std::size_t at, std::size_t other) {
    const std::string_view a = texts[0].text, b = texts[other].text;
    const std::size_t place = place_of(first, at, a), other_place = place_of(tokens[other].all(), at, b);
    const auto line = 1 + std::count(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(place), '\n');
    return OneText{"", TextsDiffer{lengths[0], lengths[other], static_cast<std::size_t>(line), line_at(a, place),
                                   line_at(b, other_place)}};
  };
  OneText out;
  for (std::size_t at = 0; at < first.size(); ++at) {
    std::vector<std::int64_t> values;
    std::optional<std::size_t> different;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::vector<Token>& all = tokens[i].all();
      const bool is_same = at < all.size() && all[at].text == first[at].text;
      if (!is_same && !different) different = i;
      if (!is_same && (at >= all.size() || !all[at].number || !first[at].number)) return differ(at, i);
      values.push_back(all[at].number.value_or(0));
    }
    const std::optional<std::string> formula = different ? formula_of(lengths, values, symbol) : std::nullopt;
    if (different && !formula) return differ(at, *different);
    out.text += formula ? *formula : std::string(first[at].text);
  }
  for (std::size_t i = 1; i < tokens.size(); ++i)
    if (tokens[i].all().size() != first.size()) return differ(first.size(), i);
  return out;
}

}  // namespace tessera::codegen
