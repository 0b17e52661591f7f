/* SPDX-License-Identifier: 0BSD
 * AMX in C, from the operations of Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2 (LDTILECFG, TILERELEASE, TILELOADD,
 * TILESTORED, TILEZERO, TDPBSSD, TDPBF16PS, TDPFP16PS), not from the bodies of the library. What the manual makes an exception ends the
 * program. NaNs have no payloads here. */
#ifndef AMX_MODEL_H
#define AMX_MODEL_H
#include "amx_tiles.h"
#include <math.h>
#include <string.h>

enum { amx_model_tiles = 8, amx_model_rows = 16, amx_model_bytes = 64 };

/* Of one thread: TILECFG, and TILEDATA. */
static _Thread_local struct {
  int palette, rows[amx_model_tiles], colsb[amx_model_tiles];
  unsigned char tile[amx_model_tiles][amx_model_rows][amx_model_bytes];
} amx_model;

static inline void amx_model_require(int holds) {
  if (!holds) abort();
}

static inline void amx_model_release(void) { memset(&amx_model, 0, sizeof amx_model); }

/* Byte 0 is the palette, 1 the row to start at, 16 on the bytes of a row, 48 on the rows; the others are zero. */
static inline void amx_model_loadconfig(const void *config) {
  unsigned char bytes[64];
  memcpy(bytes, config, sizeof bytes);
  amx_model_release();
  amx_model_require(bytes[0] <= 1);
  if (bytes[0] == 0) return;
  for (int i = 1; i < 16; i++) amx_model_require(bytes[i] == 0); /* no restart within a tile either */
  for (int t = 0; t < 16; t++) {
    const int colsb = bytes[16 + 2 * t] + 256 * bytes[17 + 2 * t], rows = bytes[48 + t];
    if (t >= amx_model_tiles) {
      amx_model_require(colsb == 0 && rows == 0);
      continue;
    }
    amx_model_require(colsb <= amx_model_bytes && rows <= amx_model_rows && (colsb == 0) == (rows == 0));
    amx_model.colsb[t] = colsb, amx_model.rows[t] = rows;
  }
  amx_model.palette = bytes[0];
}

static inline void amx_model_tile(int t) {
  amx_model_require(amx_model.palette == 1 && 0 <= t && t < amx_model_tiles && amx_model.rows[t] > 0);
}

static inline void amx_model_zero(int t) {
  amx_model_tile(t);
  memset(amx_model.tile[t], 0, sizeof amx_model.tile[t]);
}

static inline void amx_model_loadd(int t, const void *base, long stride) {
  amx_model_zero(t);
  for (int row = 0; row < amx_model.rows[t]; row++)
    memcpy(amx_model.tile[t][row], (const char *)base + row * stride, (size_t)amx_model.colsb[t]);
}

static inline void amx_model_stored(int t, void *base, long stride) {
  amx_model_tile(t);
  for (int row = 0; row < amx_model.rows[t]; row++)
    memcpy((char *)base + row * stride, amx_model.tile[t][row], (size_t)amx_model.colsb[t]);
}

/* C = m x n, A = m x k, B = k x n, counted in dwords. Three tiles, all others are undefined operations. */
static inline void amx_model_product(int c, int a, int b) {
  amx_model_tile(c), amx_model_tile(a), amx_model_tile(b);
  amx_model_require(c != a && c != b && a != b);
  amx_model_require(amx_model.rows[c] == amx_model.rows[a] && amx_model.colsb[c] == amx_model.colsb[b]);
  amx_model_require(amx_model.colsb[a] == 4 * amx_model.rows[b] && amx_model.colsb[a] % 4 == 0 && amx_model.colsb[b] % 4 == 0);
}

static inline int32_t amx_model_byte(unsigned char byte, int is_signed) {
  return is_signed && byte >= 128 ? (int32_t)byte - 256 : byte;
}

