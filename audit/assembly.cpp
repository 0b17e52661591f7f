// SPDX-License-Identifier: Apache-2.0
// Assembly text of gcc and clang: labels, directives, instructions. Labels of a function are all that a branch of it
// can name, so no object file, and no disassembler for it, is needed.
#include "audit/assembly.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <utility>

#include "dsl/support/words.hpp"

namespace tessera::audit {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// Of the name at the begin of the line; npos where none is.
std::size_t end_of_label(const std::string& line) {
  const std::size_t end = line.find_first_of(": \t,(");
  return end != std::string::npos && line[end] == ':' && end > 0 ? end : std::string::npos;
}

// What begins a comment may stand in the text of a directive.
std::string without_comment(const std::string& line, const std::string& comment) {
  const std::string all = trimmed(line);
  const bool is_text =
      all.starts_with('.') && end_of_label(all) == std::string::npos && all.find('"') != std::string::npos;
  return is_text ? all : trimmed(all.substr(0, all.find(comment)));
}

// At commas that are not within brackets: "(a,b,4), c" are two.
std::vector<std::string> split_operands(const std::string& text) {
  std::vector<std::string> out;
  std::string operand;
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) out.push_back(trimmed(std::exchange(operand, "")));
    else operand += c;
  }
  if (!trimmed(operand).empty()) out.push_back(trimmed(operand));
  return out;
}

std::string without_quotes(std::string text) {
  std::erase(text, '"');
  return text;
}

class AssemblyReader {
 public:
  AssemblyReader(const Table& table, const std::string& c_file)
      : table_(table), c_name_(std::filesystem::path(c_file).filename().string()) {}

  void read(const std::string& raw) {
    std::string line = without_comment(raw, table_.comment);
    // #APP of gcc, on machines whose comments are others
    if (line.empty() || line.front() == '#') return;
    for (std::size_t colon; (colon = end_of_label(line)) != std::string::npos; line = trimmed(line.substr(colon + 1)))
      label(without_quotes(line.substr(0, colon)));
    if (line.empty()) return;
    if (line.front() == '.') directive(line);
    else if (is_inside_) instruction(line);
  }

  std::vector<Function> functions;

 private:
  void label(const std::string& name) {
    if (names_of_functions_.contains(name)) {
      functions.push_back({name, {}});
      labels_.clear();
      is_inside_ = true;
      line_ = 0;
    } else labels_.push_back(name);
  }

  void directive(const std::string& line) {
    const std::vector<std::string> words = words_of(line);
    if (words.front() == ".type" && words.size() >= 2 && line.find("function") != std::string::npos)
      names_of_functions_.insert(without_quotes(words[1].substr(0, words[1].find(','))));
    else if (words.front() == ".size") is_inside_ = false;
    else if (words.front() == ".file" && words.size() >= 3 && is_c_file(line)) c_files_.insert(words[1]);
    else if (words.front() == ".loc" && words.size() >= 3 && c_files_.contains(words[1]))
      line_ = std::atoi(words[2].c_str());
  }

  // .file 1 "folder" "name.c" md5 …
  bool is_c_file(const std::string& line) const {
    const std::vector<std::string> parts = split_at(line, '"');
    for (std::size_t i = 1; i < parts.size(); i += 2)
      if (std::filesystem::path(parts[i]).filename() == c_name_) return true;
    return false;
  }

  void instruction(std::string line) {
    Instruction out;
    do {
      const std::size_t end = line.find_first_of(" \t");
      out.mnemonic = line.substr(0, end);
      line = end == std::string::npos ? "" : trimmed(line.substr(end));
    } while (!line.empty() &&
             std::find(table_.prefixes.begin(), table_.prefixes.end(), out.mnemonic) != table_.prefixes.end());
    out.operands = split_operands(line);
    out.labels = std::exchange(labels_, {});
    out.line = line_;
    functions.back().code.push_back(std::move(out));
  }

  const Table& table_;
  std::string c_name_;
  std::set<std::string> names_of_functions_, c_files_;
  std::vector<std::string> labels_;
  bool is_inside_ = false;
  int line_ = 0;
};

}  // namespace

std::string Instruction::operands_text() const { return fmt::format("{}", fmt::join(operands, ", ")); }

std::string Instruction::text() const { return operands.empty() ? mnemonic : mnemonic + " " + operands_text(); }

std::vector<Function> functions_in(const std::string& assembly, const Table& table, const std::string& c_file) {
  AssemblyReader reader(table, c_file);
  std::istringstream lines(assembly);
  for (std::string line; std::getline(lines, line);) reader.read(line);
  return std::move(reader.functions);
}

}  // namespace tessera::audit
