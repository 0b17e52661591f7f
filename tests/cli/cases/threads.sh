# SPDX-License-Identifier: Apache-2.0
# Parallel loops in C: each iteration once on any number of threads; a thread begins with a part of its own, and what a slow one
# leaves is taken by the others.
cat >visit.h <<'END'
void visit(long iteration, float *element);
END
cat >f.tess <<'END'
@instr("visit({i}, &{x_data});", header="visit.h")
def visit_c(i: index, x: [f32][1]):
    x[0] += 1.0
def f(n: size, x: f32[n, 6], y: f32[n]):
    for i in par(0, n):
        for j in par(0, 6):
            visit_c(6 * i + j, x[i, j:j + 1])
    for k in par(2, n):
        y[k] += 1.0
END
cat >main.c <<'END'
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
static void omp_set_num_threads(int threads) { (void)threads; }
#endif
#include "f.h"
#include "visit.h"

enum { threads_watched = 3, n_watched = 32 };
static int is_watched;
static _Atomic long begun, done;
static long first[threads_watched], visits[threads_watched];

static void wait_for(_Atomic long *count, long wanted) {
  for (const time_t start = time(NULL); *count < wanted; sched_yield())
    if (time(NULL) > start + 30) {
      printf("waited in vain: %ld of %ld\n", *count, wanted);
      exit(10);
    }
}

/* Nobody goes on before all threads have begun; the first one then waits until the others have nothing left to do. */
void visit(long iteration, float *element) {
  *element += 1;
  if (!is_watched) return;
  const int me = omp_get_thread_num();
  if (visits[me]++ == 0) {
    first[me] = iteration;
    begun++;
    wait_for(&begun, threads_watched);
    if (me == 0) wait_for(&done, 6 * n_watched - 4);
  }
  done += me != 0;
}

static int check(int n) {
  int wrong = 0;
  float *x = calloc(6 * n, sizeof *x), *y = calloc(n, sizeof *y);
  f(n, x, y);
  for (int i = 0; i < 6 * n; i++) wrong += x[i] != 1;
  for (int i = 0; i < n; i++) wrong += y[i] != (i >= 2);
  if (wrong) printf("%d elements are wrong, n = %d\n", wrong, n);
  free(x), free(y);
  return wrong;
}

int main(void) {
  const int sizes[] = {1, 2, 3, 5, 11, 64, 100, 257}, threads[] = {1, 2, 3, 5, 64, 65, 130};
  int wrong = 0;
  for (int t = 0; t < 7; t++)
    for (int s = 0; s < 8; s++) {
      omp_set_num_threads(threads[t]);
      wrong += check(sizes[s]);
    }
  omp_set_num_threads(4);
#ifdef _OPENMP
#pragma omp parallel num_threads(3) reduction(+ : wrong)
  wrong += check(64); /* on one thread each, which has the parts of four */
  is_watched = 1;
  omp_set_num_threads(threads_watched);
  wrong += check(n_watched);
  for (int t = 0; t < threads_watched; t++) printf("thread %d: %ld from %ld on\n", t, visits[t], first[t]);
#endif
  puts(wrong ? "WRONG" : "each once");
  return wrong != 0;
}
END
run compile f.tess --proc f -o .
expect 0
# on_threads COMPILER FLAGS TEXT...: compiles and runs the program, which must print that.
on_threads() {
  current="$case_name: $1 $2"
  if ! echo 'int main(void) { return 0; }' | $1 $2 -x c - -o flags 2>/dev/null; then
    echo "skipped: $current: does not compile an empty program here"
    return
  fi
  $1 -std=c11 -O1 -Wall -Wextra -Werror $2 -I. main.c f.c -o counted >"$work/output" 2>&1 || complain "$1"
  shift 2
  ./counted >"$work/output" 2>&1
  code=$?
  expect 0 "$@"
}
for compiler in gcc clang; do
  on_threads "$compiler" "" "each once"
  # parts of 64 iterations, chunks of a sixteenth
  on_threads "$compiler" -fopenmp "each once" "thread 0: 4 from 0 on" "thread 1: " " from 64 on" " from 128 on"
done
on_threads gcc "-fopenmp -fsanitize=address,undefined -fno-sanitize-recover=all" "each once"
