// SPDX-License-Identifier: Apache-2.0
/* Every procedure of a gemm_batch family gives, bit for bit, one chain of multiply-adds per element in the order of b and in it
 * of k, added to C by those that add: so results do not depend on the tile. So do the entries (templates/gemm_batch), a chain
 * for each run of matrices at equal distances. Compiled with -include STEM.h and
 *   STEM                  gemm_batch_f32_avx512
 *   TABLE, TABLE_SIZE     the family's table
 *   T, FMA                float, fmaf
 *   WINDOW, CONST_WINDOWS the structs of two- and of three-dimensional windows */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define STRIDES PASTE(STEM, _strides)
#define ADDRESSES PASTE(STEM, _addresses)
#define OFFSETS PASTE(STEM, _offsets)

enum { BATCH = 5, K = 19, ROWS = 64, COLUMNS = 512, GAP = 5, LDA = K + GAP, LDB = COLUMNS + GAP };
enum { APART_A = ROWS * LDA + GAP, APART_B = K * LDB + GAP };
static T a[(BATCH + 1) * APART_A], b[(BATCH + 1) * APART_B], c[ROWS * LDB], before[ROWS * LDB];

typedef void (*tile)(int64_t, int64_t, CONST_WINDOWS, CONST_WINDOWS, WINDOW);
typedef void (*partial_tile)(int64_t, int64_t, int64_t, CONST_WINDOWS, CONST_WINDOWS, WINDOW);
typedef void (*product)(int64_t, int64_t, int64_t, int64_t, CONST_WINDOWS, CONST_WINDOWS, WINDOW);

static T any(void) { return (T)(rand() % 2000001 - 1000000) / (T)999983; }

/* What is computed: m by n, of the matrices in these slots, run by run. */
struct sum {
  const char *name;
  int m, n, k, batch, sets;
  const int *slots, *runs; /* lengths, that add up to the batch */
};

/* The chain is of fused multiply-adds, or of products rounded before they are added: the same for the whole family. */
static int chain_is_fused = -1;

static T chain(const struct sum *s, int fused, int i, int j, int from, int to) {
  T sum = 0;
  for (int x = from; x < to; x++)
    for (int k = 0; k < s->k; k++) {
      const T p = a[s->slots[x] * APART_A + i * LDA + k], q = b[s->slots[x] * APART_B + k * LDB + j];
      const volatile T rounded = p * q;
      sum = fused ? FMA(p, q, sum) : rounded + sum;
    }
  return sum;
}

static T wanted(const struct sum *s, int fused, int i, int j) {
  if (s->k == 0 && !s->sets) return before[i * LDB + j];
  T out = s->sets ? 0 : before[i * LDB + j];
  for (int run = 0, x = 0; x < s->batch; x += s->runs[run++]) {
    const T sum = chain(s, fused, i, j, x, x + s->runs[run]);
    out = s->sets && run == 0 ? sum : out + sum;
  }
  return out;
}

static long runs;

static void start(int sets) {
  for (int i = 0; i < ROWS * LDB; i++) before[i] = c[i] = sets ? (T)NAN : i % 3 ? any() : (T)-0.0; /* to which zero is not to be added */
}

static int is_right(const struct sum *s) {
  runs++;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < LDB; j++) {
      const int at = i * LDB + j;
      if (i >= s->m || j >= s->n) {
        if (memcmp(&c[at], &before[at], sizeof *c) == 0) continue;
        printf("%s: wrote C[%d, %d], beside it\n", s->name, i, j);
        return 0;
      }
      const T fused = wanted(s, 1, i, j), apart = wanted(s, 0, i, j);
      if (chain_is_fused < 0 && fused != apart) chain_is_fused = c[at] == fused;
      const T is_to_be = chain_is_fused ? fused : apart;
      if (memcmp(&c[at], &is_to_be, sizeof is_to_be) == 0) continue;
      printf("%s: C[%d, %d] of %d by %d with batch = %d and K = %d is %.17g, a chain for each run gives %.17g\n", s->name, i, j, s->m,
             s->n, s->batch, s->k, (double)c[at], (double)is_to_be);
      return 0;
    }
  return 1;
}

static const int in_order[BATCH] = {0, 1, 2, 3, 4}, with_jump[BATCH] = {0, 1, 2, 5, 4};

/* ---- the table */

