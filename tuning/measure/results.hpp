// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tuning/measure/batch.hpp"

namespace tessera::tuning {

/// A line of a file of results: the result of one scheme, or of several in turns; or a wrong result, which ends the
/// file; and the host.
struct TuneResult {
  tuning::HostId place;
  std::string node;  ///< in its cluster; empty outside of one
  tuning::Measurements measurements;
  std::optional<CheckError> wrong = {};
};

/// Appends lines to a file, each flushed at once. InputError "output" when it cannot be written.
class ResultsWriter {
 public:
  ResultsWriter(const std::filesystem::path&, tuning::HostId);
  void add(const tuning::Measurements&);
  void add(const CheckError& wrong);

 private:
  void add(const TuneResult&);
  std::filesystem::path path_;
  tuning::HostId place_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// Reads a file while another process appends lines.
class ResultsReader {
 public:
  explicit ResultsReader(std::filesystem::path path) : path_(std::move(path)) {}
  /// The new results. An incomplete line is left for later; an invalid one is skipped, and its scheme stays missing.
  std::vector<TuneResult> more();

 private:
  std::filesystem::path path_;
  std::streamoff read_ = 0;
};

}  // namespace tessera::tuning
