// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/operand_memory.hpp"

namespace tessera::conformance {
namespace {

const char* const declarations = R"(#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct tessera_operand { const void *data; size_t bytes; int argument, count; void (*print)(const void *, int); };
struct tessera_test {
  void (*call)(unsigned char *const *);
  const struct tessera_operand *operands;
  int count, flush_with_end;
};
struct tessera_region { unsigned char *memory, *data; size_t room, bytes; };
enum { tessera_untouched = 0xa5 };
)";

const char* const guard_pages = R"(#include <sys/mman.h>
#include <unistd.h>
enum { tessera_has_canaries = 0 };
static size_t tessera_page(void) { return (size_t)sysconf(_SC_PAGESIZE); }
static unsigned char *tessera_take(size_t bytes) {
  size_t page = tessera_page();
  unsigned char *memory = mmap(0, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + page, bytes - 2 * page, PROT_READ | PROT_WRITE)) abort();
  return memory;
}
static void tessera_release(struct tessera_region r) { munmap(r.memory, r.room + 2 * tessera_page()); }
)";

const char* const canaries = R"(enum { tessera_has_canaries = 1 };
static size_t tessera_page(void) { return 4096; }
static unsigned char *tessera_take(size_t bytes) {
  unsigned char *memory = aligned_alloc(tessera_page(), bytes);
  if (!memory) abort();
  return memory;
}
static void tessera_release(struct tessera_region r) { free(r.memory); }
)";

const char* const runs =
    R"(/* Where bytes are that must stay as they are: the pages around the room too, if these are there. */
static size_t tessera_margin(void) { return tessera_has_canaries ? tessera_page() : 0; }
/* A copy between two pages: flush against the second, or against the first. */
static struct tessera_region tessera_placed(const void *data, size_t bytes, int flush_with_end) {
  size_t page = tessera_page(), room = (bytes / page + 1) * page;
  unsigned char *memory = tessera_take(room + 2 * page);
  memset(memory + page - tessera_margin(), tessera_untouched, room + 2 * tessera_margin());
  struct tessera_region r = {memory, memory + page + (flush_with_end ? room - bytes : 0), room, bytes};
  memcpy(r.data, data, bytes);
  return r;
}
/* Ends the program when what lies around the data has changed. */
static void tessera_check(struct tessera_region r, int argument) {
  unsigned char *start = r.memory + tessera_page() - tessera_margin(), *end = r.data + r.bytes;
  unsigned char *last = r.memory + tessera_page() + r.room + tessera_margin();
  for (unsigned char *at = start; at != last; at++) {
    if (at == r.data) at = end;
    if (at == last) return;
    if (*at == tessera_untouched) continue;
    printf("outside %d %ld", argument, (long)(at < end ? at - r.data : at - end + 1));
    exit(EXIT_FAILURE);
  }
}
/* The same for a register after those of an operand, which was all zeros. */
static inline void tessera_check_spare(const void *spare, size_t bytes, int argument) {
  for (size_t i = 0; i < bytes; i++) {
    if (((const unsigned char *)spare)[i] == 0) continue;
    printf("outside %d %ld", argument, (long)i + 1);
    exit(EXIT_FAILURE);
  }
}
static void tessera_run(const struct tessera_test *t) {
  enum { most = 64 };
  struct tessera_region regions[most];
  unsigned char *data[most];
  if (t->count > most) abort();
  for (int i = 0; i < t->count; i++) {
    regions[i] = tessera_placed(t->operands[i].data, t->operands[i].bytes, t->flush_with_end);
    data[i] = regions[i].data;
  }
  t->call(data);
  for (int i = 0; i < t->count; i++) tessera_check(regions[i], t->operands[i].argument);
  for (int i = 0; i < t->count; i++) t->operands[i].print(data[i], t->operands[i].count);
  for (int i = 0; i < t->count; i++) tessera_release(regions[i]);
  fflush(stdout);
}
)";

}  // namespace

std::string in_words(Around around) { return around == Around::guard_pages ? "guard pages" : "canaries"; }

std::string operand_memory(Around around) {
  return std::string(declarations) + (around == Around::guard_pages ? guard_pages : canaries) + runs;
}

std::string guard_page_question() {
  return std::string(declarations) + guard_pages +
         "int main(void) {\n  struct tessera_region r = {tessera_take(3 * tessera_page()), 0, 0, 0};\n"
         "  r.room = tessera_page();\n  tessera_release(r);\n  return tessera_has_canaries;\n}\n";
}

}  // namespace tessera::conformance
