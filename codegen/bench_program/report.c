/* Checks the kernel on one choice of sizes, then times it. */
static bool bench_json;

/* What integer sums could not hold, floating-point ones round: then results are compared within that. */
static int bench_largest(void) {
  test_rounding = bench_always_rounds ? bench_rounding : 0;
  int largest = test_largest_exact();
  if (largest || bench_rounding == 0) return largest;
  test_rounding = bench_rounding;
  return test_largest_exact();
}

static void bench_describe(char *text, size_t room, const int64_t *n) {
  size_t used = 0;
  text[0] = 0;
  for (int c = 0; c < TEST_CONTROLS && used < room; c++)
    used += (size_t)snprintf(text + used, room - used, "%s%s=%lld", c ? "," : "", test_control_names[c], (long long)n[c]);
  if (TEST_CONTROLS == 0) snprintf(text, room, "fixed");
}

static int bench_choose_layout(void) {
  for (int layout = 0; layout < test_layouts; layout++)
    if (test_choose_layout(layout)) return layout;
  test_give_up("its preconditions on strides allow no layout that is known here");
  return 0;
}

/* What the check takes: the operands three times, and two doubles for each of their elements. */
static const char *bench_too_much(const int64_t *n) {
  double elements = 0, memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  for (int k = 0; k < test_operand_count; k++) elements += bench_elements_of(&test_operands[k]);
  if (3 * bench_bytes(n) + 16 * elements > 0.875 * memory) return "these sizes take more memory than there is";
  return 0;
}

/* The data without their signs, and what the reference makes of them: a root of less than 0 is no number. */
static void bench_drop_signs(void) {
  for (int k = 0; k < test_operand_count; k++) {
    struct test_operand *o = &test_operands[k];
    for (int64_t i = 0, end = o->starts_unset ? 0 : test_count(o); i < end; i++) {
      union test_element element = {0};
      o->type->put(&element, (int)fabs(test_number(o, o->initial, i)));
      test_store(o, o->initial, i, element);
    }
    memcpy(o->expected, o->initial, o->span);
  }
  test_call_reference();
}

/* The same data before and the same results after, between guard pages: ends the program otherwise. Returns why that
 * cannot be told at these sizes, or nothing. */
static const char *bench_check(const int64_t *n, const char *sizes) {
  test_n = n;
  test_shapes(n);
  for (int k = 0; k < test_operand_count; k++)
    for (int d = 0; d < test_operands[k].rank; d++)
      if (test_operands[k].extent[d] < 0) bench_refuse("an operand has no elements at", sizes, (int)strlen(sizes));
  const char *too_much = bench_too_much(n);
  if (too_much) return too_much;
  int largest = bench_largest();
  if (!largest) return "its integers may overflow at these sizes: what is right cannot be told";
  if (test_rounding > 0) test_call_roundings();
  test_find_unset(largest);
  int layout = bench_choose_layout();
  test_prepare(largest);
  if (!test_is_telling()) bench_drop_signs();
  if (!test_is_telling()) return "at these sizes rounding could hide a wrong result: choose smaller ones";
  for (int k = 0; k < test_operand_count; k++) test_place(&test_operands[k], 0);
  snprintf(test_where, sizeof test_where, "%s (%s, %s)", sizes, test_placement_names[0], test_layout_names[layout]);
  test_call_kernel();
  for (int k = 0; k < test_operand_count; k++) test_compare(&test_operands[k]);
  return 0;
}

/* Where the operands lie while they are timed: both find them in the same memory, at lines of the cache of which no two
 * are as far from their pages' beginning. What the check needed is given back. */
static void bench_place(void) {
  for (int k = 0; k < test_operand_count; k++) {
    struct test_operand *o = &test_operands[k];
    const size_t page = 4096, line = 64;
    char *room = test_allocate(o->span + 2 * page);
    char *at = room + (page - (uintptr_t)room % page) + line * (5 * (size_t)k % (page / line));
    free(o->bound);
    free(o->roundings);
    free(o->own_roundings);
    o->bound = o->roundings = o->own_roundings = 0;
    if (o->starts_unset) memcpy(o->initial, o->expected, o->span); /* numbers, whatever was there */
    memcpy(at, o->initial, o->span);
    free(o->expected);
    o->expected = o->data = at; /* the reference computes in `expected` */
    bench_room[k] = room;
  }
}

static void bench_give_back(void) {
  for (int k = 0; k < test_operand_count; k++) {
    free(bench_room[k]);
    test_operands[k].expected = test_operands[k].data = 0;
  }
}

static void bench_print_spread(const char *name, struct bench_spread s, int64_t calls) {
  printf("\"%s\": {\"ns\": %.6g, \"quartiles_ns\": [%.6g, %.6g], \"calls_per_sample\": %lld}, ", name, s.median, s.low, s.high,
         (long long)calls);
}

