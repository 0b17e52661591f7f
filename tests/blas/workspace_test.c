// SPDX-License-Identifier: Apache-2.0
// The stack of memory: what is taken is aligned, apart and whole; it grows; it is kept; threads have their own. With an
// argument: a mistake or a lack that must abort.
#include "tessera_workspace.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                \
  do                                                                    \
    if (!(condition)) {                                                 \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);   \
      exit(1);                                                          \
    }                                                                   \
  while (0)

enum { MOST = 40 };
struct taken {
  unsigned char *data;
  size_t bytes;
  unsigned char mark;
};

static struct taken take(size_t bytes, unsigned char mark) {
  struct taken t = {tessera_workspace_take(bytes), bytes, mark};
  CHECK(t.data && (uintptr_t)t.data % 64 == 0);
  memset(t.data, mark, bytes);
  return t;
}

static void give(struct taken t) {
  for (size_t i = 0; i < t.bytes; i++) CHECK(t.data[i] == t.mark);
  tessera_workspace_give(t.data);
}

// Up and down, by sizes that need many chunks.
static void up_and_down(unsigned seed) {
  struct taken stack[MOST];
  int height = 0;
  for (int step = 0; step < 1000; step++) {
    seed = seed * 1103515245u + 12345u;
    const unsigned what = seed >> 16;
    if (height < MOST && (height == 0 || what % 5 < 3)) {
      const size_t bytes = what % 197 == 0 ? 3 * 1024 * 1024 : what % 7 == 0 ? 100000 + what : what % 3000;
      stack[height] = take(bytes, (unsigned char)(what & 0xFF));
      height++;
    } else give(stack[--height]);
  }
  while (height > 0) give(stack[--height]);
}

static void keeps_what_was_given(void) {
  struct taken first = take(5 * 1024 * 1024, 1);
  unsigned char *const before = first.data;
  give(first);
  for (int i = 0; i < 3; i++) {
    struct taken again = take(5 * 1024 * 1024 - (size_t)i * 4096, 2);
    CHECK(again.data == before);
    struct taken small = take(1, 3);
    give(small);
    give(again);
  }
}

static void large_ones_lie_on_huge_pages(void) {
  struct taken t = take(64 * 1024 * 1024, 5);
  CHECK((uintptr_t)t.data % (2 * 1024 * 1024) < 4096);
  give(t);
}

static void *of_a_thread(void *seed) {
  up_and_down((unsigned)(uintptr_t)seed);
  return tessera_workspace_take(0) ? NULL : seed; /* not given: goes with the thread */
}

static void threads_have_their_own(void) {
  pthread_t threads[8];
  struct taken mine = take(1000, 9);
  for (int round = 0; round < 3; round++) {
    for (uintptr_t i = 0; i < 8; i++) CHECK(pthread_create(&threads[i], NULL, of_a_thread, (void *)(i + 1)) == 0);
    for (int i = 0; i < 8; i++) CHECK(pthread_join(threads[i], NULL) == 0);
  }
  give(mine);
}

static void abort_by(const char *mistake) {
  void *first = tessera_workspace_take(10), *second = tessera_workspace_take(10);
  if (strcmp(mistake, "order") == 0) tessera_workspace_give(first);
  if (strcmp(mistake, "twice") == 0) tessera_workspace_give(second), tessera_workspace_give(second);
  if (strcmp(mistake, "foreign") == 0) tessera_workspace_give(&first);
  if (strcmp(mistake, "memory") == 0) tessera_workspace_take(SIZE_MAX / 8);
  if (strcmp(mistake, "overflow") == 0) tessera_workspace_take(SIZE_MAX - 3);
}

int main(int count, char **words) {
  if (count > 1) {
    abort_by(words[1]);
    return 0;
  }
  up_and_down(1);
  keeps_what_was_given();
  large_ones_lie_on_huge_pages();
  threads_have_their_own();
  up_and_down(2);
  puts("ok");
  return 0;
}
