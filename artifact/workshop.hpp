// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "artifact/compile.hpp"
#include "dsl/support/interrupted.hpp"

namespace tessera::artifact {

/// A hidden temporary folder inside the output folder: files appear there only after all are made. Files left in it are
/// removed, also on interrupt.
class Workshop {
 public:
  /// Throws InputError (code "output") where the files could not be moved to `folder`.
  explicit Workshop(const std::filesystem::path& folder);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Options for making files in it: they name paths relative to the output folder.
  CompileOptions options(CompileOptions) const;

  /// Moves the files to the output folder, beside existing ones. Throws InputError (code "output").
  void move() const;

 private:
  std::filesystem::path folder_;
  bool is_new_;
  std::filesystem::path path_;
  RemovedIfInterrupted removed_;
};

}  // namespace tessera::artifact
