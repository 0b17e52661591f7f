// SPDX-License-Identifier: Apache-2.0
#include "kernels/layers/tasks.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <optional>

#include "dsl/support/files.hpp"
#include "dsl/support/forked_process.hpp"
#include "dsl/support/process.hpp"

namespace tessera::kernels::layers {
namespace {

namespace fs = std::filesystem;
using report::Json;

/// Numbers between processes. Each is written and read atomically: it is shorter than PIPE_BUF.
class NumberPipe {
 public:
  NumberPipe() {
    if (::pipe2(ends_, O_CLOEXEC) != 0)
      throw InputError("output", "cannot make a pipe", "are too many files open? fewer with --jobs");
  }
  ~NumberPipe() { close_end(0), close_end(1); }
  NumberPipe(const NumberPipe&) = delete;

  void put(std::uint32_t number) const {
    if (::write(ends_[1], &number, sizeof number) != sizeof number) std::_Exit(static_cast<int>(ExitCode::bug));
  }
  std::optional<std::uint32_t> take() const {
    std::uint32_t number = 0;
    ssize_t got = 0;
    do got = ::read(ends_[0], &number, sizeof number);
    while (got < 0 && errno == EINTR);
    if (got != sizeof number) return std::nullopt;
    return number;
  }
  void close_reading() { close_end(0); }
  void close_writing() { close_end(1); }
  /// Discards the numbers left.
  void drain() const {
    ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
    while (take()) {}
  }

 private:
  void close_end(int which) {
    if (ends_[which] >= 0) ::close(ends_[which]);
    ends_[which] = -1;
  }
  int ends_[2] = {-1, -1};
};

// A diagnostic from one process to another: places and values as text.
Json portable(const Diagnostic& d) {
  Json evidence = Json::array();
  if (d.loc) evidence.push_back(d.loc.text() + ": " + d.source_line);
  for (const Note& n : d.notes) evidence.push_back(n.loc ? n.loc.text() + ": " + n.text : n.text);
  if (d.counterexample) evidence.push_back("counterexample: " + d.counterexample->text());
  return {{"code", d.code}, {"message", d.message}, {"rule", d.rule}, {"hint", d.hint}, {"evidence", evidence}};
}

Diagnostic brought(const Json& j) {
  Diagnostic d;
  d.code = j.at("code"), d.message = j.at("message"), d.rule = j.at("rule"), d.hint = j.at("hint");
  for (const Json& text : j.at("evidence")) d.notes.push_back({{}, text});
  return d;
}

// A file per task: its result, or its error.
Json outcome_of(const std::function<Json(std::size_t)>& task, std::size_t number) try {
  return {{"gave", task(number)}};
} catch (const Error& e) {
  return {{"exit", static_cast<int>(e.exit_code())}, {"error", portable(e.diagnostic())}};
} catch (const std::exception& e) {
  Diagnostic d;
  d.code = "bug";
  d.message = fmt::format("bug in Tessera: {}", e.what());
  return {{"exit", static_cast<int>(ExitCode::bug)}, {"error", portable(d)}};
}

class Processes {
 public:
  Processes(std::size_t tasks, unsigned jobs, const std::function<Json(std::size_t)>& task) : outcomes_(tasks) {
    std::fflush(nullptr);
    for (unsigned i = 0; i < std::min<std::size_t>(jobs, tasks); ++i) {
      auto child = ForkedProcess::start([&] { return work(task); });
      if (!child) break;
      ended_.emplace_back(child->id());
      children_.push_back(*std::move(child));
    }
    done_.close_writing();
    if (children_.empty()) throw InputError("output", "cannot start a process", "fewer with --jobs");
  }
  ~Processes() {
    todo_.drain();
    todo_.close_writing();
    for (ForkedProcess& child : children_) child.wait();
  }

  std::vector<Json> run(const TaskDone& on_done) {
    std::size_t begun = 0, ended = 0;
    // A pipe holds thousands of numbers; more tasks than processes are handed out as others end.
    for (; begun < outcomes_.size() && begun < 2 * children_.size(); ++begun)
      todo_.put(static_cast<std::uint32_t>(begun));
    for (; ended < outcomes_.size(); ++ended) {
      if (begun == outcomes_.size()) todo_.close_writing();
      const auto number = done_.take();
      if (!number)
        throw InputError("output", "a process was ended before its work was done",
                         "is there enough memory? fewer processes with --jobs");
      take_outcome(*number);
      if (on_done) on_done(ended + 1, outcomes_.size(), outcomes_[*number]);
      if (begun < outcomes_.size()) todo_.put(static_cast<std::uint32_t>(begun++));
    }
    return outcomes_;
  }

 private:
  int work(const std::function<Json(std::size_t)>& task) {
    todo_.close_writing();
    while (const auto number = todo_.take()) {
      const Json outcome = outcome_of(task, *number);
      std::ofstream(file(*number)) << outcome.dump(-1, ' ', false, Json::error_handler_t::replace);
      done_.put(*number);
    }
    std::fflush(nullptr);
    return 0;
  }

  void take_outcome(std::size_t number) {
    const Json outcome = Json::parse(read_file(file(number)));
    if (outcome.contains("error"))
      throw TaskFailed(number, static_cast<ExitCode>(outcome.at("exit").get<int>()), brought(outcome.at("error")));
    outcomes_[number] = outcome.at("gave");
  }

  fs::path file(std::size_t number) const { return folder_.path() / std::to_string(number); }

  ScratchFolder folder_;
  NumberPipe todo_, done_;
  std::vector<ForkedProcess> children_;
  std::vector<EndedIfInterrupted> ended_;
  std::vector<Json> outcomes_;
};

}  // namespace

std::vector<Json> in_processes(std::size_t tasks, unsigned jobs, const std::function<Json(std::size_t)>& task,
                               const TaskDone& on_done) {
  if (tasks == 0) return {};
  return Processes(tasks, jobs, task).run(on_done);
}

}  // namespace tessera::kernels::layers
