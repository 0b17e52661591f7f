// SPDX-License-Identifier: Apache-2.0
/* Every procedure of a gemm_blocked family, exactly, at sizes that lead into its copies, its prefetches and several blocks of rows
 * and of sums. Integers: any order of the sums gives the same. Run under a sanitizer that notices accesses outside of malloc's blocks.
 * Compiled with -include STEM.h and
 *   TABLE, TABLE_SIZE    the family's table
 *   T                    float, double
 *   EACH                 1: all sizes; 7: each seventh choice of M, N and K, so that each M, N and K is still met
 *   WINDOW, CONST_WINDOW the structs of two-dimensional windows */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*product)(int64_t, int64_t, int64_t, CONST_WINDOW, CONST_WINDOW, WINDOW);
typedef void (*scaled_product)(int64_t, int64_t, int64_t, T, CONST_WINDOW, CONST_WINDOW, WINDOW);

static const int ms[] = {1, 2, 3, 4, 6, 7, 8, 17, 40}, ns[] = {1, 7, 16, 30, 33, 64, 65, 256, 257, 279, 300},
                 ks[] = {1, 2, 47, 48, 49, 72, 73, 145, 220, 300};
#define COUNT(list) (int)(sizeof list / sizeof *list)
enum { GAP = 3, PAGE = 4096 / sizeof(T) };

/* A matrix with NaN between its rows, or, transposed, between its columns. */
enum layout { dense, transposed, in_pages /* each row in one of its own */, LAYOUTS };
struct matrix {
  T *data;
  int rows, columns;
  enum layout layout;
};
static int64_t row_stride(struct matrix x) {
  return x.layout == transposed ? 1 : x.layout == in_pages ? PAGE : x.columns + GAP;
}
static int64_t column_stride(struct matrix x) { return x.layout == transposed ? x.rows + GAP : 1; }
static int64_t last(struct matrix x) { return (x.rows - 1) * row_stride(x) + (x.columns - 1) * column_stride(x); }
static T *at(struct matrix x, int i, int j) { return &x.data[i * row_stride(x) + j * column_stride(x)]; }

static struct matrix made(int rows, int columns, enum layout layout, unsigned seed) {
  struct matrix x = {NULL, rows, columns, layout};
  x.data = malloc((size_t)(last(x) + 1) * sizeof(T));
  if (!x.data) abort();
  for (int64_t i = 0; i <= last(x); i++) x.data[i] = (T)NAN;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) *at(x, i, j) = (T)((int)((seed += 7u * (unsigned)i + 13u * (unsigned)j + 5u) % 9u) - 4);
  return x;
}

/* C as it was, and as it shall be. */
struct expected {
  struct matrix before, sums;
};

static T wanted(const char *variant, struct expected e, int i, int j) {
  const T sum = *at(e.sums, i, j), before = *at(e.before, i, j);
  return strstr(variant, "set") ? sum : before + (strstr(variant, "scaled") ? 2 * sum : sum);
}

static void call(int entry, int m, int n, int k, struct matrix a, struct matrix b, struct matrix c) {
  const CONST_WINDOW wa = {a.data, {row_stride(a), column_stride(a)}}, wb = {b.data, {row_stride(b), column_stride(b)}};
  const WINDOW wc = {c.data, {row_stride(c), 1}};
  if (strstr(TABLE[entry].variant, "scaled")) ((scaled_product)TABLE[entry].function)(m, n, k, 2, wa, wb, wc);
  else ((product)TABLE[entry].function)(m, n, k, wa, wb, wc);
}

static int is_right(int entry, int k, struct matrix a, struct matrix b, struct expected e) {
  const int m = e.sums.rows, n = e.sums.columns, sets = strstr(TABLE[entry].variant, "set") != NULL;
  struct matrix c = made(m, n, dense, 0);
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) *at(c, i, j) = sets ? (T)NAN : *at(e.before, i, j);
  call(entry, m, n, k, a, b, c);
  int right = 1;
  for (int i = 0; i < m && right; i++)
    for (int j = 0; j < n + GAP && i * row_stride(c) + j <= last(c) && right; j++) {
      const T is = c.data[i * row_stride(c) + j];
      right = j < n ? is == wanted(TABLE[entry].variant, e, i, j) : isnan(is) != 0;
      if (!right) printf("%s at M = %d, N = %d, K = %d: C[%d, %d] is %g\n", TABLE[entry].name, m, n, k, i, j, (double)is);
    }
  free(c.data);
  return right;
}

static struct expected expectation(int m, int n, int k, struct matrix a, struct matrix b) {
  struct expected e = {made(m, n, dense, 3), made(m, n, dense, 0)};
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) *at(e.sums, i, j) = 0;
    for (int l = 0; l < k; l++)
      for (int j = 0; j < n; j++) *at(e.sums, i, j) += *at(a, i, l) * *at(b, l, j);
  }
  return e;
}

int main(void) {
  long runs = 0;
  for (int x = 0; x < COUNT(ms) * COUNT(ns) * COUNT(ks); x += EACH) {
    const int m = ms[x % COUNT(ms)], n = ns[x / COUNT(ms) % COUNT(ns)], k = ks[x / COUNT(ms) / COUNT(ns)];
    for (enum layout layout = dense; layout < LAYOUTS; layout++) {
      const struct matrix a = made(m, k, layout, 1), b = made(k, n, layout == transposed ? transposed : dense, 2);
      const struct expected e = expectation(m, n, k, a, b);
      for (int entry = 0; entry < TABLE_SIZE; entry++) {
        if ((layout == transposed && !strstr(TABLE[entry].variant, "_any")) ||
            (layout == in_pages && strstr(TABLE[entry].variant, "_any")))
          continue;
        if (!is_right(entry, k, a, b, e)) return 1;
        runs++;
      }
      free(a.data), free(b.data), free(e.before.data), free(e.sums.data);
    }
  }
  printf("%ld products, exact\n", runs);
  return runs == 0;
}
