// SPDX-License-Identifier: Apache-2.0
// Blocks of many statements: matched in one pass and on a small stack, and without trying what cannot help. Schedules
// of many steps.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "dsl/rewrite/primitives.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"
#include "tests/unit/forwarding.hpp"

namespace {

using namespace tessera;

std::string lines(int count, const char* line) {
  std::string out;
  for (int i = 0; i < count; ++i) out += fmt::format(fmt::runtime(line), fmt::arg("i", i % 64));
  return out;
}

Proc procedure(const std::string& text) {
  return Proc(syntax::parse_module(text, "long.tess").procs.back(), std::make_shared<Context>());
}

/// A loop over `body`, as a procedure with the arguments that the lines below use.
Proc loop(const char* name, const std::string& body) {
  return procedure(
      fmt::format("def {}(m: size, X: f32[m, 65], Y: f32[m, 65]):\n    for t in seq(0, m):\n{}", name, body));
}

std::string refusal(const Proc& p, const Proc& by) {
  try {
    replace(p, "for t in _: _", by);
  } catch (const SchedulingError& e) { return e.diagnostic().render(); }
  return "accepted";
}

}  // namespace

TEST_CASE("a block of thousands of statements becomes a call of what was extracted") {
  for (const char* line : {"        Y[t, {i}] = X[t, {i}]\n", "        Y[t, {i}] += X[t, {i}] * X[t, {i} + 1]\n",
                           "        for k in seq(0, 64):\n            Y[t, k] = X[t, {i}]\n",
                           "        b: f32[4]\n        b[{i} / 16] = X[t, {i}]\n        Y[t, 0] = b[3]\n"}) {
    INFO(line);
    const Proc p = loop("p", lines(3000, line));
    const Proc by = extract_subproc(p, "for t in _: _", "q").callee;
    const Proc out = replace(p, "for t in _: _", by);
    CHECK(out.text() == "def p(m: size, X: f32[m, 65] @ DRAM, Y: f32[m, 65] @ DRAM):\n    q(m, X, Y)\n");
  }
}

TEST_CASE("products of one buffer are not tried in all orders before the statement that differs is named") {
  const char* product = "        Y[t, {i}] = X[t, {i}] * X[t, {i} + 1]\n";
  const Proc p = loop("p", lines(200, product) + "        Y[t, 0] = 1.0\n");
  const Proc by = loop("q", lines(200, product) + "        Y[t, 0] = 2.0\n");
  const std::string text = refusal(p, by);
  CHECK_THAT(text, Catch::Contains("replace.R1") && Catch::Contains("another operation or value") &&
                       Catch::Contains("q has `2.0` where the program has `1.0`"));
}

TEST_CASE("operands that give the arguments are still tried in both orders, however much lies between") {
  const std::string between = lines(1000, "        Y[t, {i}] = X[t, {i}] * X[t, {i} + 1]\n");
  const Proc p = loop("p", "        Y[t, 0] = X[t, 2] * Y[t, 1]\n" + between + "        Y[t, 1] = X[t, 0]\n");
  const Proc by = procedure(
      "def q(m: size, A: [f32][m, 65], B: [f32][m, 65], C: [f32][m, 65]):\n    for t in seq(0, m):\n"
      "        C[t, 0] = A[t, 1] * B[t, 2]\n" +
      lines(1000, "        C[t, {i}] = B[t, {i}] * B[t, {i} + 1]\n") + "        A[t, 1] = B[t, 0]\n");
  CHECK_THAT(refusal(p, by), Catch::Contains("replace.S4") && Catch::Contains("q(m, Y[0:m, 0:65], X[0:m, 0:65], "));
}

namespace {

// Of nests side by side: on one of those near `about`, inside or in the list of all.
Proc step_near(std::size_t about, const Proc& p, std::mt19937& random) {
  const Cursor any = p.body()[static_cast<int>((about + random() % 3) % p.ir().body.size())];
  const std::string name = "v" + std::to_string(random());
  switch (random() % 5) {
    case 0: return insert_pass(p, any.before());
    case 1: return divide_loop(p, any, 2, {name, name + "i"}, Tail::cut);
    case 2: return cut_loop(p, any, "1");
    case 3: return unroll_loop(p, any);
    default: return reorder_stmts(p, any.expand(0, 1));
  }
}

Proc some_step(std::size_t about, const Proc& p, std::mt19937& random) {
  for (;;) try {
      return step_near(about, p, random);
    } catch (const Error&) {}
}

std::vector<Cursor> statements_of(const Proc& p) {
  std::vector<Cursor> out;
  for (const ir::Path& path : fuzz::statement_paths(p.ir())) out.emplace_back(p, Cursor::Kind::stmt, path);
  return out;
}

std::optional<Cursor> on(const Proc& p, const Cursor& c) {
  try {
    return p.forward(c);
  } catch (const SchedulingError&) { return std::nullopt; }
}

}  // namespace

TEST_CASE("a cursor goes over hundreds of steps to where it goes over each of them") {
  std::mt19937 random(5);
  std::string nests;
  for (int i = 0; i < 12; ++i) nests += fmt::format("    for i{0} in seq(0, 16):\n        X[i{0}] = {0}.0\n", i);
  Proc p = procedure("def p(X: f32[16]):\n" + nests);
  std::vector<Cursor> made;
  for (std::size_t step = 0; step < 800; ++step) {
    if (step % 50 == 0)
      for (const Cursor& c : statements_of(p)) made.push_back(c);
    p = some_step(step / 150 * 7, p, random);
  }
  std::size_t kept = 0;
  for (const Cursor& c : made) {
    std::optional<ir::Path> path = c.path();
    const VersionRef from = c.proc().version();
    bool has_begun = false;
    for (const VersionRef& v : p.history()) {
      if (has_begun && path) path = v->step.forward(*path);
      has_begun = has_begun || v == from;
    }
    const std::optional<Cursor> now = on(p, c);
    REQUIRE(now.has_value() == path.has_value());
    if (!path) continue;
    CHECK(now->path() == *path);
    ++kept;
  }
  CHECK(kept > 100);
  CHECK(kept < made.size());
}

TEST_CASE("a schedule of hundreds of thousands of steps needs no large stack to be forgotten") {
  VersionRef last;
  for (int i = 0; i < 400'000; ++i) {
    auto next = std::make_shared<Version>();
    next->parent = std::move(last);
    last = std::move(next);
  }
  CHECK(last.use_count() == 1);
}
