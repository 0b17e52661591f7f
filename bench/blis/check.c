// SPDX-License-Identifier: Apache-2.0
/* Is the product of product.c right, and is it computed by the microkernel that was put in? Exactly, on small integers:
 * every tile's edge, several blocks, transposed operands, C by rows, by columns and with gaps everywhere, alpha and
 * beta. Where beta is 0 the old C is NaN; what lies between the elements of C must stay. BLIS must have called the
 * microkernel as often as C has tiles, in every block of k. It ends at the first shape that is wrong. Exit code: 0
 * right, 1 wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "product.h"

struct extents {
  dim_t m, n, k;
};
struct scalars {
  float alpha, beta;
};
struct storage {
  const char *name;
  inc_t rs, cs;
  dim_t size;
};

static const float mark = 12345;
static long checked;

static float small_integer(void) { return (float)(rand() % 5 - 2); }

static dim_t tiles(dim_t extent, dim_t tile) { return (extent + tile - 1) / tile; }
static dim_t block(bszid_t id) { return bli_cntx_get_blksz_def_dt(BLIS_FLOAT, id, product_context()); }

/* BLIS lets the last block be as long as the greatest size. */
static dim_t blocks_of_k(dim_t k) {
  const dim_t greatest = bli_cntx_get_blksz_max_dt(BLIS_FLOAT, BLIS_KC, product_context());
  dim_t blocks = 1;
  for (; k > greatest; k -= block(BLIS_KC)) ++blocks;
  return blocks;
}

/* BLIS transposes the whole product where C is not stored as the microkernel prefers. */
static int are_right_calls(int64_t calls, struct extents x) {
  const dim_t mr = block(BLIS_MR), nr = block(BLIS_NR), blocks = blocks_of_k(x.k);
  return calls == blocks * tiles(x.m, mr) * tiles(x.n, nr) || calls == blocks * tiles(x.n, mr) * tiles(x.m, nr);
}

static float *random_integers(dim_t count) {
  float *values = malloc(sizeof(float) * (size_t)count);
  if (!values) abort();
  for (dim_t i = 0; i < count; ++i) values[i] = small_integer();
  return values;
}

/* Of A and B, m x k and k x n by rows. */
static float *plain_product(struct extents x, const float *a, const float *b) {
  float *c = calloc((size_t)(x.m * x.n), sizeof(float));
  if (!c) abort();
  for (dim_t i = 0; i < x.m; ++i)
    for (dim_t p = 0; p < x.k; ++p)
      for (dim_t j = 0; j < x.n; ++j) c[i * x.n + j] += a[i * x.k + p] * b[p * x.n + j];
  return c;
}

static float *transposed(dim_t rows, dim_t columns, const float *from) {
  float *to = malloc(sizeof(float) * (size_t)(rows * columns));
  if (!to) abort();
  for (dim_t i = 0; i < rows; ++i)
    for (dim_t j = 0; j < columns; ++j) to[j * rows + i] = from[i * columns + j];
  return to;
}

/* The number of wrong elements, those between the elements of C included. */
static long wrong_elements(struct extents x, struct scalars s, struct storage c, const float *got, const float *old,
                           const float *product) {
  float *want = malloc(sizeof(float) * (size_t)c.size);
  if (!want) abort();
  for (dim_t i = 0; i < c.size; ++i) want[i] = mark;
  for (dim_t i = 0; i < x.m; ++i)
    for (dim_t j = 0; j < x.n; ++j)
      want[i * c.rs + j * c.cs] = s.alpha * product[i * x.n + j] + (s.beta == 0 ? 0 : s.beta * old[i * x.n + j]);
  long wrong = 0;
  for (dim_t i = 0; i < c.size; ++i) wrong += !(got[i] == want[i]);
  free(want);
  return wrong;
}

struct operands {
  struct extents x;
  float *a[2], *b[2], *old, *product; /* a[1] and b[1]: stored transposed */
};

static int is_right(const struct operands *o, int transa, int transb, struct scalars s, struct storage c) {
  const struct extents x = o->x;
  float *got = malloc(sizeof(float) * (size_t)c.size);
  if (!got) abort();
  for (dim_t i = 0; i < c.size; ++i) got[i] = mark;
  for (dim_t i = 0; i < x.m; ++i)
    for (dim_t j = 0; j < x.n; ++j) got[i * c.rs + j * c.cs] = s.beta == 0 ? NAN : o->old[i * x.n + j];
  const int64_t before = product_microkernel_calls();
  product_sgemm(transa ? BLIS_TRANSPOSE : BLIS_NO_TRANSPOSE, transb ? BLIS_TRANSPOSE : BLIS_NO_TRANSPOSE, x.m, x.n, x.k,
                s.alpha, o->a[transa], transa ? x.m : x.k, 1, o->b[transb], transb ? x.k : x.n, 1, s.beta, got, c.rs,
                c.cs);
  const int64_t calls = product_microkernel_calls() - before;
  const long wrong = wrong_elements(x, s, c, got, o->old, o->product);
  const int ok = wrong == 0 && are_right_calls(calls, x);
  if (!ok)
    printf("wrong: %ldx%ldx%ld%s%s, alpha %g, beta %g, C %s: %ld wrong elements, %ld calls of the microkernel\n",
           (long)x.m, (long)x.n, (long)x.k, transa ? ", A transposed" : "", transb ? ", B transposed" : "", s.alpha,
           s.beta, c.name, wrong, (long)calls);
  free(got);
  ++checked;
  return ok;
}

