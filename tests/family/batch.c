// SPDX-License-Identifier: Apache-2.0
/* The three entries of a gemm_batch family (templates/gemm_batch), exactly, against a plain loop: integers, so that any order of
 * the sums gives the same. Each buffer is malloc's block of exactly the size that is needed, with NaN in all gaps: run it under a
 * sanitizer that notices accesses outside. Compiled with -include STEM.h and
 *   STEM   gemm_batch_f32_avx512
 *   T      float, double */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define STRIDES PASTE(STEM, _strides)
#define ADDRESSES PASTE(STEM, _addresses)
#define OFFSETS PASTE(STEM, _offsets)

static const int ms[] = {1, 2, 3, 4, 7, 14, 15, 29}, ns[] = {1, 7, 8, 16, 17, 31, 32, 33, 65}, ks[] = {0, 1, 17, 64},
                 batches[] = {0, 1, 2, 7};
static const T betas[] = {0, 1, 3};
#define COUNT(list) (int)(sizeof list / sizeof *list)
enum { MOST = 7, GAP = 3 };

static unsigned seed = 1;
static T any(void) { return (T)((int)((seed = seed * 1103515245u + 12345u) >> 16) % 9 - 4); }

/* ---- the matrices of one operand */

enum layout {
  ASCENDING,   /* at equal distances, with gaps */
  DESCENDING,
  SAME,        /* all of them the first */
  OVERLAPPING, /* each an element after the one before */
  SHUFFLED,    /* in one buffer; their distances change */
  SCATTERED,   /* each in a buffer of its own */
  LAYOUTS
};
static const int shuffled[MOST] = {0, 1, 2, 5, 4, 3, 3};

struct operand {
  int64_t rows, columns, leading, stride;
  int layout, is_strided;
  T *buffers[MOST];
  const T *matrices[MOST]; /* addresses */
  int64_t offsets[MOST];   /* from the first buffer, where there is one only */
};

static T *filled(int64_t elements, int is_gap) {
  T *out = malloc((size_t)elements * sizeof(T));
  if (!out && elements) abort();
  for (int64_t i = 0; i < elements; i++) out[i] = is_gap ? (T)NAN : any();
  return out;
}

static int64_t span(const struct operand *o) { return o->rows && o->columns ? (o->rows - 1) * o->leading + o->columns : 0; }

static void fill_matrix(const struct operand *o, T *first) {
  for (int64_t i = 0; i < o->rows; i++)
    for (int64_t j = 0; j < o->columns; j++) first[i * o->leading + j] = any();
}

static int64_t slot(const struct operand *o, int b, int batch) {
  switch (o->layout) {
    case DESCENDING: return batch - 1 - b;
    case SAME: return 0;
    case SHUFFLED: return shuffled[b];
    default: return b;
  }
}

static int64_t distance(const struct operand *o) {
  switch (o->layout) {
    case OVERLAPPING: return 1;
    case SAME: return 0;
    case DESCENDING: return -o->stride;
    default: return o->stride;
  }
}

static struct operand made(int rows, int columns, int layout, int batch) {
  struct operand o = {rows, columns, columns + GAP, 0, layout, layout < SHUFFLED, {NULL}, {NULL}, {0}};
  o.stride = layout == OVERLAPPING ? 1 : rows * o.leading + GAP;
  int64_t last = 0;
  for (int b = 0; b < batch; b++) last = slot(&o, b, batch) > last ? slot(&o, b, batch) : last;
  if (layout != SCATTERED) o.buffers[0] = filled(last * o.stride + span(&o), layout != OVERLAPPING);
  for (int b = 0; b < batch; b++) {
    if (layout == SCATTERED) o.buffers[b] = filled(span(&o), 1);
    o.offsets[b] = slot(&o, b, batch) * o.stride;
    T *first = layout == SCATTERED ? o.buffers[b] : o.buffers[0] + o.offsets[b];
    o.matrices[b] = first;
    if (layout != OVERLAPPING) fill_matrix(&o, first);
  }
  o.stride = distance(&o);
  return o;
}

static void free_operand(struct operand *o) {
  for (int b = 0; b < MOST; b++) free(o->buffers[b]);
}

/* ---- C, and what it shall be */

struct result {
  int64_t rows, columns, leading;
  T *before, *sums;
};

static struct result expected(const struct operand *a, const struct operand *b, int batch) {
  struct result r = {a->rows, b->columns, b->columns + GAP, NULL, NULL};
  r.before = filled(r.rows * r.columns, 0), r.sums = filled(r.rows * r.columns, 0);
  for (int64_t i = 0; i < r.rows; i++)
    for (int64_t j = 0; j < r.columns; j++) {
      T sum = 0;
      for (int x = 0; x < batch; x++)
        for (int64_t k = 0; k < a->columns; k++)
          sum += a->matrices[x][i * a->leading + k] * b->matrices[x][k * b->leading + j];
      r.sums[i * r.columns + j] = sum;
    }
  return r;
}

