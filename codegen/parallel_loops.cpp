// SPDX-License-Identifier: Apache-2.0
// Loops whose iterations run at once: on OpenMP's threads where the compiler has them, on the caller's alone elsewhere.
// OpenMP's own schedules are not used. `static` waits for the slowest core; `dynamic` hands out each iteration to
// another thread in each call, so that results and images move between the caches of cores.
#include <fmt/format.h>

#include <utility>

#include "codegen/function_writer.hpp"
#include "codegen/usage.hpp"

namespace tessera::codegen {
namespace {

// OpenMP's header is avoided: clang has it in a separate package.
const char* const parts = R"(#ifdef _OPENMP
int omp_get_max_threads(void);
int omp_get_thread_num(void);
#endif

/* The iterations of a parallel loop, divided into a part for each thread, which takes its own in chunks of a sixteenth,
 * then those that are left of others: a core that is slower, or that somebody else uses too, is not waited for. A thread begins with the
 * same iterations in each call; their data may still be in its cache. */
enum { tessera_most_parts = 64 };

struct tessera_parts {
  int64_t iterations, chunk;
  int count;
  struct {
    _Alignas(64) int64_t next; /* to be taken: a cache line for each part */
  } part[tessera_most_parts];
};

/* What a thread has taken: iterations `from` to `to`, without it. It has seen the end of as many parts as `ended`. */
struct tessera_chunk {
  int64_t from, to;
  int own, ended;
};

static inline int64_t tessera_begin(const struct tessera_parts *parts, int part) {
  const int64_t each = parts->iterations / parts->count, more = parts->iterations % parts->count;
  return part * each + (part < more ? part : more);
}

static inline void tessera_divide(struct tessera_parts *parts, int64_t iterations) {
  int threads = 1;
#ifdef _OPENMP
  threads = omp_get_max_threads();
#endif
  parts->iterations = iterations > 0 ? iterations : 0;
  parts->count = threads < tessera_most_parts ? threads : tessera_most_parts;
  parts->chunk = threads > 1 ? parts->iterations / (16 * (int64_t)parts->count) : parts->iterations;
  if (parts->chunk < 1) parts->chunk = 1;
  for (int part = 0; part < parts->count; part++) parts->part[part].next = tessera_begin(parts, part);
}

static inline struct tessera_chunk tessera_nothing(const struct tessera_parts *parts) {
  struct tessera_chunk chunk = {0, 0, 0, 0};
#ifdef _OPENMP
  chunk.own = omp_get_thread_num() % parts->count;
#else
  (void)parts;
#endif
  return chunk;
}

/* Takes the next chunk; 0 when there is none. */
static inline int tessera_take(struct tessera_parts *parts, struct tessera_chunk *chunk) {
  for (; chunk->ended < parts->count; chunk->ended++) {
    const int part = (chunk->own + chunk->ended) % parts->count;
    const int64_t end = tessera_begin(parts, part + 1);
    int64_t from;
#ifdef _OPENMP
#pragma omp atomic capture
#endif
    {
      from = parts->part[part].next;
      parts->part[part].next += parts->chunk;
    }
    if (from >= end) continue;
    chunk->from = from;
    chunk->to = end - from < parts->chunk ? end : from + parts->chunk;
    return 1;
  }
  return 0;
}
)";

constexpr std::int64_t max_inside = std::int64_t{1} << 30;  // with an outer counter's 2^31 - 1: what 64 bits count

/// Perfectly nested parallel loops, from the outermost: their iterations are shared out together. Those inside run as
/// often as a number says.
struct Nest {
  std::vector<const ir::For*> loops;
  std::vector<std::int64_t> times;  ///< of all but the outermost
  std::int64_t inside = 1;          ///< iterations of the inner loops for each of the outermost
};

Nest nest(const ir::For& outer) {
  Nest out{{&outer}, {}};
  const ir::For* inner = &outer;
  while (inner->body.size() == 1 && (inner = inner->body[0].as<ir::For>()) && inner->mode == ir::LoopMode::par) {
    const std::int64_t *lo = ir::literal(inner->lo), *hi = ir::literal(inner->hi);
    if (!lo || !hi || *hi <= *lo || *hi - *lo > max_inside / out.inside) break;
    out.loops.push_back(inner);
    out.times.push_back(*hi - *lo);
    out.inside *= *hi - *lo;
  }
  return out;
}

/// How far the counter of each loop is above where it begins, from the number of the iteration.
std::vector<std::string> offsets(const Nest& shared, const std::string& iteration) {
  std::vector<std::string> out;
  std::int64_t inside = shared.inside;
  for (std::size_t i = 0; i < shared.loops.size(); ++i) {
    if (i > 0) inside /= shared.times[i - 1];
    out.push_back(iteration + (inside > 1 ? fmt::format(" / {}", inside) : "") +
                  (i > 0 ? fmt::format(" % {}", shared.times[i - 1]) : ""));
  }
  return out;
}

}  // namespace

void FunctionWriter::parallel_loops(const ir::For& outer) {
  const Nest shared = nest(outer);
  const ir::Expr iterations = ir::mul(ir::int_lit(shared.inside), ir::sub(outer.hi, outer.lo));
  const std::string number = std::to_string(++parallel_), all = "tessera_parts_" + number,
                    taken = "tessera_chunk_" + number, iteration = "tessera_iteration_" + number;
  unit_.flags.insert("-fopenmp");  // for both: it names the runtime library too
  unit_.link_flags.insert("-fopenmp");
  unit_.helpers["tessera_parts"] = parts;
  line(fmt::format("struct tessera_parts {};", all));
  line(fmt::format("tessera_divide(&{}, {});", all, control(iterations).text));
  out_ += "#ifdef _OPENMP\n";
  line("#pragma omp parallel");
  out_ += "#endif\n";
  line(fmt::format("for (struct tessera_chunk {0} = tessera_nothing(&{1}); tessera_take(&{1}, &{0});)", taken, all));
  ++depth_;
  line(fmt::format("for (int64_t {0} = {1}.from; {0} < {1}.to; {0}++) {{", iteration, taken));
  ++depth_;
  loops_.insert(loops_.end(), shared.loops.begin(), shared.loops.end());
  const std::string before = std::exchange(out_, "");
  block(shared.loops.back()->body);
  const std::string body = std::exchange(out_, before);
  loops_.resize(loops_.size() - shared.loops.size());
  counters(shared.loops, offsets(shared, iteration), identifiers(body));
  out_ += body;
  --depth_;
  line("}");
  --depth_;
}

void FunctionWriter::counters(const std::vector<const ir::For*>& loops, const std::vector<std::string>& offsets,
                              const std::set<std::string>& used) {
  for (std::size_t i = 0; i < loops.size(); ++i) {
    const std::string& name = names_.of(loops[i]->iter);
    const std::int64_t* begin = ir::literal(loops[i]->lo);
    const bool is_zero = begin && *begin == 0;
    if (!used.count(name)) continue;
    line(fmt::format("const int64_t {} = {}{};", name, is_zero ? "" : control(loops[i]->lo).in(Binding::sum) + " + ",
                     offsets[i]));
  }
}

}  // namespace tessera::codegen
