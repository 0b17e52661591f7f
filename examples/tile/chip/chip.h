/* SPDX-License-Identifier: 0BSD
 * A made-up matrix unit, in portable C: eight tiles of eight rows of 32 bytes. It must be switched on, and it
 * processes as many rows as it was told last. */
#ifndef CHIP_H
#define CHIP_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
typedef struct { unsigned char row[8][32]; } chip_tile;
static _Thread_local struct { int on, rows; } chip;

static inline void chip_on(void) { chip.on = 1, chip.rows = 0; }
static inline void chip_off(void) { chip.on = 0; }
static inline void chip_set_rows(int64_t rows) { chip.rows = (int)rows; }
static inline int chip_rows(void) {
  if (!chip.on) abort(); /* as a processor that does not know the instruction */
  return chip.rows;
}

static inline void chip_zero(chip_tile *t) { memset(t, 0, 32 * (size_t)chip_rows()); }
static inline void chip_load(chip_tile *t, const void *src, int64_t stride) {
  for (int i = 0; i < chip_rows(); i++) memcpy(t->row[i], (const char *)src + i * stride, 32);
}
static inline void chip_store(void *dst, int64_t stride, const chip_tile *t) {
  for (int i = 0; i < chip_rows(); i++) memcpy((char *)dst + i * stride, t->row[i], 32);
}
/* B has always eight rows: each has four neighbours of k for eight columns. */
static inline void chip_load_b(chip_tile *t, const void *src, int64_t stride) {
  for (int i = 0; i < 8; i++) memcpy(t->row[i], (const char *)src + i * stride, 32);
}
static inline void chip_dot(chip_tile *sums, const chip_tile *a, const chip_tile *b) {
  for (int i = 0; i < chip_rows(); i++) {
    int32_t row[8];
    memcpy(row, sums->row[i], 32);
    for (int j = 0; j < 8; j++)
      for (int l = 0; l < 32; l++) row[j] += (int8_t)a->row[i][l] * (int8_t)b->row[l / 4][4 * j + l % 4];
    memcpy(sums->row[i], row, 32);
  }
}
#endif
