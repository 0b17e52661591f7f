/* SPDX-License-Identifier: 0BSD */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE /* madvise */
#endif
#include "tessera_workspace.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { ALIGNMENT = 64, SMALLEST_CHUNK = 64 * 1024, HUGE_PAGE = 2 * 1024 * 1024 };

/* A piece of memory, filled from its beginning. Chunks lie on one another; above the top one are those that are kept. */
struct chunk {
  struct chunk *below, *above;
  size_t size, used; /* with the chunk's own head */
};

/* Stands before each block. */
struct block {
  struct block *before; /* what was taken before it, in any chunk */
  struct chunk *chunk;
};

/* Of a thread. */
struct arena {
  struct chunk *bottom, *top;
  struct block *last;
};
static _Thread_local struct arena arena;

static pthread_key_t ends;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static _Noreturn void die(const char *why, size_t bytes) {
  fprintf(stderr, "tessera_workspace: %s (%zu bytes)\n", why, bytes);
  abort();
}

static size_t rounded(size_t bytes, size_t unit) {
  if (bytes > SIZE_MAX - unit) die("no memory", bytes);
  return (bytes + unit - 1) / unit * unit;
}

static void release_from(struct chunk *chunk) {
  while (chunk) {
    struct chunk *above = chunk->above;
    free(chunk);
    chunk = above;
  }
}

static void release_all(void *of_thread) {
  struct arena *ended = of_thread;
  release_from(ended->bottom);
  *ended = (struct arena){NULL, NULL, NULL};
}

static void make_key(void) {
  if (pthread_key_create(&ends, release_all) != 0) die("no key for the end of threads", 0);
}

/* Operands that are packed are read over and over: with small pages, looking these up costs more than a tenth of the time
 * in a virtual machine. */
static struct chunk *new_chunk(size_t least) {
  size_t size = rounded(least < SMALLEST_CHUNK ? SMALLEST_CHUNK : least, ALIGNMENT);
  if (size >= HUGE_PAGE) size = rounded(size, HUGE_PAGE);
  struct chunk *chunk = aligned_alloc(size >= HUGE_PAGE ? HUGE_PAGE : ALIGNMENT, size);
  if (!chunk) die("no memory", least);
#ifdef MADV_HUGEPAGE
  if (size >= HUGE_PAGE) (void)madvise(chunk, size, MADV_HUGEPAGE); /* a wish */
#endif
  *chunk = (struct chunk){NULL, NULL, size, ALIGNMENT};
  return chunk;
}

static void put_above(struct chunk *top, struct chunk *chunk) {
  chunk->below = top;
  if (top) top->above = chunk;
  else {
    pthread_once(&once, make_key);
    if (pthread_setspecific(ends, &arena) != 0) die("no memory", sizeof arena);
    arena.bottom = chunk;
  }
}

/* A chunk on the top one with room for so many bytes: the one that was kept there, or, where it is too small, a new one
 * twice as large as what is below it. */
static struct chunk *chunk_above(struct chunk *top, size_t bytes) {
  struct chunk *kept = top ? top->above : arena.bottom;
  const size_t least = bytes + ALIGNMENT;
  if (kept && kept->size >= least) return kept;
  release_from(kept);
  if (top) top->above = NULL;
  const size_t twice = top ? 2 * top->size : 0;
  struct chunk *chunk = new_chunk(least > twice ? least : twice);
  put_above(top, chunk);
  return chunk;
}

void *tessera_workspace_take(size_t bytes) {
  const size_t size = rounded(bytes, ALIGNMENT);
  if (size > SIZE_MAX / 4) die("no memory", bytes);
  if (!arena.top || arena.top->size - arena.top->used < size + ALIGNMENT)
    arena.top = chunk_above(arena.top, size + ALIGNMENT);
  struct chunk *chunk = arena.top;
  struct block *block = (struct block *)((char *)chunk + chunk->used);
  *block = (struct block){arena.last, chunk};
  chunk->used += size + ALIGNMENT;
  arena.last = block;
  return (char *)block + ALIGNMENT;
}

void tessera_workspace_give(void *taken) {
  struct block *block = arena.last;
  if (!block || taken != (char *)block + ALIGNMENT) die("given back is not what was taken last", 0);
  block->chunk->used = (size_t)((char *)block - (char *)block->chunk);
  arena.last = block->before;
  arena.top = arena.last ? arena.last->chunk : NULL;
}
