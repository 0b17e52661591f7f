#include "arguments.h"

int tessera_blas_trans_of_letter(char letter) {
  switch (letter) {
    case 'N': case 'n': return 0;
    case 'T': case 't': case 'C': case 'c': return 1;
    default: return TESSERA_BLAS_UNKNOWN;
  }
}

int tessera_blas_trans_of_cblas(int word) {
  switch (word) {
    case 111: return 0;
    case 112: case 113: return 1;
    default: return TESSERA_BLAS_UNKNOWN;
  }
}

static int is_too_small(int leading, int rows) { return leading < (rows > 1 ? rows : 1); }

/* The order is that of the reference. It has no word for null pointers: these come last. */
int tessera_blas_wrong_argument(const struct tessera_blas_arguments *given) {
  if (given->trans_a == TESSERA_BLAS_UNKNOWN) return 1;
  if (given->trans_b == TESSERA_BLAS_UNKNOWN) return 2;
  if (given->m < 0) return 3;
  if (given->n < 0) return 4;
  if (given->k < 0) return 5;
  if (is_too_small(given->lda, given->trans_a ? given->k : given->m)) return 8;
  if (is_too_small(given->ldb, given->trans_b ? given->n : given->k)) return 10;
  if (is_too_small(given->ldc, given->m)) return 13;
  if (given->lacks_a) return 7;
  if (given->lacks_b) return 9;
  if (given->lacks_c) return 12;
  return 0;
}
