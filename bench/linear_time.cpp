// linear_time: every primitive on programs that double in length, to see that a step takes time linear in the program.
// Prints rows `what,where,statements,seconds`; bench/linear_time.sh fits them. "around": the primitive rewrites a small
// place in a long program. "inside": what it rewrites is as long as the program.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>

#include "codegen/emit.hpp"
#include "dsl/check/bounds.hpp"
#include "dsl/script/evaluate.hpp"
#include "dsl/support/diagnostic.hpp"

namespace {

using namespace tessera;

enum class Where { around, inside, inside_calls };
constexpr const char* names[] = {"around", "inside", "inside calls"};

struct Case {
  std::string primitive;
  std::string place;     ///< lines of the program; `...` becomes the statements that are to be inside
  std::string schedule;  ///< the step
  Where where = Where::around;
};

constexpr const char* before_all = R"(
def scale(x: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = 2.0 * x[i]
def fill(x: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = 1.0
)";

// Z has an element for every iteration, W one for all.
constexpr const char* header =
    "def p(m: size, n: size, X: f32[1024], Y: f32[1024], Z: f32[m, n, 8], W: f32[m, n], V: f32[m], C: R[4]):\n";

constexpr const char* nest = R"(
for t in seq(0, m):
    for u in seq(0, n):
        Z[t, u, 0] = 1.0
)";
constexpr const char* long_nest = R"(
for t in seq(0, m):
    for u in seq(0, n):
        ...
)";
constexpr const char* two_in_loop = R"(
for t in seq(0, m):
    V[t] = 1.0
    W[t, 0] = 2.0
)";
constexpr const char* buffer_in_loop = R"(
for t in seq(0, m):
    b: f32[8]
    b[0] = V[t]
    V[t] = b[0]
)";
constexpr const char* buffer_in_long_loop = R"(
for t in seq(0, m):
    b: f32[8]
    for k in seq(0, 8):
        b[k] = V[t]
    ...
)";

constexpr const char* tile_in_loop = R"(
for t in seq(0, m):
    b: f32[8, 2]
    b[0, 0] = V[t]
    V[t] = b[0, 0]
)";
constexpr const char* tile_in_long_loop = R"(
for t in seq(0, m):
    b: f32[8, 2]
    ...
)";
constexpr const char* typed_late = R"(
r: R
...
)";

