/* SPDX-License-Identifier: 0BSD */
#ifndef TESSERA_BLAS_THREADS_H
#define TESSERA_BLAS_THREADS_H

#include <stdint.h>

/* On how many threads to compute a product: those of the caller's OpenMP, or TESSERA_BLAS_NUM_THREADS; so many that
 * each has enough to do; one within a parallel region. */
int tessera_blas_threads_for(double most);

static inline int tessera_blas_threads(int64_t m, int64_t n, int64_t k) {
  const double operations_per_thread = 2e6; /* less does not pay for waking a thread */
  const double most = 2.0 * (double)m * (double)n * (double)k / operations_per_thread;
  return most < 2 ? 1 : tessera_blas_threads_for(most);
}

/* From `from` up to `to`, without it. */
struct tessera_blas_range {
  int64_t from, to;
};

/* One of `count` ranges that cover 0 … extent, each element once. They begin at multiples of `step`. May be empty. */
struct tessera_blas_range tessera_blas_range(int64_t extent, int64_t step, int index, int count);

/* Calls part(job, index, count) for each index below count, which is `threads` or, where there are not so many,
 * less. */
void tessera_blas_run(int threads, void (*part)(const void *job, int index, int count), const void *job);

#endif
