// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "dsl/interp/run.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using interp::Field;
using interp::Floats;
using interp::Integers;

namespace {

using Sizes = std::map<std::string, std::int64_t>;

ir::ProcRef last(const std::string& text) { return syntax::parse_module(text, "test.tess").procs.back(); }

template <class Domain>
interp::Arguments<Domain> started(const ir::Procedure& p, const Sizes& sizes, std::uint64_t seed = 1) {
  return interp::random_arguments<Domain>(p, interp::control_values(p, sizes), seed);
}

template <class Domain>
interp::Arguments<Domain> finished(const std::string& text, const Sizes& sizes,
                                   interp::Uninitialised policy = interp::Uninitialised::error) {
  ir::ProcRef p = last(text);
  auto state = started<Domain>(*p, sizes);
  interp::run(*p, state, policy);
  return state;
}

// The code of the error that running raises, and its text.
std::string error_of(const std::string& text, const Sizes& sizes) {
  try {
    finished<Integers>(text, sizes);
  } catch (const interp::InterpError& e) {
    return e.diagnostic().code + ": " + e.diagnostic().message + " | " +
           (e.diagnostic().counterexample ? e.diagnostic().counterexample->text() : "");
  }
  return "no error";
}

}  // namespace

TEST_CASE("a loop nest computes a matrix product exactly") {
  ir::ProcRef p = last(R"(
def gemm(m: size, n: size, k: size, A: f32[m, k], B: f32[k, n], C: f32[m, n]):
    for i in seq(0, m):
        for j in seq(0, n):
            for l in seq(0, k):
                C[i, j] += A[i, l] * B[l, j]
)");
  auto state = started<Integers>(*p, {{"m", 2}, {"n", 3}, {"k", 4}}), before = state;
  interp::run(*p, state);
  const auto &a = before.values[3].tensor.data, &b = before.values[4].tensor.data, &c = before.values[5].tensor.data;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j) {
      std::int64_t sum = c[static_cast<std::size_t>(3 * i + j)];
      for (int l = 0; l < 4; ++l)
        sum += a[static_cast<std::size_t>(4 * i + l)] * b[static_cast<std::size_t>(3 * l + j)];
      CHECK(state.values[5].tensor.data[static_cast<std::size_t>(3 * i + j)] == sum);
    }
}

TEST_CASE("index division and remainder round towards minus infinity") {
  auto state = finished<Integers>(R"(
def floors(x: f32[8]):
    for i in seq(-7, 0):
        if i / 4 == -2 and i % 4 == i + 8:
            x[i + 7] = 1.0
        else:
            x[i + 7] = 0.0
)",
                                  {});
  std::vector<std::int64_t> found(state.values[0].tensor.data.begin(), state.values[0].tensor.data.begin() + 7);
  CHECK(found == std::vector<std::int64_t>{1, 1, 1, 0, 0, 0, 0});
}

TEST_CASE("an access out of bounds names the element and the values") {
  std::string e = error_of("def f(n: size, x: f32[n]):\n    for i in seq(0, n):\n        x[i + 1] = 0.0\n", {{"n", 3}});
  CHECK(e ==
        "interp.bounds: x[i + 1] is out of bounds: index i + 1 of dimension 0 is 3, the extent is 3 | n = 3, i = 2");
}

TEST_CASE("a negative index is out of bounds even when it would land inside the tensor") {
  CHECK(error_of("def f(x: f32[4, 4]):\n    for i in seq(0, 1):\n        x[1, i - 1] = 0.0\n", {})
            .find("interp.bounds") == 0);
}

TEST_CASE("a window out of bounds is refused where it is made") {
  std::string e = error_of("def f(n: size, x: f32[n]):\n    w = x[1:n + 1]\n    pass\n", {{"n", 2}});
  CHECK(e.find("interp.bounds: window x[1:n + 1] is out of bounds") == 0);
}

