// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera::artifact {

/// Median and quartiles of one contender's times, in nanoseconds a call.
struct BenchTimes {
  double ns = 0;
  std::array<double, 2> quartiles_ns{};
  std::int64_t calls_per_sample = 0;
};

/// Kernel and reference on one choice of sizes.
struct BenchMeasurement {
  std::vector<std::pair<std::string, std::int64_t>> sizes;  ///< by name, in the order of the arguments; none: fixed
  std::uint64_t bytes = 0;                                  ///< of all operands
  std::uint64_t operations = 0;                             ///< on data; 0: nothing but copies
  std::optional<int> core;                                  ///< that the program was bound to; nothing: to none
  int samples = 0;                                          ///< of each contender
  int disturbed = 0;                                        ///< samples of both during which others had the core
  std::int64_t calls_between_restores = 0;
  BenchTimes kernel, reference;
  double ratio = 0;  ///< of the reference's time to the kernel's, in the same turn
  std::array<double, 2> quartiles_ratio{};
};

/// Operations per nanosecond, which are 1e9 in a second; nothing where there are none.
std::optional<double> gops(const BenchMeasurement&, const BenchTimes&);

/// A choice of sizes, in the program that one compiler built.
struct BenchRow {
  std::string compiler;
  std::string fills;  ///< "L1", "given", …: why these sizes
  std::optional<BenchMeasurement> measured;
  std::string left_out;  ///< why these sizes are not measured
};

/// What is said of a compiler: its version, or its refusal.
struct CompilerNote {
  std::string compiler, text;
};

/// What `tessera compile --bench` measured.
struct BenchReport {
  std::string program;  ///< path of the C that was built
  std::string cpu;
  std::vector<CompilerNote> versions;  ///< of compilers that built it
  std::vector<CompilerNote> left_out;  ///< what those say that did not
  std::vector<BenchRow> rows;
};

/// A row as the program prints it with --json. Nothing for a line of another form.
std::optional<BenchRow> bench_row(const std::string& compiler, const std::string& line);

/// "bench" in what `tessera compile --bench --json` prints.
nlohmann::ordered_json to_json(const BenchReport&);

}  // namespace tessera::artifact
