// SPDX-License-Identifier: Apache-2.0
#include "dsl/interp/error.hpp"
#include "tests/unit/verify_support.hpp"

using namespace tessera;
using testing::difference;
using testing::product;
using testing::replaced;
using testing::tiled;
using testing::validated;

namespace {

const std::string copying_head = "def p(n: size, A: f32[n], B: f32[n]):\n";
const std::string copying = copying_head + "    for i in seq(0, n):\n        A[i] = B[i]\n";

}  // namespace

TEST_CASE("equal programs are found equal on every class of sizes") {
  verify::Validation v = validated(copying_head + "    for i in seq(0, n):\n        A[i] += B[i] * 2.0\n",
                                   copying_head + "    for i in seq(0, n):\n        A[i] += B[i] + B[i]\n");
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
  CHECK_THAT(difference(index, index + "    if k < 0:\n        x = 1.0\n").counterexample->text(),
             Catch::Contains("k = -1"));
  CHECK(difference(index, index + "    if b:\n        x = 1.0\n").code == "equivalence");
}

TEST_CASE("what cannot be run is not said to agree") {
  std::string large = "def p(n: size, x: f32):\n    assert n >= 1000000\n    for i in seq(0, n):\n        x += 1.0\n";
  verify::Options little;
  little.fuel = 1000;
  verify::Validation v = validated(large, large, little);
  CHECK(v.tested.choices == 0);
  CHECK(v.tested.single.met == 0);
  CHECK(v.tested.too_long > 0);
}

TEST_CASE("calls count as work, so that levels of calls end at the limit") {
  verify::Options little;
  little.fuel = 10'000;
  for (const char* bottom : {"    pass\n", "    A[0] += 1.0\n", "    if n < 5:\n        A[0] += 1.0\n"}) {
    const std::string deep = testing::calls_in_levels(60, bottom);
    const verify::Validation v = validated(deep, deep, little);
    CHECK((v.tested.choices == 0 && v.tested.out_of_fuel));
    CHECK(v.all_sizes.verdict == verify::AllSizes::Verdict::undecided);
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
  verify::Validation v = validated(strides, strides);
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
  const verify::Validation v = validated(head + leaves, head);
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
  const verify::Validation v = validated(deep, "def p(n: size, x: f32):\n    pass\n");
  CHECK(v.tested.overflows > 0);
  CHECK(std::any_of(v.tested.paths_left_out.begin(), v.tested.paths_left_out.end(),
                    [](const std::string& path) { return path.ends_with("does not fit 64 bits"); }));
}

TEST_CASE("a comparison that the program does not come to has no edge, and is no failure") {
  const std::string guarded =
      "def p(n: size, x: f32):\n    for j in seq(2147483647 * n, 2147483647 * n + 1):\n"
      "        if n < 2 and 2147483647 * j > 5:\n            x = 1.0\n";
  const verify::Validation v = validated(guarded, "def p(n: size, x: f32):\n    if n < 2:\n        x = 1.0\n");
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
  verify::Options small;
  small.ranges = verify::parse_ranges("n=1..16");
  verify::Validation v = validated(copying, differs, small);
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
  CHECK_THROWS_AS(validated(copying, "def p(n: size, A: f32[n]):\n    A[0] = 0.0\n"), interp::InterpError);
}

// ---- paths that only some sizes, strides or fields lead to

TEST_CASE("sizes are found that lead a program onto each of its paths") {
  const std::string loop = copying_head + "    for i in seq(0, n):\n";
  const auto guarded = [&](const std::string& guard) {
    return loop + "        if " + guard + ":\n            A[i] = B[i]\n";
  };
  CHECK(difference(copying, guarded("i / 4 < 10")).counterexample->text() == "n = 41");
  CHECK(difference(copying, guarded("i + 7 >= n - 3")).counterexample->text() == "n = 11");
  CHECK(difference(copying, guarded("i + 1000 >= n + 3 or i > n / 2")).counterexample->values.at(0).value > 990);
}

TEST_CASE("what only large sizes reach is compared too") {
  const std::string tiles = "    assert n % 4 == 0\n    for io in seq(0, n / 4):\n        for ii in seq(0, 4):\n";
  const std::string right = "A[4 * io + ii] = B[4 * io + ii]\n";
  const std::string cut = R"(    assert n % 4 == 0
    for io in seq(0, n / 4):
        if io < 10:
            for ii in seq(0, 4):
                A[4 * io + ii] = B[4 * io + ii]
        else:
            for ii in seq(0, 4):
                A[4 * io + ii] = B[4 * io + ii]
)";
  const verify::Validation v = validated(copying_head + tiles + "            " + right, copying_head + cut);
  CHECK(v.tested.paths.left_out == 0);
  CHECK(v.tested.paths.met > 5);
  std::string wrong = copying_head + cut;
  wrong.replace(wrong.rfind("B["), 2, "A[");
  CHECK(difference(copying_head + tiles + "            " + right, wrong).counterexample->text() == "n = 44");
}

