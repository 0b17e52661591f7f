// SPDX-License-Identifier: Apache-2.0
// Which core each thread of a measurement runs on. A runtime of OpenMP reads the environment when it is loaded, so what
// holds for an environment is asked in a process of its own: this program, told the name of a hidden test.
#include <sched.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "thread_start.hpp"
#include "timing/core_sharing.hpp"
#include "timing/cores.hpp"

using namespace tessera::bench;
namespace timing = tessera::timing;

namespace {

using Cores = std::set<int>;

// That the calling thread may run on.
Cores own_cores() {
  cpu_set_t set;
  Cores out;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return out;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(static_cast<std::size_t>(i), &set)) out.insert(i);
  return out;
}

std::vector<Cores> cores_of_openmp() {
  std::vector<Cores> out(2);
  std::size_t next = 0;
#pragma omp parallel num_threads(2)
  {
    const Cores own = own_cores();
#pragma omp critical
    out[next++] = own;
  }
  return out;
}

// The calling thread and another that it starts, as pools have them that know nothing of OpenMP.
std::vector<Cores> cores_of_other_pool() {
  std::vector<Cores> out{own_cores(), {}};
  std::thread([&] { out[1] = own_cores(); }).join();
  return out;
}

bool is_one_each(const std::vector<Cores>& all) { return all[0].size() == 1 && all[1].size() == 1 && all[0] != all[1]; }

// The status of the hidden test in an environment.
bool passes(const std::string& environment, const std::string& test) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  return std::system(("env -u OMP_PROC_BIND -u OMP_PLACES -u GOMP_CPU_AFFINITY -u KMP_AFFINITY " + environment + " '" +
                      self + "' '" + test + "'")
                         .c_str()) == 0;
}

bool has_one_core() {
  if (timing::allowed_cores() > 1) return false;
  WARN("skipped: this process may use one core");
  return true;
}

void work_for_a_while() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
  while (std::chrono::steady_clock::now() < end) {}
}

// Two threads at work until they have been looked at, each on the chosen core of its number.
std::optional<int> core_shared_by(int first, int second) {
  std::atomic<bool> is_over{false};
  const auto until_over = [&](int number) {
    timing::bind_to_chosen(number);
    while (!is_over) {}
  };
  std::thread a(until_over, first), b(until_over, second);
  timing::CoreSharing sharing;
  sharing.begin();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const auto core = sharing.core();
  is_over = true;
  a.join(), b.join();
  return core;
}

}  // namespace

TEST_CASE("child: each on its own", "[.]") {
  take_cores(2);
  CHECK(timing::allowed_cores() > 1);
  cores_of_openmp();  // as what is measured is checked before
  const timing::OnFirstCore first;
  CHECK(is_one_each(cores_of_openmp()));
  CHECK(is_one_each(cores_of_openmp()));  // the same threads again
  CHECK(is_one_each(cores_of_other_pool()));
  CHECK(is_one_each(cores_of_other_pool()));  // one that is started anew
}

TEST_CASE("child: nobody is placed", "[.]") {
  take_cores(2);
  const timing::OnFirstCore first;
  for (const auto& all : {cores_of_openmp(), cores_of_other_pool()})
    for (const Cores& one : all) CHECK(one.size() == 2);
}

TEST_CASE("child: where the user says", "[.]") {
  take_cores(2);
  const timing::OnFirstCore first;
  const auto all = cores_of_openmp();
  CHECK(all[0].size() == 1);
  CHECK(all[0] == all[1]);
}

TEST_CASE("child: the first thread is not kept on one core for libraries that count", "[.]") {
  take_cores(2);
  { const timing::OnFirstCore first; }
  CHECK(own_cores().size() == 2);
}

TEST_CASE("each thread has a core of its own, whoever starts it and whatever OMP_PROC_BIND says but false") {
  if (has_one_core()) return;
  CHECK(passes("", "child: each on its own"));
  for (const char* how : {"true", "close", "spread"}) {
    CAPTURE(how);
    CHECK(passes(std::string("OMP_PROC_BIND=") + how, "child: each on its own"));
  }
  if (std::ifstream("/sys/devices/system/cpu/cpu0/topology/core_id"))
    CHECK(passes("OMP_PLACES=threads", "child: each on its own"));
  else WARN("skipped: OMP_PLACES=threads, for which GNU's runtime reads /sys, which is not here");
  CHECK(passes("", "child: the first thread is not kept on one core for libraries that count"));
}

TEST_CASE("a user's placing of OpenMP's threads stands") {
  if (has_one_core()) return;
  const std::string core = std::to_string(*own_cores().begin());
  CHECK(passes("OMP_PROC_BIND=close OMP_PLACES='{" + core + "}'", "child: where the user says"));
  CHECK(passes("OMP_PROC_BIND=false", "child: nobody is placed"));
}

TEST_CASE("more cores than the process may use are refused, whoever binds the first thread") {
  CHECK_THROWS_WITH(
      timing::pin_to_cores(timing::allowed_cores() + 1),
      Catch::Contains("asked for ") && Catch::Contains(", may use " + std::to_string(timing::allowed_cores())));
}

TEST_CASE("two threads at work on one core are seen, and not those that have their own") {
  if (has_one_core()) return;
  timing::pin_to_cores(2);
  const int core = timing::chosen_cores()[0], other = timing::chosen_cores()[1];
  CHECK(core_shared_by(0, 0) == core);
  if (timing::physical_core(core) != timing::physical_core(other)) CHECK_FALSE(core_shared_by(0, 1));
}

TEST_CASE("a thread that sleeps shares no core") {
  timing::pin_to_cores(1);
  std::atomic<bool> is_over{false};
  std::thread sleeper([&] {
    while (!is_over) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  timing::CoreSharing sharing;
  sharing.begin();
  work_for_a_while();
  CHECK_FALSE(sharing.core());
  is_over = true;
  sleeper.join();
}
