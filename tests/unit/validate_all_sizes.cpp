// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "tests/unit/validate_support.hpp"
#include "validate/all_sizes.hpp"

using namespace tessera;
using testing::parsed;
using testing::product;
using testing::replaced;
using testing::tiled;
using validate::AllSizes;

namespace {

AllSizes compared(const std::string& before, const std::string& after) {
  return validate::compare_for_all_sizes(*parsed(before), *parsed(after));
}

void check_proved(const std::string& before, const std::string& after) {
  AllSizes a = compared(before, after);
  CAPTURE(after, a.text);
  CHECK(a.verdict == AllSizes::Verdict::proved);
}

void check_not_proved(const std::string& before, const std::string& after, const std::string& why = "") {
  AllSizes a = compared(before, after);
  CAPTURE(after, a.text);
  CHECK(a.verdict != AllSizes::Verdict::proved);
  CHECK_THAT(a.text, Catch::Contains(why));
}

const std::string copy_head = "def p(n: size, A: f32[n], B: f32[n]):\n";
const std::string copy = copy_head + "    for i in seq(0, n):\n        A[i] = B[i]\n";
const std::string sum = copy_head + "    for i in seq(0, n):\n        A[i] += B[i]\n";

// With the operand in a buffer, the sum in an accumulator that starts from zero, and the columns in another order.
const std::string staged = testing::product_head + R"(
    for i in seq(0, m):
        for j in seq(0, n):
            acc: f32
            row: f32[k]
            acc = 0.0
            for l in seq(0, k):
                row[l] = B[l, n - 1 - j]
            for l in seq(0, k):
                acc += row[k - 1 - l] * A[i, k - 1 - l]
            C[i, n - 1 - j] += acc
)";

}  // namespace

TEST_CASE("a product tiled with tails, through an accumulator, is equal for all sizes") {
  check_proved(product, product);
  check_proved(product, tiled);
  check_proved(product, staged);
}

TEST_CASE("a scheduled program that is broken by hand is never proved equal") {
  auto [from, to] = GENERATE(from_range(testing::breakages));
  check_not_proved(product, replaced(tiled, from, to));
}

TEST_CASE("a broken operand buffer or sum from zero is never proved equal") {
  using Change = std::pair<const char*, const char*>;
  auto [from, to] = GENERATE(
      Change{"acc = 0.0", "acc = 1.0"}, Change{"acc = 0.0", "pass"}, Change{"B[l, n - 1 - j]", "B[0, n - 1 - j]"},
      Change{"row[k - 1 - l]", "row[l]"}, Change{"C[i, n - 1 - j] += acc", "C[i, n - 1 - j] = acc"},
      Change{"C[i, n - 1 - j] += acc", "C[i, n - 1 - j] += acc\n            C[i, j] += acc"},
      Change{"C[i, n - 1 - j] += acc", "C[i, j] += acc"},
      Change{"for l in seq(0, k):\n                row", "for l in seq(1, k):\n                row"},
      Change{"            C[i, n", "            acc = 0.0\n            C[i, n"},
      Change{"            for l in seq(0, k):\n                acc",
             "            row[0] = 0.0\n            for l in seq(0, k):\n                acc"});
  check_not_proved(product, replaced(staged, from, to));
}

TEST_CASE("an accumulator that another store comes between is never proved equal") {
  const std::string two = copy_head + R"(
    for i in seq(0, n):
        a: f32
        b: f32
        a = A[i]
        b = A[i]
        a += B[i] * 2.0
        A[i] = a
        b += B[i] * 3.0
        A[i] = b
)";
  const std::string both =
      copy_head +
      "    for i in seq(0, n):\n        A[i] += B[i] * 2.0\n    for i in seq(0, n):\n        A[i] += B[i] * 3.0\n";
  check_not_proved(both, two, "not written while a temporary holds it");
  check_proved(both,
               replaced(replaced(two, "        b = A[i]\n", ""), "        b +=", "        b = A[i]\n        b +="));
}