TEST_CASE("reading local memory before it is written is an error, or gives any number on request") {
  std::string text = "def f(y: f32):\n    t: f32[2]\n    t[0] = 1.0\n    y = t[0] + t[1]\n";
  CHECK(error_of(text, {}).find("interp.uninitialised: t[1] is read before it is written") == 0);
  const auto read = finished<Field>(text, {}, interp::Uninitialised::arbitrary).values[0].tensor.data[0].value;
  CHECK(read != 1);
  CHECK(read == finished<Field>(text, {}, interp::Uninitialised::arbitrary).values[0].tensor.data[0].value);
}

TEST_CASE("a copy of what was never written is not written either") {
  std::string text = "def f(y: f32):\n    t: f32[2]\n    y = 1.0\n    t[0] = t[1]\n    y = t[0]\n";
  CHECK(finished<Integers>(text, {}).values[0].tensor.written[0] == 0);
  CHECK(error_of(text + "    y += 1.0\n", {}).find("interp.uninitialised: t[1] is read before it is written") == 0);
  CHECK(finished<Integers>(text, {}, interp::Uninitialised::arbitrary).values[0].tensor.written[0] == 1);
}

TEST_CASE("an accumulation into local memory needs a first value") {
  CHECK(error_of("def f(y: f32):\n    t: f32\n    t += 1.0\n    y = t\n", {}).find("interp.uninitialised") == 0);
}

TEST_CASE("what was never written reads the same each time, and differs from buffer to buffer") {
  const auto result = [](const char* value) {
    const std::string text = std::string("def f(y: f32):\n    a: f32\n    b: f32\n    y = ") + value + "\n";
    return finished<Field>(text, {}, interp::Uninitialised::arbitrary).values[0].tensor.data[0].value;
  };
  CHECK(result("a - a") == 0);
  CHECK(result("a - b") != 0);
}

TEST_CASE("an accumulation into what was never written has a value") {
  ir::ProcRef p = last("def f(y: f32):\n    y += 1.0\n");
  auto state = started<Integers>(*p, {});
  state.values[0].tensor.data[0] = 3;
  state.values[0].tensor.written[0] = 0;
  interp::run(*p, state, interp::Uninitialised::arbitrary);
  CHECK(state.values[0].tensor.data[0] == 4);
  CHECK(state.values[0].tensor.written[0] == 1);
}

TEST_CASE("each iteration gets fresh local memory") {
  CHECK(error_of(R"(
def f(y: f32):
    for i in seq(0, 2):
        t: f32
        if i == 0:
            t = 1.0
        y = t + 0.0
)",
                 {})
            .find("interp.uninitialised") == 0);
}

TEST_CASE("a precondition of the procedure that does not hold is an error") {
  CHECK(error_of("def f(n: size, x: f32[n]):\n    assert n % 4 == 0\n    pass\n", {{"n", 6}}).find("interp.assert") ==
        0);
}

TEST_CASE("a precondition of a callee that does not hold is an error") {
  std::string e = error_of(R"(
def inner(n: size, x: [f32][n]):
    assert stride(x, 0) == 1
    pass

def outer(x: f32[4, 3]):
    inner(4, x[0:4, 1])
)",
                           {});
  CHECK(e.find("interp.assert: assert stride(x, 0) == 1 of inner does not hold") == 0);
}

TEST_CASE("a size must be positive") {
  CHECK(error_of("def f(n: size, x: f32[8]):\n    pass\n", {{"n", 0}}).find("interp.assert: size n is 0") == 0);
}

TEST_CASE("callees see the elements of the windows they are given") {
  auto state = finished<Integers>(R"(
def set(n: size, x: [f32][n]):
    for i in seq(0, n):
        x[i] = 9.0

def outer(x: f32[3, 4]):
    w = x[0:3, 1:4]
    set(3, w[0:3, 1])
)",
                                  {});
  const auto& x = state.values[0].tensor.data;
  CHECK((x[2] == 9 && x[6] == 9 && x[10] == 9));
  CHECK((x[1] != 9 && x[3] != 9));
}

TEST_CASE("configs keep their values between statements and calls") {
  auto state = finished<Integers>(R"(
config Cfg:
    step: index
    factor: f32

def set():
    Cfg.step = 2
    Cfg.factor = 5.0

def outer(x: f32[8]):
    set()
    x[Cfg.step] = Cfg.factor
)",
                                  {});
  CHECK(state.values[0].tensor.data[2] == 5);
  CHECK(state.control_configs.at("Cfg.step") == 2);
}