TEST_CASE("a bound over several arguments is crossed whatever the seed") {
  const std::string head = "def p(n: size, m: size, k: size, A: f32[k], B: f32[k]):\n    for i in seq(0, k):\n";
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    verify::Options options;
    options.seed = seed;
    CHECK(
        difference(head + "        A[i] = B[i]\n", head + "        if n - m < 10:\n            A[i] = B[i]\n", options)
            .code == "equivalence");
  }
}

TEST_CASE("windows are spread out, dense, and as a condition asks for") {
  const std::string head = "def p(n: size, A: [f32][n], B: f32[n]):\n    for i in seq(0, n):\n";
  const std::string all = head + "        A[i] = B[i]\n";
  for (const char* guard : {"stride(A, 0) == 1", "stride(A, 0) == 2", "stride(A, 0) < 5", "stride(A, 0) > 1"}) {
    CAPTURE(guard);
    const Diagnostic d = difference(all, head + "        if " + guard + ":\n            A[i] = B[i]\n");
    CHECK(d.code == "equivalence");
    CHECK_THAT(d.counterexample->text(), Catch::Contains("stride(A, 0) = "));
  }
  const std::string plane = "def p(n: size, m: size, A: [f32][n, m]):\n";
  CHECK(difference(plane + "    A[0, 0] = 1.0\n", plane + "    if stride(A, 0) == 16 * m:\n        A[0, 0] = 1.0\n")
            .code == "equivalence");
}

TEST_CASE("strides may grow inwards, where an assert or a condition asks for it") {
  const std::string columns = "def p(n: size, A: [f32][n, 2], B: f32[n]):\n    assert stride(A, 0) == 1\n";
  const std::string copies = "    for i in seq(0, n):\n        B[i] = A[i, 1]\n";
  const verify::Validation v = validated(columns + copies, columns + copies);
  CHECK((v.tested.choices == 5 && v.tested.single.left_out == 0));
  CHECK(difference(columns + copies, columns + replaced(copies, "A[i, 1]", "A[i, 0]")).code == "equivalence");
  const std::string plane = "def p(n: size, A: [f32][n, 7]):\n    assert n > 3\n    A[0, 0] = 1.0\n";
  for (const char* guard : {"stride(A, 0) == 1", "stride(A, 0) < 7", "stride(A, 1) >= 3 * n + 40"}) {
    CAPTURE(guard);
    CHECK(difference(plane, plane + "    if " + guard + ":\n        A[1, 1] = 1.0\n").code == "equivalence");
  }
}

TEST_CASE("strides that no layout has are left out, with the reason") {
  const std::string same =
      "def p(n: size, A: [f32][n, 2]):\n    assert stride(A, 0) == 1\n    assert stride(A, 1) == 1\n    A[0, 0] = "
      "1.0\n";
  const verify::Validation v = validated(same, same);
  CHECK(v.tested.choices == 1);  // a single row
  CHECK(v.tested.without_layout > 0);
  CHECK(v.tested.outside == 0);
  const std::string far = "def p(n: size, A: [f32][n]):\n    assert stride(A, 0) == 2000000000\n    A[0] = 1.0\n";
  CHECK(validated(far, far).tested.without_layout > 0);
}

