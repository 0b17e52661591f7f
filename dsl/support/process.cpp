// SPDX-License-Identifier: Apache-2.0
#include "dsl/support/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

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

struct Limits {
  unsigned seconds = 0;  // 0: none, and no group of its own
  std::uint64_t bytes = largest_output;
};

// In the child: never returns. The alarm survives into the executed program, and ends it where this process is gone.
[[noreturn]] void become(std::vector<char*> words, const fs::path& log, Output output, unsigned seconds,
                         const fs::path& input) {
  const int out = opened(log), errors = output == Output::apart ? opened(errors_beside(log)) : out;
  const int in = ::open(input.c_str(), O_RDONLY);
  if (out < 0 || errors < 0 || in < 0 || ::dup2(in, 0) < 0 || ::dup2(errors, 2) < 0) std::_Exit(126);
  if (output != Output::in_front && ::dup2(out, 1) < 0) std::_Exit(126);
  if (seconds > 0) ::setpgid(0, 0);
  ::alarm(seconds);
  ::execvp(words[0], words.data());
  std::_Exit(127);
}

bool is_longer(const fs::path& file, std::uint64_t bytes) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return !error && size > bytes;
}

// Looks often at a short run, and every 20 ms at a long one. Its alarm goes first: a program may ignore that.
ProcessEnd end_within(ForkedProcess& child, const std::vector<fs::path>& outputs, const Limits& limits) {
  using namespace std::chrono;
  const pid_t group = child.id();
  const auto stopped = [&](int signal) {
    ::kill(-group, SIGKILL);  // with what it has started
    if (child.id() >= 0) child.kill(), child.wait();
    return ProcessEnd{0, signal};
  };
  const auto begin = steady_clock::now();
  while (true) {
    const std::optional<ProcessEnd> end = child.ended();
    for (const fs::path& file : outputs)
      if (is_longer(file, limits.bytes)) return stopped(SIGXFSZ);
    if (end) return end->signal == SIGALRM ? stopped(SIGALRM) : *end;
    const auto so_far = steady_clock::now() - begin;
    if (so_far > seconds(limits.seconds) + milliseconds(500)) return stopped(SIGALRM);
    std::this_thread::sleep_for(std::clamp<nanoseconds>(so_far / 16, microseconds(200), milliseconds(20)));
  }
}

// What a flood has written beyond the limit is not read.
std::string read_most(const fs::path& file, std::uint64_t bytes) {
  if (is_longer(file, bytes)) fs::resize_file(file, bytes);
  return read_file(file);
}

ProcessResult run(std::vector<std::string> words, const fs::path& log, Output output, const Limits& limits,
                  const fs::path& input = "/dev/null") {
  std::vector<char*> arguments;
  for (std::string& w : words) arguments.push_back(w.data());
  arguments.push_back(nullptr);
  auto child = ForkedProcess::start([&]() -> int { become(std::move(arguments), log, output, limits.seconds, input); });
  if (!child) bug("cannot start a process");
  const EndedIfInterrupted ended(child->id());
  std::vector<fs::path> outputs{log};
  if (output == Output::apart) outputs.push_back(errors_beside(log));
  const ProcessEnd end = limits.seconds == 0 ? child->wait() : end_within(*child, outputs, limits);
  return {end.status(), read_most(log, limits.bytes),
          output == Output::apart ? read_most(errors_beside(log), limits.bytes) : ""};
}

}  // namespace

ProcessResult run_process(std::vector<std::string> words, const fs::path& log, unsigned seconds) {
  return run(std::move(words), log, Output::to_log, {seconds});
}

ProcessResult run_process_apart(std::vector<std::string> words, const fs::path& log, unsigned seconds,
                                const fs::path& input, std::uint64_t most_output) {
  return run(std::move(words), log, Output::apart, {seconds, most_output}, input);
}

ProcessResult run_in_front(std::vector<std::string> words, const fs::path& log) {
  std::fflush(stdout);  // what was said before comes first
  return run(std::move(words), log, Output::in_front, {});
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
