// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>

#include "artifact/report/facts.hpp"

namespace tessera::kernels::layers {

/// Called after each task with the number of finished tasks, of all tasks, and its result.
using TaskDone = std::function<void(std::size_t done, std::size_t all, const report::Json&)>;

/// A failed task: its number, and its error.
struct TaskFailed : Error {
  TaskFailed(std::size_t which, ExitCode exit, Diagnostic d) : Error(exit, std::move(d)), task(which) {}
  std::size_t task;
};

/// Runs the tasks, in order, on `jobs` processes, each a fork of this one; returns their results. Changes of memory
/// stay in their process. Throws TaskFailed for the first one that throws an Error; then tasks not begun are left out.
std::vector<report::Json> in_processes(std::size_t tasks, unsigned jobs,
                                       const std::function<report::Json(std::size_t)>& task,
                                       const TaskDone& on_done = {});

}  // namespace tessera::kernels::layers
