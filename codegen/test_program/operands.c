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
  bool is_packed;       /* two elements in a byte, the one of even number in its lower half */
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

/* Elements from the first one to the one with this number in row-major order. */
static size_t test_offset(const struct test_operand *o, int64_t number) {
  int64_t elements = 0;
  for (int d = o->rank - 1; d >= 0; d--) {
    elements += number % o->extent[d] * o->stride[d];
    number /= o->extent[d];
  }
  return (size_t)elements;
}

static size_t test_span(const struct test_operand *o) {
  size_t elements = test_count(o) ? test_offset(o, test_count(o) - 1) + 1 : 0;
  return o->is_packed ? (elements + 1) / 2 : elements * o->type->size;
}

/* An element alone, as a variable of its type; and back to its place. */
union test_element {
  signed char nibble;
  double any[1];
};

static union test_element test_fetch(const struct test_operand *o, const char *base, int64_t number) {
  union test_element out = {0};
  const size_t at = test_offset(o, number);
  if (!o->is_packed) return memcpy(&out, base + at * o->type->size, o->type->size), out;
  const int value = (unsigned char)base[at / 2] >> at % 2 * 4 & 15;
  return out.nibble = (signed char)(o->type->is_signed && value > 7 ? value - 16 : value), out;
}

static void test_store(const struct test_operand *o, char *base, int64_t number, union test_element element) {
  const size_t at = test_offset(o, number), shift = at % 2 * 4;
  if (!o->is_packed) memcpy(base + at * o->type->size, &element, o->type->size);
  else base[at / 2] = (char)(((unsigned char)base[at / 2] & ~(15 << shift)) | (element.nibble & 15) << shift);
}

static double test_number(const struct test_operand *o, const char *base, int64_t number) {
  const union test_element element = test_fetch(o, base, number);
  return o->type->get(&element);
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
