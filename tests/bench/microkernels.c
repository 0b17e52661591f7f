// SPDX-License-Identifier: Apache-2.0
/* Microkernels C[MR][NR] += A[k][MR] * B[k][NR], right and wrong. */
#include <stdint.h>

#define MICROKERNEL(NAME, MR, NR, TERMS, EXTRA)                                                       \
  void NAME(int64_t k, const float *a, const float *b, float *c, int64_t ldc) {                       \
    for (int64_t p = 0; p < (TERMS); ++p)                                                             \
      for (int i = 0; i < MR; ++i)                                                                    \
        for (int j = 0; j < NR + (EXTRA); ++j) c[i * ldc + j] += a[p * MR + i] * b[p * NR + j % NR]; \
  }

MICROKERNEL(right_3x8, 3, 8, k, 0)
MICROKERNEL(right_8x3, 8, 3, k, 0)
MICROKERNEL(one_term_less, 3, 8, k - 1, 0)
MICROKERNEL(one_column_more, 3, 8, k, ldc > 8)

void rows_assumed_tight(int64_t k, const float *a, const float *b, float *c, int64_t ldc) { right_3x8(k, a, b, c, ldc > 8 ? 8 : ldc); }
