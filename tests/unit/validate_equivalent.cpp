// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/error.hpp"
#include "tests/unit/validate_support.hpp"

using namespace tessera;
using testing::breakages;
using testing::copying;
using testing::copying_head;
using testing::difference;
using testing::product;
using testing::replaced;
using testing::tiled;
using testing::validated;

TEST_CASE("equal programs are found equal on every class of sizes") {
  validate::Validation v = validated(copying_head + "    for i in seq(0, n):\n        A[i] += B[i] * 2.0\n",
                                     copying_head + "    for i in seq(0, n):\n        A[i] += B[i] + B[i]\n");
  CHECK(v.any_sizes);
  CHECK(v.tested.choices == 5);
  CHECK(v.tested.single.met == 5);
  CHECK(v.tested.single.left_out == 0);
  CHECK(v.tested.error_bound > 0);
  CHECK(v.tested.error_bound < 1e-15);
}

TEST_CASE("a tiled product with a tail equals the plain one") {
  validate::Validation v = validated(product, tiled);
  CHECK(v.tested.single.left_out + v.tested.combined.left_out == 0);
  CHECK(v.tested.combined.met > 20);
}

TEST_CASE("a scheduled program that is broken by hand is refused") {
  auto [from, to] = GENERATE(from_range(testing::breakages));
  CAPTURE(from, to);
  CHECK(difference(product, replaced(tiled, from, to)).code == "equivalence");
}

TEST_CASE("a mask that is off by one is refused") {
  const std::string masked = R"(
def load(n: size, dst: [f32][4], src: [f32][n]):
    assert n <= 4
    for i in seq(0, 4):
        if i < n:
            dst[i] = src[i]
def p(n: size, A: f32[n], B: f32[n]):
    for io in seq(0, n / 4):
        for ii in seq(0, 4):
            A[4 * io + ii] = B[4 * io + ii]
    if n % 4 > 0:
        t: f32[4]
        load(n % 4, t[0:4], B[4 * (n / 4):n])
        for ii in seq(0, n % 4):
            A[4 * (n / 4) + ii] = t[ii]
)";
  CHECK(validated(copying, masked).tested.single.left_out == 0);
  Diagnostic d = difference(copying, replaced(masked, "if i < n", "if i < n - 1"));
  CHECK(d.code == "equivalence");
  CHECK_THAT(d.message, Catch::Contains("A[0] ends with a copy of what was never written"));
}

TEST_CASE("swapped indices are refused") {
  std::string head =
      "def p(n: size, A: f32[n, n], B: f32[n, n]):\n    for i in seq(0, n):\n        for j in seq(0, n):\n";
  Diagnostic d = difference(head + "            A[i, j] = B[i, j]\n", head + "            A[i, j] = B[j, i]\n");
  CHECK(d.counterexample->text() == "n = 2");
  CHECK_THAT(d.message, Catch::StartsWith("p and its scheduled form differ: A[0, 1] is "));
}

TEST_CASE("a difference is shown at the smallest sizes that have it") {
  CHECK(difference(copying, copying_head + "    for i in seq(0, n):\n        if i < 16:\n            A[i] = B[i]\n")
            .counterexample->text() == "n = 17");
  CHECK(difference(product, replaced(tiled, "(n + 3) / 4", "n / 4")).counterexample->text() == "m = 1, n = 1, k = 1");
  CHECK(difference(copying,
                   copying_head + "    for i in seq(0, n):\n        if i < n - n / 100:\n            A[i] = B[i]\n")
            .counterexample->text() == "n = 100");
}

TEST_CASE("an access out of bounds is refused for all sizes before anything is run") {
  CHECK(difference(copying, copying_head + "    for i in seq(0, n + 1):\n        A[i] = B[i]\n").code == "bounds");
}

