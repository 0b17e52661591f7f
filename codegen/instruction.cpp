#include "codegen/instruction.hpp"

#include <cctype>

#include "codegen/errors.hpp"

namespace tessera::codegen {
namespace {

std::string on_one_line(const std::string& text) {
  bool keeps_lines = text.find("\n#") != std::string::npos || text.find("//") != std::string::npos;
  if (keeps_lines) return text;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    bool pads = text[i] == ' ' && i + 1 < text.size() && text[i + 1] == '{' && !out.empty() && out.back() == '(';
    if (text[i] != '\n') {
      if (!pads) out += text[i];
      continue;
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    while (i + 1 < text.size() && std::isspace(static_cast<unsigned char>(text[i + 1]))) ++i;
    if (!out.empty() && out.back() != '(') out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

[[noreturn]] void bad_template(const ir::Procedure& instruction, const std::string& what) {
  std::string names;
  for (const ir::Arg& a : instruction.args) names += (names.empty() ? "" : ", ") + a.name.text();
  refuse("instruction", "the C template of " + instruction.name + ": " + what, instruction.loc,
         "arguments are " + names +
             "; {x} is the value, {x_data} the first element, {x_int} a literal, {x_stride0} a stride; "
             "a brace is written {{ or }}");
}

}  // namespace

std::string fill_template(const ir::Procedure& instruction,
                          const std::function<bool(const std::string&, std::string&)>& value) {
  std::string text = on_one_line(instruction.instr->c_template), out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool doubled = i + 1 < text.size() && text[i + 1] == c;
    if ((c != '{' && c != '}') || doubled) {
      if (doubled && (c == '{' || c == '}')) ++i;
      out += c;
      continue;
    }
    std::size_t end = c == '{' ? text.find('}', i) : std::string::npos;
    if (end == std::string::npos) bad_template(instruction, c == '{' ? "a { is never closed" : "a } was never opened");
    std::string name = text.substr(i + 1, end - i - 1), filled;
    if (!value(name, filled)) bad_template(instruction, "{" + name + "} names no argument");
    out += filled;
    i = end;
  }
  return out;
}

namespace {

bool find_argument(const ir::Procedure& p, const std::string& name, std::size_t& index) {
  for (index = 0; index < p.args.size(); ++index)
    if (p.args[index].name.text() == name) return true;
  return false;
}

// "dst_stride1" → "dst", 1
bool split_stride(const std::string& name, std::string& argument, int& dim) {
  std::size_t at = name.rfind("_stride");
  if (at == std::string::npos || at + 8 != name.size() || !std::isdigit(static_cast<unsigned char>(name.back())))
    return false;
  argument = name.substr(0, at);
  dim = name.back() - '0';
  return true;
}

bool split_suffix(const std::string& name, const std::string& suffix, std::string& argument) {
  if (name.size() <= suffix.size() || name.substr(name.size() - suffix.size()) != suffix) return false;
  argument = name.substr(0, name.size() - suffix.size());
  return true;
}

}  // namespace

bool parse_placeholder(const ir::Procedure& p, const std::string& name, Placeholder& out) {
  using Part = Placeholder::Part;
  std::string argument;
  out.part = Part::value;
  if (find_argument(p, name, out.argument)) return true;
  if (split_suffix(name, "_data", argument) && find_argument(p, argument, out.argument)) {
    out.part = Part::data;
    return !p.args[out.argument].type.is_control();
  }
  if (split_suffix(name, "_int", argument) && find_argument(p, argument, out.argument)) {
    out.part = Part::literal;
    return p.args[out.argument].type.is_control();
  }
  if (split_stride(name, argument, out.dim) && find_argument(p, argument, out.argument)) {
    out.part = Part::stride;
    return out.dim < static_cast<int>(p.args[out.argument].type.shape.size());
  }
  return false;
}

}  // namespace tessera::codegen