/* DPBD: a dword of four products, added without saturation. */
static inline void amx_model_dpbd(int c, int a, int b, int a_is_signed, int b_is_signed) {
  amx_model_product(c, a, b);
  for (int m = 0; m < amx_model.rows[c]; m++)
    for (int k = 0; k < amx_model.colsb[a] / 4; k++)
      for (int n = 0; n < amx_model.colsb[c] / 4; n++) {
        uint32_t dword;
        memcpy(&dword, &amx_model.tile[c][m][4 * n], 4);
        for (int byte = 0; byte < 4; byte++)
          dword += (uint32_t)(amx_model_byte(amx_model.tile[a][m][4 * k + byte], a_is_signed) *
                              amx_model_byte(amx_model.tile[b][k][4 * n + byte], b_is_signed));
        memcpy(&amx_model.tile[c][m][4 * n], &dword, 4);
      }
}

/* DAZ of an operand, FTZ of a result. */
static inline float amx_model_flushed(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

static inline float amx_model_bf16(unsigned bits) {
  const uint32_t single = (uint32_t)bits << 16;
  float x;
  memcpy(&x, &single, 4);
  return amx_model_flushed(x);
}

/* Denormal numbers of f16 are normal ones of f32. */
static inline float amx_model_f16(unsigned bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  float x = exponent == 31 ? (fraction ? NAN : INFINITY)
            : exponent     ? ldexpf((float)(1024 + fraction), exponent - 25)
                           : ldexpf((float)fraction, -24);
  return bits >> 15 ? -x : x;
}

static inline unsigned amx_model_word(int t, int row, int i) {
  return amx_model.tile[t][row][2 * i] + 256u * amx_model.tile[t][row][2 * i + 1];
}

/* Two sums of products, of even and of odd words, which are then added to each other and to C. */
static inline void amx_model_dpps(int c, int a, int b, float (*number)(unsigned)) {
  amx_model_product(c, a, b);
  for (int m = 0; m < amx_model.rows[c]; m++)
    for (int n = 0; n < amx_model.colsb[c] / 4; n++) {
      float sum[2] = {0, 0}, before;
      for (int k = 0; k < amx_model.colsb[a] / 4; k++)
        for (int odd = 0; odd < 2; odd++)
          sum[odd] = amx_model_flushed(fmaf(number(amx_model_word(a, m, 2 * k + odd)),
                                            number(amx_model_word(b, k, 2 * n + odd)), sum[odd]));
      memcpy(&before, &amx_model.tile[c][m][4 * n], 4);
      const float both = amx_model_flushed(sum[0] + sum[1]);
      const float after = amx_model_flushed(amx_model_flushed(before) + both);
      memcpy(&amx_model.tile[c][m][4 * n], &after, 4);
    }
}

#undef _tile_zero
#undef _tile_loadd
#undef _tile_stream_loadd
#undef _tile_stored
#undef _tile_dpbssd
#undef _tile_dpbsud
#undef _tile_dpbusd
#undef _tile_dpbuud
#undef _tile_dpbf16ps
#undef _tile_dpfp16ps
#define amx_permit() 0
#define _tile_loadconfig(config) amx_model_loadconfig(config)
#define _tile_release() amx_model_release()
#define _tile_zero(t) amx_model_zero(t)
#define _tile_loadd(t, base, stride) amx_model_loadd(t, base, stride)
#define _tile_stream_loadd(t, base, stride) amx_model_loadd(t, base, stride)
#define _tile_stored(t, base, stride) amx_model_stored(t, base, stride)
#define _tile_dpbssd(c, a, b) amx_model_dpbd(c, a, b, 1, 1)
#define _tile_dpbsud(c, a, b) amx_model_dpbd(c, a, b, 1, 0)
#define _tile_dpbusd(c, a, b) amx_model_dpbd(c, a, b, 0, 1)
#define _tile_dpbuud(c, a, b) amx_model_dpbd(c, a, b, 0, 0)
#define _tile_dpbf16ps(c, a, b) amx_model_dpps(c, a, b, amx_model_bf16)
#define _tile_dpfp16ps(c, a, b) amx_model_dpps(c, a, b, amx_model_f16)
#endif
