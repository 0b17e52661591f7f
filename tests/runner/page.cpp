// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/page.hpp"

#include <fmt/format.h>

#include <optional>
#include <regex>
#include <sstream>

#include "tests/runner/run_test.hpp"
#include "tests/runner/test_file.hpp"

namespace tessera::testing {
namespace {

namespace fs = std::filesystem;

std::string fenced(const std::string& language, std::string text) {
  if (text.empty() || text.back() != '\n') text += '\n';
  return "\n```" + language + "\n" + text + "```\n";
}

std::string program(const TestFile& t) {
  return fenced("python", t.program) + (t.schedule.empty() ? "" : fenced("python", t.schedule));
}

std::string refused(const TestFile& t) {
  const std::string message = refusal(t);  // also says that it is one
  std::string out = program(t);
  if (std::optional<std::string> made = unsound_result(t)) out += "\nWithout the check:\n" + fenced("python", *made);
  return out + fenced("text", message);
}

std::string accepted(const TestFile& t) {
  if (t.expects_error()) malformed(t.path, "this is refused, the page says that it is accepted");
  if (std::string problem = run_test(t, {}); !problem.empty()) malformed(t.path, problem);
  return program(t) + "\nThe result:\n" + fenced("python", t.expected);
}

}  // namespace

std::string with_examples(const std::string& page, const std::string& folder) {
  static const std::regex example(R"((Refused|Accepted): \[[^\]]*\]\(([^)]*\.t)\)\.?)");
  std::ostringstream out;
  std::istringstream lines(page);
  bool inside = false, fenced = false;
  for (std::string line; std::getline(lines, line);) {
    std::smatch m;
    if (line.starts_with("```")) fenced = !fenced;
    if (inside && (fenced || !line.starts_with("#"))) continue;  // of the example as it was
    if (inside) out << "\n";
    inside = std::regex_match(line, m, example);
    if (!inside && line.find(".t)") != std::string::npos)
      malformed(folder, "a test is named by a line 'Refused: [..](..)' or 'Accepted: [..](..)', not by: " + line);
    out << line << "\n";
    if (!inside) continue;
    const TestFile t = read_test((fs::path(folder) / m[2].str()).lexically_normal());
    out << (m[1] == "Refused" ? refused(t) : accepted(t));
  }
  return out.str();
}

}  // namespace tessera::testing
