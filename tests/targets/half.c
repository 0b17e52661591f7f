// SPDX-License-Identifier: Apache-2.0
/* The conversions of _Float16 that clang calls where the flags have no instruction for them: compiler-rt has them, and libgcc 12 of some
 * architectures has not. Linked with test programs there. */
#include <stdint.h>
#include <string.h>

float __extendhfsf2(_Float16 x);
_Float16 __truncsfhf2(float x);
_Float16 __truncdfhf2(double x);

float __extendhfsf2(_Float16 x) {
  uint16_t half;
  memcpy(&half, &x, sizeof half);
  const uint32_t sign = (uint32_t)(half >> 15) << 31;
  uint32_t exponent = half >> 10 & 31, fraction = half & 1023, bits;
  if (exponent == 31) bits = sign | 0x7f800000u | fraction << 13;
  else if (exponent > 0) bits = sign | (exponent + 112) << 23 | fraction << 13;
  else {
    float small = (float)fraction * 0x1p-24f;
    memcpy(&bits, &small, sizeof bits);
    bits |= sign;
  }
  float out;
  memcpy(&out, &bits, sizeof out);
  return out;
}

/* To the nearest multiple of 2^-24 below 2^-14, else to 11 digits; of two the even one. */
_Float16 __truncdfhf2(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  const uint16_t sign = (uint16_t)(bits >> 63 << 15);
  const double size = x < 0 ? -x : x;
  uint16_t half;
  if (x != x) half = 0x7e00;
  else if (size >= 65520) half = 0x7c00;
  else if (size < 0x1p-14) half = (uint16_t)((size + 0x1p28) * 0x1p24 - 0x1p52); /* the sum has 2^-24 as its last place */
  else {
    bits &= ~((uint64_t)1 << 63);
    bits += ((uint64_t)1 << 41) - 1 + (bits >> 42 & 1);
    half = (uint16_t)(((bits >> 52) - 1008) << 10 | (bits >> 42 & 1023));
  }
  half |= sign;
  _Float16 out;
  memcpy(&out, &half, sizeof out);
  return out;
}
_Float16 __truncsfhf2(float x) { return __truncdfhf2(x); }
