// SPDX-License-Identifier: Apache-2.0
// One microkernel of small types in turns with a loop of its instruction alone, on registers: the peak here and now. Prints
// rates in GOP/s (two operations to a product) as "kernel peak percent lower-quartile upper-quartile".
// Macros: HEADER, KERNEL, OF_A, OF_B, OF_SUM (C types), WINDOW (of C), ROWS, COLUMNS, DEPTH, GROUPS (of DEPTH), INSTRUCTION (text).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include HEADER

enum { pairs = 31, chains = 28, lanes = 16 };
static const double sample_seconds = 0.02;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// 28 independent sums, in zmm2 and after it: as many as a tile of 14 x 32 has.
#define ONE(n) INSTRUCTION " %%zmm1, %%zmm0, %%zmm" #n "\n\t"
static void instructions_alone(int64_t iterations) {
  __asm__ volatile(
      "1:\n\t" ONE(2) ONE(3) ONE(4) ONE(5) ONE(6) ONE(7) ONE(8) ONE(9) ONE(10) ONE(11) ONE(12) ONE(13) ONE(14) ONE(15)
          ONE(16) ONE(17) ONE(18) ONE(19) ONE(20) ONE(21) ONE(22) ONE(23) ONE(24) ONE(25) ONE(26) ONE(27) ONE(28) ONE(29)
      "dec %0\n\tjnz 1b"
      : "+r"(iterations)
      :
      : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",
        "xmm14", "xmm15", "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26",
        "xmm27", "xmm28", "xmm29", "cc");
}

static OF_A *a;
static OF_B *b;
static OF_SUM *c;

static void kernel(int64_t times) {
  for (int64_t i = 0; i < times; i++) KERNEL(GROUPS, a, b, (struct WINDOW){c, {COLUMNS, 1}});
}

// Repetitions for one sample.
static int64_t repetitions(void (*run)(int64_t)) {
  for (int64_t n = 1;; n *= 2) {
    const double start = now();
    run(n);
    if (now() - start > sample_seconds) return n;
  }
}

static double rate(void (*run)(int64_t), int64_t n, double operations) {
  const double start = now();
  run(n);
  return operations * (double)n / (now() - start) * 1e-9;
}

static int by_size(const void *x, const void *y) {
  const double l = *(const double *)x, r = *(const double *)y;
  return (l > r) - (l < r);
}

static void *room(size_t bytes) {
  void *out = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!out) abort();
  memset(out, 0, bytes);
  return out;
}

int main(void) {
  a = room(sizeof(OF_A) * ROWS * DEPTH * GROUPS);
  b = room(sizeof(OF_B) * COLUMNS * DEPTH * GROUPS);
  c = room(sizeof(OF_SUM) * ROWS * COLUMNS);
  const double of_kernel = 2.0 * ROWS * COLUMNS * DEPTH * GROUPS, of_peak = 2.0 * chains * lanes * DEPTH;
  const int64_t n = repetitions(kernel), m = repetitions(instructions_alone);
  double kernels[pairs], peaks[pairs], percents[pairs];
  double before = rate(instructions_alone, m, of_peak);
  for (int i = 0; i < pairs; i++) {
    kernels[i] = rate(kernel, n, of_kernel);
    const double after = rate(instructions_alone, m, of_peak);
    peaks[i] = (before + after) / 2;
    percents[i] = 100 * kernels[i] / peaks[i];
    before = after;
  }
  qsort(kernels, pairs, sizeof *kernels, by_size);
  qsort(peaks, pairs, sizeof *peaks, by_size);
  qsort(percents, pairs, sizeof *percents, by_size);
  printf("%.1f %.1f %.2f %.2f %.2f\n", kernels[pairs / 2], peaks[pairs / 2], percents[pairs / 2], percents[pairs / 4],
         percents[3 * pairs / 4]);
  return 0;
}
