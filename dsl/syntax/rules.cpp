// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/rules.hpp"

#include <cctype>
#include <cstdint>

#include <fmt/format.h>

namespace tessera::syntax::grammar {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

constexpr std::ptrdiff_t longest_quoted = 60;

bool is_beyond_ascii(char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; }
bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// A whole character of several bytes: "`“` (U+201C)"; an invalid byte by its value.
std::string character(Iterator at, Iterator end) {
  const auto first = static_cast<unsigned char>(*at);
  const int bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
  Iterator last = at + 1;
  auto code = static_cast<std::uint32_t>(first & (0xff >> (bytes + 1)));
  for (; last != end && last - at < bytes && goes_on(*last); ++last)
    code = code << 6 | (static_cast<unsigned char>(*last) & 0x3f);
  if (bytes == 1 || last - at < bytes) return fmt::format("the byte {:#x}, which is not UTF-8", first);
  return fmt::format("`{}` (U+{:04X})", std::string(at, last), code);
}

// The text at the place, in the words of an error.
std::string found(Iterator at, Iterator end) {
  if (at == end) return "the end of the text";
  if (*at == end_of_line_mark) return "the end of the line";
  if (*at == indent_mark) return "an indented line";
  if (*at == dedent_mark) return "the end of the block";
  if (is_beyond_ascii(*at)) return character(at, end);
  Iterator last = at;
  while (last != end && is_word(*last) && last - at < longest_quoted) ++last;
  if (last != end && last != at && is_word(*last)) return fmt::format("`{}…`", std::string(at, last));
  if (last == at) ++last;
  if ((*at == '+' || *at == '-' || *at == '*' || *at == '/') && last != end && *last == '=') ++last;
  return fmt::format("`{}`", std::string(at, last));
}

std::string hint_for(Iterator at, Iterator end) {
  std::string_view rest(at, static_cast<std::size_t>(end - at));
  if (rest.starts_with("-=")) return "write `x += -(e)`";
  for (const char* quote : {"\u2018", "\u2019", "\u201c", "\u201d", "\u00ab", "\u00bb"})
    if (rest.starts_with(quote)) return "a string stands in plain quotes: 'x' or \"x\"";
  if (!rest.empty() && is_beyond_ascii(rest[0])) return "names are made of the letters A to Z and a to z, digits and _";
  if (rest.starts_with("*=") || rest.starts_with("/=")) return "write `x = x * e`";
  return "";
}

}  // namespace

void fail_expected(const Layout& layout, const std::string& wanted, Iterator at) {
  while (at != layout.end() && *at == ' ') ++at;
  Diagnostic d;
  d.code = "syntax";
  d.message = fmt::format("expected {}, found {}", wanted, found(at, layout.end()));
  d.hint = hint_for(at, layout.end());
  layout.fail(at, std::move(d));
}

void fail_refused(const Layout& layout, const Refusal& refusal) {
  Diagnostic d;
  d.code = "syntax";
  d.message = refusal.message;
  d.hint = refusal.hint;
  layout.fail(refusal.at, std::move(d));
}

}  // namespace tessera::syntax::grammar
