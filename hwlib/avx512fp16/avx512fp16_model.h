// SPDX-License-Identifier: 0BSD
/* The arithmetic of AVX512-FP16 in C, from its specification and IEEE 754, in integers only: for CPUs that lack it. A finite number is a whole
 * multiple of 2^-24, a product one of 2^-48, and each result is rounded once, to the nearest number, ties to even. */
#ifndef TESSERA_AVX512FP16_MODEL_H
#define TESSERA_AVX512FP16_MODEL_H
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

typedef __int128 fp16_wide;
enum { fp16_infinity = 0x7c00, fp16_nan = 0x7e00, fp16_sign = 0x8000 };

static inline int fp16_is_nan(uint16_t x) { return (x & 0x7fff) > fp16_infinity; }
static inline int fp16_is_infinite(uint16_t x) { return (x & 0x7fff) == fp16_infinity; }
static inline int fp16_is_zero(uint16_t x) { return (x & 0x7fff) == 0; }
/* Of a finite number, in units of 2^-24. */
static inline int64_t fp16_units(uint16_t x) {
  int64_t exponent = x >> 10 & 31, fraction = x & 0x3ff;
  int64_t magnitude = exponent ? (fraction | 0x400) << (exponent - 1) : fraction;
  return x & fp16_sign ? -magnitude : magnitude;
}
/* value * 2^-scale, and a little more of the same sign where `more` says so; `sign` is that of a zero. */
static inline uint16_t fp16_rounded(fp16_wide value, int scale, int more, uint16_t sign) {
  if (value < 0) sign = fp16_sign, value = -value;
  else if (value > 0) sign = 0;
  int top = -1, last; /* the highest bit; the one that is the unit of the result */
  for (fp16_wide rest = value; rest; rest >>= 1) top++;
  last = top - 10 > scale - 24 ? top - 10 : scale - 24;
  if (last < 1) value <<= 2 - last, scale += 2 - last, last = 2;
  fp16_wide kept = value >> last, lost = value - (kept << last), half = (fp16_wide)1 << (last - 1);
  if (lost > half || (lost == half && (more || (kept & 1)))) kept++;
  int shift = last - (scale - 24); /* of the unit above 2^-24: the exponent, less one */
  int64_t bits = kept < 0x400 ? (int64_t)kept : ((int64_t)shift << 10) + (int64_t)kept;
  return (uint16_t)(sign | (bits > fp16_infinity ? fp16_infinity : bits));
}
static inline uint16_t fp16_fma(uint16_t a, uint16_t b, uint16_t c) {
  uint16_t sign = (a ^ b) & fp16_sign;
  if (fp16_is_nan(a) || fp16_is_nan(b) || fp16_is_nan(c)) return fp16_nan;
  if (fp16_is_infinite(a) || fp16_is_infinite(b)) {
    if (fp16_is_zero(a) || fp16_is_zero(b) || (fp16_is_infinite(c) && ((c ^ sign) & fp16_sign))) return fp16_nan;
    return sign | fp16_infinity;
  }
  if (fp16_is_infinite(c)) return c;
  return fp16_rounded((fp16_wide)fp16_units(a) * fp16_units(b) + ((fp16_wide)fp16_units(c) << 24), 48, 0,
                      fp16_is_zero(c) && (c & fp16_sign) == sign ? sign : 0);
}
static inline uint16_t fp16_mul(uint16_t a, uint16_t b, uint16_t unused) {
  (void)unused;
  return fp16_fma(a, b, (a ^ b) & fp16_sign);
}
static inline uint16_t fp16_add(uint16_t a, uint16_t b, uint16_t unused) {
  (void)unused;
  return fp16_fma(a, 0x3c00, b);
}
static inline uint16_t fp16_sub(uint16_t a, uint16_t b, uint16_t unused) { return fp16_add(a, b ^ fp16_sign, unused); }
static inline uint16_t fp16_div(uint16_t a, uint16_t b, uint16_t unused) {
  uint16_t sign = (a ^ b) & fp16_sign;
  (void)unused;
  if (fp16_is_nan(a) || fp16_is_nan(b) || (fp16_is_zero(a) && fp16_is_zero(b)) || (fp16_is_infinite(a) && fp16_is_infinite(b)))
    return fp16_nan;
  if (fp16_is_infinite(a) || fp16_is_zero(b)) return sign | fp16_infinity;
  if (fp16_is_infinite(b) || fp16_is_zero(a)) return sign;
  fp16_wide over = (fp16_wide)fp16_units(a & 0x7fff) << 70, under = fp16_units(b & 0x7fff), quotient = over / under;
  return fp16_rounded(sign ? -quotient : quotient, 70, over % under != 0, sign);
}
static inline uint16_t fp16_sqrt(uint16_t a) {
  if (fp16_is_zero(a) || a == fp16_infinity) return a;
  if (fp16_is_nan(a) || (a & fp16_sign)) return fp16_nan;
  fp16_wide of = (fp16_wide)fp16_units(a) << 64, root = 0; /* the root of this is the result in units of 2^-44 */
  for (fp16_wide bit = (fp16_wide)1 << 60; bit; bit >>= 1)
    if ((root | bit) * (root | bit) <= of) root |= bit;
  return fp16_rounded(root, 44, root * root != of, 0);
}
static inline int fp16_is_less(uint16_t a, uint16_t b) {
  if (fp16_is_nan(a) || fp16_is_nan(b)) return 0;
  int64_t l = a & 0x7fff, r = b & 0x7fff;
  return (a & fp16_sign ? -l : l) < (b & fp16_sign ? -r : r);
}
/* The second operand where neither is less, and for a NaN. */
static inline uint16_t fp16_max(uint16_t a, uint16_t b, uint16_t unused) { return (void)unused, fp16_is_less(b, a) ? a : b; }
static inline uint16_t fp16_min(uint16_t a, uint16_t b, uint16_t unused) { return (void)unused, fp16_is_less(a, b) ? a : b; }

