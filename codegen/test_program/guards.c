/* Memory with stretches around it that nobody may touch. Where the C library protects memory (an option of POSIX), a
 * touch ends the program. Elsewhere they hold canaries, bytes that must stay as they are: reads are not noticed then. */
enum { test_gap = 0xff };
#if defined(_POSIX_MEMORY_PROTECTION) && _POSIX_MEMORY_PROTECTION > 0
#include <signal.h>
#include <sys/mman.h>
#define TEST_GUARD "guard page"
enum { test_guard = 1 << 16, test_canaries = 0 };

static size_t test_page(void) { return (size_t)sysconf(_SC_PAGESIZE); }

static char *test_take(size_t room) {
  char *all = mmap(0, room + 2 * test_guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return all == MAP_FAILED || mprotect(all + test_guard, room, PROT_READ | PROT_WRITE) ? 0 : all + test_guard;
}

static void test_release(char *memory, size_t room) { munmap(memory - test_guard, room + 2 * test_guard); }
#else
#define TEST_GUARD "canary"
enum { test_guard = 1 << 12, test_canaries = test_guard };

static size_t test_page(void) { return test_guard; }

static char *test_take(size_t room) {
  char *all = aligned_alloc(test_guard, room + 2 * test_guard);
  return all ? (char *)memset(all, test_gap, room + 2 * test_guard) + test_guard : 0;
}

static void test_release(char *memory, size_t room) { (void)room, free(memory - test_guard); }
#endif
