// SPDX-License-Identifier: Apache-2.0
// Paths that only some sizes, strides or fields lead to.
#include "tests/unit/validate_support.hpp"

using namespace tessera;
using testing::copying;
using testing::copying_head;
using testing::difference;
using testing::replaced;
using testing::validated;

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
  const validate::Validation v = validated(copying_head + tiles + "            " + right, copying_head + cut);
  CHECK(v.tested.paths.left_out == 0);
  CHECK(v.tested.paths.met > 5);
  std::string wrong = copying_head + cut;
  wrong.replace(wrong.rfind("B["), 2, "A[");
  CHECK(difference(copying_head + tiles + "            " + right, wrong).counterexample->text() == "n = 44");
}

TEST_CASE("a bound over several arguments is crossed whatever the seed") {
  const std::string head = "def p(n: size, m: size, k: size, A: f32[k], B: f32[k]):\n    for i in seq(0, k):\n";
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    validate::Options options;
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
  const validate::Validation v = validated(columns + copies, columns + copies);
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
  const validate::Validation v = validated(same, same);
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
  validate::Options little;
  little.fuel = 20'000;
  const std::string far = copying + "    if n > 40000:\n        A[0] = B[0]\n";
  const validate::Validation v = validated(copying, far, little);
  REQUIRE(v.tested.paths_left_out.size() >= 2);
  CHECK_THAT(v.tested.paths_left_out.at(0), Catch::Contains("`if n > 40000`") && Catch::Contains("holds"));
  const validate::Validation never = validated(copying, copying + "    if n < 1:\n        A[0] = B[0]\n");
  CHECK((never.tested.paths.left_out == 0 && never.tested.paths.impossible > 0));
}

TEST_CASE("a path counts only where the run was compared to its end") {
  validate::Options little;
  little.fuel = 20'000;
  const std::string sums =
      "    for i in seq(0, n / 8):\n        for j in seq(0, i + 30000):\n            A[0] += B[0]\n";
  const std::string far = copying_head + "    if n > 7:\n        A[0] += B[0]\n" + sums;
  const validate::Validation v =
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
  const validate::Validation v = validated(copying, callee + "B[0]\n" + calls);
  CHECK(v.tested.paths.left_out == 0);
  CHECK(v.tested.paths.impossible >= 1);  // the first call never gets 20
  CHECK(difference(copying, callee + "2.0 * B[0]\n" + calls).counterexample->text() == "n = 24");
}
