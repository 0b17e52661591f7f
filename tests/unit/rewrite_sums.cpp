// SPDX-License-Identifier: Apache-2.0
// Which steps are marked as changing the order of a sum. Run with numbers that round, a step without the mark gives the
// same bits; of those with it each is one that does not.
#include <catch2/catch.hpp>
#include <functional>

#include "dsl/interp/compare.hpp"
#include "dsl/rewrite/primitives.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

using Step = std::function<Proc(const Proc&)>;

struct SumCase {
  const char* program;
  Step step;
};

Proc swapped(const Proc& p) { return reorder_loops(p, "i j"); }

bool rounds_otherwise(const Proc& before, const Proc& after) {
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    if (interp::first_difference<interp::Floats>(before.ir(), after.ir(), interp::ControlValues{}, seed)) return true;
  return false;
}

std::string with_header(const std::string& body) {
  return R"(def sum(x: [f32][7], y: [f32][7]):
    for l in seq(0, 7):
        x[l] += y[l] * 0.1
def p(s: f32, y: f32[16], z: f32[16], C: f32[16, 16], A: f32[16, 16]):)" +
         body;
}

// Another order, and other bits.
const std::vector<SumCase> reordered{
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            s += A[i, j] * 0.1
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            y[i + j] += A[i, j] * 0.1
)",
     swapped},
    // Two statements add to one element, in iterations of their own.
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            y[i] += A[i, j] * 0.1
            y[i + 1] += A[j, i] * 0.3
)",
     swapped},
    // Each of two elements is told apart by another counter.
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            y[i] += A[i, j] * 0.1
            y[j] += A[j, i] * 0.3
)",
     swapped},
    // A counter inside makes up for the one outside.
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            for l in seq(0, 7):
                y[i + l] += A[i, j] * 0.1
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            y[i / 3] += A[i, j] * 0.1
)",
     swapped},
    // Through windows and calls.
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            w = y[i:i + 7]
            for l in seq(0, 7):
                w[l] += A[i, j] * 0.1
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            sum(y[0:7], A[i, j:j + 7])
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            sum(y[i:i + 7], A[i, j:j + 7])
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        if i < 5:
            for j in seq(0, 7):
                s += A[i, j] * 0.1
)",
     [](const Proc& p) { return swapped(lift_scope(p, "for j in _: _")); }},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            s += A[i, j] * 0.1
)",
     [](const Proc& p) { return lift_scope(p, "for j in _: _"); }},
    {R"(
    for i in seq(0, 7):
        s += A[i, 0] * 0.1
        s += A[i, 1] * 0.3
)",
     [](const Proc& p) { return fission(p, "s += A[i, 0] * _", 1); }},
    // Apart in one iteration, not in several.
    {R"(
    for i in seq(0, 7):
        y[i] += A[i, 0] * 0.1
        y[i + 1] += A[i, 1] * 0.3
        y[i + 1] += A[i, 2] * 0.7
)",
     [](const Proc& p) { return fission(p, "y[i] += _", 1); }},
    // The same where the counter is in a quotient.
    {R"(
    for i in seq(0, 9):
        y[i / 3] += A[i, 0] * 0.1
        y[i / 3 + 1] += A[i, 1] * 0.3
)",
     [](const Proc& p) { return fission(p, "y[i / 3] += _", 1); }},
    {R"(
    for i in seq(0, 7):
        s += A[i, 0] * 0.1
    for j in seq(0, 7):
        s += A[j, 1] * 0.3
)",
     [](const Proc& p) { return fuse(p, "for i in _: _", "for j in _: _"); }},
    {R"(
    for i in seq(0, 7):
        y[i] += A[i, 0] * 0.1
    s += A[0, 0] * 0.1
    s += A[1, 1] * 0.3
    s += A[2, 1] * 0.7
)",
     [](const Proc& p) { return reorder_stmts(p, "s += A[1, 1] * _ ; s += A[2, 1] * _"); }},
};

// Each element gets its terms in the same order.
const std::vector<SumCase> kept{
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            y[i] += A[i, j] * 0.1
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            y[j] += A[i, j] * 0.1
)",
     swapped},
    {R"(
    for k in seq(0, 2):
        for i in seq(0, 7):
            for j in seq(0, 7):
                y[7 * k + i] += A[i, j] * 0.1
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            for l in seq(0, 7):
                C[i, l] += A[i, j] * A[j, l] * 0.1
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            y[i] += A[i, j] * 0.1
            z[j] += A[j, i] * 0.3
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            sum(C[i, 0:7], A[j, 0:7])
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        for j in seq(0, 7):
            t: f32
            t = 0.0
            t += A[i, j]
            C[i, j] = t
)",
     swapped},
    {R"(
    for i in seq(0, 7):
        y[i] += A[i, 0] * 0.1
        z[i] += A[i, 1] * 0.3
)",
     [](const Proc& p) { return fission(p, "y[i] += _", 1); }},
    {R"(
    for i in seq(0, 7):
        C[0, i] += A[i, 0] * 0.1
        C[1, i] += A[i, 1] * 0.3
)",
     [](const Proc& p) { return fission(p, "C[0, i] += _", 1); }},
    {R"(
    for i in seq(0, 7):
        y[i] += A[i, 0] * 0.1
    for j in seq(0, 7):
        z[j] += A[j, 1] * 0.3
)",
     [](const Proc& p) { return fuse(p, "for i in _: _", "for j in _: _"); }},
    {R"(
    y[0] += A[0, 0] * 0.1
    y[1] += A[1, 1] * 0.3
)",
     [](const Proc& p) { return reorder_stmts(p, "y[0] += _ ; y[1] += _"); }},
};

}  // namespace

TEST_CASE("a swap, split or join that gives an element its terms in another order is marked") {
  for (const SumCase& c : reordered) {
    INFO(c.program);
    const Proc before(syntax::parse_module(with_header(c.program), "p.tess").procs.back());
    const Proc after = c.step(before);
    CHECK(after.version()->step.reassociates);
    CHECK(rounds_otherwise(before, after));
  }
}

TEST_CASE("one that keeps the order of each sum is not") {
  for (const SumCase& c : kept) {
    INFO(c.program);
    const Proc before(syntax::parse_module(with_header(c.program), "p.tess").procs.back());
    const Proc after = c.step(before);
    CHECK_FALSE(after.version()->step.reassociates);
    CHECK_FALSE(rounds_otherwise(before, after));
  }
}
