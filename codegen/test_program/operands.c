/* The operands: each between two stretches of memory that nobody may touch, with the element types that the kernel has. */
struct test_type {
  const char *name;
  size_t size;
  bool is_signed;
  void (*put)(void *to, int value);
  double (*get)(const void *from);
  uint64_t unset; /* a signalling NaN: arithmetic changes its bits, copying does not; 0 for integers */
};

struct test_operand {
  const char *name;
  const struct test_type *type;
  int rank;
  bool is_window, is_written;
  bool may_start_unset; /* the reference reads it at most by += */
  bool starts_unset;    /* the reference overwrites what it reads: the kernel must not read it either */
  int64_t extent[TEST_RANK], stride[TEST_RANK], fixed_stride[TEST_RANK]; /* in elements; a fixed stride of 0 is free */
  char *memory, *data;                                                   /* data is the first element, in memory */
  size_t room, span;        /* bytes of memory, and from the first element to after the last */
  char *initial, *expected; /* of that span: before, and after the reference */
  double *bound, *roundings; /* the largest magnitudes that any order of the sums can meet, and how many roundings */
  double *own_roundings; /* those of the kernel, where instructions of it are off from what they stand for; else 0 */
  int64_t bound_stride[TEST_RANK]; /* of these */
};

static void test_give_up(const char *what) {
  fprintf(stderr, TEST_NAME ": cannot run: %s\n", what);
  exit(2);
}

static void *test_allocate(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory) test_give_up("out of memory");
  return memory;
}

static int64_t test_count(const struct test_operand *o) {
  int64_t count = 1;
  for (int d = 0; d < o->rank; d++) count *= o->extent[d];
  return count;
}

/* Bytes from the first element to the one with this number in row-major order. */
static size_t test_offset(const struct test_operand *o, int64_t number) {
  int64_t elements = 0;
  for (int d = o->rank - 1; d >= 0; d--) {
    elements += number % o->extent[d] * o->stride[d];
    number /= o->extent[d];
  }
  return (size_t)elements * o->type->size;
}

static size_t test_span(const struct test_operand *o) {
  return test_count(o) ? test_offset(o, test_count(o) - 1) + o->type->size : 0;
}

/* Room for the operand at its end, at its beginning and off any alignment, with guards on both sides. */
static void test_reserve(struct test_operand *o) {
  size_t page = test_page(), room = (o->span + 256 + page - 1) / page * page;
  if (room <= o->room) return;
  if (o->memory) test_release(o->memory, o->room);
  o->memory = test_take(room);
  if (!o->memory) test_give_up("no guarded memory");
  o->room = room;
}

static void test_put_unset(void *to, const struct test_type *type) {
  uint16_t two = (uint16_t)type->unset;
  uint32_t four = (uint32_t)type->unset;
  if (type->size == 2) memcpy(to, &two, 2);
  if (type->size == 4) memcpy(to, &four, 4);
  if (type->size == 8) memcpy(to, &type->unset, 8);
}

static bool test_is_unset(const void *at, const struct test_type *type) {
  char unset[8];
  test_put_unset(unset, type);
  return type->unset && memcmp(at, unset, type->size) == 0;
}