static T *c_before(const struct result *r, T beta) {
  T *c = filled((r->rows - 1) * r->leading + r->columns, 1);
  for (int64_t i = 0; beta != 0 && i < r->rows; i++)
    for (int64_t j = 0; j < r->columns; j++) c[i * r->leading + j] = r->before[i * r->columns + j];
  return c;
}

static int is_right(const char *form, const struct result *r, const T *c, T beta) {
  for (int64_t at = 0; at < (r->rows - 1) * r->leading + r->columns; at++) {
    const int64_t i = at / r->leading, j = at % r->leading;
    if (j >= r->columns && isnan(c[at])) continue;
    const T before = j < r->columns ? r->before[i * r->columns + j] : 0, sum = j < r->columns ? r->sums[i * r->columns + j] : 0;
    if (j < r->columns && c[at] == (beta == 0 ? 0 : beta * before) + sum) continue;
    printf("%s: C[%d, %d] is %g\n", form, (int)i, (int)j, (double)c[at]);
    return 0;
  }
  return 1;
}

/* ---- the calls */

static int by_strides(const struct operand *a, const struct operand *b, int batch, T beta, T *c, int64_t ldc) {
  return STRIDES(a->rows, b->columns, a->columns, batch, a->matrices[0], a->stride, a->leading, b->matrices[0], b->stride,
                 b->leading, beta, c, ldc);
}
static int by_addresses(const struct operand *a, const struct operand *b, int batch, T beta, T *c, int64_t ldc) {
  return ADDRESSES(a->rows, b->columns, a->columns, batch, a->matrices, a->leading, b->matrices, b->leading, beta, c, ldc);
}
static int by_offsets(const struct operand *a, const struct operand *b, int batch, T beta, T *c, int64_t ldc) {
  return OFFSETS(a->rows, b->columns, a->columns, batch, a->buffers[0], a->offsets, a->leading, b->buffers[0], b->offsets,
                 b->leading, beta, c, ldc);
}
static const struct {
  const char *name;
  int (*call)(const struct operand *, const struct operand *, int, T, T *, int64_t);
} forms[] = {{"strides", by_strides}, {"addresses", by_addresses}, {"offsets", by_offsets}};

static int takes(int form, const struct operand *a, const struct operand *b) {
  if (form == 0) return a->is_strided && b->is_strided;
  return form == 1 || (a->layout != SCATTERED && b->layout != SCATTERED);
}

static long runs;

static int all_forms(const struct operand *a, const struct operand *b, int batch) {
  struct result r = expected(a, b, batch);
  int right = 1;
  for (int form = 0; form < COUNT(forms); form++)
    for (int beta = 0; takes(form, a, b) && right && beta < COUNT(betas); beta++, runs++) {
      T *c = c_before(&r, betas[beta]);
      right = forms[form].call(a, b, batch, betas[beta], c, r.leading) == 0 && is_right(forms[form].name, &r, c, betas[beta]);
      if (!right)
        printf("%s at m = %d, n = %d, k = %d, batch = %d, beta = %g, layouts %d and %d\n", forms[form].name, (int)a->rows,
               (int)b->columns, (int)a->columns, batch, (double)betas[beta], a->layout, b->layout);
      free(c);
    }
  free(r.before), free(r.sums);
  return right;
}

static int all_layouts(int m, int n, int k, int batch) {
  for (int of_a = 0; of_a < LAYOUTS; of_a++)
    for (int shift = 0; shift < 2; shift++) { /* B as A, and otherwise */
      struct operand a = made(m, k, of_a, batch), b = made(k, n, (of_a + shift) % LAYOUTS, batch);
      const int right = all_forms(&a, &b, batch);
      free_operand(&a), free_operand(&b);
      if (!right) return 0;
    }
  return 1;
}

/* ---- wrong arguments: told by their place, and C stays as it is */

#define FAR (INT64_MAX / (int64_t)sizeof(T) + 1) /* more elements than pointers reach */
static T a[64], b[64], c[64];
static const T *const as[5] = {a, a + 1, a + 2, a + 3, a + 4}, *const bs[5] = {b, b + 1, b + 2, b + 3, b + 4},
               *const holed[5] = {a, a, a, NULL, a};
static const int64_t offsets[5] = {0, 1, 2, 3, 4}, too_far[5] = {0, 1, 2, 3, INT64_MIN}, too_far_up[5] = {0, 0, 0, INT64_MAX, 0},
                     end_too_far[5] = {0, 0, FAR - 1, 0, 0};

static int failures;

