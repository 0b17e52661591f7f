// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/cpuinfo.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace tessera {
namespace {

using Features = std::set<std::string>;

std::string in_lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// What a line says of a key; nothing where it has another one.
std::optional<std::string> said_of(const std::string& key, const std::string& line) {
  const std::size_t colon = line.find(':'), end = line.find_last_not_of(" \t", colon == 0 ? 0 : colon - 1);
  if (colon == std::string::npos || end == std::string::npos || line.substr(0, end + 1) != key) return std::nullopt;
  const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
  return begin == std::string::npos ? "" : in_lower_case(line.substr(begin));
}

// "imafdcv" is one letter after the other; z, s and x begin a name.
void add_letters(const std::string& letters, Features& out) {
  for (std::size_t i = 0; i < letters.size(); ++i) {
    if (letters[i] == 'z' || letters[i] == 's' || letters[i] == 'x') {
      out.insert(letters.substr(i));
      return;
    }
    out.emplace(1, letters[i]);
    if (letters[i] == 'g') out.insert({"i", "m", "a", "f", "d", "zicsr", "zifencei"});
  }
}

// rv64imafdcv_zicsr_zvfh
Features riscv_extensions(const std::string& isa) {
  Features out;
  if (!isa.starts_with("rv32") && !isa.starts_with("rv64")) return out;
  std::istringstream parts(isa.substr(4));
  std::string part;
  std::getline(parts, part, '_');
  add_letters(part, out);
  while (std::getline(parts, part, '_')) out.insert(part);
  return out;
}

// power10 (architected), altivec supported
Features power_features(const std::string& cpu) {
  Features out;
  if (!cpu.starts_with("power")) return out;
  std::istringstream parts(cpu);
  for (std::string part; std::getline(parts, part, ',');) {
    std::istringstream words(part);
    std::string word;
    if (words >> word) out.insert(word);
  }
  return out;
}

Features in_both(const Features& a, const Features& b) {
  Features out;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(out, out.end()));
  return out;
}

Features features_of_line(const std::string& line) {
  if (const auto isa = said_of("isa", line)) return riscv_extensions(*isa);
  if (const auto cpu = said_of("cpu", line)) return power_features(*cpu);
  return {};
}

}  // namespace

std::set<std::string> cpuinfo_features(const std::string& cpuinfo) {
  std::optional<Features> out;
  std::istringstream lines(cpuinfo);
  for (std::string line; std::getline(lines, line);) {
    const Features here = features_of_line(line);
    if (!here.empty()) out = out ? in_both(*out, here) : here;
  }
  return out.value_or(Features{});
}

bool cpuinfo_has(const std::string& feature) {
  std::ifstream file("/proc/cpuinfo");
  return cpuinfo_features({std::istreambuf_iterator<char>(file), {}}).count(feature) != 0;
}

}  // namespace tessera
