// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

#include "artifact/compile.hpp"
#include "dsl/support/interrupted.hpp"

namespace tessera::artifact {

/// A hidden folder in another one, in which the other's files are made: none of them is there before all are made. What
/// is not moved out of it goes away, with an interrupt too.
class Workshop {
 public:
  /// Throws InputError (code "output") where the files could not be moved to `folder`.
  explicit Workshop(const std::filesystem::path& folder);
  ~Workshop();
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Options for what is made in it: files say where things lie as seen from the other folder.
  CompileOptions options(CompileOptions) const;

  /// Files to where they belong, beside what is there already. Throws InputError (code "output").
  void move() const;

 private:
  std::filesystem::path folder_;
  bool is_new_;
  std::filesystem::path path_;
  RemovedIfInterrupted removed_;
};

}  // namespace tessera::artifact
