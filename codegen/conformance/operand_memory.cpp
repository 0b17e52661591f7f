// SPDX-License-Identifier: Apache-2.0
#include "codegen/conformance/operand_memory.hpp"

namespace tessera::conformance {
namespace {

const char* const declarations = R"(#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct tessera_type { size_t bytes; void (*read)(void *, int); void (*write)(const void *, int); };
struct tessera_region { unsigned char *memory, *data; size_t room, bytes; };
enum { tessera_untouched = 0xa5, tessera_most_operands = 64 };
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
static void tessera_release(unsigned char *memory, size_t bytes) { munmap(memory, bytes); }
)";

const char* const canaries = R"(enum { tessera_has_canaries = 1 };
static size_t tessera_page(void) { return 4096; }
static unsigned char *tessera_take(size_t bytes) {
  unsigned char *memory = aligned_alloc(tessera_page(), bytes);
  if (!memory) abort();
  return memory;
}
static void tessera_release(unsigned char *memory, size_t bytes) {
  (void)bytes;
  free(memory);
}
)";

const char* const runs =
    R"(/* Where bytes are that must stay as they are: the pages around the room too, if these are there. */
static size_t tessera_margin(void) { return tessera_has_canaries ? tessera_page() : 0; }
/* The nearest address, not after `at` or not before it, that is a multiple of the alignment and of nothing larger: what
 * needs more must not get it by chance. */
static unsigned char *tessera_aligned(unsigned char *at, size_t alignment, int is_before) {
  uintptr_t multiple = is_before ? (uintptr_t)at / alignment : ((uintptr_t)at + alignment - 1) / alignment;
  if (multiple % 2 == 0) multiple += is_before ? (uintptr_t)-1 : 1;
  return at + (intptr_t)(multiple * alignment - (uintptr_t)at);
}
/* Of the operand's last case, if that was as large: mapping pages takes emulators long. */
static unsigned char *tessera_memory(int operand, size_t bytes) {
  static unsigned char *kept[tessera_most_operands];
  static size_t size[tessera_most_operands];
  if (size[operand] == bytes) return kept[operand];
  if (size[operand]) tessera_release(kept[operand], size[operand]);
  size[operand] = bytes;
  return kept[operand] = tessera_take(bytes);
}
/* Room between two pages: flush against the second, or against the first, as far as the alignment lets it. */
static struct tessera_region tessera_placed(int operand, size_t bytes, int flush_with_end, size_t alignment) {
  size_t page = tessera_page(), room = ((bytes + (alignment > 1 ? 2 * alignment : 0)) / page + 1) * page;
  unsigned char *memory = tessera_memory(operand, room + 2 * page), *data = memory + page + (flush_with_end ? room - bytes : 0);
  memset(memory + page - tessera_margin(), tessera_untouched, room + 2 * tessera_margin());
  if (alignment > 1) data = tessera_aligned(data, alignment, flush_with_end);
  struct tessera_region r = {memory, data, room, bytes};
  return r;
}
static _Noreturn void tessera_end(int argument, long bytes) {
  fprintf(stderr, "outside %d %ld\n", argument, bytes);
  exit(EXIT_FAILURE);
}
/* The first byte from `at` to `last` that has changed; `last` without any. */
static unsigned char *tessera_changed(unsigned char *at, unsigned char *last) {
  if (at == last || (*at == tessera_untouched && memcmp(at, at + 1, (size_t)(last - at) - 1) == 0)) return last;
  while (*at == tessera_untouched) at++;
  return at;
}
/* Ends the program when what lies around the data has changed. */
static void tessera_check(struct tessera_region r, int argument) {
  unsigned char *start = r.memory + tessera_page() - tessera_margin(), *end = r.data + r.bytes;
  unsigned char *last = r.memory + tessera_page() + r.room + tessera_margin();
  unsigned char *before = tessera_changed(start, r.data), *after = tessera_changed(end, last);
  if (before != r.data) tessera_end(argument, (long)(before - r.data));
  if (after != last) tessera_end(argument, (long)(after - end + 1));
}
/* The same for a register after those of an operand, which was all zeros. */
static inline void tessera_check_spare(const void *spare, size_t bytes, int argument) {
  for (size_t i = 0; i < bytes; i++) {
    if (((const unsigned char *)spare)[i] != 0) tessera_end(argument, (long)i + 1);
  }
}
/* Input and output are rows of numbers, each the bits of a double, lowest byte first. */
static int tessera_has_number(double *number) {
  unsigned char bytes[8];
  uint64_t bits = 0;
  if (fread(bytes, 1, sizeof bytes, stdin) != sizeof bytes) return 0;
  for (int i = 0; i < 8; i++) bits |= (uint64_t)bytes[i] << 8 * i;
  memcpy(number, &bits, sizeof bits);
  return 1;
}
static double tessera_number(void) {
  double number;
  if (!tessera_has_number(&number)) abort();
  return number;
}
static void tessera_write(double number) {
  unsigned char bytes[8];
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(bits >> 8 * i);
  fwrite(bytes, 1, sizeof bytes, stdout);
}
/* A case: its call, the side of the page, how many operands. An operand: argument, type, how many numbers, what its
 * address is a multiple of, the numbers. */
static void tessera_run(double first, void (*const *calls)(unsigned char *const *), const struct tessera_type *types) {
  struct tessera_region regions[tessera_most_operands];
  unsigned char *data[tessera_most_operands];
  const struct tessera_type *type[tessera_most_operands];
  int argument[tessera_most_operands], numbers[tessera_most_operands];
  void (*call)(unsigned char *const *) = calls[(int)first];
  int flush_with_end = (int)tessera_number(), count = (int)tessera_number();
  if (count > tessera_most_operands) abort();
  for (int i = 0; i < count; i++) {
    argument[i] = (int)tessera_number();
    type[i] = &types[(int)tessera_number()];
    numbers[i] = (int)tessera_number();
    const size_t alignment = (size_t)tessera_number();
    regions[i] = tessera_placed(i, (size_t)numbers[i] * type[i]->bytes, flush_with_end, alignment);
    data[i] = regions[i].data;
    type[i]->read(data[i], numbers[i]);
  }
  call(data);
  for (int i = 0; i < count; i++) tessera_check(regions[i], argument[i]);
  for (int i = 0; i < count; i++) type[i]->write(data[i], numbers[i]);
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
         "int main(void) {\n  const size_t bytes = 3 * tessera_page();\n"
         "  tessera_release(tessera_take(bytes), bytes);\n  return tessera_has_canaries;\n}\n";
}

}  // namespace tessera::conformance