TEST_CASE("reading what was never written is a difference") {
  Diagnostic d = difference(copying, copying_head + "    t: f32[n]\n    for i in seq(0, n):\n        A[i] = t[i]\n");
  CHECK_THAT(d.message, Catch::Contains("A[0] ends with a copy of what was never written"));
  d = difference(copying, copying_head + "    t: f32[n]\n    for i in seq(0, n):\n        A[i] = B[i] + 0.0 * t[i]\n");
  CHECK_THAT(d.message, Catch::Contains("t[i] is read before it is written"));
}

TEST_CASE("what was never written may be copied where nothing is made of it") {
  const std::string head = copying_head + "    t: f32[n]\n";
  CHECK(validated(head + "    for i in seq(0, n):\n        t[i] = B[i]\n        A[i] = t[i]\n", head + R"(
    s: f32[n]
    for i in seq(0, n):
        s[i] = t[i]
    for i in seq(0, n):
        s[i] = B[i]
        A[i] = s[i]
    for i in seq(0, n):
        t[i] = s[i]
)")
            .tested.choices > 0);
}

TEST_CASE("what is no polynomial is equal only where its arguments are") {
  std::string head = copying_head + "    for i in seq(0, n):\n";
  CHECK(validated(head + "        A[i] = relu(B[i] + A[i])\n", head + "        A[i] = relu(A[i] + B[i])\n")
            .tested.error_bound < 1e-12);
  CHECK(difference(head + "        A[i] = relu(B[i])\n", head + "        A[i] = relu(A[i])\n").code == "equivalence");
  CHECK(difference(head + "        A[i] = relu(B[i])\n", head + "        A[i] = sigmoid(B[i])\n").code ==
        "equivalence");
  CHECK(difference(head + "        A[i] = max(B[i], A[i])\n", head + "        A[i] = max(A[i], B[i])\n").code ==
        "equivalence");
}

TEST_CASE("windows are compared through whatever strides the caller has") {
  std::string window = "def p(n: size, A: [f32][n]):\n    assert stride(A, 0) == 1\n";
  CHECK(validated(window + "    A[0] = 1.0\n", window + "    w = A[0:1]\n    w[0] = 1.0\n").tested.choices == 5);
  CHECK(difference(window + "    A[0] = 1.0\n", window + "    w = A[0:1]\n    w[0] = 2.0\n").code == "equivalence");
}

TEST_CASE("parallel loops are run, and refused where iterations conflict") {
  CHECK(validated(copying, copying_head + "    for i in par(0, n):\n        A[i] = B[i]\n").tested.single.left_out ==
        0);
  CHECK(difference(copying, copying_head + "    for i in par(0, n):\n        A[0] = B[i]\n").code == "parallel");
}

TEST_CASE("configuration fields are results, but for those that may differ") {
  std::string config = "config Cfg:\n    a: index\ndef p(x: f32):\n    x = 1.0\n";
  CHECK_THAT(difference(config, config + "    Cfg.a = 7\n").message, Catch::Contains("Cfg.a is "));
  validate::Options modulo;
  modulo.modulo = {"Cfg.a"};
  CHECK(validated(config, config + "    Cfg.a = 7\n", modulo).tested.choices == 1);
}

TEST_CASE("a field that chooses what is done is met with several values") {
  std::string config = "config Cfg:\n    on: bool\ndef p(x: f32):\n    x = 1.0\n";
  CHECK(difference(config, config + "    if Cfg.on:\n        x = 2.0\n").code == "equivalence");
}

TEST_CASE("indices may be negative and conditions false") {
  std::string index = "def p(k: index, b: bool, x: f32):\n    x = 0.0\n";
  CHECK_THAT(difference(index, index + "    if k < 0:\n        x = 1.0\n").counterexample->text(),
             Catch::Contains("k = -1"));
  CHECK(difference(index, index + "    if b:\n        x = 1.0\n").code == "equivalence");
}

TEST_CASE("what cannot be run is not said to agree") {
  std::string large = "def p(n: size, x: f32):\n    assert n >= 1000000\n    for i in seq(0, n):\n        x += 1.0\n";
  validate::Options little;
  little.fuel = 1000;
  validate::Validation v = validated(large, large, little);
  CHECK(v.tested.choices == 0);
  CHECK(v.tested.single.met == 0);
  CHECK(v.tested.too_long > 0);
}

