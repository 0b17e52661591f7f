static void test_place(struct test_operand *o, int placement) {
  test_reserve(o);
  memset(o->memory, test_gap, o->room);
  if (placement == 0) o->data = o->memory + o->room - o->span;
  if (placement == 1) o->data = o->memory;
  if (placement == 2) o->data = o->memory + 64 + o->type->size;
  memcpy(o->data, o->initial, o->span);
}
