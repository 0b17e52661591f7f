// SPDX-License-Identifier: Apache-2.0
/* BLIS's SGEMM with a microkernel of ours in a copy of its context, as a shared object with cblas_sgemm. The packing
 * and the loops are those of BLIS as it is installed.
 *
 *   -DKERNEL(variant)=NAME  the functions of `tessera family gemm`: variants add_packed_packed, set_packed_packed,
 *                           scale_add_packed_packed and scale_add_packed_packed_anyc; without it the microkernel is
 *                           BLIS's own, called in the same way
 *   -DROWS=14 -DCOLUMNS=32  its tile
 *   -DBY_COLUMNS            BLIS sees the transposed tile, 32x14, which prefers C by columns
 *   -DMC= -DKC= -DNC=       blocks; where absent BLIS's own; MC and NC are rounded down to whole tiles
 *
 * The context that BLIS 0.9 has chosen (bli_gks_query_cntx) is copied, gets our microkernel with its tile, block sizes
 * and preferred storage of C, and goes to bli_sgemm_ex. One thread. The path for small matrices is off, since it would
 * bypass the microkernel. Whole tiles call the family's `add`, `set`, `scale_add` and `scale_add_..._anyc`. Tiles at
 * the edges call `set` into a tile beside C, and the part that exists is added to C: BLIS 0.9 leaves edges to the
 * microkernel, and pads packed panels with zeros.
 *
 * 12x32t and 6x16 are the tiles of BLIS's own microkernels: blocks, packing and loop order are then the same with and
 * without -DKERNEL, and their ratio compares the microkernels alone. Any other tile changes the packing too. The skx
 * context has kernels that pack panels of 2, 3, 4, 6, 8, 10, 12, 14, 16 and 24, and its table ends at 31: panels of
 * 32, also for BLIS's own tile, are packed by a general loop.
 */
#include "product.h"

static cntx_t context;
static int64_t calls;

#ifdef KERNEL

#ifndef MC
#define MC bli_cntx_get_blksz_def_dt(BLIS_FLOAT, BLIS_MC, &context)
#endif
#ifndef NC
#define NC bli_cntx_get_blksz_def_dt(BLIS_FLOAT, BLIS_NC, &context)
#endif

static struct tessera_win_2f32 window(float *c, inc_t rs, inc_t cs) { return (struct tessera_win_2f32){c, {rs, cs}}; }

/* BLIS leaves the edges of C to the microkernel: the first m rows and n columns of a tile. Nothing else of C is
 * touched, and with beta 0 nothing read. */
static void corner(dim_t m, dim_t n, dim_t k, float alpha, const float *a, const float *b, float beta, float *c,
                   inc_t rs, inc_t cs) {
  float tile[ROWS * COLUMNS] __attribute__((aligned(64)));
  KERNEL(set_packed_packed)(k, a, b, window(tile, COLUMNS, 1));
  for (dim_t i = 0; i < m; ++i) {
    for (dim_t j = 0; j < n; ++j) {
      float *to = &c[i * rs + j * cs];
      *to = alpha * tile[i * COLUMNS + j] + (beta == 0 ? 0 : beta * *to);
    }
  }
}

/* C = beta C + alpha A B on m rows and n columns of a tile of ROWS x COLUMNS. */
static void multiply(dim_t m, dim_t n, dim_t k, float alpha, const float *a, const float *b, float beta, float *c,
                     inc_t rs, inc_t cs) {
  const int is_whole = m == ROWS && n == COLUMNS;
  if (is_whole && cs == 1 && alpha == 1 && beta == 1) KERNEL(add_packed_packed)(k, a, b, window(c, rs, cs));
  else if (is_whole && cs == 1 && alpha == 1 && beta == 0) KERNEL(set_packed_packed)(k, a, b, window(c, rs, cs));
  else if (is_whole && cs == 1 && beta != 0) KERNEL(scale_add_packed_packed)(k, alpha, a, b, beta, window(c, rs, cs));
  else if (is_whole && beta != 0) KERNEL(scale_add_packed_packed_anyc)(k, alpha, a, b, beta, window(c, rs, cs));
  else corner(m, n, k, alpha, a, b, beta, c, rs, cs);
}

