// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "artifact/report/facts.hpp"

namespace tessera::kernels::layers {

/// What is told of each task that is done: how many are done by then, of how many, and what it gave.
using TaskDone = std::function<void(std::size_t done, std::size_t all, const report::Json&)>;

/// A task that failed, by its number, and the error as it was.
struct TaskFailed : Error {
  TaskFailed(std::size_t which, ExitCode exit, Diagnostic d) : Error(exit, std::move(d)), task(which) {}
  std::size_t task;
};

/// Runs so many tasks, in order, on so many processes, each a copy of this one; gives what each gave. What a task
/// changes in memory stays in its process. Throws TaskFailed for the first one that throws an Error; tasks that were
/// not begun then are left out.
std::vector<report::Json> in_processes(std::size_t tasks, unsigned jobs,
                                       const std::function<report::Json(std::size_t)>& task,
                                       const TaskDone& on_done = {});

}  // namespace tessera::kernels::layers
