// SPDX-License-Identifier: Apache-2.0
// step_cost: what a step costs in schedules that double in length. A procedure holds nests one after the other, and
// each gets the same steps, by cursors: so a schedule twice as long has a program twice as long. Prints rows
// `nests,steps,statements,microseconds,kilobytes`, of a step. Each length in a process of its own, as memory counts
// too.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>

#include "dsl/ir/walk.hpp"
#include "dsl/script/trace.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"
#include "tessera/tessera.hpp"

namespace {

using namespace tessera;

std::string program(int nests) {
  std::string out = "def p(X: f32[16, 16], Y: f32[16, 16], Z: f32[16]):\n";
  for (int n = 0; n < nests; ++n)
    out += "    for i in seq(0, 16):\n        for j in seq(0, 16):\n            Y[i, j] += X[i, j] * Z[i]\n";
  return out;
}

// Tiled and reordered, the accumulators in a staged tile that is lifted, its loads fissioned off, the reduction
// unrolled.
Proc scheduled(Proc p, const Cursor& nest) {
  const Cursor rows = p.forward(nest), columns = rows.body()[0], sum = columns.body()[0];
  p = divide_loop(p, rows, 4, {"io", "ii"}, Tail::perfect);
  p = divide_loop(p, p.forward(columns), 8, {"jo", "ji"}, Tail::perfect);
  p = reorder_loops(p, p.forward(columns).parent());
  p = stage_mem(p, p.forward(columns).body(), "Y[4 * io:4 * io + 4, 8 * jo:8 * jo + 8]", "tile");
  const Cursor tile = p.forward(columns).body()[0];
  p = expand_dim(p, p.forward(tile), "2", "jo");
  p = lift_alloc(p, p.forward(tile), 2);
  p = bind_expr(p, p.forward(sum).find("Z[_]"), "z");
  p = simplify(p, p.forward(columns));
  p = autofission(p, p.forward(columns).body()[0].after());
  return unroll_loop(p, p.forward(sum).parent());
}

double microseconds(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

void measure(int nests) {
  auto context = std::make_shared<Context>();
  context->largest_result = std::numeric_limits<std::size_t>::max();
  const auto module = syntax::parse_module(program(nests), "nests", {});
  Proc p(module.procs.back(), context);
  rusage before{}, after{};
  getrusage(RUSAGE_SELF, &before);
  const double time = microseconds([&] {
    const Proc start = p;
    for (int n = 0; n < nests; ++n) p = scheduled(p, start.body()[n]);
  });
  std::string trace;
  const double to_print = microseconds([&] { trace = script::trace_text(p); });
  getrusage(RUSAGE_SELF, &after);
  std::size_t statements = 0;
  ir::for_each_stmt(p.ir().body, [&](const ir::Stmt&) { ++statements; });
  const auto steps = static_cast<double>(p.history().size() - 1);
  fmt::print("{},{},{},{:.1f},{:.1f},{:.1f}\n", nests, steps, statements, time / steps, to_print / steps,
             static_cast<double>(after.ru_maxrss - before.ru_maxrss) / steps);
  std::fflush(stdout);
}

void in_own_process(int nests) {
  const pid_t child = fork();
  if (child == 0) {
    measure(nests);
    std::_Exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error(fmt::format("{} nests failed", nests));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"times a step in schedules that double in length; prints CSV"};
  int least = 70, largest = 1120;
  app.add_option("--least", least, "nests of the shortest program, ten steps each");
  app.add_option("--largest", largest, "nests of the longest");
  CLI11_PARSE(app, argc, argv);
  fmt::print("nests,steps,statements,us_step,us_trace,kilobytes_step\n");
  std::fflush(stdout);
  for (int nests = least; nests <= largest; nests *= 2) in_own_process(nests);
}
