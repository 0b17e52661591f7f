// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dsl/support/interrupted.hpp"

namespace tessera {

/// The exit of a program, and its output on both streams.
struct ProcessResult {
  int status = 0;  ///< exit status; 127: program not found; 128 + N: ended by signal N
  std::string output;
  std::string errors = {};  ///< standard error, where the two streams are kept apart
};

constexpr std::uint64_t largest_output = 64 << 20;  ///< bytes

/// Runs a program, looked up in PATH, without a shell and without input, in a process group of its own. It is stopped,
/// with what it has started, after `seconds` (status 128 + SIGALRM), and when its output has more than `largest_output`
/// bytes, of which these are in the result (status 128 + SIGXFSZ). The output goes through the file `log`.
ProcessResult run_process(std::vector<std::string> words, const std::filesystem::path& log, unsigned seconds);

/// The same with the two outputs kept apart: standard error goes through a file beside the log. The program reads the
/// file `input`. Neither output may have more than `most_output` bytes.
ProcessResult run_process_apart(std::vector<std::string> words, const std::filesystem::path& log, unsigned seconds,
                                const std::filesystem::path& input = "/dev/null",
                                std::uint64_t most_output = largest_output);

/// The same with this process's standard output and no time limit: `output` is the program's standard error.
ProcessResult run_in_front(std::vector<std::string> words, const std::filesystem::path& log);

/// The first line of the program's version text, as in "gcc (Debian 12.2.0-14) 12.2.0".
std::string version_of(const std::string& program);

/// Is there a program of this name in PATH, or, with a slash, at this path?
bool is_program(const std::string& name);

/// A new temporary folder, removed with the object. Throws InputError (code "output") when it cannot be made.
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
