// SPDX-License-Identifier: 0BSD
/* The dot products of AVX-VNNI in C, written from the operations that the Software Developer's Manual gives, volume 2: for CPUs that lack
 * them. One element at a time, with the sum in 64 bits; what exceeds 32 bits wraps or saturates.
 */
#ifndef TESSERA_AVXVNNI_MODEL_H
#define TESSERA_AVXVNNI_MODEL_H
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

static inline int32_t avxvnni_model_narrow(int64_t sum, int saturates) {
  if (!saturates) return (int32_t)(uint32_t)sum;
  return sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}
static inline __m256i avxvnni_model_bytes(__m256i sums, __m256i left, __m256i right, int saturates) {
  int32_t sum[8];
  uint8_t a[32];
  int8_t b[32];
  memcpy(sum, &sums, 32), memcpy(a, &left, 32), memcpy(b, &right, 32);
  for (int i = 0; i < 8; i++) {
    int64_t all = sum[i];
    for (int j = 0; j < 4; j++) all += (int64_t)a[4 * i + j] * b[4 * i + j];
    sum[i] = avxvnni_model_narrow(all, saturates);
  }
  memcpy(&sums, sum, 32);
  return sums;
}
static inline __m256i avxvnni_model_words(__m256i sums, __m256i left, __m256i right, int saturates) {
  int32_t sum[8];
  int16_t a[16], b[16];
  memcpy(sum, &sums, 32), memcpy(a, &left, 32), memcpy(b, &right, 32);
  for (int i = 0; i < 8; i++) {
    int64_t all = sum[i];
    for (int j = 0; j < 2; j++) all += (int64_t)a[2 * i + j] * b[2 * i + j];
    sum[i] = avxvnni_model_narrow(all, saturates);
  }
  memcpy(&sums, sum, 32);
  return sums;
}
#undef _mm256_dpbusd_avx_epi32
#undef _mm256_dpbusds_avx_epi32
#undef _mm256_dpwssd_avx_epi32
#undef _mm256_dpwssds_avx_epi32
#define _mm256_dpbusd_avx_epi32(sums, a, b) avxvnni_model_bytes(sums, a, b, 0)
#define _mm256_dpbusds_avx_epi32(sums, a, b) avxvnni_model_bytes(sums, a, b, 1)
#define _mm256_dpwssd_avx_epi32(sums, a, b) avxvnni_model_words(sums, a, b, 0)
#define _mm256_dpwssds_avx_epi32(sums, a, b) avxvnni_model_words(sums, a, b, 1)
#endif
