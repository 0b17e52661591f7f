// SPDX-License-Identifier: Apache-2.0
#include "fuzz/shrink.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>
#include <vector>

#include "dsl/rewrite/primitive.hpp"
#include "dsl/support/lines.hpp"
#include "fuzz/dice.hpp"

namespace tessera::fuzz {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::string joined(const Lines& lines) {
  std::string out;
  for (const std::string& l : lines) out += l + "\n";
  return out;
}

std::size_t indent(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }

// The end of the block that line `i` begins.
std::size_t end_of(const Lines& lines, std::size_t i) {
  std::size_t end = i + 1;
  while (end < lines.size() && (indent(lines[end]) > indent(lines[i]) || lines[end].empty())) ++end;
  return end;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string with_word(const std::string& text, const std::string& word, const std::string& by) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const bool starts = is_word(text[i]) && (i == 0 || !is_word(text[i - 1]));
    std::size_t end = i;
    while (starts && end < text.size() && is_word(text[end])) ++end;
    if (starts && text.substr(i, end - i) == word) out += by, i = end;
    else out += text[i++];
  }
  return out;
}

// The statements below a header in its place; a counter becomes its first value.
std::optional<Lines> without_header(const Lines& lines, std::size_t i) {
  if (lines[i].empty() || lines[i].back() != ':' || indent(lines[i]) == 0) return std::nullopt;
  std::string counter, first;
  if (const std::size_t in = lines[i].find(" in "); lines[i].compare(indent(lines[i]), 4, "for ") == 0) {
    counter = lines[i].substr(indent(lines[i]) + 4, in - indent(lines[i]) - 4);
    const std::size_t open = lines[i].find('(', in), comma = lines[i].find(',', open);
    first = lines[i].substr(open + 1, comma - open - 1);
  }
  Lines out(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i));
  const std::size_t end = end_of(lines, i);
  for (std::size_t k = i + 1; k < lines.size(); ++k) {
    std::string line = lines[k];
    if (k < end) line = with_word(line.size() > 4 ? line.substr(4) : line, counter.empty() ? " " : counter, first);
    out.push_back(line);
  }
  return out;
}

// Every number, made smaller.
void smaller_numbers(const std::string& text, std::vector<std::string>& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!std::isdigit(static_cast<unsigned char>(text[i])) || (i > 0 && (is_word(text[i - 1]) || text[i - 1] == '.')))
      continue;
    std::size_t end = i;
    while (end < text.size() && std::isdigit(static_cast<unsigned char>(text[end]))) ++end;
    const int value = end - i > 6 ? 0 : std::stoi(text.substr(i, end - i));
    for (int smaller : {0, 1, value / 2, value - 1})
      if (smaller >= 0 && smaller < value)
        out.push_back(text.substr(0, i) + std::to_string(smaller) + text.substr(end));
    i = end;
  }
}

// Arguments of definitions.
void fewer_arguments(const Lines& lines, std::vector<std::string>& out) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].compare(0, 4, "def ") != 0) continue;
    std::size_t from = lines[i].find('(') + 1;
    int depth = 0;
    for (std::size_t k = from; k < lines[i].size(); ++k) {
      const char c = lines[i][k];
      depth += (c == '[') - (c == ']');
      if (depth != 0 || (c != ',' && c != ')')) continue;
      Lines shorter = lines;
      const bool last = c == ')';
      const std::size_t start = last && from > lines[i].find('(') + 1 ? from - 2 : from;
      shorter[i] = lines[i].substr(0, start) + lines[i].substr(last ? k : k + 2);
      out.push_back(joined(shorter));
      if (last) break;
      from = k + 2;
    }
  }
}

