/* SPDX-License-Identifier: 0BSD */
#include "threads.h"

#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>

static int available(void) {
  if (omp_in_parallel()) return 1;
  const char *setting = getenv("TESSERA_BLAS_NUM_THREADS");
  const int given = setting ? atoi(setting) : 0;
  return given > 0 ? given : omp_get_max_threads();
}
#else
static int available(void) { return 1; }
#endif

int tessera_blas_threads_for(double most) {
  const int threads = available();
  return most < threads ? (int)most : threads;
}

struct tessera_blas_range tessera_blas_range(int64_t extent, int64_t step, int index, int count) {
  const int64_t steps = (extent + step - 1) / step, each = steps / count, more = steps % count;
  const int64_t from = step * (index * each + (index < more ? index : more));
  const int64_t to = from + step * (each + (index < more));
  return (struct tessera_blas_range){from < extent ? from : extent, to < extent ? to : extent};
}

void tessera_blas_run(int threads, void (*part)(const void *job, int index, int count), const void *job) {
#ifdef _OPENMP
#pragma omp parallel num_threads(threads)
  part(job, omp_get_thread_num(), omp_get_num_threads());
#else
  (void)threads;
  part(job, 0, 1);
#endif
}
