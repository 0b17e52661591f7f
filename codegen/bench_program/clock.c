/* Time, of the kernel and of the reference in turns, on one core. */
enum { bench_samples = 15, bench_fewest_samples = 5 };
static const double bench_sample_ns = 2e6, bench_patience_ns = 4e9;

struct bench_contender {
  const char *name;
  void (*call)(void);
  int64_t calls; /* of a sample, which takes bench_sample_ns or one call */
  double ns[bench_samples]; /* of a call, by sample */
};

struct bench_spread {
  double median, low, high; /* and the quartiles */
};

static double bench_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* What reading the clock twice takes: the least of some readings. */
static double bench_clock_cost(void) {
  double least = 1e9;
  for (int i = 0; i < 100; i++) {
    double start = bench_now(), taken = bench_now() - start;
    if (taken < least) least = taken;
  }
  return least;
}

/* The core that this runs on, which it then keeps; -1 where it may not, or where the kernel has threads of its own. */
static int bench_pin(void) {
#if defined(__linux__) && !defined(_OPENMP)
  cpu_set_t one;
  int core = sched_getcpu();
  if (core < 0 || core >= CPU_SETSIZE) return -1;
  CPU_ZERO(&one);
  CPU_SET((unsigned)core, &one);
  if (sched_setaffinity(0, sizeof one, &one) == 0) return core;
#endif
  return -1;
}

/* After so many calls, results go back to what they were: else what is accumulated overflows or vanishes, and
 * computing with such numbers takes another time. */
static int64_t bench_calls_between;

static void bench_restore(void) {
  for (int k = 0; k < test_operand_count; k++)
    if (test_operands[k].is_written) memcpy(test_operands[k].data, test_operands[k].initial, test_operands[k].span);
}

/* Nanoseconds of so many calls, after one that brings back to the caches what the other one displaced. */
static double bench_time(void (*call)(void), int64_t calls, double clock_cost) {
  double ns = 0;
  bench_restore();
  if (calls > 1) call();
  for (int64_t left = calls; left > 0;) {
    int64_t now = left < bench_calls_between ? left : bench_calls_between;
    bench_restore();
    double start = bench_now();
    for (int64_t i = 0; i < now; i++) call();
    ns += bench_now() - start - clock_cost;
    left -= now;
  }
  return ns > 1 ? ns : 1;
}

/* Numbers that are neither infinite nor too small for the type, whatever an integer holds. */
static bool bench_is_usual(const struct test_operand *o) {
  const struct test_type *type = o->type;
  const double least = type->size == 8 ? DBL_MIN : strcmp(type->name, "f16") == 0 ? 0x1p-14 : FLT_MIN;
  for (int64_t i = 0, end = type->unset ? test_count(o) : 0; i < end; i++) {
    double value = fabs(test_number(o, o->data, i));
    if (value != 0 && !(value >= least && value < HUGE_VAL)) return false;
  }
  return true;
}

static bool bench_all_usual(void) {
  for (int k = 0; k < test_operand_count; k++)
    if (test_operands[k].is_written && !bench_is_usual(&test_operands[k])) return false;
  return true;
}

/* Doubles the calls as long as results stay usual, up to what a sample takes. Warms up on the way. */
static void bench_find_calls_between(void (*call)(void)) {
  double start = bench_now();
  bench_calls_between = 1;
  bench_restore();
  for (int64_t calls = 1; bench_now() - start < 10 * bench_sample_ns; calls *= 2) {
    for (int64_t i = calls / 2; i < calls; i++) call();
    if (!bench_all_usual()) return;
    bench_calls_between = calls;
  }
}

static void bench_calibrate(struct bench_contender *c, double clock_cost) {
  for (c->calls = 1; c->calls < (int64_t)1 << 30; c->calls *= 2) {
    double ns = bench_time(c->call, c->calls, clock_cost);
    if (ns >= bench_sample_ns) return;
    if (ns > bench_sample_ns / 16) { /* long enough to say how many are needed */
      c->calls = (int64_t)((double)c->calls * 1.1 * bench_sample_ns / ns) + 1;
      return;
    }
  }
}

/* How often somebody else was given the core meanwhile. */
static long bench_preemptions(void) {
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) ? 0 : usage.ru_nivcsw;
}

/* Nanoseconds of a call. A sample during which somebody else had the core is taken again, until the patience ends. */
static double bench_sample(const struct bench_contender *c, double clock_cost, double end, int *disturbed) {
  double least = HUGE_VAL;
  for (int tries = 0; tries < 8; tries++) {
    long before = bench_preemptions();
    double ns = bench_time(c->call, c->calls, clock_cost) / (double)c->calls;
    if (ns < least) least = ns;
    if (bench_preemptions() == before) return ns;
    if (bench_now() > end) break;
  }
  ++*disturbed;
  return least;
}

static int bench_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static struct bench_spread bench_spread_of(const double *values, int count) {
  double sorted[bench_samples];
  memcpy(sorted, values, (size_t)count * sizeof *values);
  qsort(sorted, (size_t)count, sizeof *sorted, bench_compare);
  return (struct bench_spread){sorted[count / 2], sorted[count / 4], sorted[count - 1 - count / 4]};
}

/* Samples of both in turns, each first as often as the other. Returns how many: fewer where a call takes long. */
static int bench_run(struct bench_contender *two, int *disturbed) {
  double clock_cost = bench_clock_cost();
  bench_find_calls_between(two[0].call);
  for (int c = 0; c < 2; c++) bench_calibrate(&two[c], clock_cost);
  double end = bench_now() + bench_patience_ns;
  int count = 0;
  for (; count < bench_samples; count++) {
    if (count >= bench_fewest_samples && bench_now() > end) break;
    for (int turn = 0; turn < 2; turn++) {
      struct bench_contender *c = &two[(count + turn) % 2];
      c->ns[count] = bench_sample(c, clock_cost, end, disturbed);
    }
  }
  return count;
}