TEST_CASE("a path is called impossible only where no strides lead to it") {
  const std::string plane = "def p(n: size, A: [f32][n, 3]):\n    A[0, 0] = 1.0\n";
  const auto paths = [&](const std::string& guard) {
    return validated(plane, plane + "    if " + guard + ":\n        A[0, 0] = 1.0\n").tested.paths;
  };
  CHECK(paths("stride(A, 1) < 0 - 1 and n > 1").impossible > 0);
  CHECK(paths("stride(A, 0) == 2 and stride(A, 1) == 3 and n == 2").left_out >
        0);  // 0, 3, 6 and 2, 5, 8: no layout here
}

TEST_CASE("fields take the values that a condition asks for") {
  const std::string config = "config Cfg:\n    f: index\n    g: index\ndef p(x: f32):\n";
  const Diagnostic d =
      difference(config + "    x = 1.0\n", config + "    x = 1.0\n    if Cfg.f + 3 > 4 * Cfg.g:\n        x = 2.0\n");
  CHECK(d.code == "equivalence");
  CHECK_THAT(d.counterexample->text(), Catch::Contains("Cfg.f = ") && Catch::Contains("Cfg.g = "));
  CHECK(difference(config + "    x = 1.0\n", config + "    x = 1.0\n    if Cfg.f == 77:\n        x = 2.0\n").code ==
        "equivalence");
}

TEST_CASE("paths that no run took are named, and those that are impossible are not") {
  verify::Options little;
  little.fuel = 20'000;
  const std::string far = copying + "    if n > 40000:\n        A[0] = B[0]\n";
  const verify::Validation v = validated(copying, far, little);
  REQUIRE(v.tested.paths_left_out.size() >= 2);
  CHECK_THAT(v.tested.paths_left_out.at(0), Catch::Contains("`if n > 40000`") && Catch::Contains("holds"));
  const verify::Validation never = validated(copying, copying + "    if n < 1:\n        A[0] = B[0]\n");
  CHECK((never.tested.paths.left_out == 0 && never.tested.paths.impossible > 0));
}

TEST_CASE("a path counts only where the run was compared to its end") {
  verify::Options little;
  little.fuel = 20'000;
  const std::string sums =
      "    for i in seq(0, n / 8):\n        for j in seq(0, i + 30000):\n            A[0] += B[0]\n";
  const std::string far = copying_head + "    if n > 7:\n        A[0] += B[0]\n" + sums;
  const verify::Validation v =
      validated(far, copying_head + sums, little);  // they differ, but where no run comes to an end
  CHECK(v.tested.too_long > 0);
  CHECK(std::any_of(v.tested.paths_left_out.begin(), v.tested.paths_left_out.end(), [](const std::string& path) {
    return path.find("`if n > 7`") != std::string::npos && path.ends_with(" holds");
  }));
}

TEST_CASE("paths are followed into calls, each call by itself") {
  const std::string callee =
      "def put(k: index, A: [f32][1], B: [f32][1]):\n    if k < 20:\n        A[0] = B[0]\n    else:\n        A[0] = ";
  const std::string calls =
      "def p(n: size, A: f32[n], B: f32[n]):\n    for i in seq(0, n):\n"
      "        if i < 3:\n            put(i, A[i:i + 1], B[i:i + 1])\n"
      "        else:\n            put(i - 3, A[i:i + 1], B[i:i + 1])\n";
  const verify::Validation v = validated(copying, callee + "B[0]\n" + calls);
  CHECK(v.tested.paths.left_out == 0);
  CHECK(v.tested.paths.impossible >= 1);  // the first call never gets 20
  CHECK(difference(copying, callee + "2.0 * B[0]\n" + calls).counterexample->text() == "n = 24");
}