static inline __m512h fp16_each(uint16_t (*op)(uint16_t, uint16_t, uint16_t), __m512i a, __m512i b, __m512i c) {
  uint16_t x[32], y[32], z[32];
  memcpy(x, &a, 64), memcpy(y, &b, 64), memcpy(z, &c, 64);
  for (int i = 0; i < 32; i++) x[i] = op(x[i], y[i], z[i]);
  memcpy(&a, x, 64);
  return (__m512h)a;
}
static inline uint16_t fp16_sqrt_of(uint16_t a, uint16_t b, uint16_t c) { return (void)b, (void)c, fp16_sqrt(a); }
static inline __m512h fp16_splat(_Float16 value) {
  uint16_t bits, x[32];
  __m512i out;
  memcpy(&bits, &value, 2);
  for (int i = 0; i < 32; i++) x[i] = bits;
  memcpy(&out, x, 64);
  return (__m512h)out;
}
static inline uint32_t fp16_less_mask(__m512i a, __m512i b) {
  uint16_t x[32], y[32];
  uint32_t out = 0;
  memcpy(x, &a, 64), memcpy(y, &b, 64);
  for (int i = 0; i < 32; i++) out |= (uint32_t)fp16_is_less(x[i], y[i]) << i;
  return out;
}
static inline __m512h fp16_blend(uint32_t mask, __m512i no, __m512i yes) {
  uint16_t x[32], y[32];
  memcpy(x, &no, 64), memcpy(y, &yes, 64);
  for (int i = 0; i < 32; i++) x[i] = mask >> i & 1 ? y[i] : x[i];
  memcpy(&no, x, 64);
  return (__m512h)no;
}

#define FP16_OF(op, a, b, c) fp16_each(op, (__m512i)(a), (__m512i)(b), (__m512i)(c))
#undef _mm512_cmp_ph_mask
#define _mm512_add_ph(a, b) FP16_OF(fp16_add, a, b, b)
#define _mm512_sub_ph(a, b) FP16_OF(fp16_sub, a, b, b)
#define _mm512_mul_ph(a, b) FP16_OF(fp16_mul, a, b, b)
#define _mm512_div_ph(a, b) FP16_OF(fp16_div, a, b, b)
#define _mm512_max_ph(a, b) FP16_OF(fp16_max, a, b, b)
#define _mm512_min_ph(a, b) FP16_OF(fp16_min, a, b, b)
#define _mm512_fmadd_ph(a, b, c) FP16_OF(fp16_fma, a, b, c)
#define _mm512_sqrt_ph(a) FP16_OF(fp16_sqrt_of, a, a, a)
#define _mm512_set1_ph(x) fp16_splat(x)
#define _mm512_setzero_ph() ((__m512h)_mm512_setzero_si512())
#define _mm512_mask_blend_ph(mask, no, yes) fp16_blend(mask, (__m512i)(no), (__m512i)(yes))
/* _CMP_LT_OQ only */
#define _mm512_cmp_ph_mask(a, b, how) fp16_less_mask((__m512i)(a), (__m512i)(b))
#endif