TEST_CASE("a temporary that is written again before it is read is never taken for its first value") {
  check_not_proved(copy_head + "    A[0] += B[0]\n",
                   copy_head + "    t: f32\n    for i in seq(0, n):\n        t = B[i]\n    A[0] += t\n",
                   "not written between a write and a read");
}

TEST_CASE("instructions are looked into, with masks") {
  const std::string masked = R"(
def add(n: size, dst: [f32][4], src: [f32][4]):
    assert n <= 4
    for i in seq(0, 4):
        if i < n:
            dst[i] += src[i]
def p(n: size, A: f32[n], B: f32[n]):
    assert n % 4 == 3
    for io in seq(0, n / 4):
        add(4, A[4 * io:4 * io + 4], B[4 * io:4 * io + 4])
    for ii in seq(0, 3):
        A[4 * (n / 4) + ii] += B[4 * (n / 4) + ii]
)";
  const std::string reference = replaced(sum, "    for", "    assert n % 4 == 3\n    for");
  check_proved(reference, masked);
  check_not_proved(reference, replaced(masked, "i < n", "i < n - 1"));
  check_not_proved(reference, replaced(masked, "i < n", "i <= n - 2"));
  check_not_proved(reference, replaced(masked, "add(4,", "add(3,"));
}

TEST_CASE("elements that are assigned once are compared as well") {
  check_proved(copy, copy_head +
                         "    for io in par(0, (n + 7) / 8):\n        for ii in seq(0, 8):\n"
                         "            if 8 * io + ii < n:\n                A[8 * io + ii] = B[8 * io + ii]\n");
  check_not_proved(copy, sum);
  check_not_proved(copy, copy_head + "    for i in seq(0, n):\n        A[i] = B[n - 1 - i]\n");
  check_not_proved(copy, copy_head + "    for i in seq(0, n):\n        A[i] = B[i] + B[i]\n");
}

TEST_CASE("adding an element twice, or one fewer, is never proved equal") {
  check_not_proved(sum, sum + "    A[0] += B[0]\n", "added or written twice");
  check_not_proved(sum, copy_head + "    for i in seq(1, n):\n        A[i] += B[i]\n", "is missing");
  check_not_proved(sum, copy_head + "    for i in seq(0, n):\n        A[i] += B[i] * 2.0\n");
}

TEST_CASE("what is outside of the class is said") {
  check_not_proved(copy_head + "    A[0] = 0.0\n    A[0] += B[0]\n", copy, "both assigns and adds to A");
  check_not_proved(copy_head + "    for i in seq(0, n):\n        A[0] = B[i]\n", copy,
                   "may assign an element of A twice");
  check_not_proved(copy_head + "    for i in seq(0, n):\n        A[i] = A[i] * B[i]\n", copy, "depends on an output");
  check_not_proved(copy_head + "    t: f32\n    t = B[0]\n    A[0] = t\n", copy, "has temporaries");
  check_not_proved(
      copy, copy_head + "    t: f32\n    t = 0.0\n    for i in seq(0, n):\n        t += B[i]\n        A[i] = t\n",
      "is not loaded, added to and stored in this order");
  check_not_proved("def p(x: i32, y: i32):\n    x = y\n", "def p(x: i32, y: i32):\n    x = y\n",
                   "computes with integers");
  const std::string config = "config Cfg:\n    a: index\n";
  check_not_proved(config + "def p(x: f32):\n    Cfg.a = 1\n", config + "def p(x: f32):\n    Cfg.a = 1\n",
                   "writes configuration fields");
}

TEST_CASE("more statements than can be compared are left undecided, callees taken apart") {
  std::string callee = "def q(A: [f32][1], B: [f32][1]):\n";
  for (int i = 0; i < 100; ++i) callee += "    A[0] = B[0]\n";
  std::string caller = copy_head + "    assert n > 90\n";
  for (int i = 0; i < 83; ++i) caller += fmt::format("    q(A[{0}:{0} + 1], B[{0}:{0} + 1])\n", i);
  const AllSizes a = compared(copy, callee + caller);
  CHECK(a.verdict == AllSizes::Verdict::undecided);
  CHECK_THAT(a.text, Catch::Contains("its statements, with calls taken apart, are too many"));
}
