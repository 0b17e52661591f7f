#include "dsl/syntax/rules.hpp"

#include <cctype>

#include <fmt/format.h>

namespace tessera::syntax::grammar {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// What stands at the place, in the words of an error.
std::string found(Iterator at, Iterator end) {
  if (at == end) return "the end of the text";
  if (*at == end_of_line_mark) return "the end of the line";
  if (*at == indent_mark) return "an indented line";
  if (*at == dedent_mark) return "the end of the block";
  Iterator last = at;
  while (last != end && is_word(*last)) ++last;
  if (last == at) ++last;
  if ((*at == '+' || *at == '-' || *at == '*' || *at == '/') && last != end && *last == '=') ++last;
  return fmt::format("`{}`", std::string(at, last));
}

std::string hint_for(Iterator at, Iterator end) {
  std::string_view rest(at, static_cast<std::size_t>(end - at));
  if (rest.starts_with("-=")) return "write `x += -(e)`";
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