static void expect(int line, int place, int is) {
  for (int i = 0; i < COUNT(c); i++)
    if (c[i] != 7) failures++, printf("line %d: C[%d] was touched\n", line, i), c[i] = 7;
  if (is != place) failures++, printf("line %d: gave %d instead of %d\n", line, is, place);
}
#define WRONG(place, call) expect(__LINE__, place, call)
#define NOTHING(call) expect(__LINE__, 0, call)

static void wrong_strides(void) {
  WRONG(1, STRIDES(-1, 3, 4, 5, NULL, 1, 4, b, 1, 3, 0, c, 3));
  WRONG(1, STRIDES(INT64_MIN, 3, 4, 5, a, 1, 4, b, 1, 3, 0, c, 3));
  WRONG(2, STRIDES(2, -1, 4, 5, a, 1, 4, b, 1, 3, 0, c, 3));
  WRONG(3, STRIDES(2, 3, -1, 5, a, 1, 4, b, 1, 3, 0, c, 3));
  WRONG(4, STRIDES(2, 3, 4, -1, a, 1, 4, b, 1, 3, 0, c, 3));
  WRONG(5, STRIDES(2, 3, 4, 5, NULL, 1, 4, b, 1, 3, 0, c, 3));
  WRONG(6, STRIDES(2, 3, 4, 5, a, INT64_MAX, 4, b, 1, 3, 0, c, 3));
  WRONG(6, STRIDES(2, 3, 4, 5, a, INT64_MIN, 4, b, 1, 3, 0, c, 3));
  WRONG(6, STRIDES(2, 3, 4, 5, a, -FAR / 4, 4, b, 1, 3, 0, c, 3));
  WRONG(6, STRIDES(2, 3, 4, 5, a, (FAR - 1) / 4, 4, b, 1, 3, 0, c, 3)); /* the last begins in reach, and ends beyond */
  WRONG(7, STRIDES(2, 3, 4, 5, NULL, 1, 3, b, 1, 3, 0, c, 3));
  WRONG(7, STRIDES(2, 3, 0, 5, a, 1, 0, b, 1, 3, 0, c, 3));
  WRONG(7, STRIDES(2, 3, 4, 5, a, 1, FAR, b, 1, 3, 0, c, 3));
  WRONG(7, STRIDES(FAR, 3, 4, 5, a, 1, 4, b, 1, 3, 0, c, 3));
  WRONG(7, STRIDES(1, 3, FAR, 5, a, 1, FAR, b, 1, 3, 0, c, 3));
  WRONG(8, STRIDES(2, 3, 4, 5, a, 1, 4, NULL, 1, 3, 0, c, 3));
  WRONG(9, STRIDES(2, 3, 4, 5, a, 1, 4, b, INT64_MAX, 3, 0, c, 3));
  WRONG(9, STRIDES(2, 3, 4, 5, a, 1, 4, b, INT64_MIN, 3, 0, c, 3));
  WRONG(10, STRIDES(2, 3, 4, 5, a, 1, 4, b, 1, 2, 0, c, 3));
  WRONG(10, STRIDES(2, 3, 4, 5, a, 1, 4, b, 1, FAR / 2, 0, c, 3));
  WRONG(12, STRIDES(2, 3, 4, 5, a, 1, 4, b, 1, 3, 0, NULL, 3));
  WRONG(12, STRIDES(2, 3, 4, 0, a, 1, 4, b, 1, 3, 0, NULL, 3));
  WRONG(13, STRIDES(2, 3, 4, 5, NULL, 1, 4, b, 1, 3, 0, c, 2));
  WRONG(13, STRIDES(2, 3, 4, 5, a, 1, 4, b, 1, 3, 0, c, FAR));
  WRONG(13, STRIDES(2, 3, 4, 0, a, 1, 4, b, 1, 3, 0, c, FAR));
  NOTHING(STRIDES(2, 3, 4, 0, NULL, INT64_MAX, 4, NULL, INT64_MIN, FAR, 1, NULL, FAR));
  NOTHING(STRIDES(2, 3, 0, 5, NULL, 1, 1, NULL, 1, 3, 1, c, 3));
  NOTHING(STRIDES(0, 3, 4, 5, NULL, 1, 4, NULL, 1, 3, 0, NULL, 3));
  NOTHING(STRIDES(2, 0, 4, 5, NULL, 1, 4, NULL, 1, 1, 0, NULL, 1));
}