TEST_CASE("values that pair in too many ways are undecided, not paired for ever") {
  const auto mirrored = [](const std::string& op) {
    std::string sum = "A[i] * A[n - 1 - i]";
    for (int k = 0; k < 24; ++k) sum += op + "A[i] * A[n - 1 - i]";
    return "def p(n: size, A: f32[n], C: f32[n]):\n    for i in seq(0, n):\n        C[i] = " + sum + "\n";
  };
  CHECK(validated(mirrored(" + "), mirrored(" + ")).all_sizes.verdict == verify::AllSizes::Verdict::undecided);
  std::string same = "A[i] * A[i]";
  for (int k = 0; k < 24; ++k) same += " + A[i] * A[i]";
  const std::string text =
      "def p(n: size, A: f32[n], C: f32[n]):\n    for i in seq(0, n):\n        C[i] = " + same + "\n";
  CHECK(validated(text, text).all_sizes.verdict == verify::AllSizes::Verdict::proved);
}

// ---- integers over the whole range of their types

namespace {

const std::string bytes_head = "def p(a: i8, b: i8, z: i32):\n";
const std::string dot_head = "def p(n: size, a: i8[n], b: i8[n], acc: i32):\n";

}  // namespace

TEST_CASE("an integer in a place that is too narrow for it is a difference") {
  const Diagnostic d = difference(bytes_head + "    z = a * b\n", bytes_head + "    t: i8\n    t = a * b\n    z = t\n");
  CHECK(d.code == "equivalence");
  CHECK_THAT(d.message, Catch::StartsWith("p and its scheduled form differ: z is "));
  CHECK(validated(bytes_head + "    z = a * b\n", bytes_head + "    t: i32\n    t = a * b\n    z = t\n").tested.wide ==
        1);
}

TEST_CASE("a narrow place is a difference in a callee, a field and a loop too") {
  const std::string loop = dot_head + "    for i in seq(0, n):\n";
  CHECK(difference(loop + "        acc += a[i] - b[i]\n",
                   loop + "        t: i8\n        t = a[i] - b[i]\n        acc += t\n")
            .counterexample->text() == "n = 1");
  const std::string config = "config Cfg:\n    s: i8\n";
  verify::Options modulo;
  modulo.modulo = {"Cfg.s"};
  CHECK(difference(config + bytes_head + "    z = a * b\n", config + bytes_head + "    Cfg.s = a * b\n    z = Cfg.s\n",
                   modulo)
            .code == "equivalence");
  const std::string callee = "def f(a: i8, b: i8, z: i32):\n    t: i8\n    t = a + b\n    z = t\n";
  CHECK(difference(bytes_head + "    z = a + b\n", callee + bytes_head + "    f(a, b, z)\n").code == "equivalence");
}

TEST_CASE("a sum of products of bytes may be taken in another order") {
  const std::string tiled_dot = dot_head + R"(
    for io in seq(0, n / 4):
        part: i32
        part = 0.0
        for ii in seq(0, 4):
            part += b[4 * io + ii] * a[4 * io + ii]
        acc += part
    for i in seq(0, n % 4):
        acc += a[4 * (n / 4) + i] * b[4 * (n / 4) + i]
)";
  const verify::Validation v = validated(dot_head + "    for i in seq(0, n):\n        acc += a[i] * b[i]\n", tiled_dot);
  CHECK(v.tested.choices > 5);
  CHECK(v.tested.wide == v.tested.choices);
}

TEST_CASE("integers that wrap on the way to a sum that fits are no difference") {
  const std::string head = "def p(x: i32, a: i32[2]):\n";
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    verify::Options options;
    options.seed = seed;
    CHECK(validated(head + "    x += a[0]\n    x += a[1]\n", head + "    x += a[1]\n    x += a[0]\n", options)
              .tested.wide == 1);
  }
}

TEST_CASE("what a floating-point sum is rounded to does not count") {
  const std::string head = "def p(x: f32[4], z: i32):\n    s: f32\n";
  CHECK(validated(head + "    s = (x[0] + 0.1) + x[1]\n    z = s\n", head + "    s = x[0] + (0.1 + x[1])\n    z = s\n")
            .tested.wide == 1);
}

TEST_CASE("programs without integers are not run on wide ones") { CHECK(validated(copying, copying).tested.wide == 0); }
