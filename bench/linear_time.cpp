// SPDX-License-Identifier: Apache-2.0
// linear_time: every primitive on programs that double in length, to see that a step takes time linear in the program.
// Prints rows `what,where,statements,seconds`; bench/linear_time.sh fits them. "around": the primitive rewrites a small
// place in a long program. "inside": what it rewrites is as long as the program, and comes back to a few elements over
// and over. "distinct": the same, but each statement has an element of its own, as in unrolled code.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <limits>

#include "codegen/emit.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/support/diagnostic.hpp"

namespace {

using namespace tessera;

enum class Where { around, inside, distinct };
constexpr const char* names[] = {"around", "inside", "distinct"};

/// In a place, a line `... S` stands for the statement S many times, with {k} an element (one of few, or its own), {w}
/// and {w4} a window of 4 elements (likewise), {x} a number below 1024. {n} is the number of elements.
struct Case {
  std::string primitive;
  std::string place;     ///< lines of the program; with `...` its length is inside of the place, else around it
  std::string schedule;  ///< the step
};

constexpr const char* before_all = R"(
def scale(x: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = 2.0 * x[i]
def fill(x: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = 1.0
)";

// Z has elements for every iteration, W one, V one for the outer loop alone.
constexpr const char* header =
    "def p(m: size, n: size, X: f32[1024], Y: f32[1024], Z: f32[m, n, {n}], W: f32[m, n], V: f32[m], U: f32[m, {n}], "
    "C: R[4]):\n";

constexpr const char* nest = R"(
for t in seq(0, m):
    for u in seq(0, n):
        Z[t, u, 0] = 1.0
)";
constexpr const char* long_nest = R"(
for t in seq(0, m):
    for u in seq(0, n):
        ... Z[t, u, {k}] = X[{x}]
)";
constexpr const char* long_nest_of_calls = R"(
for t in seq(0, m):
    for u in seq(0, n):
        ... fill(Z[t, u, {w}:{w4}])
)";
constexpr const char* long_nest_of_sums = R"(
for t in seq(0, m):
    for u in seq(0, n):
        ... Z[t, u, {k}] += X[{x}] * Z[t, u, {k}]
)";
constexpr const char* long_loop = R"(
for t in seq(0, m):
    ... U[t, {k}] = X[{x}]
)";
constexpr const char* two_in_loop = R"(
for t in seq(0, m):
    V[t] = 1.0
    W[t, 0] = 2.0
)";
constexpr const char* two_in_long_loop = R"(
for t in seq(0, m):
    V[t] = 1.0
    ... U[t, {k}] = X[{x}]
)";
constexpr const char* buffer_in_loop = R"(
for t in seq(0, m):
    b: f32[8]
    b[0] = V[t]
    V[t] = b[0]
)";
constexpr const char* buffer_in_long_loop = R"(
for t in seq(0, m):
    b: f32[{n}]
    for k in seq(0, {n}):
        b[k] = V[t]
    ... X[{x}] += b[{k}]
)";
constexpr const char* buffer_used_in_long_loop = R"(
for t in seq(0, m):
    b: f32[{n}]
    ... b[{k}] = V[t]
    ... U[t, {k}] = b[{k}]
)";
constexpr const char* accumulators_in_long_loop = R"(
for t in seq(0, m):
    b: f32[{n}]
    ... b[{k}] = 0.0
    ... b[{k}] += X[{x}] * Y[{x}]
    ... U[t, {k}] = b[{k}]
)";
constexpr const char* buffer_in_long_loop_of_calls = R"(
for t in seq(0, m):
    b: f32[{n}]
    ... fill(b[{w}:{w4}])
)";
constexpr const char* tile_in_loop = R"(
for t in seq(0, m):
    b: f32[8, 2]
    b[0, 0] = V[t]
    V[t] = b[0, 0]
)";
constexpr const char* tile_in_long_loop = R"(
for t in seq(0, m):
    b: f32[{n}, 2]
    ... b[{k}, 0] = X[{x}]
)";

