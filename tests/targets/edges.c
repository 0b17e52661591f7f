// SPDX-License-Identifier: Apache-2.0
/* Each microkernel of a GEMM family on every edge: its rows, each number of columns that it takes, and each k from 0 to 17. Integers are compared exactly,
 * so are small integers in floating point, which no order of the additions rounds. Operands end at an unmapped page, or at canaries where there are no pages.
 * `calls.h`, written by `scripts/targets` from the manifests, has the table of the members, and
 *   DEPTH                        the products that an instruction adds at once: k is in groups of so many
 *   A_TYPE, B_TYPE, SUM_TYPE, C_TYPE
 *   LANES                        of this machine where tiles are in vectors, 1 where they are in columns */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum type { f16, bf16, f32, f64, i8, ui8, i16, ui16, i32, ui32 };

/* What a call gets. `column` is the distance of C's columns. */
struct edge {
  int64_t n, k, a_row, b_row, c_row, column;
  void *a, *b, *c, *scale, *bias;
  double alpha, beta;
};

struct member {
  const char *name, *update; /* "add", "set", or "scale_add": C = beta C + alpha A B */
  void (*call)(const struct edge *);
  int rows, panel_rows, columns, fewer; /* columns in LANES, and by how many LANES a call may have fewer, not counting the last column: 0 for a whole tile */
  int a_is_packed, b_is_packed, any_c, converts; /* converts: C = scale[j] * sums + bias[j] in f32, then in C's type */
};

#include "calls.h"

enum { most_k = 17, most_rows = 128, most_columns = 2048, column_gap = 3 };
static int32_t left[most_rows][(most_k + 1) * DEPTH], right[most_columns][(most_k + 1) * DEPTH];
static int64_t sums[most_rows][most_columns], before[most_rows][most_columns];
static float scales[most_columns], biases[most_columns];

static uint64_t state = 88172645463325252u;
static uint64_t any(void) {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state >> 11;
}
/* Bytes of the whole range, the ends often: sums of two products may saturate on the way. */
static int32_t any_of(enum type t) {
  const int32_t end = (int32_t)(any() % 4);
  switch (t) {
    case i8: return end ? (int32_t)(any() % 256) - 128 : any() % 2 ? -128 : 127;
    case ui8: return end ? (int32_t)(any() % 256) : 255;
    case i16: case i32: return (int32_t)(any() % 8001) - 4000;
    case ui16: case ui32: return (int32_t)(any() % 4001);
    default: return (int32_t)(any() % 7) - 3;
  }
}

static size_t size_of(enum type t) {
  switch (t) {
    case i8: case ui8: return 1;
    case f16: case bf16: case i16: case ui16: return 2;
    case f64: return 8;
    default: return 4;
  }
}

/* To the nearest number of so few digits, of two the even one, as the bits of a float. */
static uint32_t rounded_bits(float x, int dropped) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  const uint32_t half = (uint32_t)1 << (dropped - 1);
  return bits + half - 1 + (bits >> dropped & 1);
}
static uint16_t as_bf16(float x) { return (uint16_t)(rounded_bits(x, 16) >> 16); }
/* Of numbers that are 0 or normal in f16. */
static uint16_t as_f16(float x) {
  if (x == 0) return 0;
  const uint32_t bits = rounded_bits(x, 13), exponent = (bits >> 23 & 255) - 127 + 15;
  return (uint16_t)((bits >> 31 << 15) | (exponent << 10) | (bits >> 13 & 1023));
}

static void put_at(char *to, enum type t, int64_t at, double value) {
  const float f = (float)value;
  const int64_t whole = t > f64 ? (int64_t)value : 0;
  uint16_t half = t == f16 ? as_f16(f) : as_bf16(f);
  to += (size_t)at * size_of(t);
  switch (t) {
    case f16: case bf16: memcpy(to, &half, 2); break;
    case f32: memcpy(to, &f, 4); break;
    case f64: memcpy(to, &value, 8); break;
    case i8: case ui8: { const uint8_t x = (uint8_t)whole; memcpy(to, &x, 1); break; }
    case i16: case ui16: { const uint16_t x = (uint16_t)whole; memcpy(to, &x, 2); break; }
    default: { const uint32_t x = (uint32_t)whole; memcpy(to, &x, 4); }
  }
}

