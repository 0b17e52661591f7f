/* The sizes: all small ones that the preconditions allow, as many as the work permits, then the edges. */
enum { test_longest_list = 64, test_most_choices = 20000, test_most_tried = 4096 };
static int64_t test_small_sizes[TEST_CONTROLS + 1][test_longest_list];
static int test_small_count[TEST_CONTROLS + 1];
static double test_budget = 1e9; /* in elements touched, roughly */
static long test_runs, test_sizes_run, test_left_out;

static double test_cost(const int64_t *n) {
  double elements = 0;
  test_shapes(n);
  for (int k = 0; k < test_operand_count; k++) elements += (double)test_count(&test_operands[k]);
  return 3e4 + 8 * (test_work(n) + elements);
}

/* 1, 2, 3, … for a size; 0, 1, -1, 2, … for another integer; 0, 1 for a bool. */
static int64_t test_nth_value(int control, int64_t number) {
  if (test_control_kinds[control] == 's') return number + 1;
  if (test_control_kinds[control] == 'b') return number;
  return number % 2 ? (number + 1) / 2 : -number / 2;
}

static void test_list_small_sizes(void) {
  for (int c = 0; c < TEST_CONTROLS; c++)
    for (int64_t i = 0; i < (test_control_kinds[c] == 'b' ? 2 : test_most_tried); i++) {
      int64_t value = test_nth_value(c, i);
      if (test_small_count[c] < test_longest_list && test_allowed_alone(c, value))
        test_small_sizes[c][test_small_count[c]++] = value;
    }
}

static void test_describe(const int64_t *n, int layout, int placement) {
  size_t used = 0;
  for (int c = 0; c < TEST_CONTROLS; c++)
    used += (size_t)snprintf(test_where + used, sizeof test_where - used, "%s%s = %lld", c ? ", " : "", test_control_names[c],
                             (long long)n[c]);
  if (TEST_CONTROLS == 0) used += (size_t)snprintf(test_where, sizeof test_where, "its fixed sizes");
  snprintf(test_where + used, sizeof test_where - used, " (%s%s%s)", test_placement_names[placement], layout ? ", " : "",
           layout ? test_layout_names[layout] : "");
}

/* All layouts and placements of one choice of sizes. */
static void test_run(const int64_t *n) {
  test_n = n;
  test_shapes(n);
  for (int k = 0; k < test_operand_count; k++)
    for (int d = 0; d < test_operands[k].rank; d++)
      if (test_operands[k].extent[d] < 0) return;
  int largest = test_largest_exact();
  test_left_out += !largest;
  if (!largest) return;
  if (test_rounding > 0) test_call_roundings();
  test_find_unset(largest);
  bool is_vague = false;
  long before = test_runs;
  for (int layout = 0; layout < test_layouts; layout++) {
    if (!test_choose_layout(layout)) continue;
    test_prepare(largest);
    if (!test_is_telling()) {
      is_vague = true;
      continue;
    }
    for (int placement = 0; placement < test_placements; placement++, test_runs++) {
      for (int k = 0; k < test_operand_count; k++) test_place(&test_operands[k], placement);
      test_describe(n, layout, placement);
      test_call_kernel();
      for (int k = 0; k < test_operand_count; k++) test_compare(&test_operands[k]);
    }
  }
  test_sizes_run += test_runs > before;
  test_left_out += is_vague && test_runs == before;
}

/* Goes through the choices of the first `most` small values of each argument. Returns what they cost; 1e300 when there
 * are too many. `run` is null to count only. */
static double test_box(int most, void (*run)(const int64_t *)) {
  int64_t n[TEST_CONTROLS + 1] = {0};
  double choices = 1, cost = 0;
  for (int c = 0; c < TEST_CONTROLS; c++) choices *= test_small_count[c] < most ? test_small_count[c] : most;
  if (choices > test_most_choices) return 1e300;
  for (int64_t number = 0; number < (int64_t)choices; number++) {
    int64_t rest = number;
    for (int c = TEST_CONTROLS - 1; c >= 0; c--) {
      int64_t length = test_small_count[c] < most ? test_small_count[c] : most;
      n[c] = test_small_sizes[c][rest % length];
      rest /= length;
    }
    if (!test_allowed(n)) continue;
    cost += test_cost(n);
    if (run) run(n);
  }
  return cost;
}

/* The value of another argument beside an edge: its smallest; one of the first five; an edge; any small one, with which
 * loops over a part of it run too. */
static int64_t test_companion(int control, int kind) {
  int small = test_small_count[control];
  if (kind == 2 && test_edge_count[control] > 0)
    return test_edges[test_random() % (uint64_t)test_edge_count[control]];
  int choices = kind == 0 ? 1 : kind == 1 && small > 5 ? 5 : small;
  return test_small_sizes[control][test_random() % (uint64_t)choices];
}

/* Each edge of each argument, beside several values of the others: a large one beside the smallest only. */
static void test_run_edges(void) {
  int64_t n[TEST_CONTROLS + 1] = {0};
  double spent = 0;
  for (int c = 0; c < TEST_CONTROLS; c++)
    for (int e = 0; e < test_edge_count[c]; e++)
      for (int kind = 0; kind < (TEST_CONTROLS > 1 ? 4 : 1); kind++) {
        for (int other = 0; other < TEST_CONTROLS; other++) n[other] = test_companion(other, kind);
        n[c] = test_edges[e];
        bool valid = true;
        for (int other = 0; other < TEST_CONTROLS; other++) valid = valid && test_allowed_alone(other, n[other]);
        double cost = valid && test_allowed(n) ? test_cost(n) : 1e300;
        if (cost > test_budget / (kind == 0 ? 4 : 40) || spent > 2 * test_budget) continue;
        spent += cost;
        test_run(n);
      }
}

static void test_run_all(void) {
  test_list_small_sizes();
  for (int c = 0; c < TEST_CONTROLS; c++)
    if (test_small_count[c] == 0) test_give_up("no size below 4096 satisfies the preconditions");
  int most = 1;
  while (most < test_longest_list && test_box(most + 1, 0) <= test_budget / 2) most++;
  test_box(most, test_run);
  test_run_edges();
}

int main(int count, char **arguments) {
#ifdef TEST_LANES
  if (TEST_LANES != TEST_LANES_WANTED)
    return printf(TEST_NAME ": skipped: this machine has %lld lanes, and the test is of %lld\n", TEST_LANES, TEST_LANES_WANTED), 77;
#endif
  if (count > 1) test_budget = strtod(arguments[1], 0);
  if (!test_catch_faults()) test_give_up("no signal handler");
  test_random_state = 88172645463325252u;
  test_run_all();
  if (test_runs == 0) test_give_up("no size was run");
  printf(TEST_NAME ": %ld runs, %ld sizes, ok", test_runs, test_sizes_run);
  if (test_left_out)
    printf(" (%ld sizes left out: %s)", test_left_out,
           test_rounding > 0 ? "rounding could hide what is wrong" : "their sums are not exact");
  if (test_rounding > 0) printf(" (within rounding: the arithmetic is not exact)");
  printf("\n");
  return 0;
}
