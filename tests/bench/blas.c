// SPDX-License-Identifier: Apache-2.0
/* A CBLAS product written plainly, right unless FAULT names one of the mistakes below. */
#include <stdint.h>
#include <string.h>

#define RIGHT 0
#define DROPS_LAST_TERM 1    /* of each sum */
#define READS_OLD_C 2        /* also where beta is 0 */
#define WRITES_BEHIND_ROWS 3 /* where they are padded */
#define HALF_PRECISION 4     /* of A: exact on small integers */
#define TRANSPOSE_IGNORED 5  /* of B */
#define ALPHA_IGNORED 6
#define LAST_ELEMENT_ONLY 7 /* is wrong, by one unit */
#define ASSUMES_TIGHT_ROWS 8 /* of B */

#ifndef FAULT
#define FAULT RIGHT
#endif

enum { row_major = 101, transposed = 112 };

static float truncated(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= 0xffff0000u;
  memcpy(&x, &bits, sizeof x);
  return x;
}

#define GEMM(NAME, T)                                                                                                \
  void NAME(int order, int transa, int transb, int m, int n, int k, T alpha, const T *A, int lda, const T *B, int ldb, \
            T beta, T *C, int ldc) {                                                                                 \
    if (order != row_major) return;                                                                                  \
    if (FAULT == TRANSPOSE_IGNORED && transb == transposed) transb = 111, ldb = n;                                   \
    if (FAULT == ASSUMES_TIGHT_ROWS) ldb = transb == transposed ? k : n;                                             \
    if (FAULT == ALPHA_IGNORED) alpha = 1;                                                                           \
    for (int i = 0; i < m; ++i) {                                                                                    \
      for (int j = 0; j < n; ++j) {                                                                                  \
        T sum = 0;                                                                                                   \
        for (int p = 0; p < k - (FAULT == DROPS_LAST_TERM); ++p) {                                                   \
          const T a = transa == transposed ? A[(long)p * lda + i] : A[(long)i * lda + p];                            \
          const T b = transb == transposed ? B[(long)j * ldb + p] : B[(long)p * ldb + j];                            \
          sum += (FAULT == HALF_PRECISION ? (T)truncated((float)a) : a) * b;                                         \
        }                                                                                                            \
        T *c = &C[(long)i * ldc + j];                                                                                \
        *c = alpha * sum + (beta == 0 && FAULT != READS_OLD_C ? 0 : beta * *c);                                      \
      }                                                                                                              \
      if (FAULT == WRITES_BEHIND_ROWS && ldc > n) C[(long)i * ldc + n] = 0;                                          \
    }                                                                                                                \
    if (FAULT == LAST_ELEMENT_ONLY) C[(long)(m - 1) * ldc + n - 1] += 1;                                             \
  }

GEMM(cblas_sgemm, float)
#ifndef NO_DGEMM
GEMM(cblas_dgemm, double)
#endif
