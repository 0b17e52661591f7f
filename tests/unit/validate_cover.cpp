// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "tests/unit/validate_support.hpp"

using namespace tessera;
using testing::parsed;

namespace {

using Sizes = std::vector<std::int64_t>;

std::vector<validate::Distinctions> found(const std::string& text) { return validate::distinctions(*parsed(text)); }

// All sizes that the cover asks for, in the order of the arguments; each is taken as run.
std::vector<Sizes> chosen(const std::string& text, const std::string& ranges = "") {
  ir::ProcRef p = parsed(text);
  smt::Solver solver;
  validate::Cover cover(*p, validate::distinctions(*p),
                        ranges.empty() ? validate::Ranges{} : validate::parse_ranges(ranges), solver, 1);
  std::vector<Sizes> out;
  while (auto sizes = cover.next()) {
    CHECK(cover.allowed(*sizes));
    cover.ran(*sizes);
    Sizes values;
    for (const ir::Arg& a : p->args)
      if (a.type.is_control()) values.push_back(sizes->at(a.name));
    out.push_back(values);
  }
  CHECK(cover.single().left_out == 0);
  CHECK(cover.combined().left_out == 0);
  return out;
}

bool any(const std::vector<Sizes>& all, const std::function<bool(const Sizes&)>& wanted) {
  return std::any_of(all.begin(), all.end(), wanted);
}

}  // namespace

TEST_CASE("divisors multiply through quotients and stop at remainders") {
  CHECK(found("def p(n: size, x: f32):\n    for i in seq(0, n / 4 / 2):\n        x = 0.0\n")[0].moduli ==
        std::set<std::int64_t>{4, 8});
  CHECK(found("def p(n: size, x: f32):\n    for i in seq(0, n % 6 / 2):\n        x = 0.0\n")[0].moduli ==
        std::set<std::int64_t>{6});
  CHECK(found("def p(n: size, x: f32):\n    if 2 * n % 6 == 0:\n        x = 0.0\n")[0].moduli ==
        std::set<std::int64_t>{3});
}

TEST_CASE("divisors and edges are found through loop counters and calls") {
  auto d = found(R"(
def inner(m: size, x: f32):
    if m % 3 == 0:
        x = 0.0
    for i in seq(0, m):
        if i < 5:
            x = 0.0
def p(a: size, n: size, x: f32):
    for j in seq(0, 1):
        inner(n / 2 + 1, x)
)");
  CHECK(d[0].moduli.empty());
  CHECK(d[0].edges.empty());
  CHECK(d[1].moduli == std::set<std::int64_t>{2, 6});
  CHECK(d[1].edges.count(5));
}

TEST_CASE("a procedure may call another that was made from the same one, and shares its names") {
  const ir::ProcRef inner = parsed("def p(n: size, m: size, x: f32):\n    for i in seq(0, n / 4):\n        x = 0.0\n");
  ir::Procedure outer = *inner;
  auto own = [&](std::size_t i) { return ir::read(outer.args[i].name, outer.args[i].type.scalar); };
  outer.name = "outer";
  outer.body = {ir::Stmt(ir::Call{inner, {own(1), own(0), own(2)}})};  // n for m, and m for n
  const std::vector<validate::Distinctions> all = validate::distinctions(outer);
  CHECK(all[0].moduli.count(4) == 0);
  CHECK(all[1].moduli.count(4) == 1);
}

TEST_CASE("procedures that many ways of calls lead to are looked at once") {
  const auto d = found(testing::calls_in_levels(60, "    for i in seq(0, n / 4):\n        A[0] = 1.0\n"));
  CHECK(d[0].moduli == std::set<std::int64_t>{4});
}

TEST_CASE("what each of several calls passes is followed") {
  const auto d = found(R"(
def inner(m: size, x: f32):
    if m % 3 == 0:
        x = 0.0
def middle(m: size, x: f32):
    inner(m, x)
def p(a: size, n: size, x: f32):
    middle(2 * n, x)
    inner(a / 2 + 1, x)
)");
  CHECK(d[0].moduli == std::set<std::int64_t>{2, 6});
  CHECK(d[1].moduli == std::set<std::int64_t>{3});
}

