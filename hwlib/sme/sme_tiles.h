/* SPDX-License-Identifier: 0BSD
 * SME: whole tiles to memory and from it. The number of a tile is a part of an instruction's code, hence the switches;
 * they are gone where it is a constant. */
#ifndef SME_TILES_H
#define SME_TILES_H
#include <arm_sme.h>
#include <stdint.h>

#define SME_INLINE static inline __attribute__((always_inline))
/* ZA as tiles of f64. Tile k of f32 is the tiles k and k + 4 of f64, and Tessera counts the two as neighbours. */
#define SME_ZA64(number) ((number) / 2 + 4 * ((number) % 2))

SME_INLINE void sme_zero_za32(int tile)
    __arm_streaming __arm_inout("za") {
  switch (tile) {
    case 0: svzero_mask_za(0x11); break;
    case 1: svzero_mask_za(0x22); break;
    case 2: svzero_mask_za(0x44); break;
    case 3: svzero_mask_za(0x88); break;
    default: __builtin_trap();
  }
}

SME_INLINE void sme_load_row_za32(int tile, uint32_t row, svbool_t lanes, const void *from)
    __arm_streaming __arm_inout("za") {
  switch (tile) {
    case 0: svld1_hor_za32(0, row, lanes, from); break;
    case 1: svld1_hor_za32(1, row, lanes, from); break;
    case 2: svld1_hor_za32(2, row, lanes, from); break;
    case 3: svld1_hor_za32(3, row, lanes, from); break;
    default: __builtin_trap();
  }
}

SME_INLINE void sme_store_row_za32(int tile, uint32_t row, svbool_t lanes, void *to)
    __arm_streaming __arm_in("za") {
  switch (tile) {
    case 0: svst1_hor_za32(0, row, lanes, to); break;
    case 1: svst1_hor_za32(1, row, lanes, to); break;
    case 2: svst1_hor_za32(2, row, lanes, to); break;
    case 3: svst1_hor_za32(3, row, lanes, to); break;
    default: __builtin_trap();
  }
}

SME_INLINE void sme_load_za32(int tile, const void *from, int64_t stride)
    __arm_streaming __arm_inout("za") {
  for (uint32_t i = 0; i < svcntw(); i++)
    sme_load_row_za32(tile, i, svptrue_b32(), (const uint32_t *)from + i * stride);
}
SME_INLINE void sme_store_za32(int tile, void *to, int64_t stride)
    __arm_streaming __arm_in("za") {
  for (uint32_t i = 0; i < svcntw(); i++)
    sme_store_row_za32(tile, i, svptrue_b32(), (uint32_t *)to + i * stride);
}
SME_INLINE void sme_store_part_za32(int tile, void *to, int64_t stride, int64_t rows, int64_t columns)
    __arm_streaming __arm_in("za") {
  for (uint32_t i = 0; i < rows; i++)
    sme_store_row_za32(tile, i, svwhilelt_b32_s64(0, columns), (uint32_t *)to + i * stride);
}

SME_INLINE void sme_zero_za64(int tile)
    __arm_streaming __arm_inout("za") {
  switch (tile) {
    case 0: svzero_mask_za(0x1); break;
    case 1: svzero_mask_za(0x2); break;
    case 2: svzero_mask_za(0x4); break;
    case 3: svzero_mask_za(0x8); break;
    case 4: svzero_mask_za(0x10); break;
    case 5: svzero_mask_za(0x20); break;
    case 6: svzero_mask_za(0x40); break;
    case 7: svzero_mask_za(0x80); break;
    default: __builtin_trap();
  }
}

SME_INLINE void sme_load_row_za64(int tile, uint32_t row, svbool_t lanes, const void *from)
    __arm_streaming __arm_inout("za") {
  switch (tile) {
    case 0: svld1_hor_za64(0, row, lanes, from); break;
    case 1: svld1_hor_za64(1, row, lanes, from); break;
    case 2: svld1_hor_za64(2, row, lanes, from); break;
    case 3: svld1_hor_za64(3, row, lanes, from); break;
    case 4: svld1_hor_za64(4, row, lanes, from); break;
    case 5: svld1_hor_za64(5, row, lanes, from); break;
    case 6: svld1_hor_za64(6, row, lanes, from); break;
    case 7: svld1_hor_za64(7, row, lanes, from); break;
    default: __builtin_trap();
  }
}

SME_INLINE void sme_store_row_za64(int tile, uint32_t row, svbool_t lanes, void *to)
    __arm_streaming __arm_in("za") {
  switch (tile) {
    case 0: svst1_hor_za64(0, row, lanes, to); break;
    case 1: svst1_hor_za64(1, row, lanes, to); break;
    case 2: svst1_hor_za64(2, row, lanes, to); break;
    case 3: svst1_hor_za64(3, row, lanes, to); break;
    case 4: svst1_hor_za64(4, row, lanes, to); break;
    case 5: svst1_hor_za64(5, row, lanes, to); break;
    case 6: svst1_hor_za64(6, row, lanes, to); break;
    case 7: svst1_hor_za64(7, row, lanes, to); break;
    default: __builtin_trap();
  }
}

SME_INLINE void sme_load_za64(int tile, const void *from, int64_t stride)
    __arm_streaming __arm_inout("za") {
  for (uint32_t i = 0; i < svcntd(); i++)
    sme_load_row_za64(tile, i, svptrue_b64(), (const uint64_t *)from + i * stride);
}
SME_INLINE void sme_store_za64(int tile, void *to, int64_t stride)
    __arm_streaming __arm_in("za") {
  for (uint32_t i = 0; i < svcntd(); i++)
    sme_store_row_za64(tile, i, svptrue_b64(), (uint64_t *)to + i * stride);
}
SME_INLINE void sme_store_part_za64(int tile, void *to, int64_t stride, int64_t rows, int64_t columns)
    __arm_streaming __arm_in("za") {
  for (uint32_t i = 0; i < rows; i++)
    sme_store_row_za64(tile, i, svwhilelt_b64_s64(0, columns), (uint64_t *)to + i * stride);
}
#endif
