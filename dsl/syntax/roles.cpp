// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/roles.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "dsl/syntax/suggest.hpp"

namespace tessera::syntax {
namespace {

constexpr std::size_t short_part = 3;  // `fma` and `fms`, `min` and `sin` are words of their own
constexpr std::size_t long_part = 8;   // two slips are not yet another word

constexpr std::string_view other_roles[] = {
#define TESSERA_ROLE(name, meaning)
#define TESSERA_MASKED_ROLE(name, meaning)
#define TESSERA_OTHER_ROLE(name) #name,
#include "dsl/syntax/roles.def"
#undef TESSERA_ROLE
#undef TESSERA_MASKED_ROLE
#undef TESSERA_OTHER_ROLE
};

bool is_other_role(std::string_view part) {
  return std::find(std::begin(other_roles), std::end(other_roles), part) != std::end(other_roles);
}

std::vector<std::string_view> parts_of(std::string_view word) {
  std::vector<std::string_view> out;
  for (std::size_t at; (at = word.find('_')) != std::string_view::npos; word.remove_prefix(at + 1))
    out.push_back(word.substr(0, at));
  out.push_back(word);
  return out;
}

bool swaps_neighbours(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin());
  return a.end() - x >= 2 && x[0] == y[1] && x[1] == y[0] && std::equal(x + 2, a.end(), y + 2);
}

bool doubles_a_letter(std::string_view longer, std::string_view word) {
  if (longer.size() != word.size() + 1) return false;
  const auto [x, y] = std::mismatch(word.begin(), word.end(), longer.begin());
  return y != longer.begin() && *y == y[-1] && std::equal(x, word.end(), y + 1);
}

bool is_slip(std::string_view written, std::string_view part) {
  if (is_other_role(written)) return false;
  if (swaps_neighbours(written, part)) return true;
  if (part.size() <= short_part) return doubles_a_letter(written, part);
  return edit_distance(written, part) <= (part.size() < long_part ? 1 : 2);
}

// Part by part, so that a short one counts in a long name too: `fms_broadcast` is another word.
bool is_slip_in(std::string_view word, const std::string& role) {
  const std::vector<std::string_view> written = parts_of(word), meant = parts_of(role);
  return std::equal(written.begin(), written.end(), meant.begin(), meant.end(),
                    [](std::string_view w, std::string_view m) { return w == m || is_slip(w, m); });
}

std::string without_underscores(std::string text) {
  std::erase(text, '_');
  return text;
}

}  // namespace

const std::vector<Role>& roles() {
  static const std::vector<Role> all{
#define TESSERA_ROLE(name, meaning) {#name, meaning, false},
#define TESSERA_MASKED_ROLE(name, meaning) {#name, meaning, true},
#define TESSERA_OTHER_ROLE(name)
#include "dsl/syntax/roles.def"
#undef TESSERA_ROLE
#undef TESSERA_MASKED_ROLE
#undef TESSERA_OTHER_ROLE
  };
  return all;
}

const std::vector<std::string>& role_names() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> out;
    for (const Role& r : roles()) {
      out.push_back(r.name);
      if (r.has_masked) out.push_back("masked_" + r.name);
    }
    return out;
  }();
  return all;
}

std::string misspelt_role(const std::string& word) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const std::vector<std::string>& known = role_names();
  if (std::find(known.begin(), known.end(), word) != known.end() || std::any_of(word.begin(), word.end(), is_digit))
    return "";
  for (const std::string& role : known)
    if (is_slip_in(word, role) || without_underscores(word) == without_underscores(role)) return role;
  return "";
}

}  // namespace tessera::syntax
