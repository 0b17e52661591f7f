// SPDX-License-Identifier: 0BSD
/* What programs of `tessera hwlib check` need of a C library, by Linux's system calls on LoongArch: Debian 12 has no library for it. Numbers
 * are printed in hexadecimal, which loses none of their bits. */
#ifndef TESSERA_BARE_H
#define TESSERA_BARE_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define BARE __attribute__((weak))
#define EXIT_FAILURE 1
typedef struct bare_stream { int number; } FILE;
#define stdin ((FILE *)0)
#define stdout ((FILE *)0)
enum { PROT_NONE = 0, PROT_READ = 1, PROT_WRITE = 2, MAP_PRIVATE = 2, MAP_ANONYMOUS = 32, _SC_PAGESIZE = 30 };
#define MAP_FAILED ((void *)-1)

/* asm-generic/unistd.h */
enum { bare_read = 63, bare_write = 64, bare_exit_group = 94, bare_munmap = 215, bare_mmap = 222, bare_mprotect = 226 };
static inline long bare_call(long number, long x, long y, long z, long u, long v, long w) {
  register long a0 __asm__("a0") = x, a1 __asm__("a1") = y, a2 __asm__("a2") = z, a3 __asm__("a3") = u;
  register long a4 __asm__("a4") = v, a5 __asm__("a5") = w, a7 __asm__("a7") = number;
  __asm__ volatile("syscall 0"
                   : "+r"(a0)
                   : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(a7)
                   : "memory", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8");
  return a0;
}

static inline int fflush(FILE *to);
static inline _Noreturn void exit(int status) {
  fflush(stdout);
  for (;;) bare_call(bare_exit_group, status, 0, 0, 0, 0, 0);
}
static inline _Noreturn void abort(void) { exit(134); }
static inline long sysconf(int what) { return what == _SC_PAGESIZE ? 65536 : -1; }
static inline void *mmap(void *at, size_t bytes, int protection, int flags, int file, long offset) {
  long found = bare_call(bare_mmap, (long)at, (long)bytes, protection, flags, file, offset);
  return found < 0 && found > -4096 ? MAP_FAILED : (void *)found;
}
static inline int mprotect(void *at, size_t bytes, int protection) {
  return (int)bare_call(bare_mprotect, (long)at, (long)bytes, protection, 0, 0, 0);
}
static inline int munmap(void *at, size_t bytes) { return (int)bare_call(bare_munmap, (long)at, (long)bytes, 0, 0, 0, 0); }

/* Compilers call these of themselves; a loop in them must not become a call of them. */
#define BARE_LOOP __asm__ volatile("" ::: "memory")
BARE void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) {
    ((char *)to)[i] = ((const char *)from)[i];
    BARE_LOOP;
  }
  return to;
}
BARE void *memset(void *to, int value, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) {
    ((char *)to)[i] = (char)value;
    BARE_LOOP;
  }
  return to;
}

BARE size_t fread(void *to, size_t size, size_t count, FILE *from) {
  static unsigned char waiting[65536];
  static size_t first, end;
  (void)from;
  for (size_t i = 0; i < size * count; i++) {
    if (first == end) {
      long got = bare_call(bare_read, 0, (long)waiting, sizeof waiting, 0, 0, 0);
      if (got <= 0) return i / size;
      first = 0, end = (size_t)got;
    }
    ((unsigned char *)to)[i] = waiting[first++];
  }
  return count;
}

BARE char bare_line[65536];
BARE size_t bare_used;
static inline int fflush(FILE *to) {
  (void)to;
  for (size_t at = 0; at < bare_used;) {
    long put = bare_call(bare_write, 1, (long)(bare_line + at), (long)(bare_used - at), 0, 0, 0);
    if (put <= 0) return -1;
    at += (size_t)put;
  }
  bare_used = 0;
  return 0;
}
static inline void bare_put(char c) {
  if (bare_used == sizeof bare_line) fflush(stdout);
  bare_line[bare_used++] = c;
}
static inline void bare_put_text(const char *text) {
  while (*text) bare_put(*text++);
}
static inline void bare_put_integer(long value) {
  char digits[24];
  int count = 0;
  unsigned long rest = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;
  if (value < 0) bare_put('-');
  do digits[count++] = (char)('0' + rest % 10);
  while (rest /= 10);
  while (count) bare_put(digits[--count]);
}
/* As %a; a denormal number begins with 0x0. */
static inline void bare_put_number(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, 8);
  uint64_t fraction = bits & 0xfffffffffffff;
  int exponent = (int)(bits >> 52 & 2047);
  if (bits >> 63) bare_put('-');
  if (exponent == 2047) {
    bare_put_text(fraction ? "nan" : "inf");
    return;
  }
  bare_put_text(exponent ? "0x1." : "0x0.");
  for (int shift = 48; shift >= 0; shift -= 4) bare_put("0123456789abcdef"[fraction >> shift & 15]);
  bare_put('p');
  bare_put_integer(exponent ? exponent - 1023 : -1022);
}
/* Of the conversions those that the programs have: %d, %ld and %.17g. */
BARE int printf(const char *format, ...) {
  va_list values;
  va_start(values, format);
  for (const char *at = format; *at; at++) {
    if (*at != '%') {
      bare_put(*at);
      continue;
    }
    for (at++; (*at >= '0' && *at <= '9') || *at == '.'; at++) {}
    if (*at == 'd') bare_put_integer(va_arg(values, int));
    else if (*at == 'g') bare_put_number(va_arg(values, double));
    else if (*at == 'l') at++, bare_put_integer(va_arg(values, long));
    else abort();
  }
  va_end(values);
  return 0;
}

int main(void);
BARE _Noreturn void bare_start(void) {
  exit(main());
}
__asm__(".weak _start\n_start:\n  bstrins.d $sp, $zero, 4, 0\n  bl bare_start\n");
#endif
