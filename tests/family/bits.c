// SPDX-License-Identifier: Apache-2.0
/* Every procedure of a GEMM family that adds or sets gives, bit for bit, one chain of multiply-adds per element in the order
 * of k, added to C by those that add: so results do not depend on the tile. Compiled with -include STEM.h and
 *   TABLE, TABLE_SIZE    the family's table
 *   T, FMA               float, fmaf
 *   WINDOW, CONST_WINDOW the structs of two-dimensional windows */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { K = 37, MOST = 512, GAP = 5 };
static T a[MOST * (K + GAP)], b[(K + 1) * (MOST + GAP)], c[MOST * (MOST + GAP)], before[MOST * (MOST + GAP)];

typedef void (*whole_packed)(int64_t, const T *, const T *, WINDOW);
typedef void (*partial_packed)(int64_t, int64_t, const T *, const T *, WINDOW);
typedef void (*whole_strided)(int64_t, CONST_WINDOW, CONST_WINDOW, WINDOW);
typedef void (*partial_strided)(int64_t, int64_t, CONST_WINDOW, CONST_WINDOW, WINDOW);

static T any(void) { return (T)(rand() % 2000001 - 1000000) / (T)999983; }

/* Where A[i, k] and B[k, j] lie for this procedure. */
static T a_at(int packed, int rows, int i, int k) { return packed ? a[k * rows + i] : a[i * (K + GAP) + k]; }
static T b_at(int packed, int width, int k, int j) { return packed ? b[k * width + j] : b[k * (MOST + GAP) + j]; }

static int64_t runs;

static void call(void (*f)(void), int packed, int partial, int64_t n, int64_t k) {
  WINDOW to = {c, {MOST + GAP, 1}};
  CONST_WINDOW wa = {a, {K + GAP, 1}}, wb = {b, {MOST + GAP, 1}};
  if (packed && partial) ((partial_packed)f)(n, k, a, b, to);
  else if (packed) ((whole_packed)f)(k, a, b, to);
  else if (partial) ((partial_strided)f)(n, k, wa, wb, to);
  else ((whole_strided)f)(k, wa, wb, to);
}

/* The chain is of fused multiply-adds, or of products rounded before they are added: the same for the whole family. */
static int chain_is_fused = -1;

static T chain(int fused, int packed, int rows, int width, int i, int j, int64_t terms) {
  T sum = 0;
  for (int k = 0; k < terms; k++) {
    T x = a_at(packed, rows, i, k), y = b_at(packed, width, k, j);
    volatile T product = x * y;
    sum = fused ? FMA(x, y, sum) : product + sum;
  }
  return sum;
}

static int is_right(const char *name, int packed, int sets, int rows, int width, int n, int64_t terms) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < n; j++) {
      int at = i * (MOST + GAP) + j;
      T fused = chain(1, packed, rows, width, i, j, terms), apart = chain(0, packed, rows, width, i, j, terms);
      if (!sets) fused += before[at], apart += before[at];
      if (chain_is_fused < 0 && fused != apart) chain_is_fused = c[at] == fused;
      T wanted = chain_is_fused ? fused : apart;
      if (memcmp(&c[at], &wanted, sizeof wanted) == 0) continue;
      printf("%s: C[%d, %d] of %d columns with K = %d is %.17g, one chain gives %.17g\n", name, i, j, n, (int)terms,
             (double)c[at], (double)wanted);
      return 0;
    }
  for (int i = 0; i < MOST; i++)
    for (int j = 0; j < MOST + GAP; j++) {
      int at = i * (MOST + GAP) + j;
      if ((i < rows && j < n) || memcmp(&c[at], &before[at], sizeof *c) == 0) continue;
      printf("%s: wrote C[%d, %d], beside its tile\n", name, i, j);
      return 0;
    }
  return 1;
}

int main(void) {
  srand(1);
  for (size_t i = 0; i < sizeof a / sizeof *a; i++) a[i] = any();
  for (size_t i = 0; i < sizeof b / sizeof *b; i++) b[i] = any();
  for (int e = 0; e < TABLE_SIZE; e++) {
    const char *variant = TABLE[e].variant;
    int packed = strstr(variant, "_packed_packed") != NULL, sets = strncmp(variant, "set_", 4) == 0;
    if (strncmp(variant, "scale", 5) == 0 || strstr(variant, "anyc")) continue;
    int partial = TABLE[e].is_partial;
    for (int n = TABLE[e].least_columns; n <= TABLE[e].columns; n++)
      for (int64_t k = 0; k <= K; k += k < 2 ? 1 : K - 2) {
        for (size_t i = 0; i < sizeof c / sizeof *c; i++) c[i] = sets ? (T)NAN : any();
        memcpy(before, c, sizeof c);
        call(TABLE[e].function, packed, partial, n, k);
        if (!is_right(TABLE[e].name, packed, sets, TABLE[e].rows, TABLE[e].columns, n, k)) return 1;
        runs++;
      }
  }
  printf("%lld runs, the same bits: chains of %s\n", (long long)runs,
         chain_is_fused ? "fused multiply-adds" : "products, rounded, then added");
  return runs == 0;
}
