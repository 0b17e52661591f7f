/* SPDX-License-Identifier: 0BSD
 * TESSERA_STEM_entries.c: by hand, around two procedures that were proved. */
#include "TESSERA_STEM_entries.h"

#include <stddef.h>
#include <string.h>

#include "kernels/TESSERA_ADD.h"
#include "kernels/TESSERA_SET.h"

typedef TESSERA_REAL real;
typedef struct tessera_win_3TESSERA_TYPEc matrices;
typedef struct tessera_win_2TESSERA_TYPE result;

static const int64_t most = (int64_t)(PTRDIFF_MAX / sizeof(real)); /* elements that pointers reach */

/* All that the three have in common. */
struct sum {
  int64_t m, n, k, batch, lda, ldb;
  real beta;
  real *c;
  int64_t ldc;
};

/* ---- wrong arguments, by their places in a call */

enum { M = 1, N, K, BATCH };
struct places {
  int a, apart_a, lda, b, apart_b, ldb, c, ldc; /* apart: what says where the matrices lie */
};
static const struct places with_base = {5, 6, 7, 8, 9, 10, 12, 13}, by_address = {5, 5, 6, 7, 7, 8, 10, 11};

static int is_summed(const struct sum *s) { return s->m > 0 && s->n > 0 && s->k > 0 && s->batch > 0; }
static int writes(const struct sum *s) { return s->m > 0 && s->n > 0 && (is_summed(s) || s->beta != 1); }

/* Elements from the first of a matrix to after its last; more than `most` where pointers do not reach as far. */
static int64_t span(int64_t rows, int64_t columns, int64_t leading) {
  if (rows > 1 && leading > (most - columns) / (rows - 1)) return most + 1;
  return (rows - 1) * leading + columns;
}

static int is_leading(int64_t leading, int64_t columns) { return leading >= columns && leading >= 1; }

static int wrong_shape(const struct sum *s, const struct places *at) {
  if (s->m < 0) return M;
  if (s->n < 0) return N;
  if (s->k < 0) return K;
  if (s->batch < 0) return BATCH;
  if (!is_leading(s->lda, s->k) || (is_summed(s) && span(s->m, s->k, s->lda) > most)) return at->lda;
  if (!is_leading(s->ldb, s->n) || (is_summed(s) && span(s->k, s->n, s->ldb) > most)) return at->ldb;
  if (!is_leading(s->ldc, s->n) || (writes(s) && span(s->m, s->n, s->ldc) > most)) return at->ldc;
  return 0;
}

static int64_t size(int64_t stride) { return stride < -most ? most + 1 : stride < 0 ? -stride : stride; }

/* Does a pointer reach the last of the matrices from the first? */
static int is_reached(const struct sum *s, int64_t stride, int64_t span_of_one) {
  return s->batch == 1 || size(stride) <= (most - span_of_one) / (s->batch - 1);
}

static int wrong_strides(const struct sum *s, int64_t stride_a, int64_t stride_b) {
  if (!is_reached(s, stride_a, span(s->m, s->k, s->lda))) return with_base.apart_a;
  if (!is_reached(s, stride_b, span(s->k, s->n, s->ldb))) return with_base.apart_b;
  return 0;
}

/* ---- the sum of matrices at equal distances, which the procedures compute */

struct operand {
  const real *first;
  int64_t stride;
};

static void add_run(const struct sum *s, struct operand a, struct operand b, int64_t length, int is_first) {
  const matrices of_a = {a.first, {a.stride, s->lda, 1}}, of_b = {b.first, {b.stride, s->ldb, 1}};
  const result to = {s->c, {s->ldc, 1}};
  if (is_first && s->beta == 0) TESSERA_SET(s->m, s->n, length, s->k, of_a, of_b, to);
  else TESSERA_ADD(s->m, s->n, length, s->k, of_a, of_b, to);
}

/* What happens to C beforehand. */
static void scale(const struct sum *s) {
  if (!writes(s) || s->beta == 1 || (s->beta == 0 && is_summed(s))) return;
  for (int64_t i = 0; i < s->m; i++) {
    real *row = s->c + i * s->ldc;
    if (s->beta == 0) memset(row, 0, (size_t)s->n * sizeof *row); /* what is there may be NaN */
    else
      for (int64_t j = 0; j < s->n; j++) row[j] *= s->beta;
  }
}

