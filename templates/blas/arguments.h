/* SPDX-License-Identifier: 0BSD
 * What says whether a product as Fortran asks for it makes sense. In a header: a product of 8 x 128 x 128 takes a
 * microsecond, and each call in front of it a percent of that. */
#ifndef TESSERA_BLAS_ARGUMENTS_H
#define TESSERA_BLAS_ARGUMENTS_H

struct tessera_blas_arguments {
  int trans_a, trans_b; /* 0 or 1; TESSERA_BLAS_UNKNOWN for another word */
  int m, n, k, lda, ldb, ldc;
  int lacks_a, lacks_b, lacks_c; /* a null pointer to an operand that is needed */
};

enum { TESSERA_BLAS_UNKNOWN = -1 };

/* The conjugate of a real number is itself. */
static inline int tessera_blas_trans_of_letter(char letter) {
  switch (letter) {
    case 'N': case 'n': return 0;
    case 'T': case 't': case 'C': case 'c': return 1;
    default: return TESSERA_BLAS_UNKNOWN;
  }
}

static inline int tessera_blas_trans_of_cblas(int word) {
  switch (word) {
    case 111: return 0;
    case 112: case 113: return 1;
    default: return TESSERA_BLAS_UNKNOWN;
  }
}

static inline int tessera_blas_is_too_small(int leading, int rows) { return leading < (rows > 1 ? rows : 1); }

/* The first argument that is wrong, by its place in a call of the Fortran routine; 0: all are right. The order is that
 * of the reference. It has no word for null pointers: these come last. */
static inline int tessera_blas_wrong_argument(struct tessera_blas_arguments given) {
  if (given.trans_a == TESSERA_BLAS_UNKNOWN) return 1;
  if (given.trans_b == TESSERA_BLAS_UNKNOWN) return 2;
  if (given.m < 0) return 3;
  if (given.n < 0) return 4;
  if (given.k < 0) return 5;
  if (tessera_blas_is_too_small(given.lda, given.trans_a ? given.k : given.m)) return 8;
  if (tessera_blas_is_too_small(given.ldb, given.trans_b ? given.n : given.k)) return 10;
  if (tessera_blas_is_too_small(given.ldc, given.m)) return 13;
  if (given.lacks_a) return 7;
  if (given.lacks_b) return 9;
  if (given.lacks_c) return 12;
  return 0;
}

#endif
