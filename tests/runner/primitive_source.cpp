// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/primitive_source.hpp"

#include <regex>
#include <sstream>

#include "dsl/support/files.hpp"
#include "tests/runner/test_file.hpp"

namespace tessera::testing {
namespace {

namespace fs = std::filesystem;

using Sections = std::map<std::string, std::vector<std::string>>;

const std::regex section_start("(Args|Shape|Safety|Forward|Example): *(.*)");
const std::regex section_inside(".+ (Args|Shape|Safety|Forward|Example):.*");

// The lines of the comment without their slashes and one space; the licence is none of them.
std::vector<std::string> comment_lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line) && line.starts_with("//");)
    if (line.find("SPDX-License-Identifier") == std::string::npos)
      out.push_back(line.starts_with("// ") ? line.substr(3) : line.substr(2));
  return out;
}

std::string trimmed(const std::string& s) {
  std::size_t first = s.find_first_not_of(' ');
  return first == std::string::npos ? "" : s.substr(first, s.find_last_not_of(' ') - first + 1);
}

Sections split(const std::vector<std::string>& lines, PrimitiveSource& out, const fs::path& path) {
  Sections sections;
  std::vector<std::string>* current = nullptr;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (std::regex_match(lines[i], section_inside))
      malformed(path, "a section starts in the middle of the line '" + lines[i] + "'");
    std::smatch m;
    if (std::regex_match(lines[i], m, section_start)) {
      current = &sections[m[1]];
      current->push_back(m[2]);
    } else if (current) {
      current->push_back(trimmed(lines[i]));
    } else {
      out.rule.push_back(lines[i]);
    }
  }
  return sections;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& l : lines) out += (out.empty() ? "" : " ") + l;
  return out;
}

// Entries `key text`, or in front of the first key a remark, which gets the key "".
std::map<std::string, std::string> entries(const std::vector<std::string>& lines, const std::regex& starts) {
  std::map<std::string, std::string> out;
  std::string key;
  for (const std::string& line : lines) {
    static const std::regex gap("  +");
    for (std::sregex_token_iterator it(line.begin(), line.end(), gap, -1), end; it != end; ++it) {
      std::string part = *it, text = part;
      if (std::smatch m; std::regex_match(part, m, starts)) {
        key = m[1];
        text = m[2];
      }
      std::string& entry = out[key];
      entry += (entry.empty() ? "" : " ") + text;
    }
  }
  return out;
}

}  // namespace

PrimitiveSource read_primitive_source(const fs::path& path) {
  std::vector<std::string> lines = comment_lines(read_file(path));
  if (lines.empty() || !lines[0].starts_with(path.stem().string() + " — "))
    malformed(path, "the first line is not `// " + path.stem().string() + " — what it does.`");
  PrimitiveSource out;
  Sections sections = split(lines, out, path);
  out.args = entries(sections["Args"], std::regex("(\\w+): (.*)"));
  out.conditions = entries(sections["Shape"], std::regex("(R\\d+) (.*)"));
  for (auto& [id, text] : entries(sections["Safety"], std::regex("(S\\d+) (.*)")))
    (id.empty() ? out.remark : out.conditions[id]) = text;
  out.forward = joined(sections["Forward"]);
  out.example = joined(sections["Example"]);
  return out;
}

std::string cpp_declarations(const std::string& header, const std::string& primitive) {
  std::istringstream in(header);
  const std::regex starts("\\w+ " + primitive + "(_call)?\\(const Proc&.*");
  std::string out, comment;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    bool is_comment = line.starts_with("///");
    inside = inside || std::regex_match(line, starts);
    if (inside) out += comment + line + "\n";
    comment = is_comment ? comment + line + "\n" : "";
    if (line.find(';') != std::string::npos) inside = false;
  }
  return out;
}

}  // namespace tessera::testing
