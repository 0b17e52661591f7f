#include "dsl/interp/error.hpp"
#include "tests/unit/verify_support.hpp"

using namespace tessera;
using testing::difference;
using testing::product;
using testing::replaced;
using testing::tiled;
using testing::validated;

namespace {

const std::string copy_head = "def p(n: size, A: f32[n], B: f32[n]):\n";
const std::string copy = copy_head + "    for i in seq(0, n):\n        A[i] = B[i]\n";

}  // namespace

TEST_CASE("equal programs are found equal on every class of sizes") {
  verify::Validation v = validated(copy_head + "    for i in seq(0, n):\n        A[i] += B[i] * 2.0\n",
                                   copy_head + "    for i in seq(0, n):\n        A[i] += B[i] + B[i]\n");
  CHECK(v.any_sizes);
  CHECK(v.tested.choices == 5);
  CHECK(v.tested.single.met == 5);
  CHECK(v.tested.single.left_out == 0);
  CHECK(v.tested.error_bound > 0);
  CHECK(v.tested.error_bound < 1e-15);
}

TEST_CASE("a tiled product with a tail equals the plain one") {
  verify::Validation v = validated(product, tiled);
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
  CHECK(validated(copy, masked).tested.single.left_out == 0);
  Diagnostic d = difference(copy, replaced(masked, "if i < n", "if i < n - 1"));
  CHECK(d.code == "equivalence");
  CHECK_THAT(d.message, Catch::Contains("t[ii] is read before it is written"));
}

TEST_CASE("swapped indices are refused") {
  std::string head =
      "def p(n: size, A: f32[n, n], B: f32[n, n]):\n    for i in seq(0, n):\n        for j in seq(0, n):\n";
  Diagnostic d = difference(head + "            A[i, j] = B[i, j]\n", head + "            A[i, j] = B[j, i]\n");
  CHECK(d.counterexample == "n = 2");
  CHECK_THAT(d.message, Catch::StartsWith("p and its scheduled form differ: A[0, 1] is "));
}

TEST_CASE("a difference is shown at the smallest sizes that have it") {
  CHECK(difference(copy, copy_head + "    for i in seq(0, n):\n        if i < 16:\n            A[i] = B[i]\n")
            .counterexample == "n = 17");
  CHECK(difference(product, replaced(tiled, "(n + 3) / 4", "n / 4")).counterexample == "m = 1, n = 1, k = 1");
  CHECK(difference(copy, copy_head + "    for i in seq(0, n):\n        if i < n - n / 100:\n            A[i] = B[i]\n")
            .counterexample == "n = 100");
}

TEST_CASE("an access out of bounds is refused for all sizes before anything is run") {
  CHECK(difference(copy, copy_head + "    for i in seq(0, n + 1):\n        A[i] = B[i]\n").code == "bounds");
}

TEST_CASE("reading what was never written is a difference") {
  Diagnostic d = difference(copy, copy_head + "    t: f32[n]\n    for i in seq(0, n):\n        A[i] = t[i]\n");
  CHECK_THAT(d.message, Catch::Contains("t[i] is read before it is written"));
}

TEST_CASE("what is no polynomial is equal only where its arguments are") {
  std::string head = copy_head + "    for i in seq(0, n):\n";
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
  CHECK(validated(copy, copy_head + "    for i in par(0, n):\n        A[i] = B[i]\n").tested.single.left_out == 0);
  CHECK(difference(copy, copy_head + "    for i in par(0, n):\n        A[0] = B[i]\n").code == "parallel");
}

TEST_CASE("configuration fields are results, but for those that may differ") {
  std::string config = "config Cfg:\n    a: index\ndef p(x: f32):\n    x = 1.0\n";
  CHECK_THAT(difference(config, config + "    Cfg.a = 7\n").message, Catch::Contains("Cfg.a is "));
  verify::Options modulo;
  modulo.modulo = {"Cfg.a"};
  CHECK(validated(config, config + "    Cfg.a = 7\n", modulo).tested.choices == 1);
}

TEST_CASE("a field that chooses what is done is met with several values") {
  std::string config = "config Cfg:\n    on: bool\ndef p(x: f32):\n    x = 1.0\n";
  CHECK(difference(config, config + "    if Cfg.on:\n        x = 2.0\n").code == "equivalence");
}

TEST_CASE("indices may be negative and conditions false") {
  std::string index = "def p(k: index, b: bool, x: f32):\n    x = 0.0\n";
  CHECK_THAT(difference(index, index + "    if k < 0:\n        x = 1.0\n").counterexample, Catch::Contains("k = -1"));
  CHECK(difference(index, index + "    if b:\n        x = 1.0\n").code == "equivalence");
}

TEST_CASE("what cannot be run is not said to agree") {
  std::string large = "def p(n: size, x: f32):\n    assert n >= 1000000\n    for i in seq(0, n):\n        x += 1.0\n";
  verify::Options little;
  little.work = 1000;
  verify::Validation v = validated(large, large, little);
  CHECK(v.tested.choices == 0);
  CHECK(v.tested.single.met == 0);
  CHECK(v.tested.too_long > 0);
}

TEST_CASE("memory counts as work before it is taken") {
  std::string vast = "def p(n: size, x: f32):\n    assert n >= 100000000000\n    t: f32[n, n]\n    x = 0.0\n";
  CHECK(validated(vast, vast).tested.choices == 0);
  std::string argument = "def p(n: size, x: f32[n, n]):\n    assert n >= 100000000000\n    x[0, 0] = 0.0\n";
  CHECK(validated(argument, argument).tested.choices == 0);
}

TEST_CASE("preconditions that nothing satisfies are said") {
  std::string none = "def p(n: size, x: f32):\n    assert n < 1\n    x = 0.0\n";
  CHECK(!validated(none, none).any_sizes);
}

TEST_CASE("a reference without meaning on the sizes is not compared") {
  std::string reads = "def p(x: f32):\n    t: f32\n    x = t\n";
  verify::Validation v = validated(reads, reads);
  CHECK(v.tested.choices == 0);
  CHECK(v.tested.outside == 1);
}

TEST_CASE("ranges keep the sizes in them") {
  std::string differs = copy_head + "    for i in seq(0, n):\n        if i < 16:\n            A[i] = B[i]\n";
  verify::Options small;
  small.ranges = verify::parse_ranges("n=1..16");
  verify::Validation v = validated(copy, differs, small);
  CHECK(v.tested.choices > 0);
  CHECK(v.tested.single.impossible > 0);
}

TEST_CASE("ranges that are wrong are refused as input") {
  auto refused = [](const std::string& ranges) -> std::string {
    try {
      verify::Options options;
      options.ranges = verify::parse_ranges(ranges);
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
  CHECK(refused("n=4..") == "'n=4..' is no range of sizes");
  CHECK(refused("n=a") == "'n=a' is no range of sizes");
  CHECK(refused("n=4,") == "'' is no range of sizes");
  CHECK(refused("n") == "'n' is no range of sizes");
  CHECK(refused("n=99999999999999999999") == "'n=99999999999999999999' is no range of sizes");
  CHECK(refused("n=8..4") == "the range 8..4 of n is empty");
  CHECK(refused("n=4,n=8") == "n has two ranges");
  CHECK(refused("m=4") == "p has no control argument m");
  CHECK(refused("A=4") == "p has no control argument A");
  CHECK(refused("n=5..7") == "no sizes are in the ranges and satisfy the preconditions");
}

TEST_CASE("procedures of different signatures are not compared") {
  CHECK_THROWS_AS(validated(copy, "def p(n: size, A: f32[n]):\n    A[0] = 0.0\n"), interp::InterpError);
}
