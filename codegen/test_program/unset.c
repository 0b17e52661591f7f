/* Which outputs the reference overwrites without a look: fill one with a NaN that only copying keeps, and see. */
static void test_find_unset(int largest) {
  for (int k = 0; k < test_operand_count; k++) test_operands[k].starts_unset = false;
  if (!test_choose_layout(0)) return;
  for (int k = 0; k < test_operand_count; k++) {
    struct test_operand *o = &test_operands[k];
    if (!o->is_written || !o->may_start_unset || !o->type->unset) continue;
    o->starts_unset = true;
    test_prepare(largest);
    bool read = false;
    for (int64_t i = 0, end = test_count(o); i < end; i++) {
      const union test_element element = test_fetch(o, o->expected, i);
      read = read || (!test_is_unset(&element, o->type) && o->type->get(&element) != o->type->get(&element));
    }
    o->starts_unset = !read;
  }
}
