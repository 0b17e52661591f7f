// SPDX-License-Identifier: Apache-2.0
// All small products, and some larger ones, against a loop: both orders, all transposes, padded leading dimensions,
// factors; on small integers, so that results must be equal. -DREAL=float -DCBLAS_GEMM=cblas_sgemm -DFORTRAN_GEMM=sgemm_
#include "operands.h"
#include "tessera_blas.h"

enum { LARGEST = 150 };

static struct room room_a, room_b, room_c;
static int product[LARGEST * LARGEST], values_a[LARGEST * LARGEST], values_b[LARGEST * LARGEST],
    values_c[LARGEST * LARGEST];
static long calls;

static int small_integer(void) { return (int)(next_random() % 7) - 3; }

static void choose_values(int m, int n, int k) {
  for (int i = 0; i < m * k; i++) values_a[i] = small_integer();
  for (int i = 0; i < k * n; i++) values_b[i] = small_integer();
  for (int i = 0; i < m * n; i++) values_c[i] = small_integer();
  memset(product, 0, sizeof *product * (size_t)(m * n));
  for (int i = 0; i < m; i++)
    for (int l = 0; l < k; l++)
      for (int j = 0; j < n; j++) product[i * n + j] += values_a[i * k + l] * values_b[l * n + j];
}

// rows × columns values into a matrix whose lines are rows, or columns
static void store(struct matrix m, const int *values, int rows, int columns, int lines_are_rows) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      *(lines_are_rows ? element(m, i, j) : element(m, j, i)) = (REAL)values[i * columns + j];
  fill_gaps(m);
}

static struct matrix operand(struct room room, const int *values, int rows, int columns, int lines_are_rows, int pad,
                             int at_end) {
  const int lines = lines_are_rows ? rows : columns, line = lines_are_rows ? columns : rows;
  const struct matrix m = place(room, lines, line, (line > 1 ? line : 1) + pad, at_end);
  store(m, values, rows, columns, lines_are_rows);
  return m;
}

struct setting {
  int is_row_major, trans_a, trans_b, pad, at_end, by_fortran;
  REAL alpha, beta;
};

static void fail(const char *what, int m, int n, int k, struct setting s, int i, int j) {
  printf("%s: %s: m=%d n=%d k=%d %s trans %d %d pad %d %s alpha %g beta %g%s: C[%d, %d]\n", tessera_blas_target(), what, m,
         n, k, s.is_row_major ? "rows" : "columns", s.trans_a, s.trans_b, s.pad, s.at_end ? "at the end" : "at the start",
         (double)s.alpha, (double)s.beta, s.by_fortran ? " Fortran" : "", i, j);
  exit(1);
}

static void call(int m, int n, int k, struct setting s, const REAL *a, int lda, const REAL *b, int ldb, REAL *c, int ldc) {
  static const CBLAS_TRANSPOSE words[] = {CblasNoTrans, CblasTrans, CblasConjTrans};
  static const char *const letters[] = {"N", "t", "C"};
  calls++;
  if (s.by_fortran)
    FORTRAN_GEMM(letters[s.trans_a], letters[s.trans_b], &m, &n, &k, &s.alpha, a, &lda, b, &ldb, &s.beta, c, &ldc);
  else
    CBLAS_GEMM(s.is_row_major ? CblasRowMajor : CblasColMajor, words[s.trans_a], words[s.trans_b], m, n, k, s.alpha, a, lda,
               b, ldb, s.beta, c, ldc);
}

static void check(int m, int n, int k, struct setting s) {
  const int reads_a = s.alpha != 0 && k > 0;
  const struct matrix a = operand(room_a, values_a, m, k, s.is_row_major == !s.trans_a, s.pad, s.at_end);
  const struct matrix b = operand(room_b, values_b, k, n, s.is_row_major == !s.trans_b, s.pad, s.at_end);
  const struct matrix c = operand(room_c, values_c, m, n, s.is_row_major, s.pad, s.at_end);
  if (s.beta == 0)
    for (int l = 0; l < c.lines; l++)
      for (int at = 0; at < c.line; at++) *element(c, l, at) = (REAL)NAN;
  // Where they are not read there is nothing.
  call(m, n, k, s, reads_a ? a.data : NULL, a.leading, reads_a ? b.data : NULL, b.leading, c.data, c.leading);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      const REAL wanted = s.alpha * (REAL)product[i * n + j] + (s.beta == 0 ? 0 : s.beta * (REAL)values_c[i * n + j]);
      const REAL found = *(s.is_row_major ? element(c, i, j) : element(c, j, i));
      if (!(found == wanted)) fail("wrong", m, n, k, s, i, j);
    }
  if (!gaps_are_whole(c)) fail("a gap changed", m, n, k, s, 0, 0);
}

static void all_forms(int m, int n, int k, const REAL *alphas, int alpha_count, const REAL *betas, int beta_count) {
  static int turn;
  choose_values(m, n, k);
  for (int form = 0; form < 8; form++)
    for (int ia = 0; ia < alpha_count; ia++)
      for (int ib = 0; ib < beta_count; ib++) {
        struct setting s = {form & 1, form >> 1 & 1, form >> 2 & 1, 0, 0, 0, alphas[ia], betas[ib]};
        turn++;
        if (s.trans_a && turn % 3 == 0) s.trans_a = 2;
        if (s.trans_b && turn % 5 == 0) s.trans_b = 2;
        s.pad = turn % 4;
        s.at_end = turn % 7 < 4;
        s.by_fortran = !s.is_row_major && turn % 2;
        check(m, n, k, s);
      }
}

int main(void) {
  const size_t bytes = (size_t)LARGEST * (LARGEST + 4) * sizeof(REAL);
  room_a = make_room(bytes), room_b = make_room(bytes), room_c = make_room(bytes);
  static const int sizes[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 20};
  enum { COUNT = sizeof sizes / sizeof *sizes };
  const REAL alphas[] = {1, 0, (REAL)-0.5}, betas[] = {0, 1, (REAL)-0.5, 2};
  for (int m = 0; m < COUNT; m++)
    for (int n = 0; n < COUNT; n++)
      for (int k = 0; k < COUNT; k++) all_forms(sizes[m], sizes[n], sizes[k], alphas, 3, betas, 4);
  for (int round = 0; round < 60; round++) {
    const int m = 1 + (int)(next_random() % LARGEST), n = 1 + (int)(next_random() % LARGEST),
              k = 1 + (int)(next_random() % LARGEST);
    all_forms(m, n, k, (const REAL[]){1, 2}, 2, (const REAL[]){0, 1, 2}, 3);
  }
  printf("%s: %ld products, ok\n", tessera_blas_target(), calls);
  return 0;
}
