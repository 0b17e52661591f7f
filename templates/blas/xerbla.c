/* SPDX-License-Identifier: 0BSD */
#include "xerbla.h"

#include <stdarg.h>
#include <stdio.h>

#if defined __GNUC__
#define WEAK __attribute__((weak))
#else
#define WEAK
#endif

static _Thread_local int operands_are_exchanged;

WEAK void xerbla_(const char *routine, const int *position, size_t length) {
  while (length > 0 && routine[length - 1] == ' ') length--;
  fprintf(stderr, " ** On entry to %.*s parameter number %2d had an illegal value\n", (int)length, routine, *position);
}

static int exchanged(int position) {
  switch (position) {
    case 4: return 5; /* M, N */
    case 5: return 4;
    case 8: return 10; /* A, B */
    case 10: return 8;
    case 9: return 11; /* lda, ldb */
    case 11: return 9;
    default: return position;
  }
}

WEAK void cblas_xerbla(int position, const char *routine, const char *form, ...) {
  va_list values;
  va_start(values, form);
  fprintf(stderr, "Parameter %d to routine %s was incorrect\n", operands_are_exchanged ? exchanged(position) : position,
          routine);
  vfprintf(stderr, form, values);
  va_end(values);
}

void tessera_blas_refuse_cblas(int position, const char *routine, int is_row_major) {
  operands_are_exchanged = is_row_major;
  cblas_xerbla(position + 1, routine, "");
  operands_are_exchanged = 0;
}
