// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/c_template.hpp"

#include <cctype>

namespace tessera {
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

}  // namespace

std::string fill_c_template(const std::string& c_template,
                            const std::function<std::optional<std::string>(const std::string&)>& value) {
  std::string text = on_one_line(c_template), out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    bool doubled = i + 1 < text.size() && text[i + 1] == c;
    if ((c != '{' && c != '}') || doubled) {
      if (doubled && (c == '{' || c == '}')) ++i;
      out += c;
      continue;
    }
    std::size_t end = c == '{' ? text.find('}', i) : std::string::npos;
    if (end == std::string::npos) throw BadTemplate{c == '{' ? "a { is never closed" : "a } was never opened"};
    std::string name = text.substr(i + 1, end - i - 1);
    std::optional<std::string> filled = value(name);
    if (!filled) throw BadTemplate{"{" + name + "} is not a placeholder"};
    out += *filled;
    i = end;
  }
  return out;
}

std::set<std::string> placeholders(const std::string& c_template) {
  std::set<std::string> out;
  fill_c_template(c_template, [&](const std::string& name) { return out.insert(name), ""; });
  return out;
}

}  // namespace tessera
