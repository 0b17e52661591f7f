/* SPDX-License-Identifier: 0BSD
 * The rows of a register of 2 x 2 sums, from memory and to it. */
#ifndef SMMLA_H
#define SMMLA_H
#include <arm_neon.h>
static inline void smmla_load(int32x4_t *sums, const int32_t *src, int64_t row) {
  *sums = vcombine_s32(vld1_s32(src), vld1_s32(src + row));
}
static inline void smmla_store(int32_t *dst, int64_t row, int32x4_t sums) {
  vst1_s32(dst, vget_low_s32(sums));
  vst1_s32(dst + row, vget_high_s32(sums));
}
#endif