TEST_CASE("calls count as work, so that levels of calls end at the limit") {
  validate::Options little;
  little.fuel = 10'000;
  for (const char* bottom : {"    pass\n", "    A[0] += 1.0\n", "    if n < 5:\n        A[0] += 1.0\n"}) {
    const std::string deep = testing::calls_in_levels(60, bottom);
    const validate::Validation v = validated(deep, deep, little);
    CHECK((v.tested.choices == 0 && v.tested.out_of_fuel));
    CHECK(v.all_sizes.verdict == validate::AllSizes::Verdict::undecided);
  }
}

TEST_CASE("memory counts as work before it is taken") {
  std::string vast = "def p(n: size, x: f32):\n    assert n >= 2000000000\n    t: f32[n, n]\n    x = 0.0\n";
  CHECK(validated(vast, vast).tested.choices == 0);
  std::string argument = "def p(n: size, x: f32[n, n]):\n    assert n >= 2000000000\n    x[0, 0] = 0.0\n";
  CHECK(validated(argument, argument).tested.choices == 0);
}

TEST_CASE("preconditions that nothing satisfies are refused") {
  std::string none = "def p(n: size, x: f32):\n    assert n < 1\n    x = 0.0\n";
  CHECK_THROWS_WITH(validated(none, none), Catch::Contains("error[contradiction]: no arguments of p meet this assert"));
}

TEST_CASE("a reference without meaning on the sizes is not compared, and that is no success") {
  std::string strides = "def p(x: [f32][4]):\n    assert stride(x, 0) < 0\n    x[0] = 1.0\n";
  validate::Validation v = validated(strides, strides);
  CHECK(v.tested.choices == 0);
  CHECK(v.tested.outside == 1);
}

TEST_CASE("sizes at which index arithmetic of the program as written leaves 64 bits are left out, by that reason") {
  const std::string head = "def p(n: size, A: f32[16]):\n    A[0] = 1.0\n";
  const std::string leaves = R"(
    for j in seq(2147483647 * n, 2147483647 * n + 1):
        for k in seq(2147483647 * j, 2147483647 * j + 1):
            if k < 0:
                A[k] = 1.0
)";
  const validate::Validation v = validated(head + leaves, head);
  CHECK((v.tested.choices == 2 && v.tested.overflows > 2));  // n of 1 and 2, larger ones
  CHECK(v.tested.outside == 0);
  CHECK(difference(head, head + leaves).code == "index");  // of the result alone: refused before anything is run
  const std::string stride =
      "def p(n: size, A: [f32][1]):\n    assert n > 2000000000\n    assert stride(A, 0) == n * n * n\n    A[0] = 1.0\n";
  CHECK(validated(stride, stride).tested.overflows > 0);
}

TEST_CASE("an argument whose extent leaves 64 bits is left out, whatever comes before it") {
  const std::string far = "def p(n: size, A: f32[n, n, n, n, n]):\n    assert n > 100000\n    pass\n";
  CHECK(validated(far, far).tested.choices == 0);
}

TEST_CASE("paths after arithmetic that does not fit 64 bits are said to be left out") {
  const std::string deep = R"(
def g(i: index, x: f32):
    if 1073741824 * i < 16:
        x = 1.0
def f(i: index, x: f32):
    g(1073741824 * i, x)
def p(n: size, x: f32):
    if n > 9:
        f(1073741824 * n, x)
)";
  const validate::Validation v = validated(deep, "def p(n: size, x: f32):\n    pass\n");
  CHECK(v.tested.overflows > 0);
  CHECK(std::any_of(v.tested.paths_left_out.begin(), v.tested.paths_left_out.end(),
                    [](const std::string& path) { return path.ends_with("do not fit 64 bits"); }));
}

