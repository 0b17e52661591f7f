/* What a run left, against what the reference left. */
static char test_where[1024];

static void test_fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf(TEST_NAME ": FAILED at %s: ", test_where);
  vprintf(format, arguments);
  printf("\n");
  exit(1);
}

static const char *test_index(const struct test_operand *o, int64_t number) {
  static char text[32 * TEST_RANK];
  int64_t index[TEST_RANK] = {0};
  size_t used = 0;
  for (int d = o->rank - 1; d >= 0; d--) index[d] = number % o->extent[d], number /= o->extent[d];
  text[0] = 0;
  for (int d = 0; d < o->rank; d++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%lld", d ? ", " : "", (long long)index[d]);
  return text;
}

/* By how much two programs that round may differ in an element: both are off by its number of roundings (the larger
 * one, where they are not alike), and two more for copies in another type. */
static double test_tolerance(const struct test_operand *o, int64_t number) {
  double roundings = o->roundings[number], own = o->own_roundings[number];
  if (own > roundings) roundings = own;
  double error = (roundings + 2) * test_rounding;
  if (roundings == 0) return 0;
  bool is_known = error < 1 && o->bound[number] < HUGE_VAL; /* the bound may have overflowed, even to no number */
  return is_known ? 2 * error / (1 - error) * o->bound[number] : HUGE_VAL;
}

/* Would something wrong be noticed? Not where rounding can make an eighth of the results, or where they overflow. */
static bool test_is_telling_of(const struct test_operand *o) {
  double tolerance = 0, largest = 0;
  for (int64_t i = 0, end = test_count(o); i < end; i++) {
    double value = test_number(o, o->expected, i);
    if (fabs(value) > largest) largest = fabs(value);
    if (test_tolerance(o, i) > tolerance) tolerance = test_tolerance(o, i);
  }
  return 8 * tolerance <= largest && largest < HUGE_VAL;
}

static bool test_is_telling(void) {
  for (int k = 0; k < test_operand_count && test_rounding > 0; k++)
    if (test_operands[k].is_written && !test_is_telling_of(&test_operands[k])) return false;
  return true;
}

/* The same bits or the same number; a number that nobody wrote has the same bits. */
static bool test_same(const struct test_operand *o, const void *got, const void *wanted, int64_t number) {
  if (memcmp(got, wanted, o->type->size) == 0) return true;
  if (test_is_unset(got, o->type) || test_is_unset(wanted, o->type)) return false;
  double a = o->type->get(got), b = o->type->get(wanted);
  if (a == b || (a != a && b != b)) return true;
  return test_rounding > 0 && fabs(a - b) <= test_tolerance(o, number);
}

static void test_compare_elements(struct test_operand *o) {
  for (int64_t i = 0, end = test_count(o); i < end; i++) {
    const union test_element got = test_fetch(o, o->data, i), wanted = test_fetch(o, o->expected, i);
    if (!test_same(o, &got, &wanted, i))
      test_fail("%s[%s] is %.9g, expected %.9g%s", o->name, test_index(o, i), o->type->get(&got), o->type->get(&wanted),
                test_is_unset(&wanted, o->type) ? " (the reference leaves it alone)" : "");
    test_store(o, o->data, i, wanted);
  }
}

static void test_compare(struct test_operand *o) {
  if (memcmp(o->data, o->expected, o->span) != 0) test_compare_elements(o);
  if (memcmp(o->data, o->expected, o->span) != 0) test_fail("the gaps between the elements of %s were written", o->name);
  for (char *at = o->memory - test_canaries; at < o->memory + o->room + test_canaries; at++)
    if (at == o->data && o->span) at += o->span - 1;
    else if ((unsigned char)*at != test_gap)
      test_fail("memory %lld bytes %s %s was written", (long long)(at < o->data ? o->data - at : at - o->data - (long)o->span),
                at < o->data ? "before" : "after", o->name);
}

#if defined(_POSIX_MEMORY_PROTECTION) && _POSIX_MEMORY_PROTECTION > 0
/* A touch of the guards. The text was written before the run: little may be called in here. */
static void test_on_fault(int signal_number, siginfo_t *info, void *context) {
  (void)signal_number, (void)context;
  const char *address = info->si_addr, *operand = "no operand", *side = "";
  for (int k = 0; k < test_operand_count; k++) {
    const struct test_operand *o = &test_operands[k];
    if (address >= o->memory - test_guard && address < o->memory) operand = o->name, side = " (before its first element)";
    if (address >= o->memory + o->room && address < o->memory + o->room + test_guard)
      operand = o->name, side = " (after its last element)";
  }
  const char *parts[] = {TEST_NAME ": FAILED at ", test_where, ": an access outside of the operands, near ", operand, side,
                         "\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (write(1, parts[i], strlen(parts[i])) < 0) _exit(1);
  _exit(1);
}

static bool test_catch_faults(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = test_on_fault;
  action.sa_flags = SA_SIGINFO;
  return !sigaction(SIGSEGV, &action, 0) && !sigaction(SIGBUS, &action, 0);
}
#else
static bool test_catch_faults(void) { return true; } /* nothing is protected */
#endif
