// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "dsl/support/diagnostic.hpp"
#include "dsl/support/files.hpp"
#include "dsl/support/forked_process.hpp"
#include "dsl/support/lines.hpp"

namespace tessera {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void no_folder(const std::string& why) {
  throw InputError("output", fmt::format("cannot make a temporary folder: {}", why),
                   "set TMPDIR to a folder that can be written");
}

enum class Output { to_log, apart, in_front };

fs::path errors_beside(const fs::path& log) { return log.string() + ".errors"; }

int opened(const fs::path& log) { return ::open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600); }

// In the child: never returns. An alarm survives into the executed program; 0: none.
[[noreturn]] void become(std::vector<char*> words, const fs::path& log, Output output, unsigned seconds,
                         const fs::path& input) {
  const int out = opened(log), errors = output == Output::apart ? opened(errors_beside(log)) : out;
  const int in = ::open(input.c_str(), O_RDONLY);
  if (out < 0 || errors < 0 || in < 0 || ::dup2(in, 0) < 0 || ::dup2(errors, 2) < 0) std::_Exit(126);
  if (output != Output::in_front && ::dup2(out, 1) < 0) std::_Exit(126);
  ::alarm(seconds);
  ::execvp(words[0], words.data());
  std::_Exit(127);
}

ProcessResult run(std::vector<std::string> words, const fs::path& log, Output output, unsigned seconds,
                  const fs::path& input = "/dev/null") {
  std::vector<char*> arguments;
  for (std::string& w : words) arguments.push_back(w.data());
  arguments.push_back(nullptr);
  auto child = ForkedProcess::start([&]() -> int { become(std::move(arguments), log, output, seconds, input); });
  if (!child) bug("cannot start a process");
  const EndedIfInterrupted ended(child->id());
  const int status = child->wait().status();
  return {status, read_file(log), output == Output::apart ? read_file(errors_beside(log)) : ""};
}

}  // namespace

ProcessResult run_process(std::vector<std::string> words, const fs::path& log, unsigned seconds) {
  return run(std::move(words), log, Output::to_log, seconds);
}

ProcessResult run_process_apart(std::vector<std::string> words, const fs::path& log, unsigned seconds,
                                const fs::path& input) {
  return run(std::move(words), log, Output::apart, seconds, input);
}

ProcessResult run_in_front(std::vector<std::string> words, const fs::path& log) {
  std::fflush(stdout);  // what was said before comes first
  return run(std::move(words), log, Output::in_front, 0);
}

std::string version_of(const std::string& program) {
  const ScratchFolder scratch;
  constexpr unsigned seconds = 20;
  return first_line(run_process({program, "--version"}, scratch.path() / "log", seconds).output);
}

bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((fs::path(folder) / name).c_str(), X_OK) == 0) return true;
  return false;
}

ScratchFolder::ScratchFolder() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "tessera.XXXXXX").string();  // mkdtemp fills in the six
  if (error) no_folder(error.message());
  if (!::mkdtemp(name.data())) no_folder(std::strerror(errno));
  path_ = name;
  removed_.emplace(path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace tessera
