/* The data: small integers, never 0, so that every sum is exact in whatever order it is taken. */
static uint64_t test_random_state;

static uint64_t test_random(void) {
  test_random_state ^= test_random_state << 13;
  test_random_state ^= test_random_state >> 7;
  test_random_state ^= test_random_state << 17;
  return test_random_state;
}

static int test_small(const struct test_type *type, int largest) {
  int value;
  do value = test_values[test_random() % (sizeof test_values / sizeof *test_values)];
  while (value > largest);
  return type->is_signed && test_random() % 2 ? -value : value;
}

static void test_fill(const struct test_operand *o, char *base, bool unset, int largest) {
  for (int64_t i = 0, end = test_count(o); i < end; i++) {
    union test_element element = {0};
    if (unset) test_put_unset(&element, o->type);
    else o->type->put(&element, test_small(o->type, largest));
    test_store(o, base, i, element);
  }
}

static void test_fill_bound(struct test_operand *o, double value) {
  int64_t count = test_count(o), stride = 1;
  free(o->bound);
  free(o->roundings);
  free(o->own_roundings);
  o->bound = test_allocate((size_t)count * sizeof(double));
  o->roundings = test_allocate((size_t)count * sizeof(double));
  o->own_roundings = test_allocate((size_t)count * sizeof(double));
  for (int64_t i = 0; i < count; i++) o->bound[i] = value, o->roundings[i] = o->own_roundings[i] = 0;
  for (int d = o->rank - 1; d >= 0; d--) o->bound_stride[d] = stride, stride *= o->extent[d];
}

/* The largest data for which all sums are exact: 0 when there is none. */
static int test_largest_exact(void) {
  for (int largest = test_values[sizeof test_values / sizeof *test_values - 1]; largest > 0; largest /= 2) {
    double bound = 0;
    for (int k = 0; k < test_operand_count; k++) test_fill_bound(&test_operands[k], largest);
    test_call_bound();
    for (int k = 0; k < test_operand_count; k++)
      for (int64_t i = 0; test_operands[k].is_written && i < test_count(&test_operands[k]); i++)
        if (!(test_operands[k].bound[i] <= bound)) bound = test_operands[k].bound[i];
    if (bound <= test_most_exact || test_rounding > 0) return largest;
  }
  return 0;
}
