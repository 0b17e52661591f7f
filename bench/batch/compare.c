// SPDX-License-Identifier: Apache-2.0
/* Sums of products of small matrices: the entry of strides beside the kernel that LIBXSMM makes for the shape, and beside the
 * entry of addresses. Reads "name,m,n,k,batch" from standard input and writes a row for each. Results are checked first, exactly. The
 * contenders take turns; a ratio is the median over the rounds of the quotient within a round, above 1 where the first entry is
 * faster. Caches are warm, matrices dense and side by side, C is added to. Usage: compare ROUNDS. Compiled with
 * -include STEM.h and STEM. Exit code: 0 right, 1 a wrong result, 2 bad input. */
#include <libxsmm.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define STRIDES PASTE(STEM, _strides)
#define ADDRESSES PASTE(STEM, _addresses)

enum { MOST_ROUNDS = 999 };
static const double seconds_of_a_turn = 0.002;

struct sum {
  char name[64];
  int m, n, k, batch;
  float *a, *b, *c;
  const float **as, **bs;
  libxsmm_smmfunction_reducebatch_strd libxsmm;
};

/* ---- contenders */

static void by_strides(const struct sum *s) {
  STRIDES(s->m, s->n, s->k, s->batch, s->a, (int64_t)s->m * s->k, s->k, s->b, (int64_t)s->k * s->n, s->n, 1, s->c, s->n);
}

static void by_addresses(const struct sum *s) {
  ADDRESSES(s->m, s->n, s->k, s->batch, (const float *const *)s->as, s->k, (const float *const *)s->bs, s->n, 1, s->c, s->n);
}

/* It is column-major, where our row-major C is the transposed one: C' = B' A'. */
static void by_libxsmm(const struct sum *s) {
  const unsigned long long batch = (unsigned long long)s->batch;
  s->libxsmm(s->b, s->a, s->c, &batch);
}

static libxsmm_smmfunction_reducebatch_strd dispatch(const struct sum *s) {
  const int lda = s->k, ldb = s->n, ldc = s->n, bytes = (int)sizeof(float);
  const float one = 1;
  return libxsmm_smmdispatch_reducebatch_strd(s->n, s->m, s->k, s->k * s->n * bytes, s->m * s->k * bytes, &ldb, &lda, &ldc, &one,
                                              &one, NULL, NULL);
}

static const struct contender {
  const char *name;
  void (*compute)(const struct sum *);
} contenders[] = {{"strides", by_strides}, {"libxsmm", by_libxsmm}, {"addresses", by_addresses}};
enum { CONTENDERS = sizeof contenders / sizeof *contenders };

/* ---- operands and the check */

static void *taken(size_t count, size_t size) {
  void *out = aligned_alloc(64, (count * size + 63) / 64 * 64);
  if (!out) abort();
  return out;
}

static float *integers(int count) {
  float *out = taken((size_t)count, sizeof *out);
  for (int i = 0; i < count; i++) out[i] = (float)(rand() % 5 - 2);
  return out;
}

static void make(struct sum *s) {
  s->a = integers(s->m * s->k * s->batch), s->b = integers(s->k * s->n * s->batch), s->c = integers(s->m * s->n);
  s->as = taken((size_t)s->batch, sizeof *s->as), s->bs = taken((size_t)s->batch, sizeof *s->bs);
  for (int x = 0; x < s->batch; x++) s->as[x] = s->a + x * s->m * s->k, s->bs[x] = s->b + x * s->k * s->n;
  s->libxsmm = dispatch(s);
}

static void release(struct sum *s) { free(s->a), free(s->b), free(s->c), free(s->as), free(s->bs); }

static float element(const struct sum *s, int i, int j) {
  float sum = 0;
  for (int x = 0; x < s->batch; x++)
    for (int k = 0; k < s->k; k++) sum += s->as[x][i * s->k + k] * s->bs[x][k * s->n + j];
  return sum;
}

static int is_right(const struct sum *s, const struct contender *by) {
  for (int i = 0; i < s->m * s->n; i++) s->c[i] = 1;
  by->compute(s);
  for (int i = 0; i < s->m; i++)
    for (int j = 0; j < s->n; j++) {
      if (s->c[i * s->n + j] == 1 + element(s, i, j)) continue;
      fprintf(stderr, "%s: %s is wrong at C[%d, %d]\n", s->name, by->name, i, j);
      return 0;
    }
  return 1;
}

/* ---- times */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double turn(const struct sum *s, const struct contender *by, long repeats) {
  by->compute(s);
  const double start = now();
  for (long i = 0; i < repeats; i++) by->compute(s);
  return (now() - start) / (double)repeats;
}

static int ascending(const void *left, const void *right) {
  const double x = *(const double *)left, y = *(const double *)right;
  return (x > y) - (x < y);
}

struct quartiles {
  double first, median, third;
};

static struct quartiles quartiles(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return (struct quartiles){values[count / 4], values[count / 2], values[count * 3 / 4]};
}

static void measure(const struct sum *s, int rounds) {
  static double gflops[MOST_ROUNDS], ratios[CONTENDERS][MOST_ROUNDS];
  const double operations = 2.0 * s->m * s->n * s->k * s->batch;
  const long repeats = 1 + (long)(seconds_of_a_turn / turn(s, &contenders[0], 1));
  for (int round = 0; round < rounds; round++) {
    double seconds[CONTENDERS];
    for (int c = 0; c < CONTENDERS; c++) seconds[c] = turn(s, &contenders[c], repeats);
    gflops[round] = operations / seconds[0] * 1e-9;
    for (int c = 0; c < CONTENDERS; c++) ratios[c][round] = seconds[c] / seconds[0];
  }
  printf("%s,%d,%d,%d,%d,%.1f", s->name, s->m, s->n, s->k, s->batch, quartiles(gflops, rounds).median);
  for (int c = 1; c < CONTENDERS; c++) {
    const struct quartiles q = quartiles(ratios[c], rounds);
    printf(",%.3f,%.3f,%.3f", q.median, q.first, q.third);
  }
  puts("");
}

static int is_right_for_all(const struct sum *s) {
  for (int c = 0; c < CONTENDERS; c++)
    if (!is_right(s, &contenders[c])) return 0;
  return 1;
}

int main(int count, char **arguments) {
  const int rounds = count == 2 ? atoi(arguments[1]) : 0;
  if (rounds < 9 || rounds > MOST_ROUNDS) return fprintf(stderr, "usage: compare ROUNDS, 9 to %d\n", MOST_ROUNDS), 2;
  puts("name,m,n,k,batch,gflops,ratio_libxsmm,ratio_libxsmm_q1,ratio_libxsmm_q3,ratio_addresses,ratio_addresses_q1,ratio_addresses_q3");
  int fields;
  for (struct sum s; (fields = scanf(" %63[^,],%d,%d,%d,%d", s.name, &s.m, &s.n, &s.k, &s.batch)) == 5; release(&s)) {
    if (s.m < 1 || s.n < 1 || s.k < 1 || s.batch < 1) return fprintf(stderr, "%s: extents below 1\n", s.name), 2;
    make(&s);
    if (!s.libxsmm) return fprintf(stderr, "%s: LIBXSMM makes no kernel\n", s.name), 2;
    if (!is_right_for_all(&s)) return 1;
    measure(&s, rounds);
  }
  return fields == EOF ? 0 : (fprintf(stderr, "a row is not name,m,n,k,batch\n"), 2);
}
