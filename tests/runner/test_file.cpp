// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/test_file.hpp"

#include <algorithm>
#include <sstream>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"

namespace tessera::testing {

namespace fs = std::filesystem;

void malformed(const fs::path& path, const std::string& why) {
  Diagnostic d;
  d.code = "test";
  d.message = path.string() + ": " + why;
  throw InputError(d);
}

std::string TestFile::sentence() const {
  std::string out = path.stem().string();
  std::replace(out.begin(), out.end(), '_', ' ');
  return out;
}

TestFile read_test(const fs::path& path) {
  TestFile t;
  t.path = path;
  std::istringstream in(read_file(path));
  std::string* section = &t.program;
  bool has_expectation = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# hwlib ")) t.libraries.push_back(line.substr(8));
    if (line == "---- schedule") {
      section = &t.schedule;
    } else if (line == "---- expect") {
      section = &t.expected;
      has_expectation = true;
    } else if (line.starts_with("---- expect error ")) {
      section = &t.expected;
      t.error = line.substr(18);
      has_expectation = true;
    } else if (line.starts_with("----")) {
      malformed(path, "unknown section " + line);
    } else {
      *section += line + "\n";
    }
  }
  if (!has_expectation) malformed(path, "there is no `---- expect`");
  return t;
}

std::string with_expectation(const TestFile& t, const std::string& expected) {
  std::string out = t.program;
  if (!t.schedule.empty()) out += "---- schedule\n" + t.schedule;
  return out + "---- expect\n" + expected;
}

std::vector<fs::path> find_tests(const fs::path& root) {
  std::vector<fs::path> out;
  if (fs::is_regular_file(root)) return {root};
  for (const fs::directory_entry& e : fs::recursive_directory_iterator(root))
    if (e.path().extension() == ".t") out.push_back(e.path());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace tessera::testing