TEST_CASE("floats are rounded to their type at every operation") {
  auto state = finished<Floats>("def f(x: f32, y: f64, h: f16):\n    x = 0.1\n    y = x + 0.2\n    h = 2049.0\n", {});
  CHECK(state.values[0].tensor.data[0] == static_cast<double>(0.1f));
  CHECK(state.values[1].tensor.data[0] == static_cast<double>(0.1f + 0.2f));
  CHECK(state.values[2].tensor.data[0] == 2048.0);
}

TEST_CASE("the integers refuse what is not exact") {
  CHECK(error_of("def f(x: f32):\n    x = 0.5\n", {}).find("interp.domain") == 0);
  CHECK(error_of("def f(x: f32):\n    x = sqrt(4.0)\n", {}).find("interp.domain") == 0);
  CHECK(error_of("def f(x: f32):\n    x = 4000000000.0\n    x = x * x\n", {}).find("interp.overflow") == 0);
  CHECK(error_of("def f(x: f32):\n    x = 8.0\n    x = x / 3.0\n", {}).find("interp.domain") == 0);
}

TEST_CASE("the field divides exactly and gives halves an image") {
  auto state = finished<Field>("def f(x: f32, y: f32):\n    x = y / 7.0 * 14.0\n    x = x * 0.5 - y\n", {});
  CHECK(state.values[0].tensor.data[0].value == 0);
}

TEST_CASE("field functions are equal on equal arguments only") {
  auto state = finished<Field>(
      "def f(a: f32, b: f32, c: f32, y: f32):\n    a = relu(y)\n    b = relu(y * 1.0)\n    c = relu(y + 1.0)\n", {});
  const auto& v = state.values;
  CHECK(v[0].tensor.data[0] == v[1].tensor.data[0]);
  CHECK(!(v[0].tensor.data[0] == v[2].tensor.data[0]));
}

TEST_CASE("random windows have gaps unless an assert fixes their strides") {
  ir::ProcRef p = last(
      "def f(n: size, x: [f32][n, n], y: [f32][n, n]):\n    assert stride(y, 1) == 1\n    assert stride(y, 0) == 7\n   "
      " pass\n");
  auto state = started<Floats>(*p, {{"n", 3}});
  CHECK(state.values[1].tensor.strides[1] > 1);
  CHECK(state.values[2].tensor.strides == std::vector<std::int64_t>{7, 1});
  CHECK_NOTHROW(interp::run(*p, state));
}

TEST_CASE("windows may lie in columns, and what no assert fixes lies around what one does") {
  using Strides = std::vector<std::int64_t>;
  const auto strides = [](const std::string& asserts, std::uint64_t seed) {
    ir::ProcRef p = last("def f(n: size, x: [f32][n, 2, n]):\n" + asserts + "    pass\n");
    auto state = started<Floats>(*p, {{"n", 3}}, seed);
    CHECK_NOTHROW(interp::run(*p, state));
    return state.values[1].tensor.strides;
  };
  CHECK(strides("    assert stride(x, 0) == 1\n", 2) == Strides{1, 9, 3});
  CHECK(strides("    assert stride(x, 0) == 1\n    assert stride(x, 1) == 3\n", 1) == Strides{1, 3, 9});
  CHECK(strides("    assert stride(x, 1) == 1\n    assert stride(x, 2) == 2\n", 2) == Strides{6, 1, 2});
  CHECK_THROWS_WITH(strides("    assert stride(x, 1) == 2\n    assert stride(x, 2) == 2\n", 2),
                    Catch::Contains("interp.layout"));
}

TEST_CASE("the same seed gives the same inputs and another seed others") {
  ir::ProcRef p = last("def f(x: f32[64]):\n    pass\n");
  auto a = started<Floats>(*p, {}, 5), b = started<Floats>(*p, {}, 5), c = started<Floats>(*p, {}, 6);
  CHECK(a.values[0].tensor.data == b.values[0].tensor.data);
  CHECK(a.values[0].tensor.data != c.values[0].tensor.data);
}
