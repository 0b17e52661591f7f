// SPDX-License-Identifier: Apache-2.0
#include "dsl/rewrite/alias.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "dsl/syntax/suggest.hpp"

namespace tessera {
namespace {

std::string trimmed_term(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return std::string(s);
}

Alias read_alias(std::string_view text) {
  const std::size_t open = text.find('('), close = text.find(')');
  const std::size_t comma = text.find(',', close == std::string_view::npos ? 0 : close);
  Alias out{trimmed_term(text.substr(0, std::min(open, comma))), "", ""};
  if (close != std::string_view::npos) out.systems = text.substr(open + 1, close - open - 1);
  if (comma != std::string_view::npos) out.remark = trimmed_term(text.substr(comma + 1));
  return out;
}

// Letters and digits, small: `strip-mining`, `strip_mining` and `StripMining` are one word.
std::string letters(std::string_view text) {
  std::string out;
  for (char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// `loop interchange` and `structured.interchange` are also called by their last word alone.
bool is_meant(const Alias& alias, const std::string& word) {
  std::string_view last = alias.term;
  if (last.starts_with("loop ")) last.remove_prefix(5);
  last.remove_prefix(std::min(last.size(), last.find_last_of(".:") + 1));
  return letters(alias.term) == word || letters(last) == word;
}

std::string known_elsewhere(const std::string& word) {
  std::vector<std::string> names;
  std::string first;
  for (const Primitive& p : primitives())
    for (const Alias& alias : aliases(p)) {
      if (!is_meant(alias, word)) continue;
      names.push_back(fmt::format("`{}`", p.name));
      if (first.empty()) first = alias.text() + (alias.remark.empty() ? "" : ", " + alias.remark);
      break;
    }
  return names.empty() ? "" : fmt::format("did you mean {}, known as {}?", fmt::join(names, " or "), first);
}

// Operations of <tessera/schedules.hpp> with names that schedule files do not have, though others use them.
std::string in_cpp(std::string_view word) {
  for (const char* operation : {"vectorize", "tile", "unroll", "split", "parallel", "compute_at", "store_at"})
    if (word == operation) return fmt::format(" Schedules in C++ have {} (<tessera/schedules.hpp>)", word);
  return "";
}

}  // namespace

std::string Alias::text() const { return systems.empty() ? term : fmt::format("{} ({})", term, systems); }

std::vector<Alias> aliases(const Primitive& p) {
  std::vector<Alias> out;
  std::string_view rest = p.known_as;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(';'), rest.size());
    out.push_back(read_alias(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

std::string suggest_primitive(std::string_view word, const std::vector<std::string>& others) {
  for (const Primitive& p : primitives())
    if (letters(p.name) == letters(word)) return syntax::nearest(word, {p.name});
  const std::string elsewhere = letters(word).empty() ? "" : known_elsewhere(letters(word));
  if (!elsewhere.empty()) return elsewhere + in_cpp(word);
  std::vector<std::string> names = others;
  for (const Primitive& p : primitives()) names.push_back(p.name);
  return syntax::nearest(word, names);
}

}  // namespace tessera
