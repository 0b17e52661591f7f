// SPDX-License-Identifier: Apache-2.0
// Wrong arguments: which is told, that nothing is done. With -DOWN_XERBLA the program has its own xerbla_ and cblas_xerbla;
// else what the library's print is compared by who runs this. -DREAL=float -DCBLAS_GEMM=… -DFORTRAN_GEMM=… -DNAME="sgemm"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tessera_blas.h"

static int told, failures;
static char told_name[32];

#ifdef OWN_XERBLA
TESSERA_BLAS_PUBLIC void xerbla_(const char *routine, const int *position, size_t length);
TESSERA_BLAS_PUBLIC void cblas_xerbla(int position, const char *routine, const char *form, ...);
void xerbla_(const char *routine, const int *position, size_t length) {
  told = *position;
  snprintf(told_name, sizeof told_name, "%.*s", (int)length, routine);
}
void cblas_xerbla(int position, const char *routine, const char *form, ...) {
  (void)form;
  told = position;
  snprintf(told_name, sizeof told_name, "%s", routine);
}
#endif

static REAL a[16], b[16], c[16];

static void expect(const char *what, int position, const char *name) {
  int is_right = 1;
#ifdef OWN_XERBLA
  is_right = told == position && (position == 0 || strcmp(told_name, name) == 0);
#endif
  for (int i = 0; i < 16; i++) is_right = is_right && c[i] == (REAL)7;
  if (!is_right) printf("%s: told %d by '%s', expected %d by '%s'\n", what, told, told_name, position, name);
  failures += !is_right;
  told = 0;
  told_name[0] = 0;
}

static void by_cblas(const char *what, int position, int layout, int ta, int tb, int m, int n, int k, const REAL *x,
                     int lda, const REAL *y, int ldb, REAL *z, int ldc) {
  CBLAS_GEMM((CBLAS_LAYOUT)layout, (CBLAS_TRANSPOSE)ta, (CBLAS_TRANSPOSE)tb, m, n, k, 1, x, lda, y, ldb, 1, z, ldc);
  expect(what, position, "cblas_" NAME);
}

static void by_fortran(const char *what, int position, const char *ta, const char *tb, int m, int n, int k, const REAL *x,
                       int lda, const REAL *y, int ldb, REAL *z, int ldc) {
  const REAL one = 1;
  char name[] = NAME " ";
  for (char *letter = name; *letter; letter++) *letter = (char)toupper((unsigned char)*letter);
  FORTRAN_GEMM(ta, tb, &m, &n, &k, &one, x, &lda, y, &ldb, &one, z, &ldc);
  expect(what, position, name);
}

int main(void) {
  enum { ROW = 101, COL = 102, N = 111, T = 112 };
  for (int i = 0; i < 16; i++) c[i] = 7;
  by_fortran("trans a", 1, "X", "N", -1, 2, 2, a, 2, b, 2, c, 2);
  by_fortran("trans b", 2, "N", "/", -1, 2, 2, a, 2, b, 2, c, 2);
  by_fortran("m before n", 3, "N", "N", -1, -1, -1, a, 0, b, 0, c, 0);
  by_fortran("n", 4, "N", "N", 2, -1, -1, a, 0, b, 0, c, 0);
  by_fortran("k", 5, "N", "N", 2, 2, -1, a, 0, b, 0, c, 0);
  by_fortran("lda", 8, "N", "N", 3, 2, 2, a, 2, b, 2, c, 3);
  by_fortran("lda, transposed", 8, "T", "N", 2, 2, 3, a, 2, b, 3, c, 2);
  by_fortran("lda of nothing", 8, "N", "N", 0, 2, 2, a, 0, b, 2, c, 1);
  by_fortran("ldb", 10, "N", "N", 2, 2, 3, a, 2, b, 2, c, 2);
  by_fortran("ldb, transposed", 10, "N", "C", 2, 3, 2, a, 2, b, 2, c, 2);
  by_fortran("ldc", 13, "N", "N", 2, 2, 2, a, 2, b, 2, c, 1);
  by_fortran("no a", 7, "N", "N", 2, 2, 2, NULL, 2, b, 2, c, 2);
  by_fortran("no b", 9, "N", "N", 2, 2, 2, a, 2, NULL, 2, c, 2);
  by_fortran("no c", 12, "N", "N", 2, 2, 2, a, 2, b, 2, NULL, 2);
  by_fortran("nothing to do", 0, "N", "N", 0, 2, 2, NULL, 1, NULL, 2, NULL, 1);
  by_fortran("nothing to add", 0, "N", "N", 2, 2, 0, NULL, 2, NULL, 1, NULL, 2);

  by_cblas("layout", 1, 100, N, N, 2, 2, 2, a, 2, b, 2, c, 2);
  by_cblas("trans a", 2, ROW, 110, N, 2, 2, 2, a, 2, b, 2, c, 2);
  by_cblas("trans b", 3, COL, N, 114, 2, 2, 2, a, 2, b, 2, c, 2);
  by_cblas("m", 4, COL, N, N, -1, 2, 2, a, 2, b, 2, c, 2);
  by_cblas("n", 5, COL, N, N, 2, -1, 2, a, 2, b, 2, c, 2);
  by_cblas("k", 6, COL, N, N, 2, 2, -1, a, 2, b, 2, c, 2);
  by_cblas("lda", 9, COL, N, N, 3, 2, 2, a, 2, b, 2, c, 3);
  by_cblas("ldb", 11, COL, N, N, 2, 2, 3, a, 2, b, 2, c, 2);
  by_cblas("ldc", 14, COL, N, N, 2, 2, 2, a, 2, b, 2, c, 1);
  by_cblas("no c", 13, COL, N, N, 2, 2, 2, a, 2, b, 2, NULL, 2);
  // Row-major: the positions of the product with its operands exchanged, as the reference gives them.
  by_cblas("m, rows", 5, ROW, N, N, -1, 2, 2, a, 2, b, 2, c, 2);
  by_cblas("n before m, rows", 4, ROW, N, N, -1, -1, 2, a, 2, b, 2, c, 2);
  by_cblas("lda, rows", 11, ROW, N, N, 2, 2, 3, a, 2, b, 2, c, 2);
  by_cblas("ldb, rows", 9, ROW, N, N, 2, 3, 2, a, 2, b, 2, c, 3);
  by_cblas("ldb, rows, transposed", 9, ROW, N, T, 2, 2, 3, a, 3, b, 2, c, 2);
  by_cblas("ldc, rows", 14, ROW, N, N, 2, 3, 2, a, 2, b, 3, c, 2);
  by_cblas("no a, rows", 10, ROW, N, N, 2, 2, 2, NULL, 2, b, 2, c, 2);
  printf("%s: %s\n", NAME, failures ? "FAILED" : "ok");
  return failures != 0;
}