// Values: one operand less, or a number.
void simpler_values(const Lines& lines, std::vector<std::string>& out) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t equals = lines[i].find("= ");
    if (equals == std::string::npos || lines[i].back() == ':' || lines[i].find("assert") != std::string::npos) continue;
    const std::string head = lines[i].substr(0, equals + 2), value = lines[i].substr(equals + 2);
    std::vector<std::string> simpler;
    if (value != "1.0") simpler.push_back("1.0");
    for (const char* op : {" + ", " * ", " - ", " / "})
      for (std::size_t at = 0; (at = value.find(op, at)) != std::string::npos; ++at) {
        simpler.push_back(value.substr(0, at));
        simpler.push_back(value.substr(at + 3));
      }
    for (const std::string& v : simpler) {
      Lines changed = lines;
      changed[i] = head + v;
      out.push_back(joined(changed));
    }
  }
}

std::vector<std::string> smaller_programs(const std::string& program) {
  const Lines lines = lines_of(program);
  std::vector<std::string> out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Lines without = lines;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i),
                  without.begin() + static_cast<std::ptrdiff_t>(end_of(lines, i)));
    out.push_back(joined(without));
  }
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const auto flat = without_header(lines, i)) out.push_back(joined(*flat));
  fewer_arguments(lines, out);
  simpler_values(lines, out);
  smaller_numbers(program, out);
  return out;
}

std::vector<std::string> smaller_schedules(const std::string& schedule) {
  const Lines lines = lines_of(schedule);
  std::vector<std::string> out;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    Lines without = lines;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    out.push_back(joined(without));
  }
  smaller_numbers(schedule, out);
  return out;
}

// The schedule, and variants with each `#n` decremented: a statement may be gone.
std::vector<std::string> schedules_after(const std::string& schedule) {
  std::vector<std::string> out{schedule};
  for (std::size_t at = 0; (at = schedule.find('#', at)) != std::string::npos; ++at) {
    const std::size_t digits = schedule.find_first_not_of("0123456789", at + 1);
    const int nth = std::atoi(schedule.c_str() + at + 1);
    if (digits == at + 1 || nth == 0) continue;
    out.push_back(schedule.substr(0, at + 1) + std::to_string(nth - 1) + schedule.substr(digits));
  }
  return out;
}

class Shrinker {
 public:
  Shrinker(Finding found, const StillFails& still_fails, int most)
      : now_(std::move(found)), still_fails_(still_fails), left_(most) {}

  Finding run() {
    for (bool smaller = true; smaller && left_ > 0;) {
      smaller = false;
      while (smaller_schedule()) smaller = true;
      while (smaller_program()) smaller = true;
    }
    return now_;
  }

 private:
  bool try_one(const std::string& program, const std::string& schedule) {
    if (left_-- <= 0) return false;
    Finding candidate = now_;
    candidate.program = program, candidate.schedule = schedule;
    if (!still_fails_(candidate)) return false;
    now_ = std::move(candidate);
    return true;
  }
  bool smaller_schedule() {
    for (const std::string& s : smaller_schedules(now_.schedule))
      if (try_one(now_.program, s)) return true;
    return false;
  }
  bool smaller_program() {
    const std::vector<std::string> schedules = schedules_after(now_.schedule);
    for (const std::string& p : smaller_programs(now_.program))
      for (const std::string& s : schedules)
        if (try_one(p, s)) return true;
    return false;
  }

  Finding now_;
  const StillFails& still_fails_;
  int left_;
};

}  // namespace

Finding shrunk(Finding found, const StillFails& still_fails, int most) {
  return Shrinker(std::move(found), still_fails, most).run();
}

std::string as_test(const Finding& f, const std::string& command) {
  std::string out = Written{"# {}: {}\n# {}\n", f.kind, first_line(f.message), command};
  out += f.program;
  if (!f.schedule.empty()) out += "---- schedule\n" + f.schedule;
  const Primitive* primitive = find_primitive(f.primitive);
  std::string condition;
  for (const rewrite::Condition& c : primitive ? primitive->conditions : std::vector<rewrite::Condition>{})
    if (condition.empty() && c.id.front() == 'S' && !c.chooses) condition = c.id;
  const bool should_refuse = (f.kind == "value" || f.kind == "bounds") && !condition.empty();
  return out + (should_refuse ? Written{"---- expect error {}.{}\n", f.primitive, condition}.text : "---- expect\n");
}

}  // namespace tessera::fuzz
