// SPDX-License-Identifier: Apache-2.0
#include "thread_start.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <memory>

#include "timing/cores.hpp"

namespace tessera::bench {
namespace {

std::atomic<bool> is_placing{false};
std::atomic<int> started{0};

struct Work {
  void* (*run)(void*);
  void* argument;
  int core;
};

void* run_on_own_core(void* work) {
  const std::unique_ptr<Work> own(static_cast<Work*>(work));
  timing::bind_to_core(own->core);
  return own->run(own->argument);
}

#if defined(__linux__)
// GNU's OpenMP says by this where it was told that a thread belongs. Without it, or where it knows of no places, every
// core is in the set.
bool has_place(const pthread_attr_t* attributes) {
  cpu_set_t set;
  if (!attributes || pthread_attr_getaffinity_np(attributes, sizeof set, &set) != 0) return false;
  return CPU_COUNT(&set) < timing::allowed_cores();
}

// Before constructors run, that of GNU's OpenMP among them. Only programs have such a section.
__attribute__((section(".preinit_array"), used)) void (*note_at_start)() = timing::note_allowed_cores;
#else
bool has_place(const pthread_attr_t*) { return false; }
#endif

}  // namespace

void take_cores(int count) {
  timing::pin_to_cores(count);
  timing::bind_threads_of_openmp();  // LLVM's lets its threads go again once they have started
  is_placing = timing::chosen_cores().size() > 1 && timing::placing_of_threads() != timing::Placing::by_nobody;
}

}  // namespace tessera::bench

// In the place of the system's: the symbols of the program come before those of all libraries. So pools that know
// nothing of OpenMP's variables are treated as its own are.
extern "C" __attribute__((visibility("default"))) int pthread_create(pthread_t* thread,
                                                                     const pthread_attr_t* attributes,
                                                                     void* (*run)(void*), void* argument) {
  using namespace tessera::bench;
  namespace timing = tessera::timing;
  static const auto create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  if (!is_placing || has_place(attributes)) return create(thread, attributes, run, argument);
  // As many as a pool starts, one after the other, are on different cores.
  auto work = std::make_unique<Work>(Work{run, argument, timing::core_beside(started++)});
  const int error = create(thread, attributes, run_on_own_core, work.get());
  if (error == 0) work.release();
  return error;
}
