/* Where the elements of windows lie, and where the operands lie in their memory. */
enum { test_layouts = 4, test_placements = 3 };
static const char *const test_layout_names[] = {"windows dense", "rows of windows padded", "windows with gaps everywhere",
                                                "first dimension of windows innermost"};
static const char *const test_placement_names[] = {"operands end at a " TEST_GUARD, "operands begin at a " TEST_GUARD,
                                                   "operands off vector alignment"};

/* Strides of one operand, innermost dimension first. False when the fixed strides make elements overlap. */
static bool test_lay_out(struct test_operand *o, int layout) {
  int64_t gap = !o->is_window || layout == 0 ? 0 : o->is_packed ? 2 : 3, least = 1; /* rows may have to begin at bytes */
  bool transposed = o->is_window && layout == 3;
  for (int step = 0; step < o->rank; step++) {
    int d = transposed ? step : o->rank - 1 - step;
    int64_t wanted = step == 0 && o->is_window && layout == 2 ? 2 : least;
    o->stride[d] = o->fixed_stride[d] ? o->fixed_stride[d] : wanted;
    if (o->stride[d] < least && o->extent[d] > 1) return false;
    least = o->stride[d] * o->extent[d] + gap;
  }
  return true;
}

/* False when the kernel does not take this layout. */
static bool test_choose_layout(int layout) {
  bool has_window = false;
  for (int k = 0; k < test_operand_count; k++) {
    if (!test_lay_out(&test_operands[k], layout)) return false;
    has_window = has_window || test_operands[k].is_window;
  }
  return (layout == 0 || has_window) && test_strides_allowed(test_n);
}

/* Elements and gaps before the run, and what the reference makes of them. */
static void test_prepare(int largest) {
  for (int k = 0; k < test_operand_count; k++) {
    struct test_operand *o = &test_operands[k];
    o->span = test_span(o);
    free(o->initial);
    free(o->expected);
    o->initial = test_allocate(o->span);
    o->expected = test_allocate(o->span);
    memset(o->initial, test_gap, o->span);
    test_fill(o, o->initial, o->starts_unset, largest);
    memcpy(o->expected, o->initial, o->span);
  }
  test_call_reference();
}