/* Rooms of bytes; what is after the last one cannot be touched. */
enum { room = 1 << 22, canaries = 256 };
struct room { char *end; };
static struct room room_a, room_b, room_c, room_scale, room_bias;
static char expected[room];

#if !defined(__wasm__)
#include <sys/mman.h>
static void make(struct room *r) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *all = mmap(0, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + room, page, PROT_NONE)) abort();
  r->end = all + room;
}
#else
static char rooms[5][room + canaries];
static void make(struct room *r) {
  static int made;
  r->end = rooms[made++] + room;
  memset(r->end, 0x5a, canaries);
}
#endif

/* So many elements at the end of a room, after canaries. */
static char *place(const struct room *r, enum type t, int64_t count) {
  const size_t bytes = (size_t)count * size_of(t);
  if (bytes + canaries > room) abort();
  memset(r->end - bytes - canaries, 0x5a, bytes + canaries);
  return r->end - bytes;
}

/* An operand as the member wants it: panel[k, DEPTH * i + q], with `group` of these side by side panel[k, q / group, group * i + q % group];
 * or rows of their own. Rows of a panel that are not computed hold numbers too. */
static void *packed(const struct room *r, enum type t, int32_t (*from)[(most_k + 1) * DEPTH], int64_t lines, int64_t k, int group) {
  char *to = place(r, t, lines * DEPTH * k);
  for (int64_t at = 0; at < k; at++)
    for (int64_t i = 0; i < lines; i++)
      for (int q = 0; q < DEPTH; q++) put_at(to, t, at * lines * DEPTH + (q / group * lines + i) * group + q % group, from[i][at * DEPTH + q]);
  return to;
}
static void *in_rows(const struct room *r, enum type t, int64_t lines, int64_t k, int64_t row) {
  char *to = place(r, t, k ? (lines - 1) * row + k * DEPTH : 0);
  for (int64_t i = 0; i < lines && k; i++)
    for (int64_t at = 0; at < k * DEPTH; at++) put_at(to, t, i * row + at, left[i][at]);
  return to;
}
static void *in_columns(const struct room *r, enum type t, int64_t n, int64_t k, int64_t row) {
  char *to = place(r, t, k ? (k - 1) * row + n * DEPTH : 0);
  for (int64_t at = 0; at < k; at++)
    for (int64_t j = 0; j < n; j++)
      for (int q = 0; q < DEPTH; q++) put_at(to, t, at * row + j * DEPTH + q, right[j][at * DEPTH + q]);
  return to;
}

/* The reference rounds where the kernel's specification does: in f32, then to the type of the result. */
static double result(const struct member *m, const struct edge *e, int64_t i, int64_t j) {
  if (!m->converts)
    return m->update[0] == 'a' ? (double)(before[i][j] + sums[i][j])
           : m->update[1] == 'c' ? e->beta * (double)before[i][j] + e->alpha * (double)sums[i][j] : (double)sums[i][j];
  volatile float x = (float)sums[i][j];
  x = scales[j] * x;
  x = x + biases[j];
  if (C_TYPE <= f64) return x;
  const double least = C_TYPE == i8 ? -128 : C_TYPE == i16 ? -32768 : 0;
  const double most = C_TYPE == i8 ? 127 : C_TYPE == ui8 ? 255 : C_TYPE == i16 ? 32767 : 65535;
  const double in_range = x < least ? least : x > most ? most : x;
  const double down = (double)(int64_t)in_range - (in_range < (double)(int64_t)in_range), rest = in_range - down;
  return down + (rest > 0.5 || (rest == 0.5 && (int64_t)down % 2 != 0));
}

static long runs;