/* What was measured on one choice of sizes. */
struct bench_result {
  const struct bench_choice *choice;
  struct bench_contender two[2];
  int samples, disturbed, core; /* of the samples of both so many were disturbed */
  struct bench_spread ratio;    /* of the reference's time to the kernel's, in the same turn */
};

static void bench_print_json(const struct bench_result *r) {
  const struct bench_choice *choice = r->choice;
  double operations = bench_operations(choice->n);
  printf("{\"sizes\": {");
  for (int c = 0; c < TEST_CONTROLS; c++)
    printf("%s\"%s\": %lld", c ? ", " : "", test_control_names[c], (long long)choice->n[c]);
  printf("}, \"fills\": \"%s\", \"bytes\": %.0f, \"operations\": %.0f, \"core\": ", choice->fills, bench_bytes(choice->n),
         operations);
  if (r->core < 0) printf("null, ");
  else printf("%d, ", r->core);
  printf("\"samples\": %d, \"disturbed\": %d, \"calls_between_restores\": %lld, ", r->samples, r->disturbed,
         (long long)bench_calls_between);
  for (int c = 0; c < 2; c++)
    bench_print_spread(r->two[c].name, bench_spread_of(r->two[c].ns, r->samples), r->two[c].calls);
  printf("\"ratio\": %.4g, \"quartiles_ratio\": [%.4g, %.4g]}\n", r->ratio.median, r->ratio.low, r->ratio.high);
}

/* 12.3 us: three digits and a unit. */
static const char *bench_duration(double ns) {
  static char text[4][32];
  static int next;
  const char *const units[] = {"ns", "us", "ms", "s"};
  int unit = 0;
  for (; ns >= 999.5 && unit < 3; ns /= 1000) unit++;
  next = (next + 1) % 4;
  snprintf(text[next], sizeof text[next], "%.*f %s", ns < 9.995 ? 2 : ns < 99.95 ? 1 : 0, ns, units[unit]);
  return text[next];
}

static void bench_print_row(const char *sizes, const struct bench_result *r) {
  double kernel = bench_spread_of(r->two[0].ns, r->samples).median;
  double reference = bench_spread_of(r->two[1].ns, r->samples).median, operations = bench_operations(r->choice->n);
  printf("%-28s %-10s %12.0f bytes  kernel %9s  reference %9s  %6.2f times as fast (%.2f to %.2f)", sizes, r->choice->fills,
         bench_bytes(r->choice->n), bench_duration(kernel), bench_duration(reference), r->ratio.median, r->ratio.low,
         r->ratio.high);
  if (operations > 0) printf("  %6.2f Gop/s", operations / kernel);
  if (r->disturbed) printf("  (others had the core in %d of %d samples)", r->disturbed, 2 * r->samples);
  printf("\n");
}

/* Sizes that were given are checked, or this ends the program; others may have to be smaller. False: none can be checked. */
static bool bench_check_some(struct bench_choice *choice, char *sizes, size_t room) {
  for (;;) {
    bench_describe(sizes, room, choice->n);
    const char *fills = choice->fills, *why = bench_check(choice->n, sizes);
    if (!why) return true;
    if (choice->bytes == 0) test_give_up(why);
    if (bench_shrink(choice)) continue;
    if (bench_json) printf("{\"fills\": \"%s\", \"left_out\": \"%s\"}\n", fills, why);
    else printf("%s is left out: %s\n", fills, why);
    return false;
  }
}

static bool bench_measure(struct bench_choice *choice, int core) {
  struct bench_result r = {.choice = choice, .core = core,
                           .two = {{.name = "kernel", .call = test_call_kernel},
                                   {.name = "reference", .call = test_call_reference}}};
  char sizes[64 * (TEST_CONTROLS + 1)];
  double ratios[bench_samples];
  if (!bench_check_some(choice, sizes, sizeof sizes)) return false;
  bench_place();
  r.samples = bench_run(r.two, &r.disturbed);
  for (int i = 0; i < r.samples; i++) ratios[i] = r.two[1].ns[i] / r.two[0].ns[i];
  r.ratio = bench_spread_of(ratios, r.samples);
  if (bench_json) bench_print_json(&r);
  else bench_print_row(sizes, &r);
  fflush(stdout);
  bench_give_back();
  return true;
}

int main(int count, char **arguments) {
  if (!test_catch_faults()) test_give_up("no signal handler");
  test_random_state = 88172645463325252u;
  for (int i = 1; i < count; i++)
    if (strcmp(arguments[i], "--json") == 0) bench_json = true;
    else bench_read_choice(arguments[i]);
  bool has_defaults = bench_choice_count == 0;
  for (int i = 0; has_defaults && bench_defaults[i]; i++) bench_read_choice(bench_defaults[i]);
  if (bench_choice_count == 0) bench_choose();
  int core = bench_pin();
  int measured = 0;
  for (int i = 0; i < bench_choice_count; i++) measured += bench_measure(&bench_choices[i], core);
  if (!measured) test_give_up("no sizes were found at which its results can be checked");
  return 0;
}
