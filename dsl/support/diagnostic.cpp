#include "dsl/support/diagnostic.hpp"

#include <fmt/format.h>

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
    out += "\n  " + source_line;
    if (loc.column > 0) out += "\n  " + std::string(static_cast<size_t>(loc.column - 1), ' ') + "^";
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