/* After C is room for a whole tile that is written where only a part of it belongs. */
static struct storage stored(const char *name, struct extents x, inc_t rs, inc_t cs) {
  const dim_t tile = block(BLIS_MR) + block(BLIS_NR);
  return (struct storage){name, rs, cs, (x.m + tile) * rs + (x.n + tile) * cs};
}

static int all_calls_are_right(const struct operands *o) {
  static const struct scalars scalars[] = {{1, 0}, {1, 1}, {1, 2}, {-1, 1}, {2, 0}, {0.5f, -3}};
  const struct extents x = o->x;
  const struct storage storages[] = {stored("by rows", x, x.n + 3, 1), stored("by columns", x, 1, x.m + 3),
                                     stored("with gaps", x, 2 * x.n + 1, 2)};
  int ok = 1;
  for (int trans = 0; trans < 4; ++trans)
    for (size_t s = 0; s < sizeof scalars / sizeof *scalars; ++s)
      for (size_t c = 0; c < sizeof storages / sizeof *storages; ++c)
        ok &= is_right(o, trans & 1, trans >> 1, scalars[s], storages[c]);
  return ok;
}

static int shape_is_right(struct extents x) {
  float *a = random_integers(x.m * x.k), *b = random_integers(x.k * x.n), *old = random_integers(x.m * x.n);
  struct operands o = {x, {a, transposed(x.m, x.k, a)}, {b, transposed(x.k, x.n, b)}, old, plain_product(x, a, b)};
  const int ok = all_calls_are_right(&o);
  free(a), free(o.a[1]), free(b), free(o.b[1]), free(old), free(o.product);
  return ok;
}

/* Around one and two tiles, and across the blocks. */
static int all_shapes_are_right(void) {
  const dim_t mr = block(BLIS_MR), nr = block(BLIS_NR), mc = block(BLIS_MC), kc = block(BLIS_KC), nc = block(BLIS_NC);
  const dim_t ms[] = {1, mr - 1, mr, mr + 1, 2 * mr, 2 * mr + 3}, ns[] = {1, nr - 1, nr, nr + 1, 2 * nr, 2 * nr + 3};
  const dim_t ks[] = {1, 2, 7, 64};
  const struct extents across[] = {
      {mr + 1, nr + 1, kc - 1},     {mr, nr, kc + 1},         {mr + 1, 2 * nr, 2 * kc + 5}, {mc + 1, nr + 1, 3},
      {2 * mc + 3, 2 * nr, kc + 2}, {mr + 1, nc + nr + 1, 3}, {nc + 2, mc + 1, 5}};
  for (size_t i = 0; i < sizeof ms / sizeof *ms; ++i)
    for (size_t j = 0; j < sizeof ns / sizeof *ns; ++j)
      for (size_t p = 0; p < sizeof ks / sizeof *ks; ++p)
        if (ms[i] > 0 && ns[j] > 0 && !shape_is_right((struct extents){ms[i], ns[j], ks[p]})) return 0;
  for (size_t i = 0; i < sizeof across / sizeof *across; ++i)
    if (!shape_is_right(across[i])) return 0;
  return 1;
}

/* In a virtual machine BLIS does not find out which CPU this is. It wants a number. */
static void choose_kernels(void) {
#ifdef __x86_64__
  const int has_avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                         __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  const int has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  char number[16];
  snprintf(number, sizeof number, "%d", has_avx512 ? BLIS_ARCH_SKX : BLIS_ARCH_HASWELL);
  if (has_avx512 || has_avx2) setenv("BLIS_ARCH_TYPE", number, 1);
#endif
}

static void print_context(const char *whose, cntx_t *context) {
  static const struct {
    const char *name;
    bszid_t id;
  } sizes[] = {{"MR", BLIS_MR}, {"NR", BLIS_NR}, {"MC", BLIS_MC}, {"KC", BLIS_KC}, {"NC", BLIS_NC}};
  printf("%s:", whose);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i)
    printf(" %s %ld,", sizes[i].name, (long)bli_cntx_get_blksz_def_dt(BLIS_FLOAT, sizes[i].id, context));
  const bool by_rows = bli_cntx_l3_vir_ukr_prefers_rows_dt(BLIS_FLOAT, BLIS_GEMM_UKR, context);
  printf(" prefers C by %s\n", by_rows ? "rows" : "columns");
}

int main(void) {
  choose_kernels();
  bli_init();
  printf("BLIS %s, kernels %s\n", bli_info_get_version_str(), bli_arch_string(bli_arch_query_id()));
  print_context("its own context", bli_gks_query_cntx());
  print_context("with our microkernel", product_context());
  const int ok = all_shapes_are_right();
  printf("%ld products, %ld calls of the microkernel: %s\n", checked, (long)product_microkernel_calls(),
         ok ? "all exact" : "WRONG");
  return ok ? 0 : 1;
}