std::vector<Case> loop_cases() {
  return {
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='guard')"},
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut')"},
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut_and_guard')"},
      {"divide_loop", long_nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut')"},
      {"divide_with_recompute", "\nfor t in seq(0, m):\n    V[t] = 1.0\n",
       "p = divide_with_recompute(p, 't', 'm', 1, ['to', 'ti'])"},
      {"divide_with_recompute", long_loop, "p = divide_with_recompute(p, 't', 'm', 1, ['to', 'ti'])"},
      {"mult_loops", "\nfor t in seq(0, m):\n    for u in seq(0, 8):\n        Z[t, 0, u] = 1.0\n",
       "p = mult_loops(p, 't u', 'tu')"},
      {"mult_loops", "\nfor t in seq(0, m):\n    for u in seq(0, 8):\n        ... U[t, {k}] = X[u]\n",
       "p = mult_loops(p, 't u', 'tu')"},
      {"join_loops", "\nfor t in seq(0, 4):\n    X[t] = 1.0\nfor t in seq(4, 8):\n    X[t] = 1.0\n",
       "p = join_loops(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"join_loops", "\nfor t in seq(0, 4):\n    ... U[0, {k}] = X[t]\nfor t in seq(4, 8):\n    ... U[0, {k}] = X[t]\n",
       "p = join_loops(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"cut_loop", nest, "p = cut_loop(p, 't', '1')"},
      {"cut_loop", long_nest, "p = cut_loop(p, 't', '1')"},
      {"shift_loop", nest, "p = shift_loop(p, 't', '1')"},
      {"shift_loop", long_nest, "p = shift_loop(p, 't', '1')"},
      {"reorder_loops", nest, "p = reorder_loops(p, 't u')"},
      {"reorder_loops", long_nest, "p = reorder_loops(p, 't u')"},
      {"reorder_loops of sums", long_nest_of_sums, "p = reorder_loops(p, 't u')"},
      {"reorder_loops of calls", long_nest_of_calls, "p = reorder_loops(p, 't u')"},
      {"unroll_loop", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = unroll_loop(p, 't')"},
      {"unroll_loop", "\nfor t in seq(0, 2):\n    ... U[0, {k}] = X[t]\n", "p = unroll_loop(p, 't')"},
      {"fission", two_in_loop, "p = fission(p, p.find('V[_] = 1.0').after())"},
      {"fission", two_in_long_loop, "p = fission(p, p.find('V[_] = 1.0').after())"},
      {"fission in the middle",
       "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\n    V[t] = 1.0\n    ... U[t, {k}] += 1.0\n",
       "p = fission(p, p.find('V[_] = 1.0').after())"},
      {"autofission", two_in_loop, "p = autofission(p, p.find('V[_] = 1.0').after())"},
      {"autofission", two_in_long_loop, "p = autofission(p, p.find('V[_] = 1.0').after())"},
      {"fuse", "\nfor t in seq(0, m):\n    V[t] = 1.0\nfor t in seq(0, m):\n    W[t, 0] = 2.0\n",
       "p = fuse(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"fuse", "\nfor t in seq(0, m):\n    V[t] = 1.0\nfor t in seq(0, m):\n    ... U[t, {k}] = Y[{x}]\n",
       "p = fuse(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"remove_loop", "\nfor t in seq(0, m):\n    V[0] = 1.0\n", "p = remove_loop(p, 't')"},
      {"remove_loop", "\nfor t in seq(0, m):\n    ... U[0, {k}] = X[{x}]\n", "p = remove_loop(p, 't')"},
      {"add_loop", "\nV[0] = 1.0\n", "p = add_loop(p, 'V[_] = _', 'q', '4')"},
      {"add_loop", "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\n", "p = add_loop(p, 't', 'q', '4')"},
      {"pad_loop", "\nb: f32[m + 1]\nfor t in seq(0, m):\n    b[t] = 1.0\nfor t in seq(0, m):\n    V[t] = b[t]\n",
       "p = pad_loop(p, 't', 'm + 1')"},
      {"pad_loop",
       "\nb: f32[2, {n}]\nfor t in seq(0, 1):\n    ... b[t, {k}] = 1.0\nfor t in seq(0, 1):\n    ... b[t, {k}] += "
       "X[{x}]\n"
       "for t in seq(0, 1):\n    ... U[t, {k}] = b[t, {k}]\n",
       "p = pad_loop(p, 't', '2')\np = pad_loop(p, 't #1', '2')"},
      {"parallelize_loop", nest, "p = parallelize_loop(p, 't')"},
      {"parallelize_loop", long_nest, "p = parallelize_loop(p, 't')"},
      {"lift_scope", "\nfor t in seq(0, m):\n    if n > 4:\n        V[t] = 1.0\n", "p = lift_scope(p, 'if _: _')"},
      {"lift_scope", "\nfor t in seq(0, m):\n    if n > 4:\n        ... U[t, {k}] = X[{x}]\n",
       "p = lift_scope(p, 'if _: _')"},
      {"specialize", nest, "p = specialize(p, 'for t in _: _', ['n > 4'])"},
      {"specialize", long_nest, "p = specialize(p, 'for t in _: _', ['n > 4'])"},
      {"eliminate_dead_code", "\nif n > 0:\n    V[0] = 1.0\n", "p = eliminate_dead_code(p, 'if _: _')"},
      {"eliminate_dead_code", "\nif n > 0:\n    ... U[0, {k}] = X[{x}]\n", "p = eliminate_dead_code(p, 'if _: _')"},
  };
}

std::vector<Case> buffer_cases() {
  return {
      {"stage_mem", nest, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0]', 'z')"},
      {"stage_mem", long_nest, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0:{n}]', 'z')"},
      {"stage_mem of sums", long_nest_of_sums, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0:{n}]', 'z')"},
      {"stage_mem of calls", long_nest_of_calls, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0:{n}]', 'z')"},
      {"expand_dim", buffer_in_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim", buffer_in_long_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim of temporaries", buffer_used_in_long_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim of accumulators", accumulators_in_long_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim in calls", buffer_in_long_loop_of_calls, "p = expand_dim(p, 'b', 'm', 't')"},
      {"lift_alloc", buffer_in_loop, "p = lift_alloc(p, 'b')"},
      {"lift_alloc", buffer_in_long_loop, "p = lift_alloc(p, 'b')"},
      {"lift_alloc in calls", buffer_in_long_loop_of_calls, "p = lift_alloc(p, 'b')"},
      {"sink_alloc", "\nb: f32\nfor t in seq(0, m):\n    b = V[t]\n    W[t, 0] = b\n", "p = sink_alloc(p, 'b')"},
      {"sink_alloc", "\nb: f32[{n}]\nfor t in seq(0, m):\n    ... b[{k}] = V[t]\n    ... U[t, {k}] = b[{k}]\n",
       "p = sink_alloc(p, 'b')"},
      {"autolift_alloc", buffer_in_loop, "p = autolift_alloc(p, 'b', keep_dims=True)"},
      {"autolift_alloc", buffer_in_long_loop, "p = autolift_alloc(p, 'b', keep_dims=True)"},
      {"autolift_alloc in calls", buffer_in_long_loop_of_calls, "p = autolift_alloc(p, 'b', keep_dims=True)"},
      {"rearrange_dim", tile_in_loop, "p = rearrange_dim(p, 'b', [1, 0])"},
      {"rearrange_dim", tile_in_long_loop, "p = rearrange_dim(p, 'b', [1, 0])"},
      {"divide_dim", buffer_in_loop, "p = divide_dim(p, 'b', 0, 4)"},
      {"divide_dim", buffer_in_long_loop, "p = divide_dim(p, 'b', 0, 4)"},
      {"divide_dim in calls", buffer_in_long_loop_of_calls, "p = divide_dim(p, 'b', 0, 4)"},
      {"mult_dim", tile_in_loop, "p = mult_dim(p, 'b', 0, 1)"},
      {"mult_dim", tile_in_long_loop, "p = mult_dim(p, 'b', 0, 1)"},
      {"resize_dim", buffer_in_loop, "p = resize_dim(p, 'b', 0, '4', '0')"},
      {"resize_dim", buffer_used_in_long_loop, "p = resize_dim(p, 'b', 0, '{n} + 1', '0')"},
      {"resize_dim by folding", buffer_used_in_long_loop, "p = resize_dim(p, 'b', 0, '{n}', '0', fold=True)"},
      {"unroll_buffer", "\nb: f32[2]\nb[0] = V[0]\nV[0] = b[0]\n", "p = unroll_buffer(p, 'b', 0)"},
      {"unroll_buffer", "\nb: f32[2, {n}]\n... b[0, {k}] = X[{x}]\n", "p = unroll_buffer(p, 'b', 0)"},
      {"reuse_buffer", "\nb: f32\nb = V[0]\nV[0] = b\nc: f32\nc = V[0]\nV[0] = c\n", "p = reuse_buffer(p, 'b', 'c')"},
      {"reuse_buffer",
       "\nb: f32[{n}]\n... b[{k}] = X[{x}]\n... U[0, {k}] = b[{k}]\nc: f32[{n}]\n... c[{k}] = Y[{x}]\n... U[0, {k}] = "
       "c[{k}]\n",
       "p = reuse_buffer(p, 'b', 'c')"},
      {"delete_buffer", "\nb: f32\n", "p = delete_buffer(p, 'b')"},
      {"bind_window", nest, "p = bind_window(p, 'for u in _: _', 'Z[t, 0:n, 0:1]', 'z')"},
      {"bind_window", long_nest, "p = bind_window(p, 'for u in _: _', 'Z[t, 0:n, 0:{n}]', 'z')"},
      {"inline_window", "\nw = V[0:m]\nw[0] = 1.0\n", "p = inline_window(p, 'w = _')"},
      {"inline_window", "\nw = U[0, 0:{n}]\n... w[{k}] = 1.0\n", "p = inline_window(p, 'w = _')"},
      {"set_memory", buffer_in_loop, "p = set_memory(p, 'b', DRAM_STACK)"},
      {"set_memory", buffer_in_long_loop_of_calls, "p = set_memory(p, 'b', DRAM_STACK)"},
      {"set_precision", "\nC[0] = 1.0\n", "p = set_precision(p, 'C', 'f32')"},
      {"set_precision", "\nr: R\n... r = 1.0\n", "p = set_precision(p, 'r', 'f32')"},
      {"set_window", nest, "p = set_window(p, 'W', True)"},
  };
}

std::vector<Case> other_cases() {
  return {
      {"simplify", nest, "p = simplify(p)"},
      {"simplify", "\nfor t in seq(0, m):\n    ... U[t, {k} + 0 * t] = X[{x}]\n", "p = simplify(p)"},
      {"simplify one statement", nest, "p = simplify(p, 'for t in _: _')"},
      {"bind_expr", "\nfor t in seq(0, m):\n    V[t] = 2.0 * W[t, 0]\n", "p = bind_expr(p, 'W[_]', 'w')"},
      {"reorder_stmts", "\nV[0] = 1.0\nW[0, 0] = 2.0\n", "p = reorder_stmts(p, 'V[_] = _ ; W[_] = _')"},
      {"reorder_stmts",
       "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\nfor u in seq(0, m):\n    ... Z[u, 0, {k}] = X[{x}]\n",
       "p = reorder_stmts(p, 'for t in _: _ ; for u in _: _')"},
      {"merge_writes", "\nV[0] = 1.0\nV[0] += 2.0\n", "p = merge_writes(p, 'V[_] = _ ; V[_] += _')"},
      {"split_write", "\nV[0] = W[0, 0] + 2.0\n", "p = split_write(p, 'V[_] = _')"},
      {"fold_into_reduce", "\nV[0] = V[0] + 2.0\n", "p = fold_into_reduce(p, 'V[_] = _')"},
      {"inline_assign", "\nc: f32\nc = V[0]\nW[0, 0] = c\n", "p = inline_assign(p, 'c = _')"},
      {"inline_assign", "\nc: f32\nc = V[0]\n... U[0, {k}] = c\n", "p = inline_assign(p, 'c = _')"},
      {"lift_reduce_constant", "\nW[0, 0] = 0.0\nfor t in seq(0, m):\n    W[0, 0] += 3.0 * V[t]\n",
       "p = lift_reduce_constant(p, 'W[_] = 0.0 ; for t in _: _')"},
      {"insert_pass", "\nV[0] = 1.0\n", "p = insert_pass(p, p.find('V[_] = _').before())"},
      {"delete_pass", "\nV[0] = 1.0\npass\n", "p = delete_pass(p, 'pass')"},
      {"commute_expr", "\nV[0] = W[0, 0] * 2.0\n", "p = commute_expr(p, 'W[_] * _')"},
      {"left_reassociate_expr", "\nV[0] = W[0, 0] * (W[0, 0] * 2.0)\n",
       "p = left_reassociate_expr(p, 'W[_] * (_ * _)')"},
      {"rewrite_expr", "\nfor t in seq(0, m):\n    V[t + 0] = 1.0\n", "p = rewrite_expr(p, 't + 0', 't')"},
      {"rename", nest, "p = rename(p, 'q')"},
      {"partial_eval", nest, "p = p.partial_eval(8, 8)"},
      {"inline", "\nfill(X[0:4])\n", "p = inline(p, 'fill')"},
      {"extract_subproc", nest, "p, q = extract_subproc(p, 'for t in _: _', 'q')"},
      {"extract_subproc", long_nest, "p, q = extract_subproc(p, 'for t in _: _', 'q')"},
      {"replace", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = replace(p, 'for t in _: _', fill)"},
      {"replace by what was extracted", "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\n",
       "r, q = extract_subproc(p, 'for t in _: _', 'q')\np = replace(p, 'for t in _: _', q)"},
      {"inline what was extracted", "\nfor t in seq(0, m):\n    ... U[t, {k}] = X[{x}]\n",
       "p, q = extract_subproc(p, 'for t in _: _', 'q')\np = inline(p, 'q')"},
      {"replace_all", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = replace_all(p, [fill, scale])"},
      {"call_eqv", "\nfill(X[0:4])\n",
       "other = unroll_loop(rename(fill, 'other'), 'i')\np = call_eqv(p, 'fill', other)"},
      {"a forwarded cursor", nest,
       "c = p.find('for t in _: _')\np = rename(p, 'q')\np = divide_loop(p, c, 4, ['to', 'ti'])"},
  };
}

// What the place, the header and the schedule leave open.
std::string filled_in(const std::string& text, std::size_t i, std::size_t elements) {
  const std::size_t k = i % elements, w = 4 * i % elements;
  return fmt::format(fmt::runtime(text), fmt::arg("k", k), fmt::arg("w", w), fmt::arg("w4", w + 4),
                     fmt::arg("x", i % 1024), fmt::arg("n", elements));
}

std::size_t elements(Where where, std::size_t count) { return where == Where::distinct ? 4 * count : 8; }

std::size_t open_lines(const std::string& place) {
  std::size_t out = 0;
  for (std::size_t at = place.find("..."); at != std::string::npos; at = place.find("...", at + 1)) ++out;
  return out;
}

std::string repeated(const std::string& line, std::size_t count, std::size_t elements) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += filled_in(line, i, elements);
  return out;
}

std::string place_text(const Case& c, Where where, std::size_t count) {
  std::string out;
  const std::size_t each = count / std::max<std::size_t>(1, open_lines(c.place)), n = elements(where, count);
  for (std::size_t at = 1; at < c.place.size();) {  // the first character ends an empty line
    const std::size_t end = c.place.find('\n', at);
    std::string line = "    " + c.place.substr(at, end + 1 - at);
    const std::size_t dots = line.find("... ");
    if (dots != std::string::npos) line.erase(dots, 4);
    out += repeated(line, dots == std::string::npos ? 1 : each, n);
    at = end + 1;
  }
  return out;
}

std::string program(const Case& c, Where where, std::size_t count) {
  const std::string start = before_all + filled_in(header, 0, elements(where, count));
  if (where != Where::around) return start + place_text(c, where, count);
  std::string around;
  for (std::size_t i = 0; i < count / 2; ++i)
    around += fmt::format("    X[{}] = Y[{}] + 1.0\n", i % 1024, (7 * i) % 1024);
  return start + around + place_text(c, where, 1) + around;
}

double seconds(const std::function<void()>& work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// One run in a context of its own, so that no answer is remembered from another.
double time_step(const Case& c, const std::string& steps, const syntax::Module& module) {
  auto context = std::make_shared<Context>();
  context->largest_result = std::numeric_limits<std::size_t>::max();
  script::Inputs inputs;
  for (const ir::ProcRef& p : module.procs) inputs.procs.emplace_back(p, context);
  syntax::Schedule schedule = syntax::parse_schedule(steps + "\n", c.primitive);
  return seconds([&] { script::evaluate(schedule, inputs, context); });
}

void print_row(const std::string& what, const char* where, std::size_t count, double time) {
  fmt::print("{},{},{},{:.6f}\n", what, where, count, time);
  std::fflush(stdout);
}

struct Options {
  std::size_t largest = 128'000;
  double limit = 2;  ///< seconds: a case that takes longer is not doubled again
  std::string only;
};

void run(const Case& c, Where where, const Options& options) {
  for (std::size_t count = 1000; count <= options.largest; count *= 2) {
    syntax::Module module = syntax::parse_module(program(c, where, count), c.primitive, {});
    const std::string steps = filled_in(c.schedule, 0, elements(where, count));
    double best = time_step(c, steps, module);
    if (best < options.limit / 4) best = std::min({best, time_step(c, steps, module), time_step(c, steps, module)});
    print_row(c.primitive, names[static_cast<int>(where)], count, best);
    if (best > options.limit) return;
  }
}

void run(const Case& c, const Options& options) {
  if (!options.only.empty() && c.primitive.compare(0, options.only.size(), options.only) != 0) return;
  if (open_lines(c.place) == 0) return run(c, Where::around, options);
  run(c, Where::inside, options);
  run(c, Where::distinct, options);
}

// What every schedule needs besides steps.
void run_ends(const Options& options) {
  const Case c{"", nest, ""};
  for (std::size_t count = 1000; count <= options.largest; count *= 2) {
    std::string text = program(c, Where::around, count);
    syntax::Module module;
    print_row("parse", "whole", count, seconds([&] { module = syntax::parse_module(text, "program", {}); }));
    Proc p(module.procs.back());
    print_row("check", "whole", count, seconds([&] { check::check_accesses(p.ir(), p.context()->solver); }));
    print_row("print", "whole", count, seconds([&] { p.text(); }));
    std::vector<ir::ProcRef> procs{module.procs.back()};
    print_row("emit C", "whole", count, seconds([&] { codegen::emit(procs); }));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"times every primitive on programs that double in length; prints CSV"};
  Options options;
  app.add_option("--largest", options.largest, "statements of the longest program");
  app.add_option("--limit", options.limit, "seconds after which a case is not doubled again");
  app.add_option("--only", options.only, "the primitives whose names begin like this");
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print("what,where,statements,seconds\n");
    if (options.only.empty()) run_ends(options);
    for (const auto& cases : {loop_cases(), buffer_cases(), other_cases()})
      for (const Case& c : cases) run(c, options);
    return 0;
  } catch (const Error& e) {
    fmt::print(stderr, "{}\n", e.diagnostic().render());
    return static_cast<int>(e.exit_code());
  }
}
