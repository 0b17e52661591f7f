/* SPDX-License-Identifier: 0BSD
 * The products of one type. The file that includes this defines REAL, TYPE (f32), FORTRAN_GEMM, CBLAS_GEMM, and the
 * names of the routine as error messages give them: FORTRAN_NAME, of six letters, and CBLAS_NAME. */
#include <stdint.h>
#include <string.h>

#include "arguments.h"
#include "dispatch.h"
#include "products.h"
#include "tessera_blas.h"
#include "threads.h"
#include "xerbla.h"

#define PASTE_(a, b, c) a##b##c
#define PASTE(a, b, c) PASTE_(a, b, c)
#define MATRIX struct PASTE(tessera_win_2, TYPE, )
#define CONST_MATRIX struct PASTE(tessera_win_2, TYPE, c)
#define PRODUCTS struct PASTE(tessera_blas_, TYPE, )

/* A job whose address nobody else has stays in registers: to write it to memory and read it again by wider words takes
 * a small product a percent of its time. */
#if defined(__GNUC__)
#define TESSERA_BLAS_INLINE static inline __attribute__((always_inline))
#else
#define TESSERA_BLAS_INLINE static inline
#endif

/* ---- C = alpha A B + beta C, with the elements of each row of C side by side */

struct job {
  const PRODUCTS *products; /* NULL: loops */
  enum tessera_blas_kind kind;
  int64_t m, n, k;
  REAL alpha, beta;
  CONST_MATRIX a, b;
  MATRIX c;
};

static int64_t row_tile(const struct job *j) { return j->products ? j->products->rows : 1; }
static int64_t column_tile(const struct job *j) { return j->products ? j->products->columns : 1; }

static void scale(const struct job *j) {
  for (int64_t i = 0; i < j->m; i++) {
    REAL *row = j->c.data + i * j->c.strides[0];
    if (j->beta == 0) memset(row, 0, (size_t)j->n * sizeof *row); /* what is there may be NaN */
    else
      for (int64_t l = 0; l < j->n; l++) row[l] *= j->beta;
  }
}

static void add_by_loops(const struct job *j) {
  for (int64_t i = 0; i < j->m; i++)
    for (int64_t l = 0; l < j->k; l++) {
      const REAL factor = j->alpha * j->a.data[i * j->a.strides[0] + l * j->a.strides[1]];
      const REAL *row = j->b.data + l * j->b.strides[0];
      REAL *sums = j->c.data + i * j->c.strides[0];
      for (int64_t column = 0; column < j->n; column++) sums[column] += factor * row[column * j->b.strides[1]];
    }
}

static int strides(const struct job *j) {
  return j->a.strides[1] == 1 && j->b.strides[1] == 1 ? TESSERA_BLAS_ROWS : TESSERA_BLAS_ANY;
}

TESSERA_BLAS_INLINE void multiply(const struct job *j) {
  const PRODUCTS *p = j->products;
  const int which = strides(j);
  if (j->kind == TESSERA_BLAS_SCALE) return;
  if (!p) add_by_loops(j);
  else if (j->kind == TESSERA_BLAS_SET) p->set[which](j->m, j->n, j->k, j->a, j->b, j->c);
  else if (j->kind == TESSERA_BLAS_ADD) p->add[which](j->m, j->n, j->k, j->a, j->b, j->c);
  else p->add_scaled[which](j->m, j->n, j->k, j->alpha, j->a, j->b, j->c);
}

/* The products that set C do not read it; the loops only add. */
static int is_scaled_first(const struct job *j) {
  return j->beta != 1 && !(j->products && j->kind == TESSERA_BLAS_SET);
}

/* ---- on several threads: each computes rows of C, or columns of it, as one thread would */

static struct job rows_of(struct job j, struct tessera_blas_range r) {
  j.a.data += r.from * j.a.strides[0];
  j.c.data += r.from * j.c.strides[0];
  j.m = r.to - r.from;
  return j;
}

static struct job columns_of(struct job j, struct tessera_blas_range r) {
  j.b.data += r.from * j.b.strides[1];
  j.c.data += r.from;
  j.n = r.to - r.from;
  return j;
}

static int64_t tiles(int64_t extent, int64_t step) { return (extent + step - 1) / step; }

/* Each thread packs for itself what the others pack too: that is B where rows are split, so the longer side is. */
static int splits_rows(const struct job *j, int threads) {
  const int64_t down = tiles(j->m, row_tile(j)), across = tiles(j->n, column_tile(j));
  if (down < threads || across < threads) return down >= across;
  return j->m >= j->n;
}

TESSERA_BLAS_INLINE void compute(const struct job *j) {
  if (is_scaled_first(j)) scale(j);
  multiply(j);
}

static void part(const void *whole, int index, int count) {
  const struct job *j = whole;
  const struct job mine = splits_rows(j, count)
                              ? rows_of(*j, tessera_blas_range(j->m, row_tile(j), index, count))
                              : columns_of(*j, tessera_blas_range(j->n, column_tile(j), index, count));
  if (mine.m > 0 && mine.n > 0) compute(&mine);
}

/* ---- the call, as Fortran makes it: matrices are column-major */

struct call {
  int trans_a, trans_b, m, n, k;
  REAL alpha;
  const REAL *a;
  int lda;
  const REAL *b;
  int ldb;
  REAL beta;
  REAL *c;
  int ldc;
};