TEST_CASE("factors in comparisons count as divisors") {
  auto d = found("def p(n: size, x: f32):\n    for i in seq(0, n):\n        if 8 * i + 3 < n:\n            x = 0.0\n");
  CHECK(d[0].moduli == std::set<std::int64_t>{8});
  CHECK(d[0].edges.count(3));
}

TEST_CASE("every residue is met at least once past the modulus, and every value below it") {
  for (std::int64_t m : {2, 3, 7, 16, 60}) {
    auto all =
        chosen("def p(n: size, x: f32):\n    for i in seq(0, n / " + std::to_string(m) + "):\n        x = 0.0\n");
    for (std::int64_t r = 0; r < m; ++r) {
      CAPTURE(m, r);
      CHECK(any(all, [&](const Sizes& s) { return s[0] >= m && s[0] % m == r; }));
      if (r > 0) CHECK(any(all, [&](const Sizes& s) { return s[0] == r; }));
    }
    CHECK(any(all, [&](const Sizes& s) { return s[0] / m == 2; }));
  }
}

TEST_CASE("every pair of residues that the preconditions allow occurs") {
  auto all = chosen(
      "def p(a: size, b: size, c: size, x: f32):\n    assert a <= b\n    assert c % 5 == 0\n"
      "    for i in seq(0, a / 4 + b / 6 + c / 10):\n        x = 0.0\n");
  const std::int64_t moduli[] = {4, 6, 10};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = i + 1; j < 3; ++j)
      for (std::int64_t r = 0; r < moduli[i]; ++r)
        for (std::int64_t s = 0; s < moduli[j]; ++s) {
          if (j == 2 && s % 5 != 0) continue;
          CAPTURE(i, j, r, s);
          CHECK(any(all, [&](const Sizes& v) { return v[i] % moduli[i] == r && v[j] % moduli[j] == s; }));
        }
}

TEST_CASE("members are constructed where the preconditions rule out most sizes") {
  auto all = chosen(
      "def p(m: size, n: size, k: size, x: f32):\n    assert m == 3 * n + 1\n    assert k % 1000 == 0\n    assert k > "
      "m\n"
      "    for i in seq(0, n / 3):\n        x = 0.0\n");
  REQUIRE(!all.empty());
  for (std::int64_t r = 0; r < 3; ++r)
    CHECK(any(all, [&](const Sizes& v) { return v[1] % 3 == r && v[1] >= 3 && v[0] == 3 * v[1] + 1; }));
}

TEST_CASE("what the ranges rule out is not asked for") {
  for (const Sizes& s : chosen("def p(n: size, x: f32):\n    for i in seq(0, n / 8):\n        x = 0.0\n", "n=20..22"))
    CHECK((s[0] >= 20 && s[0] <= 22));
}

TEST_CASE("edges of comparisons are met from both sides") {
  auto all = chosen("def p(n: size, x: f32):\n    if n < 100:\n        x = 0.0\n");
  for (std::int64_t v : {99, 100, 101}) CHECK(any(all, [&](const Sizes& s) { return s[0] == v; }));
}

TEST_CASE("all combinations of few classes occur") {
  auto all = chosen("def p(a: size, b: bool, c: bool, x: f32):\n    x = 0.0\n");
  for (std::int64_t a : {1, 2, 3, 4, 7})
    for (std::int64_t b : {0, 1})
      for (std::int64_t c : {0, 1}) CHECK(any(all, [&](const Sizes& s) { return s == Sizes{a, b, c}; }));
}

TEST_CASE("sampled residues of a large modulus are said to be so") {
  ir::ProcRef p = parsed("def p(n: size, x: f32):\n    for i in seq(0, n / 1000):\n        x = 0.0\n");
  smt::Solver solver;
  CHECK_THAT(validate::Cover(*p, validate::distinctions(*p), {}, solver, 1).words().at(0),
             Catch::StartsWith("n: 9 residues modulo 1000, "));
}