static int run(const struct member *m, int64_t n, int64_t k) {
  struct edge e = {.n = n, .k = k, .alpha = 2, .beta = 3};
  const int64_t columns = m->columns * LANES;
  e.column = m->any_c ? 2 : 1, e.c_row = n * e.column + column_gap;
  e.a_row = (m->a_is_packed ? m->panel_rows : k) * DEPTH + (m->a_is_packed ? 0 : column_gap);
  e.b_row = (m->b_is_packed ? columns : n) * DEPTH + (m->b_is_packed ? 0 : column_gap);
  e.a = m->a_is_packed ? packed(&room_a, A_TYPE, left, m->panel_rows, k, DEPTH) : in_rows(&room_a, A_TYPE, m->rows, k, e.a_row);
  e.b = m->b_is_packed ? packed(&room_b, B_TYPE, right, columns, k, GROUP) : in_columns(&room_b, B_TYPE, n, k, e.b_row);
  e.scale = place(&room_scale, f32, columns), e.bias = place(&room_bias, f32, columns);
  memcpy(e.scale, scales, (size_t)columns * 4), memcpy(e.bias, biases, (size_t)columns * 4);
  const int64_t span = (m->rows - 1) * e.c_row + (n - 1) * e.column + 1;
  const size_t bytes = (size_t)span * size_of(C_TYPE) + canaries;
  e.c = place(&room_c, C_TYPE, span);
  for (int64_t i = 0; i < m->rows; i++)
    for (int64_t j = 0; j < n; j++) put_at(e.c, C_TYPE, i * e.c_row + j * e.column, (double)before[i][j]);
  memcpy(expected, (char *)e.c - canaries, bytes);
  for (int64_t i = 0; i < m->rows; i++)
    for (int64_t j = 0; j < n; j++) put_at(expected + canaries, C_TYPE, i * e.c_row + j * e.column, result(m, &e, i, j));
  m->call(&e);
  runs++;
  if (memcmp(expected, (char *)e.c - canaries, bytes) == 0) return 1;
  size_t at = 0;
  while (expected[at] == ((char *)e.c - canaries)[at]) at++;
  const int64_t element = at < canaries ? -1 : (int64_t)((at - canaries) / size_of(C_TYPE));
  printf("%s: with %ld columns and k = %ld, C is wrong at its element %ld, row %ld\n", m->name, (long)n, (long)k, (long)element,
         (long)(element / e.c_row));
  return 0;
}

/* The sums of so many k. */
static void add_group(int64_t k, int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < columns; j++)
      for (int64_t q = k * DEPTH; q < (k + 1) * DEPTH; q++) sums[i][j] += (int64_t)left[i][q] * right[j][q];
}

int main(void) {
  make(&room_a), make(&room_b), make(&room_c), make(&room_scale), make(&room_bias);
  int64_t rows = 0, columns = 0;
  const int count = (int)(sizeof members / sizeof *members);
  for (int e = 0; e < count; e++) {
    rows = members[e].panel_rows > rows ? members[e].panel_rows : rows;
    columns = members[e].columns * LANES > columns ? members[e].columns * LANES : columns;
  }
  if (rows > most_rows || columns > most_columns) abort();
  for (int64_t i = 0; i < rows; i++)
    for (int q = 0; q < most_k * DEPTH; q++) left[i][q] = any_of(A_TYPE);
  for (int64_t j = 0; j < columns; j++) {
    for (int q = 0; q < most_k * DEPTH; q++) right[j][q] = any_of(B_TYPE);
    const int small = A_TYPE <= f64 || C_TYPE <= f64; /* else sums of whole ranges become bytes */
    scales[j] = (float[]){1, 0.5f, 2, 0.25f}[any() % 4] / (float)(small ? 1 : C_TYPE == i16 || C_TYPE == ui16 ? 1 << 14 : 1 << 12);
    biases[j] = (float)((int)(any() % 41) - 20);
    for (int64_t i = 0; i < rows; i++) before[i][j] = any_of(C_TYPE);
  }
  for (int64_t k = 0; k <= most_k; k++) {
    for (int e = 0; e < count; e++) {
      const int64_t most = members[e].columns * LANES;
      const int64_t least = members[e].fewer ? most - members[e].fewer * LANES + 1 : most;
      for (int64_t n = least; n <= most; n++)
        if (!run(&members[e], n, k)) return 1;
    }
    if (k < most_k) add_group(k, rows, columns);
  }
  printf("%ld cases\n", runs);
  return 0;
}
