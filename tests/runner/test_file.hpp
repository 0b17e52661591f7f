// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace tessera::testing {

/// One behaviour: a program, a schedule, and what must come out.
///   the program (`# hwlib NAME` lines name shipped libraries)
///   ---- schedule            (may be missing: then only the checks of the input run)
///   ---- expect              the procedure, as printed
///   ---- expect error ID     lines that the message must contain
struct TestFile {
  std::filesystem::path path;
  std::string program, schedule, expected;
  std::string error;  ///< "reorder_loops.S1"; empty for a test that accepts
  std::vector<std::string> libraries;
  bool expects_error() const { return !error.empty(); }
  /// The behaviour: the name of the file with spaces.
  std::string sentence() const;
};

/// Throws InputError: the file is no test, and why.
[[noreturn]] void malformed(const std::filesystem::path&, const std::string& why);
/// Throws InputError for a file that is no test.
TestFile read_test(const std::filesystem::path&);
/// The file again, with another expectation.
std::string with_expectation(const TestFile&, const std::string& expected);
/// All *.t files at and below the path, sorted.
std::vector<std::filesystem::path> find_tests(const std::filesystem::path&);

}  // namespace tessera::testing
