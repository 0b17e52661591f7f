// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dsl/support/interrupted.hpp"

namespace tessera {

/// How a program ended, and what it said on both its outputs.
struct ProcessResult {
  int status = 0;  ///< exit status; 127: there is no such program; 128 + N: ended by signal N
  std::string output;
};

/// Runs a program, looked up in PATH, without a shell and without input. It is stopped after so many seconds (status
/// 128 + SIGALRM). Its output goes through this file.
ProcessResult run_process(std::vector<std::string> words, const std::filesystem::path& log, unsigned seconds);

/// The same for a program whose standard output is this one's, without a limit of time: `output` is what it said on the
/// other.
ProcessResult run_in_front(std::vector<std::string> words, const std::filesystem::path& log);

/// The first line of what a program says of itself, as in "gcc (Debian 12.2.0-14) 12.2.0".
std::string version_of(const std::string& program);

/// Is there a program of this name in PATH, or, with a slash, at this path?
bool is_program(const std::string& name);

/// A new folder among the temporary ones, which goes away with the object. Throws InputError (code "output") when it
/// cannot be made.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  std::optional<RemovedIfInterrupted> removed_;
};

}  // namespace tessera
