// SPDX-License-Identifier: Apache-2.0
/* The functions of a family's tile that bench/blis/product.c calls, written plainly for 3x5. As of the family's, only
 * the last allows columns of C that do not lie side by side. Right unless FAULT names one of the mistakes below. */
#include <stdint.h>

#define RIGHT 0
#define DROPS_LAST_TERM 1  /* of each sum that is added to C */
#define SET_READS_C 2      /* which may hold NaN */
#define BETA_IGNORED 3     /* where alpha and beta are given */
#define COLUMNS_ADJACENT 4 /* taken for granted where they may lie anywhere */
#define WRITES_ONE_MORE 5  /* element, after the last of each row */

#ifndef FAULT
#define FAULT RIGHT
#endif

struct tessera_win_2f32 {
  float *data;
  int64_t strides[2];
};

static inline void tile_3x5(int64_t k, float alpha, const float *a, const float *b, float beta,
                            struct tessera_win_2f32 c) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 5 + (FAULT == WRITES_ONE_MORE); ++j) {
      float sum = 0, *to = &c.data[i * c.strides[0] + j * c.strides[1]];
      for (int64_t p = 0; p < k; ++p) sum += a[p * 3 + i] * b[p * 5 + j % 5];
      *to = alpha * sum + (beta == 0 ? 0 : beta * *to);
    }
  }
}

static inline void tile_3x5_add_packed_packed(int64_t k, const float *a, const float *b, struct tessera_win_2f32 c) {
  c.strides[1] = 1;
  tile_3x5(k - (FAULT == DROPS_LAST_TERM), 1, a, b, 1, c);
}

static inline void tile_3x5_set_packed_packed(int64_t k, const float *a, const float *b, struct tessera_win_2f32 c) {
  c.strides[1] = 1;
  if (FAULT == SET_READS_C)
    for (int i = 0; i < 15; ++i) c.data[i / 5 * c.strides[0] + i % 5 * c.strides[1]] *= 0;
  tile_3x5(k, 1, a, b, FAULT == SET_READS_C, c);
}

static inline void tile_3x5_scale_add_packed_packed(int64_t k, float alpha, const float *a, const float *b, float beta,
                                                    struct tessera_win_2f32 c) {
  c.strides[1] = 1;
  tile_3x5(k, alpha, a, b, FAULT == BETA_IGNORED ? 1 : beta, c);
}

static inline void tile_3x5_scale_add_packed_packed_anyc(int64_t k, float alpha, const float *a, const float *b,
                                                         float beta, struct tessera_win_2f32 c) {
  if (FAULT == COLUMNS_ADJACENT) c.strides[1] = 1;
  tile_3x5(k, alpha, a, b, beta, c);
}
