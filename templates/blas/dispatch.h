/* SPDX-License-Identifier: 0BSD */
#ifndef TESSERA_BLAS_DISPATCH_H
#define TESSERA_BLAS_DISPATCH_H

#include <stdatomic.h>

#include "products.h"

/* The products for this CPU; without any where no target runs on it. Chosen when it is asked for first:
 * TESSERA_BLAS_TARGET names one, or "plain"; where that does not run, the next weaker one that does is taken. */
const struct tessera_blas_products *tessera_blas_choose(void);
extern const struct tessera_blas_products *_Atomic tessera_blas_chosen; /* NULL before */

static inline const struct tessera_blas_products *tessera_blas_here(void) {
  const struct tessera_blas_products *chosen = atomic_load_explicit(&tessera_blas_chosen, memory_order_acquire);
  return chosen ? chosen : tessera_blas_choose();
}

/* What a call came to. */
enum tessera_blas_kind {
  TESSERA_BLAS_SET,
  TESSERA_BLAS_ADD,
  TESSERA_BLAS_ADD_SCALED,
  TESSERA_BLAS_SCALE,   /* no product: C is scaled, or zeroed */
  TESSERA_BLAS_NOTHING, /* C stays as it is */
  TESSERA_BLAS_REFUSED, /* a wrong argument */
  TESSERA_BLAS_KINDS
};

/* With TESSERA_BLAS_VERBOSE=1 calls are counted, and told on the standard error when the program ends. */
void tessera_blas_count(const char *routine, enum tessera_blas_kind kind, int strides, int threads);
extern int tessera_blas_is_verbose; /* from the choice on */

#endif