static int entry_is_right(int e, int m, int n, int batch, int k) {
  const struct sum s = {TABLE[e].name, m, n, k, batch, strstr(TABLE[e].variant, "set") != NULL, in_order, &batch};
  const CONST_WINDOWS of_a = {a, {APART_A, LDA, 1}}, of_b = {b, {APART_B, LDB, 1}};
  const WINDOW to = {c, {LDB, 1}};
  void (*const f)(void) = TABLE[e].function;
  start(s.sets);
  if (strstr(TABLE[e].variant, "product")) ((product)f)(m, n, batch, k, of_a, of_b, to);
  else if (TABLE[e].is_partial) ((partial_tile)f)(n, batch, k, of_a, of_b, to);
  else ((tile)f)(batch, k, of_a, of_b, to);
  return is_right(&s);
}

static const struct {
  int batch, k;
} lengths[] = {{0, K}, {BATCH, 0}, {1, 1}, {1, K}, {BATCH, 1}, {BATCH, K}};
#define COUNT(list) (int)(sizeof list / sizeof *list)

static int table_is_right(int step) {
  for (int e = 0; e < TABLE_SIZE; e++)
    for (int l = 0; l < COUNT(lengths); l++) {
      const int is_empty = lengths[l].batch * lengths[l].k == 0;
      const int is_product = strstr(TABLE[e].variant, "product") != NULL, highest = is_product ? 33 : TABLE[e].rows;
      const int least = !is_product ? TABLE[e].least_columns : is_empty ? 1 : step, widest = is_product ? 72 : TABLE[e].columns;
      for (int m = is_product ? 1 : highest; m <= highest; m += 4)
        for (int n = least; n <= widest; n += is_product ? 5 * least : 1)
          if (!entry_is_right(e, m, n, lengths[l].batch, lengths[l].k)) return 0;
    }
  return 1;
}

/* ---- the entries: arrays of matrices at equal distances are one run, as strides are */

static int entries_are_right(int m, int n, int sets) {
  static const int whole[] = {BATCH}, broken[] = {3, 2};
  static int64_t offsets_a[BATCH], offsets_b[BATCH];
  static const T *as[BATCH], *bs[BATCH];
  const struct sum one = {"one run", m, n, K, BATCH, sets, in_order, whole},
                   two = {"two runs", m, n, K, BATCH, sets, with_jump, broken};
  start(sets);
  if (STRIDES(m, n, K, BATCH, a, APART_A, LDA, b, APART_B, LDB, !sets, c, LDB) || !is_right(&one)) return 0;
  for (int has_jump = 0; has_jump < 2; has_jump++) {
    const struct sum *s = has_jump ? &two : &one;
    for (int x = 0; x < BATCH; x++) offsets_a[x] = s->slots[x] * APART_A, offsets_b[x] = s->slots[x] * APART_B;
    for (int x = 0; x < BATCH; x++) as[x] = a + offsets_a[x], bs[x] = b + offsets_b[x];
    start(sets);
    if (ADDRESSES(m, n, K, BATCH, as, LDA, bs, LDB, !sets, c, LDB) || !is_right(s)) return 0;
    start(sets);
    if (OFFSETS(m, n, K, BATCH, a, offsets_a, LDA, b, offsets_b, LDB, !sets, c, LDB) || !is_right(s)) return 0;
  }
  return 1;
}

/* Without partial tiles the columns that fill no vector are left to C: they may be rounded otherwise. */
static int column_step(void) {
  int least = COLUMNS;
  for (int e = 0; e < TABLE_SIZE; e++) {
    if (TABLE[e].is_partial) return 1;
    if (TABLE[e].columns && TABLE[e].columns < least) least = TABLE[e].columns;
  }
  return least;
}

int main(void) {
  srand(1);
  for (int i = 0; i < COUNT(a); i++) a[i] = any();
  for (int i = 0; i < COUNT(b); i++) b[i] = any();
  const int step = column_step();
  if (!table_is_right(step)) return 1;
  for (int sets = 0; sets < 2; sets++)
    if (!entries_are_right(5, 4 * step, sets) || !entries_are_right(31, 8 * step, sets)) return 1;
  printf("%ld runs, the same bits: chains of %s\n", runs, chain_is_fused ? "fused multiply-adds" : "products, rounded, then added");
  return runs == 0;
}
