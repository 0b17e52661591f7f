// SPDX-License-Identifier: Apache-2.0
#include "timing/cores.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#include <strings.h>
#endif

namespace tessera::timing {
namespace {

// As a process has one affinity, there is one of each here.
std::vector<int> chosen;
Placing placing = Placing::each_its_own;

bool is_one_of(const char* word, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* w) { return strcasecmp(word, w) == 0; });
}

// By the variables of GNU's and LLVM's runtimes. If threads are only to be bound, we choose the cores: without /sys, as
// in some containers, GNU's runtime finds no places.
Placing placing_of_environment() {
  const char* bind = std::getenv("OMP_PROC_BIND");
  const bool says = bind && *bind;
  if (says && is_one_of(bind, {"false"})) return Placing::by_nobody;
  for (const char* variable : {"OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"})
    if (std::getenv(variable)) return Placing::by_user;
  return says && !is_one_of(bind, {"true", "close", "spread"}) ? Placing::by_user : Placing::each_its_own;
}

#if defined(__linux__)
cpu_set_t allowed;  // noted before constructors run
bool is_noted = false;

bool is_allowed(int core) { return CPU_ISSET(static_cast<std::size_t>(core), &allowed); }

void bind_to(const std::vector<int>& cores) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
  sched_setaffinity(0, sizeof set, &set);
}

// That the calling thread is bound to, else `otherwise`.
int only_core(int otherwise) {
  cpu_set_t own;
  if (sched_getaffinity(0, sizeof own, &own) != 0 || CPU_COUNT(&own) != 1) return otherwise;
  return std::max(sched_getcpu(), 0);
}

// From the current one on, a hardware thread of each core before the others of any.
std::vector<int> allowed_in_order() {
  const int first = std::max(sched_getcpu(), 0);
  std::vector<int> own, shared, physical;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    const int core = (first + i) % CPU_SETSIZE;
    if (!is_allowed(core)) continue;
    const int of = physical_core(core);
    const bool is_new = std::find(physical.begin(), physical.end(), of) == physical.end();
    if (is_new) physical.push_back(of);
    (is_new ? own : shared).push_back(core);
  }
  own.insert(own.end(), shared.begin(), shared.end());
  return own;
}
#endif

}  // namespace

#if defined(__linux__)

void note_allowed_cores() {
  if (!is_noted && sched_getaffinity(0, sizeof allowed, &allowed) == 0) is_noted = true;
}

int allowed_cores() {
  note_allowed_cores();
  return is_noted ? CPU_COUNT(&allowed) : static_cast<int>(std::thread::hardware_concurrency());
}

void pin_to_cores(int count) {
  note_allowed_cores();
  if (!is_noted) return;
  if (CPU_COUNT(&allowed) < count)
    throw std::runtime_error("asked for " + std::to_string(count) + " cores, may use " +
                             std::to_string(CPU_COUNT(&allowed)) +
                             ": fewer --threads, or more cores for this process (taskset, the container's cpuset)");
  chosen = allowed_in_order();
  chosen.resize(static_cast<std::size_t>(count));
  placing = placing_of_environment();
  if (count == 1 || placing != Placing::by_user) bind_to(chosen);
}

void bind_to_chosen(int number) {
  if (chosen.empty() || placing == Placing::by_nobody) return;
  bind_to({chosen[static_cast<std::size_t>(number) % chosen.size()]});
}

int core_beside(int number) {
  const int own = only_core(chosen.front());
  std::vector<int> others;
  std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(others), [&](int core) { return core != own; });
  return others.empty() ? own : others[static_cast<std::size_t>(number) % others.size()];
}

void bind_to_core(int core) { bind_to({core}); }

OnFirstCore::OnFirstCore() {
  if (chosen.size() > 1 && placing == Placing::each_its_own) bind_to_chosen(0);
}

OnFirstCore::~OnFirstCore() {
  if (chosen.size() > 1 && placing == Placing::each_its_own) bind_to(chosen);
}

void bind_threads_of_openmp() {
  if (chosen.size() < 2 || placing != Placing::each_its_own) return;
  std::string places;
  for (const int core : chosen) places += (places.empty() ? "{" : ",{") + std::to_string(core) + "}";
  setenv("OMP_PLACES", places.c_str(), 1);
  setenv("OMP_PROC_BIND", "close", 1);
}

int physical_core(int core) {
  std::ifstream in("/sys/devices/system/cpu/cpu" + std::to_string(core) + "/topology/thread_siblings_list");
  int first = 0;
  return in >> first ? first : core;
}

#else

void note_allowed_cores() {}
int allowed_cores() { return static_cast<int>(std::thread::hardware_concurrency()); }
void pin_to_cores(int) {}
void bind_to_chosen(int) {}
int core_beside(int) { return 0; }
void bind_to_core(int) {}
OnFirstCore::OnFirstCore() {}
OnFirstCore::~OnFirstCore() {}
void bind_threads_of_openmp() {}
int physical_core(int core) { return core; }

#endif

const std::vector<int>& chosen_cores() { return chosen; }
Placing placing_of_threads() { return placing; }

}  // namespace tessera::timing