/* As BLIS calls it. The packed panels are whole: BLIS fills them up with zeros. */
static void microkernel(dim_t m, dim_t n, dim_t k, float *alpha, float *a, float *b, float *beta, float *c, inc_t rs_c,
                        inc_t cs_c, auxinfo_t *data, cntx_t *cntx) {
  (void)data, (void)cntx;
  ++calls;
#ifdef BY_COLUMNS
  multiply(n, m, k, *alpha, b, a, *beta, c, cs_c, rs_c);
#else
  multiply(m, n, k, *alpha, a, b, *beta, c, rs_c, cs_c);
#endif
}

static void set_block(bszid_t id, dim_t size) {
  bli_cntx_set_blksz_def_dt(BLIS_FLOAT, id, size, &context);
  bli_cntx_set_blksz_max_dt(BLIS_FLOAT, id, size, &context);
}

/* BLIS wants MC and NC to be whole numbers of tiles. */
static dim_t whole_tiles(dim_t size, dim_t tile) { return size < tile ? tile : size / tile * tile; }

static void put_microkernel(void) {
#ifdef BY_COLUMNS
  const dim_t mr = COLUMNS, nr = ROWS;
  const bool prefers_rows = FALSE;
#else
  const dim_t mr = ROWS, nr = COLUMNS;
  const bool prefers_rows = TRUE;
#endif
  bli_cntx_set_l3_nat_ukrs(1, BLIS_GEMM_UKR, BLIS_FLOAT, microkernel, prefers_rows, &context);
  bli_func_set_dt((void_fp)microkernel, BLIS_FLOAT, bli_cntx_get_l3_vir_ukrs(BLIS_GEMM_UKR, &context));
  set_block(BLIS_MR, mr);
  set_block(BLIS_NR, nr);
  set_block(BLIS_MC, whole_tiles(MC, mr));
  set_block(BLIS_NC, whole_tiles(NC, nr));
#ifdef KC
  set_block(BLIS_KC, KC);
#endif
}

#else
static void put_microkernel(void) {}
#endif /* KERNEL */

/* BLIS reads BLIS_ARCH_TYPE when it is first called, so not before. */
cntx_t *product_context(void) {
  static bool is_ready = FALSE;
  if (is_ready) return &context;
  bli_init();
  context = *bli_gks_query_cntx();
  put_microkernel();
  is_ready = TRUE;
  return &context;
}

int64_t product_microkernel_calls(void) { return calls; }

void product_sgemm(trans_t transa, trans_t transb, dim_t m, dim_t n, dim_t k, float alpha, const float *a, inc_t rs_a,
                   inc_t cs_a, const float *b, inc_t rs_b, inc_t cs_b, float beta, float *c, inc_t rs_c, inc_t cs_c) {
  rntm_t rntm;
  bli_rntm_init(&rntm);
  bli_rntm_set_num_threads(1, &rntm);
  bli_rntm_disable_l3_sup(&rntm);
  bli_sgemm_ex(transa, transb, m, n, k, &alpha, (float *)a, rs_a, cs_a, (float *)b, rs_b, cs_b, &beta, c, rs_c, cs_c,
               product_context(), &rntm);
}

static trans_t transposed(enum CBLAS_TRANSPOSE t) { return t == CblasNoTrans ? BLIS_NO_TRANSPOSE : BLIS_TRANSPOSE; }

void cblas_sgemm(enum CBLAS_ORDER order, enum CBLAS_TRANSPOSE transa, enum CBLAS_TRANSPOSE transb, f77_int m, f77_int n,
                 f77_int k, float alpha, const float *a, f77_int lda, const float *b, f77_int ldb, float beta, float *c,
                 f77_int ldc) {
  const bool by_rows = order == CblasRowMajor;
#define STRIDES(ld) by_rows ? (ld) : 1, by_rows ? 1 : (ld)
  product_sgemm(transposed(transa), transposed(transb), m, n, k, alpha, a, STRIDES(lda), b, STRIDES(ldb), beta, c,
                STRIDES(ldc));
}
