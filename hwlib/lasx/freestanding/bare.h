// SPDX-License-Identifier: 0BSD
/* What programs of `tessera hwlib check` and kernels' test programs need of a C library, by Linux's system calls on LoongArch: Debian 12 has no library
 * for it. Numbers are printed in hexadecimal, which loses none of their bits. */
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
#define stderr ((FILE *)2)
#define _POSIX_MEMORY_PROTECTION 200809L
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
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
static inline long write(int file, const void *from, size_t bytes) {
  return bare_call(bare_write, file, (long)from, (long)bytes, 0, 0, 0);
}
static inline _Noreturn void _exit(int status) {
  for (;;) bare_call(bare_exit_group, status, 0, 0, 0, 0, 0);
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

BARE void *memmove(void *to, const void *from, size_t bytes) {
  for (size_t i = 0; i < bytes; i++) {
    const size_t at = (char *)to < (const char *)from ? i : bytes - 1 - i;
    ((char *)to)[at] = ((const char *)from)[at];
    BARE_LOOP;
  }
  return to;
}
BARE int memcmp(const void *a, const void *b, size_t bytes) {
  for (size_t i = 0; i < bytes; i++)
    if (((const unsigned char *)a)[i] != ((const unsigned char *)b)[i])
      return ((const unsigned char *)a)[i] < ((const unsigned char *)b)[i] ? -1 : 1;
  return 0;
}
BARE size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length]) {
    length++;
    BARE_LOOP;
  }
  return length;
}

/* Pages of its own for each, their number of bytes before them. */
enum { bare_header = 4096 };
static inline void *malloc(size_t bytes) {
  char *all = mmap(0, bytes + bare_header, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return 0;
  *(size_t *)(void *)all = bytes + bare_header;
  return all + bare_header;
}
static inline void *aligned_alloc(size_t alignment, size_t bytes) { return alignment <= bare_header ? malloc(bytes) : 0; }
static inline void *calloc(size_t count, size_t size) { return malloc(count * size); }
static inline void free(void *memory) {
  if (memory) munmap((char *)memory - bare_header, *(size_t *)(void *)((char *)memory - bare_header));
}

static inline double fabs(double x) { return __builtin_fabs(x); }
static inline float fabsf(float x) { return __builtin_fabsf(x); }
/* To the nearest integer, of two the even one, with the sign of x: what is added leaves no digits after the point. */
static inline double nearbyint(double x) {
  const double big = 0x1p52, size = fabs(x);
  return size < big ? __builtin_copysign(size + big - big, x) : x;
}
static inline float nearbyintf(float x) {
  const float big = 0x1p23f, size = fabsf(x);
  return size < big ? __builtin_copysignf(size + big - big, x) : x;
}
static inline double floor(double x) {
  const double near = nearbyint(x);
  return near > x ? near - 1 : near;
}
static inline float floorf(float x) {
  const float near = nearbyintf(x);
  return near > x ? near - 1 : near;
}

/* 1e6, 250: what bounds a test program's time. */
static inline double strtod(const char *text, char **end) {
  double value = 0;
  int exponent = 0;
  for (; *text >= '0' && *text <= '9'; text++) value = 10 * value + (*text - '0');
  if (*text == 'e')
    for (text++; *text >= '0' && *text <= '9'; text++) exponent = 10 * exponent + (*text - '0');
  while (exponent-- > 0) value *= 10;
  if (end) *end = (char *)text;
  return value;
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
/* What waits goes to the file 1 or 2, standard output or errors. */
static inline int bare_flush(int file) {
  for (size_t at = 0; at < bare_used;) {
    long put = bare_call(bare_write, file, (long)(bare_line + at), (long)(bare_used - at), 0, 0, 0);
    if (put <= 0) return -1;
    at += (size_t)put;
  }
  bare_used = 0;
  return 0;
}
static inline int fflush(FILE *to) {
  (void)to;
  return bare_flush(1);
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
/* Of the conversions those that the programs have: %s, %d, %ld, %lld, %.9g and %.17g. */
BARE int vprintf(const char *format, va_list values) {
  for (const char *at = format; *at; at++) {
    if (*at != '%') {
      bare_put(*at);
      continue;
    }
    for (at++; (*at >= '0' && *at <= '9') || *at == '.'; at++) {}
    if (*at == 'd') bare_put_integer(va_arg(values, int));
    else if (*at == 'g') bare_put_number(va_arg(values, double));
    else if (*at == 's') bare_put_text(va_arg(values, const char *));
    else if (*at == '%') bare_put('%');
    else if (*at == 'l') {
      while (at[1] == 'l') at++;
      at++, bare_put_integer(va_arg(values, long)); /* long long is as long */
    } else abort();
  }
  return 0;
}
BARE int printf(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vprintf(format, values);
  va_end(values);
  return 0;
}
BARE int fprintf(FILE *to, const char *format, ...) {
  va_list values;
  if (to == stderr) fflush(stdout);
  va_start(values, format);
  vprintf(format, values);
  va_end(values);
  return to == stderr ? bare_flush(2) : 0;
}
BARE size_t fwrite(const void *from, size_t size, size_t count, FILE *to) {
  (void)to;
  for (size_t i = 0; i < size * count; i++) bare_put(((const char *)from)[i]);
  return count;
}
/* By way of the line that waits to be written, which has room after a flush. */
BARE int snprintf(char *to, size_t room, const char *format, ...) {
  va_list values;
  fflush(stdout);
  va_start(values, format);
  vprintf(format, values);
  va_end(values);
  const size_t length = bare_used, kept = length < room ? length : room ? room - 1 : 0;
  memcpy(to, bare_line, kept);
  if (room) to[kept] = 0;
  bare_used = 0;
  return (int)length;
}

/* A fault ends the program: nobody is told first. */
enum { SIGBUS = 7, SIGSEGV = 11, SA_SIGINFO = 4 };
typedef struct bare_fault { void *si_addr; } siginfo_t;
struct sigaction {
  void (*sa_sigaction)(int, siginfo_t *, void *);
  int sa_flags;
};
static inline int sigaction(int number, const struct sigaction *now, struct sigaction *before) {
  (void)number, (void)now, (void)before;
  return 0;
}

BARE _Noreturn void bare_end(int status) { exit(status); }
__asm__(".weak _start\n_start:\n  ld.d $a0, $sp, 0\n  addi.d $a1, $sp, 8\n  bstrins.d $sp, $zero, 4, 0\n  bl main\n  bl bare_end\n");
#endif
