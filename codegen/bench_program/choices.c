/* The sizes: those that are named, as in n=1024,m=64; else, for each of three amounts of data, the largest that the
 * preconditions allow, all as near to one length as they can be. */
enum { bench_most_choices = 64, bench_most_values = 24, bench_most_tried = 4096 };
struct bench_choice {
  int64_t n[TEST_CONTROLS + 1];
  const char *fills; /* what the data fill, or how the sizes were chosen */
  double bytes;      /* of sizes that were looked for: the most that they were to take; else 0 */
};
static struct bench_choice bench_choices[bench_most_choices];
static int bench_choice_count;

static void bench_refuse(const char *what, const char *detail, int length) {
  fprintf(stderr, TEST_NAME ": %s%s%.*s%s", what, length ? " '" : "", length, detail, length ? "'" : "");
  if (TEST_CONTROLS == 0) fprintf(stderr, "; all of its sizes are fixed\n");
  else fprintf(stderr, "; its sizes are");
  for (int c = 0; c < TEST_CONTROLS; c++) fprintf(stderr, "%s %s%s", c ? "," : "", test_control_names[c], c + 1 < TEST_CONTROLS ? "" : "\n");
  exit(2);
}

static double bench_elements_of(const struct test_operand *o) {
  double elements = 1;
  for (int d = 0; d < o->rank; d++) elements *= o->extent[d] > 0 ? (double)o->extent[d] : 0;
  return elements;
}

static double bench_bytes_of(const struct test_operand *o) {
  return bench_elements_of(o) * (o->is_packed ? 0.5 : (double)o->type->size);
}

static double bench_bytes(const int64_t *n) {
  double bytes = 0;
  test_shapes(n);
  for (int k = 0; k < test_operand_count; k++) bytes += bench_bytes_of(&test_operands[k]);
  return bytes;
}

static bool bench_allowed(const int64_t *n) {
  for (int c = 0; c < TEST_CONTROLS; c++)
    if (!test_allowed_alone(c, n[c]) || (test_control_kinds[c] == 'b' && n[c] != 0 && n[c] != 1)) return false;
  return test_allowed(n);
}

static bool bench_is_listed(const int64_t *n) {
  for (int i = 0; i < bench_choice_count; i++)
    if (memcmp(bench_choices[i].n, n, sizeof bench_choices[i].n) == 0) return true;
  return false;
}

static void bench_add(const int64_t *n, const char *fills, double bytes) {
  if (bench_is_listed(n)) return;
  if (bench_choice_count == bench_most_choices) bench_refuse("more than 64 choices of sizes", "", 0);
  memcpy(bench_choices[bench_choice_count].n, n, sizeof bench_choices[0].n);
  bench_choices[bench_choice_count].bytes = bytes;
  bench_choices[bench_choice_count++].fills = fills;
}

/* One choice: n=1024,m=64. */
static void bench_read_choice(const char *text) {
  int64_t n[TEST_CONTROLS + 1] = {0};
  bool given[TEST_CONTROLS + 1] = {false};
  for (const char *at = text; *at;) {
    const char *equals = strchr(at, '=');
    int length = equals ? (int)(equals - at) : (int)strlen(at), control = TEST_CONTROLS;
    for (int c = 0; c < TEST_CONTROLS; c++)
      if ((int)strlen(test_control_names[c]) == length && strncmp(test_control_names[c], at, (size_t)length) == 0) control = c;
    if (!equals || control == TEST_CONTROLS) bench_refuse("there is no size", at, length);
    if (given[control]) bench_refuse("given twice: the size", at, length);
    char *end;
    n[control] = strtoll(equals + 1, &end, 10);
    given[control] = true;
    if (end == equals + 1 || (*end && *end != ',')) bench_refuse("no whole number is given for", at, length);
    at = *end ? end + 1 : end;
  }
  for (int c = 0; c < TEST_CONTROLS; c++)
    if (!given[c]) bench_refuse("nothing is given for", test_control_names[c], (int)strlen(test_control_names[c]));
  if (!bench_allowed(n)) bench_refuse("the preconditions do not allow", text, (int)strlen(text));
  bench_add(n, "given", 0);
}

