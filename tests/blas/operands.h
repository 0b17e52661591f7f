// SPDX-License-Identifier: Apache-2.0
// Matrices between pages that cannot be touched, and what fills them.
#ifndef OPERANDS_H
#define OPERANDS_H

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "random.h"

// Room that ends at such a page and begins at one.
struct room {
  char *data;
  size_t bytes;
};

static struct room make_room(size_t bytes) {
  const size_t page = 4096, inner = (bytes + page - 1) / page * page;
  char *all = mmap(NULL, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED || mprotect(all + page, inner, PROT_READ | PROT_WRITE) != 0) {
    perror("mmap");
    exit(2);
  }
  return (struct room){all + page, inner};
}

// A matrix of `lines` with `line` elements each, `leading` from one to the next; its last element ends at the page, or its
// first begins at one.
struct matrix {
  REAL *data;
  int lines, line, leading;
};

static struct matrix place(struct room room, int lines, int line, int leading, int at_end) {
  const size_t elements = lines > 0 && line > 0 ? (size_t)(lines - 1) * (size_t)leading + (size_t)line : 0;
  char *data = at_end ? room.data + room.bytes - elements * sizeof(REAL) : room.data;
  if (elements * sizeof(REAL) > room.bytes) exit(2);
  return (struct matrix){(REAL *)data, lines, line, leading};
}

// Element `at` of line `l`; gaps between lines have one too.
static REAL *element(struct matrix m, int l, int at) { return m.data + (ptrdiff_t)l * m.leading + at; }

// The bytes of gaps, which nobody may read with an effect, nor change.
static const unsigned char gap_byte = 0xFF;  // a NaN

static void fill_gaps(struct matrix m) {
  for (int l = 0; l + 1 < m.lines && m.line > 0; l++)
    memset(element(m, l, m.line), gap_byte, (size_t)(m.leading - m.line) * sizeof(REAL));
}

static int gaps_are_whole(struct matrix m) {
  for (int l = 0; l + 1 < m.lines && m.line > 0; l++) {
    const unsigned char *gap = (const unsigned char *)element(m, l, m.line);
    for (size_t b = 0; b < (size_t)(m.leading - m.line) * sizeof(REAL); b++)
      if (gap[b] != gap_byte) return 0;
  }
  return 1;
}

#endif
