// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace tessera {
namespace {

std::string indented(const std::string& text, const std::string& indent) {
  std::string out = indent;
  for (char c : text) {
    out += c;
    if (c == '\n') out += indent;
  }
  return out;
}

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

// A line longer than a terminal is cut around the column (in bytes, from 0): generated programs may be one long line.
constexpr std::size_t widest_line = 160, shown_before = 70, shown_after = 70;

struct Shown {
  std::string line;
  std::size_t caret;  ///< characters in front of it
};

Shown around(std::string_view line, std::size_t column) {
  column = std::min(column, line.size());
  if (line.size() <= widest_line) return {std::string(line), characters(line.substr(0, column))};
  std::size_t first = column - std::min(column, shown_before), last = std::min(line.size(), column + shown_after);
  while (first > 0 && !starts_character(line[first])) --first;
  while (last < line.size() && !starts_character(line[last])) ++last;
  const std::string_view before = first > 0 ? "…" : "", following = last < line.size() ? "…" : "";
  return {fmt::format("{}{}{}", before, line.substr(first, last - first), following),
          characters(before) + characters(line.substr(first, column - first))};
}

void add_line(std::string& out, const char* label, const std::string& text) {
  if (!text.empty()) out += fmt::format("\n  {}: {}", label, text);
}

}  // namespace

std::string Counterexample::values_text() const {
  std::string out;
  for (const Value& v : values) out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", v.name, v.value);
  return out.empty() ? "always" : out;
}

std::string Counterexample::text() const {
  return replay.empty() ? values_text() : fmt::format("{}  [{}]", values_text(), replay);
}

std::string Diagnostic::render() const {
  std::string out = loc ? loc.text() + ": " : "";
  out += fmt::format("error[{}]: {}", code, message);
  if (!source_line.empty()) {
    const Shown shown = around(source_line, static_cast<std::size_t>(std::max(0, loc.column - 1)));
    out += "\n  " + shown.line;
    if (loc.column > 0) out += "\n  " + std::string(shown.caret, ' ') + "^";
  }
  for (const Note& note : notes) {
    out += '\n';
    out += note.loc ? "  " + note.loc.text() + ": " + note.text : indented(note.text, "  ");
  }
  add_line(out, "rule", rule);
  if (counterexample) add_line(out, "counterexample", counterexample->text());
  add_line(out, "hint", hint);
  return out;
}

Error::Error(ExitCode exit, Diagnostic diagnostic)
    : std::runtime_error(diagnostic.render()), exit_(exit), diagnostic_(std::move(diagnostic)) {}

InputError::InputError(std::string code, std::string message, std::string hint)
    : InputError([&] {
        Diagnostic d;
        d.code = std::move(code);
        d.message = std::move(message);
        d.hint = std::move(hint);
        return d;
      }()) {}

void bug(const std::string& what) {
  Diagnostic d;
  d.code = "bug";
  d.message = "bug in Tessera: " + what;
  d.hint = "keep the input and the schedule: replaying them shows this again";
  throw Error(ExitCode::bug, d);
}

}  // namespace tessera