/* Values for an argument near `scale`, the nearest from below first, then smaller ones. */
static int bench_values(int control, int64_t scale, int most, int64_t *values) {
  int count = 0;
  if (test_control_kinds[control] != 's') { /* what is no size: a bool is true rather than not, an index is 0 */
    for (int64_t i = 0; i < bench_most_tried && count < most; i++) {
      int64_t value = test_control_kinds[control] == 'b' ? 1 - i : i % 2 ? (i + 1) / 2 : -i / 2;
      if (test_control_kinds[control] == 'b' && i > 1) break;
      if (test_allowed_alone(control, value)) values[count++] = value;
    }
    return count;
  }
  for (int64_t base = scale; base >= 1 && count < most; base /= 2)
    for (int64_t value = base; value >= 1 && value > base - bench_most_tried; value--)
      if (test_allowed_alone(control, value)) {
        if (count == 0 || value < values[count - 1]) values[count++] = value;
        break;
      }
  return count;
}

/* The allowed choice that is nearest to all sizes being `scale`. False when there is none near. */
static bool bench_near(int64_t scale, int64_t *chosen) {
  static int64_t values[TEST_CONTROLS + 1][bench_most_values];
  int count[TEST_CONTROLS + 1], most = bench_most_values, least = INT32_MAX;
  double choices = 1;
  for (int c = 2; c < TEST_CONTROLS; c++) most = most > 3 ? most * 2 / 3 : 2;
  for (int c = 0; c < TEST_CONTROLS; c++) {
    count[c] = bench_values(c, scale, most, values[c]);
    choices *= count[c];
  }
  for (int64_t number = 0; number < (choices < 1e5 ? (int64_t)choices : 100000); number++) {
    int64_t n[TEST_CONTROLS + 1] = {0}, rest = number;
    int distance = 0;
    for (int c = TEST_CONTROLS - 1; c >= 0; c--) {
      int at = (int)(rest % count[c]);
      n[c] = values[c][at];
      distance += at;
      rest /= count[c];
    }
    if (distance >= least || !bench_allowed(n)) continue;
    least = distance;
    memcpy(chosen, n, sizeof n);
  }
  return least < INT32_MAX;
}

/* The largest sizes with no more data, and no more than a second of work or so. Lengths are 8, 10, 12, 14, 16, 20, …:
 * multiples of large powers of two, as sizes often are. */
static bool bench_look_for(double bytes, int64_t *best) {
  const double most_work = 1e9;
  int64_t n[TEST_CONTROLS + 1] = {0};
  bool found = false;
  for (int64_t step = 1; step < (int64_t)1 << 34; step *= 2)
    for (int64_t scale = step == 1 ? 1 : 4 * step; scale < 8 * step; scale += step) {
      if (!bench_near(scale, n) || bench_bytes(n) > bytes || test_work(n) > most_work) continue;
      memcpy(best, n, sizeof n);
      found = true;
    }
  return found;
}

static void bench_fill(double bytes, const char *fills) {
  int64_t n[TEST_CONTROLS + 1] = {0};
  if (bench_look_for(bytes, n)) bench_add(n, fills, bytes);
}

/* Half as much data. False when there are no such sizes but those of another choice. */
static bool bench_shrink(struct bench_choice *choice) {
  int64_t n[TEST_CONTROLS + 1] = {0};
  for (choice->bytes /= 2; choice->bytes >= 1; choice->bytes /= 2) {
    if (!bench_look_for(choice->bytes, n) || (bench_is_listed(n) && memcmp(n, choice->n, sizeof n) != 0)) return false;
    if (memcmp(n, choice->n, sizeof n) == 0) continue;
    memcpy(choice->n, n, sizeof n);
    choice->fills = "less";
    return true;
  }
  return false;
}

static double bench_cache(int name, double otherwise) {
  long size = name < 0 ? 0 : sysconf(name);
  return size > 0 ? (double)size : otherwise;
}

static void bench_choose(void) {
#if defined(_SC_LEVEL1_DCACHE_SIZE) && defined(_SC_LEVEL2_CACHE_SIZE)
  const int names[] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE};
#else
  const int names[] = {-1, -1};
#endif
  double first = bench_cache(names[0], 32 << 10), second = bench_cache(names[1], 1 << 20);
  if (TEST_CONTROLS == 0) {
    int64_t none[TEST_CONTROLS + 1] = {0};
    bench_add(none, "fixed", 0);
    return;
  }
  bench_fill(0.75 * first, "L1");
  bench_fill(0.75 * second, "L2");
  bench_fill(8 * second, "beyond L2");
  if (!bench_choice_count) bench_refuse("no sizes were found that the preconditions allow: give some, as in n=1024", "", 0);
}