std::vector<Case> cases() {
  return {
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='guard')"},
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut')"},
      {"divide_loop", long_nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut')", Where::inside},
      {"reorder_loops", nest, "p = reorder_loops(p, 't u')"},
      {"reorder_loops", long_nest, "p = reorder_loops(p, 't u')", Where::inside},
      {"cut_loop", nest, "p = cut_loop(p, 't', '1')"},
      {"cut_loop", long_nest, "p = cut_loop(p, 't', '1')", Where::inside},
      {"shift_loop", nest, "p = shift_loop(p, 't', '1')"},
      {"shift_loop", long_nest, "p = shift_loop(p, 't', '1')", Where::inside},
      {"unroll_loop", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = unroll_loop(p, 't')"},
      {"unroll_loop", "\nfor t in seq(0, 2):\n    ...\n", "p = unroll_loop(p, 't')", Where::inside},
      {"fission", two_in_loop, "p = fission(p, p.find('V[_] = 1.0').after())"},
      {"fission", "\nfor t in seq(0, m):\n    V[t] = 1.0\n    ...\n", "p = fission(p, p.find('V[_] = 1.0').after())",
       Where::inside},
      {"autofission", two_in_loop, "p = autofission(p, p.find('V[_] = 1.0').after())"},
      {"remove_loop", "\nfor t in seq(0, m):\n    V[0] = 1.0\n", "p = remove_loop(p, 't')"},
      {"lift_scope", "\nfor t in seq(0, m):\n    if n > 4:\n        V[t] = 1.0\n", "p = lift_scope(p, 'if _: _')"},
      {"eliminate_dead_code", "\nif n > 0:\n    V[0] = 1.0\n", "p = eliminate_dead_code(p, 'if _: _')"},
      {"simplify", nest, "p = simplify(p)"},
      {"simplify one statement", nest, "p = simplify(p, 'for t in _: _')"},
      {"bind_expr", "\nfor t in seq(0, m):\n    V[t] = 2.0 * W[t, 0]\n", "p = bind_expr(p, 'W[_]', 'w')"},
      {"stage_mem", nest, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0]', 'z')"},
      {"stage_mem", long_nest, "p = stage_mem(p, 'for u in _: _', 'Z[t, 0:n, 0:8]', 'z')", Where::inside},
      {"expand_dim", buffer_in_loop, "p = expand_dim(p, 'b', 'm', 't')"},
      {"expand_dim", buffer_in_long_loop, "p = expand_dim(p, 'b', 'm', 't')", Where::inside},
      {"lift_alloc", buffer_in_loop, "p = lift_alloc(p, 'b')"},
      {"lift_alloc", buffer_in_long_loop, "p = lift_alloc(p, 'b')", Where::inside},
      {"autolift_alloc", buffer_in_loop, "p = autolift_alloc(p, 'b', keep_dims=True)"},
      {"autolift_alloc", buffer_in_long_loop, "p = autolift_alloc(p, 'b', keep_dims=True)", Where::inside},
      {"rearrange_dim", tile_in_loop, "p = rearrange_dim(p, 'b', [1, 0])"},
      {"rearrange_dim", tile_in_long_loop, "p = rearrange_dim(p, 'b', [1, 0])", Where::inside},
      {"divide_dim", buffer_in_loop, "p = divide_dim(p, 'b', 0, 4)"},
      {"divide_dim", buffer_in_long_loop, "p = divide_dim(p, 'b', 0, 4)", Where::inside},
      {"set_memory", buffer_in_loop, "p = set_memory(p, 'b', DRAM_STACK)"},
      {"set_precision", "\nC[0] = 1.0\n", "p = set_precision(p, 'C', 'f32')"},
      {"set_window", nest, "p = set_window(p, 'W', True)"},
      {"rename", nest, "p = rename(p, 'q')"},
      {"partial_eval", nest, "p = p.partial_eval(8, 8)"},
      {"inline", "\nfill(X[0:4])\n", "p = inline(p, 'fill')"},
      {"extract_subproc", nest, "p, q = extract_subproc(p, 'for t in _: _', 'q')"},
      {"extract_subproc", long_nest, "p, q = extract_subproc(p, 'for t in _: _', 'q')", Where::inside},
      {"replace", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = replace(p, 'for t in _: _', fill)"},
      {"replace_all", "\nfor t in seq(0, 4):\n    X[t] = 1.0\n", "p = replace_all(p, [fill, scale])"},
      {"call_eqv", "\nfill(X[0:4])\n",
       "other = unroll_loop(rename(fill, 'other'), 'i')\np = call_eqv(p, 'fill', other)"},
      {"divide_loop", nest, "p = divide_loop(p, 't', 4, ['to', 'ti'], tail='cut_and_guard')"},
      {"divide_with_recompute", "\nfor t in seq(0, m):\n    V[t] = 1.0\n",
       "p = divide_with_recompute(p, 't', 'm', 1, ['to', 'ti'])"},
      {"mult_loops", "\nfor t in seq(0, m):\n    for u in seq(0, 8):\n        Z[t, 0, u] = 1.0\n",
       "p = mult_loops(p, 't u', 'tu')"},
      {"join_loops", "\nfor t in seq(0, 4):\n    X[t] = 1.0\nfor t in seq(4, 8):\n    X[t] = 1.0\n",
       "p = join_loops(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"fuse", "\nfor t in seq(0, m):\n    V[t] = 1.0\nfor t in seq(0, m):\n    W[t, 0] = 2.0\n",
       "p = fuse(p, 'for t in _: _ #0', 'for t in _: _ #1')"},
      {"fuse", "\nfor t in seq(0, m):\n    V[t] = 1.0\nfor t in seq(0, m):\n    ...\n",
       "p = fuse(p, 'for t in _: _ #0', 'for t in _: _ #1')", Where::inside},
      {"add_loop", "\nV[0] = 1.0\n", "p = add_loop(p, 'V[_] = _', 'q', '4')"},
      {"parallelize_loop", nest, "p = parallelize_loop(p, 't')"},
      {"specialize", nest, "p = specialize(p, 'for t in _: _', ['n > 4'])"},
      {"reorder_stmts", "\nV[0] = 1.0\nW[0, 0] = 2.0\n", "p = reorder_stmts(p, 'V[_] = _ ; W[_] = _')"},
      {"merge_writes", "\nV[0] = 1.0\nV[0] += 2.0\n", "p = merge_writes(p, 'V[_] = _ ; V[_] += _')"},
      {"split_write", "\nV[0] = W[0, 0] + 2.0\n", "p = split_write(p, 'V[_] = _')"},
      {"fold_into_reduce", "\nV[0] = V[0] + 2.0\n", "p = fold_into_reduce(p, 'V[_] = _')"},
      {"inline_assign", "\nc: f32\nc = V[0]\nW[0, 0] = c\n", "p = inline_assign(p, 'c = _')"},
      {"lift_reduce_constant", "\nW[0, 0] = 0.0\nfor t in seq(0, m):\n    W[0, 0] += 3.0 * V[t]\n",
       "p = lift_reduce_constant(p, 'W[_] = 0.0 ; for t in _: _')"},
      {"insert_pass", "\nV[0] = 1.0\n", "p = insert_pass(p, p.find('V[_] = _').before())"},
      {"delete_pass", "\nV[0] = 1.0\npass\n", "p = delete_pass(p, 'pass')"},
      {"commute_expr", "\nV[0] = W[0, 0] * 2.0\n", "p = commute_expr(p, 'W[_] * _')"},
      {"left_reassociate_expr", "\nV[0] = W[0, 0] * (W[0, 0] * 2.0)\n",
       "p = left_reassociate_expr(p, 'W[_] * (_ * _)')"},
      {"rewrite_expr", "\nfor t in seq(0, m):\n    V[t + 0] = 1.0\n", "p = rewrite_expr(p, 't + 0', 't')"},
      {"resize_dim", buffer_in_loop, "p = resize_dim(p, 'b', 0, '4', '0')"},
      {"mult_dim", tile_in_loop, "p = mult_dim(p, 'b', 0, 1)"},
      {"unroll_buffer", "\nb: f32[2]\nb[0] = V[0]\nV[0] = b[0]\n", "p = unroll_buffer(p, 'b', 0)"},
      {"sink_alloc", "\nb: f32\nfor t in seq(0, m):\n    b = V[t]\n    W[t, 0] = b\n", "p = sink_alloc(p, 'b')"},
      {"reuse_buffer", "\nb: f32\nb = V[0]\nV[0] = b\nc: f32\nc = V[0]\nV[0] = c\n", "p = reuse_buffer(p, 'b', 'c')"},
      {"delete_buffer", "\nb: f32\n", "p = delete_buffer(p, 'b')"},
      {"inline_window", "\nw = V[0:m]\nw[0] = 1.0\n", "p = inline_window(p, 'w = _')"},
      {"a forwarded cursor", nest,
       "c = p.find('for t in _: _')\np = rename(p, 'q')\np = divide_loop(p, c, 4, ['to', 'ti'])"},
      {"expand_dim", buffer_in_long_loop, "p = expand_dim(p, 'b', 'm', 't')", Where::inside_calls},
      {"lift_alloc", buffer_in_long_loop, "p = lift_alloc(p, 'b')", Where::inside_calls},
      {"autolift_alloc", buffer_in_long_loop, "p = autolift_alloc(p, 'b', keep_dims=True)", Where::inside_calls},
      {"divide_dim", buffer_in_long_loop, "p = divide_dim(p, 'b', 0, 4)", Where::inside_calls},
      {"stage_mem", buffer_in_long_loop, "p = stage_mem(p, 'for t in _: _', 'V[0:m]', 'v')", Where::inside_calls},
      {"set_memory", buffer_in_long_loop, "p = set_memory(p, 'b', DRAM_STACK)", Where::inside_calls},
      {"set_precision", typed_late, "p = set_precision(p, 'r', 'f32')", Where::inside},
  };
}

// One statement that is put inside, over what the place declares.
std::string inner_statement(const Case& c, std::size_t i) {
  auto has = [&](const char* text) { return c.place.find(text) != std::string::npos; };
  const std::size_t k = i % 8;
  if (c.where == Where::inside_calls) return fmt::format("fill(b[{}:{}])", k / 4 * 4, k / 4 * 4 + 4);
  if (has("r: R")) return "r = 1.0";
  if (has("b: f32[8, 2]")) return fmt::format("b[{}, 0] = X[{}]", k, i % 1024);
  if (has("b: ")) return fmt::format("X[{}] += b[{}]", k, k);
  if (has("for u")) return fmt::format("Z[t, u, {}] = X[{}]", k, i % 1024);
  return fmt::format("W[t, 0] = Y[{}]", i % 1024);
}

std::string statements(std::size_t count, const std::string& indent, const Case& c) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i)
    out += indent +
           (c.where == Where::around ? fmt::format("X[{}] = Y[{}] + 1.0", i % 1024, (7 * i) % 1024)
                                     : inner_statement(c, i)) +
           "\n";
  return out;
}

