/* The address nearest to `at`, not before it or not after it, that is a multiple of the alignment and of nothing larger:
 * a kernel that needs more must not get it by chance. */
static char *test_aligned(char *at, size_t alignment, bool is_before) {
  uintptr_t multiple = is_before ? (uintptr_t)at / alignment : ((uintptr_t)at + alignment - 1) / alignment;
  if (multiple % 2 == 0) multiple += is_before ? (uintptr_t)-1 : 1;
  return at + (intptr_t)(multiple * alignment - (uintptr_t)at);
}

static void test_place(struct test_operand *o, int placement) {
  const size_t alignment = test_alignments[o - test_operands], span = o->span;
  if (alignment > 1) o->span += 2 * alignment; /* room to move it */
  test_reserve(o);
  o->span = span;
  memset(o->memory, test_gap, o->room);
  if (placement == 0) o->data = o->memory + o->room - o->span;
  if (placement == 1) o->data = o->memory;
  if (placement == 2) o->data = o->memory + 64 + o->type->size;
  if (alignment > 1) o->data = test_aligned(o->data, alignment, placement == 0);
  memcpy(o->data, o->initial, o->span);
}