TEST_CASE("a comparison that the program does not come to has no edge, and is no failure") {
  const std::string guarded =
      "def p(n: size, x: f32):\n    for j in seq(2147483647 * n, 2147483647 * n + 1):\n"
      "        if n < 2 and 2147483647 * j > 5:\n            x = 1.0\n";
  const validate::Validation v = validated(guarded, "def p(n: size, x: f32):\n    if n < 2:\n        x = 1.0\n");
  CHECK(v.tested.choices > 10);  // there is arithmetic of its own that leaves 64 bits only from n = 2^32 on
}

TEST_CASE("a reference that reads what was never written is refused, with sizes made small") {
  std::string reads =
      "def p(n: size, y: f32[n]):\n    for i in seq(0, n):\n        s: f32\n        if i < 3:\n"
      "            s = 1.0\n        y[i] = s\n";
  try {
    validated(reads, reads);
    FAIL("no error");
  } catch (const CheckError& e) {
    CHECK(e.diagnostic().code == "unwritten");
    CHECK(e.diagnostic().message == "s is read before it is written (n = 4, i = 3)");
    CHECK(e.diagnostic().loc.line == 6);
  }
}

TEST_CASE("ranges keep the sizes in them") {
  std::string differs = copying_head + "    for i in seq(0, n):\n        if i < 16:\n            A[i] = B[i]\n";
  validate::Options small;
  small.ranges = validate::parse_ranges("n=1..16");
  validate::Validation v = validated(copying, differs, small);
  CHECK(v.tested.choices > 0);
  CHECK(v.tested.single.impossible > 0);
}

TEST_CASE("ranges that are wrong are refused as input") {
  auto refused = [](const std::string& ranges) -> std::string {
    try {
      validate::Options options;
      options.ranges = validate::parse_ranges(ranges);
      validated("def p(n: size, A: f32[n]):\n    assert n % 4 == 0\n    A[0] = 1.0\n",
                "def p(n: size, A: f32[n]):\n    assert n % 4 == 0\n    A[0] = 1.0\n", options);
    } catch (const InputError& e) {
      CHECK(e.diagnostic().code == "sizes");
      return e.diagnostic().message;
    }
    return "accepted";
  };
  CHECK(refused("n=4..8") == "accepted");
  CHECK(refused("n=4") == "accepted");
  CHECK(refused("n=4..") == "'n=4..' is not a range of sizes");
  CHECK(refused("n=a") == "'n=a' is not a range of sizes");
  CHECK(refused("n=4,") == "'' is not a range of sizes");
  CHECK(refused("n") == "'n' is not a range of sizes");
  CHECK(refused("n=99999999999999999999") == "'n=99999999999999999999' is not a range of sizes");
  CHECK(refused("n=8..4") == "the range 8..4 of n is empty");
  CHECK(refused("n=4,n=8") == "n has two ranges");
  CHECK(refused("m=4") == "p has no control argument m");
  CHECK(refused("A=4") == "p has no control argument A");
  CHECK(refused("n=5..7") == "no sizes are in the ranges and satisfy the preconditions");
}

TEST_CASE("procedures of different signatures are not compared") {
  CHECK_THROWS_AS(validated(copying, "def p(n: size, A: f32[n]):\n    A[0] = 0.0\n"), interp::InterpError);
}

TEST_CASE("values with too many pairings are undecided, not paired for ever") {
  const auto mirrored = [](const std::string& op) {
    std::string sum = "A[i] * A[n - 1 - i]";
    for (int k = 0; k < 24; ++k) sum += op + "A[i] * A[n - 1 - i]";
    return "def p(n: size, A: f32[n], C: f32[n]):\n    for i in seq(0, n):\n        C[i] = " + sum + "\n";
  };
  CHECK(validated(mirrored(" + "), mirrored(" + ")).all_sizes.verdict == validate::AllSizes::Verdict::undecided);
  std::string same = "A[i] * A[i]";
  for (int k = 0; k < 24; ++k) same += " + A[i] * A[i]";
  const std::string text =
      "def p(n: size, A: f32[n], C: f32[n]):\n    for i in seq(0, n):\n        C[i] = " + same + "\n";
  CHECK(validated(text, text).all_sizes.verdict == validate::AllSizes::Verdict::proved);
}