std::string indented(const std::string& place, std::size_t count, const Case& c) {
  std::string out;
  for (std::size_t at = 1; at < place.size();) {  // the first character ends an empty line
    std::size_t end = place.find('\n', at);
    std::string line = place.substr(at, end - at);
    std::size_t dots = line.find("...");
    out += dots == std::string::npos ? "    " + line + "\n" : statements(count, "    " + line.substr(0, dots), c);
    at = end + 1;
  }
  return out;
}

std::string program(const Case& c, std::size_t count) {
  std::string out = std::string(before_all) + header;
  if (c.where != Where::around) return out + indented(c.place, count, c);
  return out + statements(count / 2, "    ", c) + indented(c.place, 0, c) + statements(count / 2, "    ", c);
}

double seconds(const std::function<void()>& work) {
  auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// One run in a context of its own, so that no answer is remembered from another.
double time_step(const Case& c, const syntax::Module& module) {
  auto context = std::make_shared<Context>();
  script::Inputs inputs;
  for (const ir::ProcRef& p : module.procs) inputs.procs.emplace_back(p, context);
  syntax::Schedule schedule = syntax::parse_schedule(c.schedule + "\n", c.primitive);
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

void run(const Case& c, const Options& options) {
  for (std::size_t count = 1000; count <= options.largest; count *= 2) {
    syntax::Module module = syntax::parse_module(program(c, count), c.primitive, {});
    double best = time_step(c, module);
    if (best < options.limit / 4) best = std::min({best, time_step(c, module), time_step(c, module)});
    print_row(c.primitive, names[static_cast<int>(c.where)], count, best);
    if (best > options.limit) return;
  }
}

// What every schedule needs besides steps.
void run_ends(const Options& options) {
  const Case c{"", nest, ""};
  for (std::size_t count = 1000; count <= options.largest; count *= 2) {
    std::string text = program(c, count);
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
  app.add_option("--only", options.only, "one primitive");
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print("what,where,statements,seconds\n");
    if (options.only.empty()) run_ends(options);
    for (const Case& c : cases())
      if (options.only.empty() || c.primitive == options.only) run(c, options);
    return 0;
  } catch (const Error& e) {
    fmt::print(stderr, "{}\n", e.diagnostic().render());
    return static_cast<int>(e.exit_code());
  }
}
