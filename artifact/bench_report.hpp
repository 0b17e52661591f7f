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
  std::uint64_t operations = 0;                             ///< on data; 0: copies only
  std::optional<int> core;                                  ///< the program's; nothing: not bound to one
  int samples = 0;                                          ///< of each contender
  int disturbed = 0;  ///< samples of both, disturbed by other processes on the core
  std::int64_t calls_between_restores = 0;
  BenchTimes kernel, reference;
  double ratio = 0;  ///< the reference's time over the kernel's, in the same turn
  std::array<double, 2> quartiles_ratio{};
};

/// Operations per nanosecond (1e9 in a second); nothing without operations.
std::optional<double> gops(const BenchMeasurement&, const BenchTimes&);

/// A choice of sizes, in one compiler's program.
struct BenchRow {
  std::string compiler;
  std::string fills;  ///< "L1", "given", …: the reason of these sizes
  std::optional<BenchMeasurement> measured;
  std::string left_out;  ///< the reason that these sizes are not measured
};

/// A compiler's version, or its refusal.
struct CompilerNote {
  std::string compiler, text;
};

/// The results of `tessera compile --bench`.
struct BenchReport {
  std::string program;  ///< path of the built C
  std::string cpu;
  std::vector<CompilerNote> versions;  ///< of compilers that succeeded
  std::vector<CompilerNote> left_out;  ///< errors of compilers that failed
  std::vector<BenchRow> rows;
};

/// Parses a row of the program's --json output. Nothing for a line of another form.
std::optional<BenchRow> bench_row(const std::string& compiler, const std::string& line);

/// The member "bench" of `tessera compile --bench --json`.
nlohmann::ordered_json to_json(const BenchReport&);

}  // namespace tessera::artifact
