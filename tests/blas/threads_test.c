// SPDX-License-Identifier: Apache-2.0
// The same bits on any number of threads, and within a parallel region. -DREAL=float -DCBLAS_GEMM=cblas_sgemm
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "tessera_blas.h"

struct shape {
  int m, n, k;
};
static const struct shape shapes[] = {{131, 129, 127}, {7, 2001, 200}, {2001, 7, 200}, {1, 4001, 600},
                                      {4001, 1, 600},  {157, 70, 311}, {70, 157, 311}, {3, 3, 250000}};

static void fill(REAL *data, size_t count) {
  for (size_t i = 0; i < count; i++) data[i] = (REAL)next_random() / (REAL)4294967296.0 - (REAL)0.5;
}

static REAL *filled(size_t count) {
  REAL *data = malloc(count * sizeof *data);
  if (!data) exit(2);
  fill(data, count);
  return data;
}

struct call {
  struct shape s;
  CBLAS_TRANSPOSE ta, tb;
  REAL alpha, beta;
  const REAL *a, *b, *c;
};

static REAL *result_of(const struct call *x) {
  const struct shape s = x->s;
  REAL *c = malloc((size_t)s.m * (size_t)s.n * sizeof *c);
  if (!c) exit(2);
  memcpy(c, x->c, (size_t)s.m * (size_t)s.n * sizeof *c);
  CBLAS_GEMM(CblasRowMajor, x->ta, x->tb, s.m, s.n, s.k, x->alpha, x->a, x->ta == CblasNoTrans ? s.k : s.m, x->b,
             x->tb == CblasNoTrans ? s.n : s.k, x->beta, c, s.n);
  return c;
}

static int is_same(const REAL *x, const REAL *y, struct shape s) {
  return memcmp(x, y, (size_t)s.m * (size_t)s.n * sizeof *x) == 0;
}

static int failures;

static void compare(const struct call *x, const REAL *wanted, const char *where, int threads) {
  REAL *found = result_of(x);
  if (!is_same(found, wanted, x->s)) {
#pragma omp critical
    {
      printf("other bits %s, %d threads: %d x %d x %d, trans %d %d, alpha %g beta %g\n", where, threads, x->s.m, x->s.n,
             x->s.k, x->ta, x->tb, (double)x->alpha, (double)x->beta);
      failures++;
    }
  }
  free(found);
}

static void check(const struct call *x) {
  omp_set_num_threads(1);
  REAL *wanted = result_of(x);
  for (int threads = 2; threads <= 5; threads += threads == 3 ? 2 : 1) {
    omp_set_num_threads(threads);
    compare(x, wanted, "alone", threads);
  }
  omp_set_num_threads(4);
#pragma omp parallel num_threads(3)
  compare(x, wanted, "in a parallel region", 4);
  free(wanted);
}

int main(void) {
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    const struct shape s = shapes[i];
    REAL *a = filled((size_t)s.m * (size_t)s.k), *b = filled((size_t)s.k * (size_t)s.n),
         *c = filled((size_t)s.m * (size_t)s.n);
    for (int form = 0; form < 4; form++)
      for (int factors = 0; factors < 4; factors++)
        check(&(struct call){s, form & 1 ? CblasTrans : CblasNoTrans, form & 2 ? CblasTrans : CblasNoTrans,
                             factors & 1 ? (REAL)0.7 : 1, factors & 2 ? (REAL)1.3 : 0, a, b, c});
    free(a), free(b), free(c);
  }
  printf("%s: %s\n", tessera_blas_target(), failures ? "FAILED" : "the same bits on 1, 2, 3, 5 threads");
  return failures != 0;
}
