// SPDX-License-Identifier: Apache-2.0
#include "dsl/syntax/suggest.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::syntax {
namespace {

constexpr std::size_t max_suggestions = 3;
constexpr std::size_t max_listed = 12;
constexpr std::size_t shortest_beginning = 3;  // of a name, that is taken for the name
constexpr std::size_t shortest_begun = 4;      // name that a word may go on from
constexpr std::size_t long_word = 5;  // in shorter words one wrong letter, or two exchanged, is as much as can be meant

std::string in_small_letters(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool has_letters_of(std::string one, std::string other) {
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  return one == other;
}

// How far off a name is, letters small: 1 for a beginning of it (`unroll` of `unroll_loop`) and for more than it
// (`schedule` for `sched`); nothing when it is too far off to be meant.
std::optional<std::size_t> distance_of(const std::string& wanted, const std::string& name) {
  const bool begins = wanted.size() >= shortest_beginning && name.starts_with(wanted);
  const bool goes_on = name.size() >= shortest_begun && 2 * name.size() > wanted.size() && wanted.starts_with(name);
  if (wanted == name) return 0;
  if (begins || goes_on) return 1;
  const std::size_t distance = edit_distance(wanted, name), shorter = std::min(wanted.size(), name.size());
  if (distance < wanted.size() &&
      distance <= 1 + (shorter < long_word && !has_letters_of(wanted, name) ? 0 : shorter / 3))
    return distance;
  return std::nullopt;
}

}  // namespace

std::string counted(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replace});
    }
  }
  return row.back();
}

std::string nearest(std::string_view wanted, const std::vector<std::string>& known) {
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& name : known)
    if (const auto distance = distance_of(in_small_letters(wanted), in_small_letters(name)))
      near.emplace_back(*distance, name);
  std::sort(near.begin(), near.end());
  near.erase(std::unique(near.begin(), near.end()), near.end());
  if (near.size() > max_suggestions) near.resize(max_suggestions);
  std::string out;
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (i > 0) out += i + 1 == near.size() ? " or " : ", ";
    out += fmt::format("`{}`", near[i].second);
  }
  return out.empty() ? "" : fmt::format("did you mean {}?", out);
}

std::string known_names(const std::vector<std::string>& known) {
  if (known.empty()) return "";
  if (known.size() <= max_listed) return fmt::format("known: {}", fmt::join(known, ", "));
  return fmt::format("known: {}, … ({} in all)", fmt::join(known.begin(), known.begin() + max_listed, ", "),
                     known.size());
}

}  // namespace tessera::syntax
