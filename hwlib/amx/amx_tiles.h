/* SPDX-License-Identifier: 0BSD
 * AMX on Linux: the leave that a process must ask for, and the configuration of tiles that kernels use. */
#ifndef AMX_TILES_H
#define AMX_TILES_H
#if !defined(__x86_64__) || !defined(__linux__)
#error "AMX needs x86-64, and here Linux, which gives a process leave to use its tiles"
#endif
#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>

/* All eight tiles have 16 rows of 64 bytes, the most that palette 1 has. Layout: Intel 64 and IA-32 Architectures
 * Software Developer's Manual, volume 2, LDTILECFG. */
static const struct {
  uint8_t palette, start_row, reserved[14];
  uint16_t bytes_per_row[16];
  uint8_t rows[16];
} amx_full_tiles = {1, 0, {0}, {64, 64, 64, 64, 64, 64, 64, 64}, {16, 16, 16, 16, 16, 16, 16, 16}};

/* 0: the process may use tiles from now on. The system call is arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) of
 * Linux (Documentation/arch/x86/xstate.rst), for which C libraries have no function. */
static inline int amx_permit(void) {
  enum { arch_prctl = 158, request_permission = 0x1023, tile_data = 18 };
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"((long)arch_prctl), "D"((long)request_permission), "S"((long)tile_data)
                   : "rcx", "r11", "memory");
  return result != 0;
}
#endif
