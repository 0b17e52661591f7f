/* SPDX-License-Identifier: 0BSD */
#include "dispatch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tessera_blas.h"

static const struct tessera_blas_products plain = {"plain", NULL, NULL};
const struct tessera_blas_products *_Atomic tessera_blas_chosen;
int tessera_blas_is_verbose;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* ---- what was served: of each routine and kind, by rows or any strides */

enum { ROUTINES = 2 };
static atomic_long served[ROUTINES][TESSERA_BLAS_KINDS][2];
static atomic_long on_several_threads[ROUTINES];

static void tell_served(void) {
  static const char *const routines[] = {"sgemm", "dgemm"};
  static const int is_there[] = {TESSERA_BLAS_HAS_F32, TESSERA_BLAS_HAS_F64};
  static const char *const kinds[] = {"set", "add", "add_scaled", "scale", "nothing", "refused"};
  for (int r = 0; r < ROUTINES; r++) {
    if (!is_there[r]) continue;
    fprintf(stderr, "tessera_blas: %s by %s:", routines[r], tessera_blas_target());
    for (int kind = 0; kind < TESSERA_BLAS_KINDS; kind++) {
      fprintf(stderr, " %s %ld", kinds[kind], atomic_load(&served[r][kind][TESSERA_BLAS_ROWS]));
      if (kind <= TESSERA_BLAS_ADD_SCALED)
        fprintf(stderr, " %s_any %ld", kinds[kind], atomic_load(&served[r][kind][TESSERA_BLAS_ANY]));
    }
    fprintf(stderr, " on_several_threads %ld\n", atomic_load(&on_several_threads[r]));
  }
}

void tessera_blas_count(const char *routine, enum tessera_blas_kind kind, int strides, int threads) {
  tessera_blas_here(); /* a call that is refused may be the first */
  if (!tessera_blas_is_verbose) return;
  const int r = routine[0] == 'S' ? 0 : 1;
  atomic_fetch_add_explicit(&served[r][kind][strides], 1, memory_order_relaxed);
  if (threads > 1) atomic_fetch_add_explicit(&on_several_threads[r], 1, memory_order_relaxed);
}

/* ---- the choice */

static int runs(const struct tessera_blas_products *target) {
  return (!target->f32 || target->f32->runs_here()) && (!target->f64 || target->f64->runs_here());
}

/* The place of a name on the list; that of the best for a name that is not on it; after the last for "plain". */
static int place_of(const char *name) {
  if (strcmp(name, plain.name) == 0) return tessera_blas_targets_size;
  for (int i = 0; i < tessera_blas_targets_size; i++)
    if (strcmp(name, tessera_blas_targets[i].name) == 0) return i;
  return 0;
}

static void choose(void) {
  const char *verbose = getenv("TESSERA_BLAS_VERBOSE"), *wanted = getenv("TESSERA_BLAS_TARGET");
  tessera_blas_is_verbose = verbose && strcmp(verbose, "1") == 0;
  if (wanted && !*wanted) wanted = NULL;
  const struct tessera_blas_products *here = &plain;
  for (int i = wanted ? place_of(wanted) : 0; i < tessera_blas_targets_size && here == &plain; i++)
    if (runs(&tessera_blas_targets[i])) here = &tessera_blas_targets[i];
  atomic_store_explicit(&tessera_blas_chosen, here, memory_order_release);
  if (!tessera_blas_is_verbose) return;
  if (wanted && strcmp(wanted, here->name) != 0)
    fprintf(stderr, "tessera_blas: '%s' is not here or does not run on this CPU; %s is used\n", wanted, here->name);
  atexit(tell_served);
}

const struct tessera_blas_products *tessera_blas_choose(void) {
  pthread_once(&once, choose);
  return atomic_load_explicit(&tessera_blas_chosen, memory_order_acquire);
}

const char *tessera_blas_target(void) { return tessera_blas_here()->name; }

const char *tessera_blas_version(void) { return TESSERA_BLAS_VERSION; }
