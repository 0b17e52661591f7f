#include "openmp_threads.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

namespace tessera::bench {

void use_openmp_threads(int threads) {
  using SetNumThreads = void (*)(int);
  setenv("OMP_NUM_THREADS", std::to_string(threads).c_str(), 1);
  if (void* symbol = dlsym(RTLD_DEFAULT, "omp_set_num_threads")) reinterpret_cast<SetNumThreads>(symbol)(threads);
}

}  // namespace tessera::bench
