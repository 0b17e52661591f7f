// SPDX-License-Identifier: Apache-2.0
#include "c_mutants.hpp"

#include <fmt/format.h>

#include <cctype>
#include <regex>
#include <set>
#include <sstream>

namespace tessera::mutate {
namespace {

struct Variant {
  std::string kind, line;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// The size of an element is that of the next one too.
bool is_in_sizeof(const std::string& line, std::size_t at) {
  const std::size_t start = line.rfind("sizeof ", at);
  return start != std::string::npos && line.find_first_of(",)", start) > at;
}

// Integer literals by themselves: not those in names, nor the digits of 0.5.
void vary_integers(const std::string& line, std::vector<Variant>& out) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!std::isdigit(static_cast<unsigned char>(line[i])) || (i > 0 && (is_word(line[i - 1]) || line[i - 1] == '.')))
      continue;
    std::size_t end = i;
    while (end < line.size() && std::isdigit(static_cast<unsigned char>(line[end]))) ++end;
    bool is_integer = end == line.size() || (!is_word(line[end]) && line[end] != '.') || line[end] == 'u';
    if (!is_integer || is_in_sizeof(line, i)) continue;
    long value = std::stol(line.substr(i, end - i));
    for (long by : {-1, 1})
      out.push_back({"constant off by one", line.substr(0, i) + std::to_string(value + by) + line.substr(end)});
    i = end;
  }
}

void vary_operators(const std::string& line, std::vector<Variant>& out) {
  static const std::pair<std::string, std::string> table[] = {
      {" + ", " - "}, {" - ", " + "}, {" * ", " + "}, {" < ", " <= "}, {" += ", " = "}};
  for (const auto& [from, to] : table)
    for (std::size_t at = line.find(from); at != std::string::npos; at = line.find(from, at + 1))
      out.push_back({fmt::format("{} for {}", to, from), line.substr(0, at) + to + line.substr(at + from.size())});
}

// Variables in the indices of operands: the element or row after. It is used: a read of the next row whose value nobody
// uses is a fault in the last row only.
void vary_indices(const std::string& line, const std::set<std::string>& operands, std::vector<Variant>& out) {
  static const std::regex access(R"((\w+)(\.data)?\[([^\]]*(?:\[\d+\][^\]]*)*)\])"), variable(R"(\b[A-Za-z_]\w*\b)");
  for (std::sregex_iterator a(line.begin(), line.end(), access), end; a != end; ++a) {
    if (!operands.count((*a)[1].str())) continue;
    std::string index = (*a)[3].str();
    for (std::sregex_iterator v(index.begin(), index.end(), variable), none; v != none; ++v) {
      std::size_t from = static_cast<std::size_t>(v->position()), to = from + v->str().size();
      bool is_part =
          (from > 0 && index[from - 1] == '.') || (to < index.size() && (index[to] == '.' || index[to] == '('));
      if (is_part) continue;
      std::string next = index.substr(0, from) + "(" + v->str() + " + 1)" + index.substr(to);
      std::string place = (*a)[1].str() + (*a)[2].str() + "[" + next + "]";
      std::string changed = line;
      changed.replace(static_cast<std::size_t>(a->position()), a->str().size(), place);
      out.push_back({"next row or element", changed});
    }
  }
}

// What is read beside an operand changes no result: only its place tells.
void vary_places(const std::string& line, const std::vector<Operand>& operands, std::vector<Variant>& out) {
  for (const Operand& o : operands) {
    if (!std::regex_search(line, std::regex("\\b" + o.name + R"((\.data)?\[)"))) continue;
    auto with = [&](const std::string& element) { return "(void)*(const volatile char *)&" + element + "; " + line; };
    out.push_back({"dead read before the operand", with(o.before)});
    out.push_back({"dead read after the operand", with(o.following)});
  }
}

void vary_loop(const std::string& line, std::vector<Variant>& out) {
  static const std::regex loop(R"(for \(int64_t (\w+) = ([^;]*); \w+ < ([^;]*); )");
  std::smatch m;
  if (!std::regex_search(line, m, loop)) return;
  auto with = [&](const char* type, const std::string& lo, const std::string& hi) {
    return m.prefix().str() + fmt::format("for ({0} {1} = {2}; {1} < {3}; ", type, m[1].str(), lo, hi) +
           m.suffix().str();
  };
  out.push_back({"loop a round too short", with("int64_t", m[2], m[3].str() + " - 1")});
  out.push_back({"loop a round too long", with("int64_t", m[2], m[3].str() + " + 1")});
  out.push_back({"first round lost", with("int64_t", m[2].str() + " + 1", m[3])});
  static const std::regex small(R"(\d+|.* % \d{1,2})");  // a bound that any counter holds makes no difference
  for (const char* narrow : {"int8_t", "uint8_t", "int16_t"})
    if (!std::regex_match(m[3].str(), small)) out.push_back({"counter too narrow", with(narrow, m[2], m[3])});
}

std::vector<Variant> variants_of(const std::string& line, const std::set<std::string>& pointers,
                                 const std::vector<Operand>& operands) {
  std::vector<Variant> out;
  static const std::regex declaration(
      R"(^\s*(static )?(__attribute__\(\(vector_size\(\d+\)\)\) )?[A-Za-z_]\w*( \*)? ?\w+(\[\w+\])*( = \{.*\})?;$)");
  bool is_declaration = std::regex_match(line, declaration);
  bool is_statement = line.ends_with(";") && !is_declaration && line.find("(void)") == std::string::npos;
  if (is_statement) out.push_back({"dropped statement", ";"});
  if (is_declaration) return out;
  vary_loop(line, out);
  if (is_statement) vary_integers(line, out);
  if (is_statement) vary_operators(line, out);
  if (is_statement) vary_indices(line, pointers, out);
  if (is_statement) vary_places(line, operands, out);
  return out;
}

// The names of pointers and windows among the parameters.
std::set<std::string> pointers_of(const std::string& signature) {
  static const std::regex operand(R"((?:restrict |struct tessera_win_\w+ )(\w+))");
  std::set<std::string> out;
  for (std::sregex_iterator m(signature.begin(), signature.end(), operand), end; m != end; ++m)
    out.insert((*m)[1].str());
  return out;
}

}  // namespace

std::vector<CMutant> c_mutants(const std::string& source, const std::vector<Operand>& operands) {
  std::vector<std::string> lines;
  std::istringstream in(source);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::vector<CMutant> out;
  std::set<std::string> pointers;
  bool inside = false, is_public = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string line = lines[i];
    bool opens = line.ends_with(") {") && (line.starts_with("void ") || line.starts_with("static void "));
    if (opens) pointers = pointers_of(line);
    if (opens) is_public = line.starts_with("void ");
    if (opens || line == "}") inside = opens;
    if (opens || !inside) continue;
    for (const Variant& v : variants_of(line, pointers, is_public ? operands : std::vector<Operand>())) {
      std::string text;
      for (std::size_t k = 0; k < lines.size(); ++k) text += (k == i ? v.line : lines[k]) + "\n";
      out.push_back({v.kind, fmt::format("line {}: {}  -->  {}", i + 1, line, v.line), std::move(text)});
    }
  }
  return out;
}

}  // namespace tessera::mutate
