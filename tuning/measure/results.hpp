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

/// A line of a file of results: what came of one scheme, or of those in turns; or a wrong result, which ends the file;
/// and where.
struct TuneResult {
  tuning::HostId place;
  std::string node;  ///< as its cluster names it; empty where there is none
  tuning::Measurements measurements;
  std::optional<CheckError> wrong = {};
};

/// Adds lines to a file, each whole before the next thing is done. InputError "output" when it cannot be written.
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

/// Reads a file that another process adds lines to.
class ResultsReader {
 public:
  explicit ResultsReader(std::filesystem::path path) : path_(std::move(path)) {}
  /// What came since. A line without its end is left for later, one that is no result is passed over: what it was of is
  /// still missing then.
  std::vector<TuneResult> more();

 private:
  std::filesystem::path path_;
  std::streamoff read_ = 0;
};

}  // namespace tessera::tuning