int TESSERA_STEM_strides(int64_t m, int64_t n, int64_t k, int64_t batch, const real *a, int64_t stride_a, int64_t lda,
                         const real *b, int64_t stride_b, int64_t ldb, real beta, real *c, int64_t ldc) {
  const struct sum s = {m, n, k, batch, lda, ldb, beta, c, ldc};
  int wrong = wrong_shape(&s, &with_base);
  if (!wrong && is_summed(&s)) wrong = wrong_strides(&s, stride_a, stride_b);
  if (wrong) return wrong;
  if (is_summed(&s) && !a) return with_base.a;
  if (is_summed(&s) && !b) return with_base.b;
  if (writes(&s) && !c) return with_base.c;
  scale(&s);
  if (is_summed(&s)) add_run(&s, (struct operand){a, stride_a}, (struct operand){b, stride_b}, batch, 1);
  return 0;
}

/* ---- matrices that lie anywhere: run by run */

/* The matrices by their addresses, or by their offsets from a base. */
struct list {
  const real *const *addresses;
  const real *base;
  const int64_t *offsets;
};

static const real *matrix(struct list l, int64_t i) { return l.addresses ? l.addresses[i] : l.base + l.offsets[i]; }

/* In elements. As numbers: C has no difference of pointers into two objects. */
static int64_t distance_to_next(struct list l, int64_t i) {
  return (int64_t)((uintptr_t)matrix(l, i + 1) - (uintptr_t)matrix(l, i)) / (int64_t)sizeof(real);
}

/* As many from the i-th on as lie at equal distances, in either list. */
static int64_t run(struct list a, struct list b, int64_t i, int64_t batch) {
  if (i + 1 == batch) return 1;
  const int64_t of_a = distance_to_next(a, i), of_b = distance_to_next(b, i);
  int64_t next = i + 1;
  while (next + 1 < batch && distance_to_next(a, next) == of_a && distance_to_next(b, next) == of_b) next++;
  return next + 1 - i;
}

static struct operand run_of(struct list l, int64_t i, int64_t length) {
  return (struct operand){matrix(l, i), length > 1 ? distance_to_next(l, i) : 0};
}

static void add_lists(const struct sum *s, struct list a, struct list b) {
  scale(s);
  if (!is_summed(s)) return;
  for (int64_t i = 0, length; i < s->batch; i += length) {
    length = run(a, b, i, s->batch);
    add_run(s, run_of(a, i, length), run_of(b, i, length), length, i == 0);
  }
}

static int has_null(const real *const *addresses, int64_t count) {
  if (!addresses) return 1;
  for (int64_t i = 0; i < count; i++)
    if (!addresses[i]) return 1;
  return 0;
}

int TESSERA_STEM_addresses(int64_t m, int64_t n, int64_t k, int64_t batch, const real *const *a, int64_t lda,
                           const real *const *b, int64_t ldb, real beta, real *c, int64_t ldc) {
  const struct sum s = {m, n, k, batch, lda, ldb, beta, c, ldc};
  const int wrong = wrong_shape(&s, &by_address);
  if (wrong) return wrong;
  if (is_summed(&s) && has_null(a, batch)) return by_address.a;
  if (is_summed(&s) && has_null(b, batch)) return by_address.b;
  if (writes(&s) && !c) return by_address.c;
  add_lists(&s, (struct list){a, NULL, NULL}, (struct list){b, NULL, NULL});
  return 0;
}

static int has_far(const int64_t *offsets, int64_t count, int64_t span_of_one) {
  for (int64_t i = 0; offsets && i < count; i++)
    if (size(offsets[i]) > most - span_of_one) return 1;
  return 0;
}

static int wrong_offsets(const struct sum *s, const int64_t *offsets_a, const int64_t *offsets_b) {
  if (has_far(offsets_a, s->batch, span(s->m, s->k, s->lda))) return with_base.apart_a;
  if (has_far(offsets_b, s->batch, span(s->k, s->n, s->ldb))) return with_base.apart_b;
  return 0;
}

int TESSERA_STEM_offsets(int64_t m, int64_t n, int64_t k, int64_t batch, const real *a, const int64_t *offsets_a, int64_t lda,
                         const real *b, const int64_t *offsets_b, int64_t ldb, real beta, real *c, int64_t ldc) {
  const struct sum s = {m, n, k, batch, lda, ldb, beta, c, ldc};
  int wrong = wrong_shape(&s, &with_base);
  if (!wrong && is_summed(&s)) wrong = wrong_offsets(&s, offsets_a, offsets_b);
  if (wrong) return wrong;
  if (is_summed(&s) && !a) return with_base.a;
  if (is_summed(&s) && !offsets_a) return with_base.apart_a;
  if (is_summed(&s) && !b) return with_base.b;
  if (is_summed(&s) && !offsets_b) return with_base.apart_b;
  if (writes(&s) && !c) return with_base.c;
  add_lists(&s, (struct list){NULL, a, offsets_a}, (struct list){NULL, b, offsets_b});
  return 0;
}
