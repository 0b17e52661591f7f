/* SPDX-License-Identifier: 0BSD
 * Functions that compilers call around SME, for systems whose libraries lack them. Source: Procedure Call Standard for
 * the Arm 64-bit Architecture (AAPCS64), "SME support routines" and "The TPIDR2 block"; Arm C Language Extensions,
 * "Streaming-compatible versions of standard routines". */
#include <stddef.h>
#include <stdint.h>

/* A function that begins a ZA of its own calls the first: where its caller has left a ZA to be saved when somebody
 * needs it, the rows are written to the caller's buffer. The caller calls the second to have them again. Both may change
 * x14 to x17 only. The block: the buffer's address, 2 bytes for the number of rows, 6 that must be 0. */
__asm__(".arch armv9-a+sme\n"
        ".text\n"
        ".weak __arm_tpidr2_save\n"
        ".type __arm_tpidr2_save, %function\n"
        "__arm_tpidr2_save:\n"
        "  mrs x14, tpidr2_el0\n"
        "  cbz x14, 2f\n"
        "  ldr x15, [x14, #8]\n"
        "  lsr x15, x15, #16\n"
        "  cbnz x15, 3f\n"
        "  ldr x16, [x14]\n"
        "  ldrh w17, [x14, #8]\n"
        "  cbz x16, 2f\n"
        "  cbz w17, 2f\n"
        "  mov w15, wzr\n"
        "1: str za[w15, 0], [x16]\n"
        "  addsvl x16, x16, #1\n"
        "  add w15, w15, #1\n"
        "  cmp w15, w17\n"
        "  b.ne 1b\n"
        "2: ret\n"
        "3: brk #0\n"
        ".size __arm_tpidr2_save, . - __arm_tpidr2_save\n"
        ".weak __arm_tpidr2_restore\n"
        ".type __arm_tpidr2_restore, %function\n"
        "__arm_tpidr2_restore:\n"
        "  mrs x14, tpidr2_el0\n"
        "  cbnz x14, 3f\n"
        "  ldr x15, [x0, #8]\n"
        "  lsr x15, x15, #16\n"
        "  cbnz x15, 3f\n"
        "  ldr x16, [x0]\n"
        "  ldrh w17, [x0, #8]\n"
        "  cbz x16, 2f\n"
        "  cbz w17, 2f\n"
        "  mov w15, wzr\n"
        "1: ldr za[w15, 0], [x16]\n"
        "  addsvl x16, x16, #1\n"
        "  add w15, w15, #1\n"
        "  cmp w15, w17\n"
        "  b.ne 1b\n"
        "2: ret\n"
        "3: brk #0\n"
        ".size __arm_tpidr2_restore, . - __arm_tpidr2_restore\n");

/* In streaming mode there are no Neon instructions. The empty statement keeps a loop from becoming a call of memcpy. */
#define SME_BYTE_BY_BYTE __asm__ volatile("" ::: "memory")

__attribute__((weak)) void *__arm_sc_memcpy(void *to, const void *from, size_t n) __arm_streaming_compatible {
  for (size_t i = 0; i < n; i++) {
    ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    SME_BYTE_BY_BYTE;
  }
  return to;
}

__attribute__((weak)) void *__arm_sc_memmove(void *to, const void *from, size_t n) __arm_streaming_compatible {
  if ((uintptr_t)to - (uintptr_t)from >= n) return __arm_sc_memcpy(to, from, n);
  for (size_t i = n; i-- > 0;) {
    ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];
    SME_BYTE_BY_BYTE;
  }
  return to;
}

__attribute__((weak)) void *__arm_sc_memset(void *to, int byte, size_t n) __arm_streaming_compatible {
  for (size_t i = 0; i < n; i++) {
    ((unsigned char *)to)[i] = (unsigned char)byte;
    SME_BYTE_BY_BYTE;
  }
  return to;
}
