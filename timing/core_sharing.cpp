// SPDX-License-Identifier: Apache-2.0
#include "timing/core_sharing.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "timing/cores.hpp"

#if defined(__linux__)
#include <dirent.h>
#include <time.h>
#endif

namespace tessera::timing {

#if defined(__linux__)
namespace {

constexpr double least_share = 0.1;  // of what the busiest thread ran, from which on another one counts as working
constexpr double of_one_core = 1.1;  // what threads on one core ran together, over the time; a little is other's

std::vector<int> threads_of_process() {
  std::vector<int> out;
  DIR* tasks = ::opendir("/proc/self/task");
  if (!tasks) return out;
  while (const dirent* task = ::readdir(tasks))
    if (const int number = std::atoi(task->d_name); number > 0) out.push_back(number);
  ::closedir(tasks);
  return out;
}

// The clock of a thread by its number, as pthread_getcpuclockid makes it of a handle, which others' threads have none
// of here: unlike the files of /proc it is up to date while the thread runs.
std::optional<double> seconds_run_by(int thread) {
  const clockid_t clock = static_cast<clockid_t>((~static_cast<unsigned>(thread) << 3) | 6u);
  timespec at{};
  if (::clock_gettime(clock, &at) != 0) return std::nullopt;
  return static_cast<double>(at.tv_sec) + 1e-9 * static_cast<double>(at.tv_nsec);
}

// Field 39 of proc(5)'s stat; the second may hold blanks and ends with the last bracket.
std::optional<int> core_of(int thread) {
  std::ifstream in("/proc/self/task/" + std::to_string(thread) + "/stat");
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::size_t at = text.rfind(')');
  for (int field = 2; field < 39 && at != std::string::npos; ++field) at = text.find(' ', at + 1);
  if (at == std::string::npos) return std::nullopt;
  return std::atoi(text.c_str() + at);
}

}  // namespace

void CoreSharing::begin() {
  before_.clear();
  for (const int thread : threads_of_process())
    if (const auto seconds = seconds_run_by(thread)) before_[thread] = *seconds;
  begin_ = std::chrono::steady_clock::now();
}

std::optional<int> CoreSharing::core() const {
  const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  std::vector<Thread> all;
  double most = 0;
  for (const int thread : threads_of_process()) {
    const auto before = before_.find(thread);
    const double seconds = seconds_run_by(thread).value_or(0) - (before == before_.end() ? 0 : before->second);
    if (const auto core = core_of(thread)) all.push_back({*core, seconds});
    most = std::max(most, seconds);
  }
  for (auto a = all.begin(); a != all.end(); ++a)
    for (auto b = all.begin(); b != a; ++b)
      if (std::min(a->seconds, b->seconds) >= least_share * most)
        if (const auto both = shared(*a, *b, wall)) return both;
  return std::nullopt;
}

std::optional<int> CoreSharing::shared(const Thread& a, const Thread& b, double wall) {
  if (a.core == b.core) return a.seconds + b.seconds <= of_one_core * wall ? std::optional(a.core) : std::nullopt;
  return physical_core(a.core) == physical_core(b.core) ? std::optional(b.core) : std::nullopt;
}

#else

void CoreSharing::begin() {}
std::optional<int> CoreSharing::core() const { return std::nullopt; }

#endif

}  // namespace tessera::timing
