// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/c_template.hpp"

#include <cctype>

namespace tessera {
namespace {

std::string on_one_line(const std::string& text) {
  bool keeps_lines = text.find("\n#") != std::string::npos || text.find("//") != std::string::npos;
  const bool is_so = text.find('\n') == std::string::npos && text.find("( {") == std::string::npos;
  if (keeps_lines || (is_so && !text.ends_with(' '))) return text;
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
  const std::string text = on_one_line(c_template);
  std::string out;
  std::size_t at = 0;
  for (std::size_t brace; (brace = text.find_first_of("{}", at)) != std::string::npos;) {
    out.append(text, at, brace - at);
    const char c = text[brace];
    if (brace + 1 < text.size() && text[brace + 1] == c) {
      out += c;
      at = brace + 2;
      continue;
    }
    const std::size_t end = c == '{' ? text.find('}', brace) : std::string::npos;
    if (end == std::string::npos) throw BadTemplate{c == '{' ? "a { is never closed" : "a } was never opened"};
    const std::string name = text.substr(brace + 1, end - brace - 1);
    const std::optional<std::string> filled = value(name);
    if (!filled) throw BadTemplate{"{" + name + "} is not a placeholder"};
    out += *filled;
    at = end + 1;
  }
  return out.append(text, at);
}

std::set<std::string> placeholders(const std::string& c_template) {
  std::set<std::string> out;
  fill_c_template(c_template, [&](const std::string& name) { return out.insert(name), ""; });
  return out;
}

}  // namespace tessera