static enum tessera_blas_kind kind_of(const struct call *x) {
  const int has_product = x->alpha != 0 && x->k > 0;
  if (x->m == 0 || x->n == 0 || (!has_product && x->beta == 1)) return TESSERA_BLAS_NOTHING;
  if (!has_product) return TESSERA_BLAS_SCALE;
  if (x->alpha != 1) return TESSERA_BLAS_ADD_SCALED;
  return x->beta == 0 ? TESSERA_BLAS_SET : TESSERA_BLAS_ADD;
}

static int wrong_argument(const struct call *x, enum tessera_blas_kind kind) {
  const int needs_product = kind != TESSERA_BLAS_SCALE && kind != TESSERA_BLAS_NOTHING;
  return tessera_blas_wrong_argument((struct tessera_blas_arguments){x->trans_a,
                                               x->trans_b,
                                               x->m,
                                               x->n,
                                               x->k,
                                               x->lda,
                                               x->ldb,
                                               x->ldc,
                                               needs_product && !x->a,
                                               needs_product && !x->b,
                                               kind != TESSERA_BLAS_NOTHING && !x->c});
}

/* A column-major matrix is the transpose of a row-major one, and the transpose of A B is the product of B's and A's. */
static struct job job_of(const struct call *x, enum tessera_blas_kind kind) {
  return (struct job){.products = tessera_blas_here()->TYPE,
                      .kind = kind,
                      .m = x->n,
                      .n = x->m,
                      .k = x->k,
                      .alpha = x->alpha,
                      .beta = x->beta,
                      .a = {x->b, {x->trans_b ? 1 : x->ldb, x->trans_b ? x->ldb : 1}},
                      .b = {x->a, {x->trans_a ? 1 : x->lda, x->trans_a ? x->lda : 1}},
                      .c = {x->c, {x->ldc, 1}}};
}

/* Does it; or gives the place of the first argument that is wrong. */
static int gemm(const struct call *x) {
  const enum tessera_blas_kind kind = kind_of(x);
  const int wrong = wrong_argument(x, kind);
  if (wrong || kind == TESSERA_BLAS_NOTHING) {
    tessera_blas_count(FORTRAN_NAME, wrong ? TESSERA_BLAS_REFUSED : kind, TESSERA_BLAS_ROWS, 1);
    return wrong;
  }
  const struct job job = job_of(x, kind);
  const int threads = tessera_blas_threads(job.m, job.n, kind == TESSERA_BLAS_SCALE ? 1 : job.k);
  if (tessera_blas_is_verbose)
    tessera_blas_count(FORTRAN_NAME, kind, kind == TESSERA_BLAS_SCALE ? TESSERA_BLAS_ROWS : strides(&job), threads);
  if (threads > 1) {
    const struct job shared = job;
    tessera_blas_run(threads, part, &shared);
  } else {
    compute(&job);
  }
  return 0;
}

void FORTRAN_GEMM(const char *trans_a, const char *trans_b, const int *m, const int *n, const int *k, const REAL *alpha,
                  const REAL *a, const int *lda, const REAL *b, const int *ldb, const REAL *beta, REAL *c,
                  const int *ldc) {
  const struct call call = {tessera_blas_trans_of_letter(*trans_a),
                            tessera_blas_trans_of_letter(*trans_b),
                            *m,
                            *n,
                            *k,
                            *alpha,
                            a,
                            *lda,
                            b,
                            *ldb,
                            *beta,
                            c,
                            *ldc};
  const int wrong = gemm(&call);
  if (wrong) xerbla_(FORTRAN_NAME, &wrong, strlen(FORTRAN_NAME));
}

/* Is one of the words not of CBLAS? It is then told of, as the reference does. */
static int has_unknown_word(int layout, int trans_a, int trans_b) {
  if (layout != CblasRowMajor && layout != CblasColMajor)
    cblas_xerbla(1, CBLAS_NAME, "Illegal layout setting, %d\n", layout);
  else if (tessera_blas_trans_of_cblas(trans_a) == TESSERA_BLAS_UNKNOWN)
    cblas_xerbla(2, CBLAS_NAME, "Illegal TransA setting, %d\n", trans_a);
  else if (tessera_blas_trans_of_cblas(trans_b) == TESSERA_BLAS_UNKNOWN)
    cblas_xerbla(3, CBLAS_NAME, "Illegal TransB setting, %d\n", trans_b);
  else return 0;
  tessera_blas_count(FORTRAN_NAME, TESSERA_BLAS_REFUSED, TESSERA_BLAS_ROWS, 1);
  return 1;
}

void CBLAS_GEMM(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE trans_a, CBLAS_TRANSPOSE trans_b, int m, int n, int k, REAL alpha,
                const REAL *a, int lda, const REAL *b, int ldb, REAL beta, REAL *c, int ldc) {
  if (has_unknown_word((int)layout, (int)trans_a, (int)trans_b)) return;
  const int of_a = tessera_blas_trans_of_cblas((int)trans_a), of_b = tessera_blas_trans_of_cblas((int)trans_b);
  const int is_row_major = layout == CblasRowMajor;
  const struct call call = is_row_major ? (struct call){of_b, of_a, n, m, k, alpha, b, ldb, a, lda, beta, c, ldc}
                                        : (struct call){of_a, of_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc};
  const int wrong = gemm(&call);
  if (wrong) tessera_blas_refuse_cblas(wrong, CBLAS_NAME, is_row_major);
}
