// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/analysis/reach.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using analysis::Access;

namespace {

// The accesses to b in the body of the last procedure, and how far its values go.
struct Flow {
  explicit Flow(const std::string& text) {
    const syntax::Module module = syntax::parse_module(text, "test.tess", {});
    const ir::Procedure& proc = *module.procs.back();
    analysis::Lowering lower(terms, proc);
    for (Access& a : analysis::accesses(lower, proc.body))
      if (a.at.buffer.text() == "b") all.push_back(std::move(a));
    reach = analysis::reach(terms, all);
  }

  // May the write at one position be the last one before the read at another, as far as this tells?
  bool may_reach(std::size_t write, std::size_t read) const {
    const analysis::AccessSpan &w = reach.writers_of[read], &r = reach.readers_of[write];
    return w.from <= write && write <= w.to && r.from <= read && read <= r.to;
  }

  smt::Terms terms;
  std::vector<Access> all;
  analysis::Reach reach;
};

}  // namespace

TEST_CASE("a write in between stops the one before") {
  const Flow f(R"(
def p(n: size, b: f32[8], y: f32[8]):
    b[0] = 1.0
    b[0] = 2.0
    y[0] = b[0]
    b[0] = 3.0
)");
  CHECK_FALSE(f.may_reach(0, 2));
  CHECK(f.may_reach(1, 2));
}

TEST_CASE("a write of another element, or of one that may be another, stops nothing") {
  const Flow f(R"(
def p(n: size, b: f32[8], y: f32[8]):
    assert n < 8
    b[0] = 1.0
    b[1] = 2.0
    b[n] = 2.0
    y[0] = b[0]
)");
  CHECK(f.may_reach(0, 3));
  CHECK(f.may_reach(2, 3));
}

TEST_CASE("a write under a condition stops nothing outside of it") {
  const Flow f(R"(
def p(n: size, b: f32[8], y: f32[8]):
    b[0] = 1.0
    if n < 4:
        b[0] = 2.0
    y[0] = b[0]
)");
  CHECK(f.may_reach(0, 2));
  CHECK(f.may_reach(1, 2));
}

TEST_CASE("branches do not stop each other") {
  const Flow f(R"(
def p(n: size, b: f32[8], y: f32[8]):
    b[0] = 1.0
    if n < 4:
        b[0] = 2.0
    else:
        y[0] = b[0]
)");
  CHECK(f.may_reach(0, 2));
}

TEST_CASE("a loop that may be empty stops nothing") {
  const Flow f(R"(
def p(n: size, b: f32[8], y: f32[8]):
    b[0] = 1.0
    for i in seq(1, n):
        b[0] = 2.0
    y[0] = b[0]
)");
  CHECK(f.may_reach(0, 2));
  CHECK(f.may_reach(1, 2));
}

TEST_CASE("a loop over the same elements stops what an equal loop before it wrote") {
  const Flow f(R"(
def p(n: size, b: f32[n], y: f32[n]):
    for i in seq(0, n):
        b[i] = 1.0
    for j in seq(0, n):
        b[j] = 2.0
    for k in seq(0, n):
        y[k] = b[k]
)");
  CHECK_FALSE(f.may_reach(0, 2));
  CHECK(f.may_reach(1, 2));
}

TEST_CASE("a loop over fewer elements does not") {
  const Flow f(R"(
def p(n: size, b: f32[n], y: f32[n]):
    for i in seq(0, n):
        b[i] = 1.0
    for j in seq(1, n):
        b[j] = 2.0
    for k in seq(0, n):
        y[k] = b[k]
)");
  CHECK(f.may_reach(0, 2));
}

TEST_CASE("what one iteration writes reaches the reads of the next, up to the next write") {
  const Flow f(R"(
def p(n: size, b: f32[8], y: f32[8]):
    for i in seq(0, n):
        y[0] = b[0]
        b[0] = 1.0
        b[0] = 2.0
        y[1] = b[0]
)");
  CHECK_FALSE(f.may_reach(1, 0));
  CHECK(f.may_reach(2, 0));
  CHECK_FALSE(f.may_reach(1, 3));
  CHECK(f.may_reach(2, 3));
}

TEST_CASE("sums carry their value through the loop around them") {
  const Flow f(R"(
def p(n: size, b: f32[8], y: f32[8]):
    b[0] = 0.0
    for i in seq(0, n):
        b[0] += 1.0
        b[0] += 2.0
    y[0] = b[0]
)");
  CHECK(f.may_reach(0, 1));        // the first sum of the first iteration
  CHECK(f.may_reach(2, 1));        // the last one of the iteration before
  CHECK_FALSE(f.may_reach(0, 2));  // always the first one of its own
  CHECK(f.may_reach(1, 2));
  CHECK_FALSE(f.may_reach(1, 3));
  CHECK(f.may_reach(2, 3));
  CHECK(f.may_reach(0, 3));  // no iteration
}

TEST_CASE("a call stops what an equal call wrote") {
  const Flow f(R"(
def fill(x: [f32][4]):
    for i in seq(0, 4):
        x[i] = 1.0
def use(x: [f32][4], y: [f32][4]):
    for i in seq(0, 4):
        y[i] = x[i]
def p(b: f32[8], y: f32[8]):
    fill(b[0:4])
    fill(b[0:4])
    fill(b[4:8])
    use(b[0:4], y[0:4])
)");
  CHECK_FALSE(f.may_reach(0, 3));
  CHECK(f.may_reach(1, 3));
}
