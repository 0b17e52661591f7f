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
#include "linear_time_cases.hpp"

namespace {

using namespace tessera;
using bench::Case;
using bench::nest;

enum class Where { around, inside, distinct };
constexpr const char* names[] = {"around", "inside", "distinct"};

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
    for (const auto& cases : {bench::loop_cases(), bench::buffer_cases(), bench::other_cases()})
      for (const Case& c : cases) run(c, options);
    return 0;
  } catch (const Error& e) {
    fmt::print(stderr, "{}\n", e.diagnostic().render());
    return static_cast<int>(e.exit_code());
  }
}