static void wrong_addresses(void) {
  WRONG(1, ADDRESSES(-1, 3, 4, 5, as, 4, bs, 3, 0, c, 3));
  WRONG(4, ADDRESSES(2, 3, 4, -1, as, 4, bs, 3, 0, c, 3));
  WRONG(5, ADDRESSES(2, 3, 4, 5, NULL, 4, bs, 3, 0, c, 3));
  WRONG(5, ADDRESSES(2, 3, 4, 5, holed, 4, bs, 3, 0, c, 3));
  WRONG(6, ADDRESSES(2, 3, 4, 5, NULL, 3, bs, 3, 0, c, 3));
  WRONG(7, ADDRESSES(2, 3, 4, 5, as, 4, NULL, 3, 0, c, 3));
  WRONG(7, ADDRESSES(2, 3, 4, 5, as, 4, holed, 3, 0, c, 3));
  WRONG(8, ADDRESSES(2, 3, 4, 5, as, 4, bs, 2, 0, c, 3));
  WRONG(10, ADDRESSES(2, 3, 4, 5, as, 4, bs, 3, 0, NULL, 3));
  WRONG(11, ADDRESSES(2, 3, 4, 5, as, 4, bs, 3, 0, c, 2));
  NOTHING(ADDRESSES(2, 3, 4, 0, NULL, 4, NULL, 3, 1, NULL, 3));
  NOTHING(ADDRESSES(2, 3, 0, 5, holed, 1, holed, 3, 1, c, 3));
  NOTHING(ADDRESSES(0, 3, 4, 5, NULL, 4, NULL, 3, 0, NULL, 3));
}

static void wrong_offsets(void) {
  WRONG(2, OFFSETS(2, -1, 4, 5, a, offsets, 4, b, offsets, 3, 0, c, 3));
  WRONG(3, OFFSETS(2, 3, -1, 5, a, offsets, 4, b, offsets, 3, 0, c, 3));
  WRONG(5, OFFSETS(2, 3, 4, 5, NULL, offsets, 4, b, offsets, 3, 0, c, 3));
  WRONG(6, OFFSETS(2, 3, 4, 5, a, NULL, 4, b, offsets, 3, 0, c, 3));
  WRONG(6, OFFSETS(2, 3, 4, 5, a, too_far, 4, b, offsets, 3, 0, c, 3));
  WRONG(6, OFFSETS(2, 3, 4, 5, a, end_too_far, 4, b, offsets, 3, 0, c, 3));
  WRONG(6, OFFSETS(2, 3, 4, 5, a, too_far_up, 4, b, offsets, 3, 0, c, 3));
  WRONG(7, OFFSETS(2, 3, 4, 5, a, offsets, 3, b, offsets, 3, 0, c, 3));
  WRONG(8, OFFSETS(2, 3, 4, 5, a, offsets, 4, NULL, offsets, 3, 0, c, 3));
  WRONG(9, OFFSETS(2, 3, 4, 5, a, offsets, 4, b, NULL, 3, 0, c, 3));
  WRONG(9, OFFSETS(2, 3, 4, 5, a, offsets, 4, b, too_far, 3, 0, c, 3));
  WRONG(10, OFFSETS(2, 3, 4, 5, a, offsets, 4, b, offsets, 2, 0, c, 3));
  WRONG(12, OFFSETS(2, 3, 4, 5, a, offsets, 4, b, offsets, 3, 0, NULL, 3));
  WRONG(13, OFFSETS(2, 3, 4, 5, a, offsets, 4, b, offsets, 3, 0, c, 2));
  NOTHING(OFFSETS(2, 3, 4, 0, NULL, NULL, 4, NULL, NULL, 3, 1, NULL, 3));
  NOTHING(OFFSETS(2, 3, 0, 5, a, too_far, 1, b, too_far, 3, 1, c, 3));
}

/* With nothing to sum beta = 1 leaves C alone, to the sign of a zero; and beta = 0 overwrites what may be NaN. */
static void empty_sums(void) {
  T x[2] = {(T)-0.0, (T)NAN};
  if (STRIDES(1, 2, 4, 0, NULL, 0, 4, NULL, 0, 2, 1, x, 2) != 0 || !signbit(x[0]) || !isnan(x[1])) failures++, puts("beta = 1 touched C");
  if (STRIDES(1, 2, 0, 3, NULL, 0, 1, NULL, 0, 2, 0, x, 2) != 0 || x[0] != 0 || x[1] != 0) failures++, puts("beta = 0 left C alone");
}

int main(void) {
  for (int i = 0; i < COUNT(c); i++) c[i] = 7;
  wrong_strides(), wrong_addresses(), wrong_offsets(), empty_sums();
  if (failures) return 1;
  for (int m = 0; m < COUNT(ms); m++)
    for (int n = 0; n < COUNT(ns); n++)
      for (int k = 0; k < COUNT(ks); k++)
        for (int batch = 0; batch < COUNT(batches); batch++)
          if (!all_layouts(ms[m], ns[n], ks[k], batches[batch])) return 1;
  printf("%ld sums of batches, exact\n", runs);
  return runs == 0;
}
