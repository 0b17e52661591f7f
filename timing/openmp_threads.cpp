// SPDX-License-Identifier: Apache-2.0
#include "timing/openmp_threads.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace tessera::timing {

void use_openmp_threads(int threads) {
  setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 1);
  switch_openmp_threads(threads);
}

void switch_openmp_threads(int threads) {
  using SetNumThreads = void (*)(int);
  static SetNumThreads set = nullptr;  // looked up until the first library on OpenMP is here
  if (!set) set = reinterpret_cast<SetNumThreads>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set) set(threads);
}

}  // namespace tessera::timing
