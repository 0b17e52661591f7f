// SPDX-License-Identifier: Apache-2.0
// What a procedure does with its arguments: in, out, in/out.
#include <catch2/catch.hpp>

#include "dsl/analysis/direction.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;

namespace {

// "A out, n in" of the last procedure of the text, sizes left out.
std::string directions(const std::string& text) {
  const syntax::Module module = syntax::parse_module(text, "test.tess", {});
  const ir::Procedure& p = *module.procs.back();
  const std::vector<analysis::Direction> found = analysis::directions(p);
  std::string out;
  for (std::size_t i = 0; i < p.args.size(); ++i)
    if (!p.args[i].type.is_control())
      out += (out.empty() ? "" : ", ") + p.args[i].name.text() + " " + std::string(analysis::name(found[i]));
  return out;
}

}  // namespace

TEST_CASE("what is assigned everywhere is out, what is added to is in/out") {
  CHECK(directions(R"(
def p(n: size, x: f32[n], y: f32[n], z: f32[n], unused: f32[n]):
    for i in seq(0, n):
        z[i] = x[i]
        y[i] += x[i]
)") == "x in, y inout, z out, unused in");
}

TEST_CASE("what is assigned first may be read and added to after") {
  CHECK(directions(R"(
def p(m: size, n: size, k: size, A: f32[m, k], B: f32[k, n], C: f32[m, n], D: f32[m, n]):
    for i in seq(0, m):
        for j in seq(0, n):
            C[i, j] = 0.0
            for l in seq(0, k):
                C[i, j] += A[i, l] * B[l, j]
    for i in seq(0, m):
        for j in seq(0, n):
            D[i, j] = C[i, j] + C[0, j]
)") == "A in, B in, C out, D out");
}

TEST_CASE("what is read or added to before it is assigned is in/out") {
  CHECK(directions(R"(
def p(n: size, a: f32[n], b: f32[n], c: f32[n], d: f32):
    for i in seq(0, n):
        a[i] = 2.0 * a[i]
    for i in seq(0, n):
        b[i] += 1.0
        b[i] = 0.0
    for i in seq(0, n):
        c[i] = c[n - 1 - i]
    d += 1.0
    d = 0.0
)") == "a inout, b inout, c inout, d inout");
}

TEST_CASE("what is written in part keeps the rest, and is in/out") {
  CHECK(directions(R"(
def p(n: size, m: size, a: f32[n + 1], b: f32[n], c: f32[2 * n], d: f32[n, n], e: f32[n], f: f32[n]):
    for i in seq(0, n):
        a[i] = 0.0
    for i in seq(1, n):
        b[i] = 0.0
    for i in seq(0, n):
        c[2 * i] = 0.0
        d[i, i] = 0.0
    for i in seq(0, n):
        if i < m:
            e[i] = 0.0
    for i in seq(0, n):
        for j in seq(0, m - 1):
            f[i] = 0.0
)") == "a inout, b inout, c inout, d inout, e inout, f inout");
}

TEST_CASE("parts that are the whole together are out") {
  CHECK(directions(R"(
def p(n: size, m: size, a: f32[n + 1], b: f32[n], c: f32[2 * n], d: f32[n], e: f32[n]):
    assert n % 4 == 0
    a[n] = 1.0
    for i in seq(0, n):
        a[i] = 0.0
    for io in seq(0, n / 4):
        for ii in seq(0, 4):
            b[4 * io + ii] = 0.0
    for i in seq(0, n):
        c[2 * i] = 0.0
        c[2 * i + 1] = 0.0
    for i in seq(0, n):
        if i < m:
            d[i] = 0.0
        else:
            d[i] = 1.0
    for i in seq(0, n):
        e[n - 1 - i] = 0.0
)") == "a out, b out, c out, d out, e out");
}

TEST_CASE("panels that are filled are out, and in/out where the last is not") {
  const std::string text = R"(
def p(k: size, W: f32[K], P: f32[(K + 7) / 8, 8]):
    for i in seq(0, K):
        P[i / 8, i % 8] = W[i]
)";
  const auto of_size = [&](const std::string& size) {
    std::string out = text;
    for (std::size_t at = out.find('K'); at != std::string::npos; at = out.find('K')) out.replace(at, 1, size);
    return directions(out);
  };
  CHECK(of_size("64") == "W in, P out");
  CHECK(of_size("60") == "W in, P inout");
}

TEST_CASE("windows and calls are followed") {
  CHECK(directions(R"(
def clear(n: size, x: [f32][n]):
    for i in seq(0, n):
        x[i] = 0.0
def add(n: size, x: [f32][n], s: f32):
    for i in seq(0, n):
        x[i] += s
def p(n: size, A: f32[n, 8], B: f32[n, 8], C: f32[8], D: f32[2 * n], w: [f32][n]):
    for i in seq(0, n):
        row = A[i, 0:8]
        for j in seq(0, 8):
            row[j] = 1.0
    for i in seq(0, n):
        clear(8, B[i, 0:8])
        add(8, B[i, 0:8], A[i, 3])
    add(8, C[0:8], A[0, 0])
    clear(n, D[0:n])
    clear(n, w[0:n])
)") == "A out, B out, C inout, D inout, w out");
}

TEST_CASE("a value that a call is given is read") {
  CHECK(directions(R"(
def set(x: f32, y: f32):
    y = x
def p(a: f32[2], b: f32[2]):
    set(a[1], a[0])
    set(a[0], a[1])
    set(a[0], b[0])
    set(b[0], b[1])
)") == "a inout, b out");
}

TEST_CASE("without a look at order and parts, all that may be written is in/out") {
  const syntax::Module module = syntax::parse_module(R"(
def p(n: size, x: f32[n], y: f32[n]):
    for i in seq(0, n):
        y[i] = x[i]
)",
                                                     "test.tess", {});
  using analysis::Direction;
  CHECK(analysis::cautious_directions(*module.procs.back()) ==
        std::vector{Direction::in, Direction::in, Direction::inout});
}

TEST_CASE("what a field decides is out only while the field stays as it is") {
  const std::string text = R"(
config Cfg:
    x: int
def put(x: int, A: [f32][2], t: index):
    assert t >= 0
    assert t < 2
    if x == 1:
        A[t] = 0.0
    else:
        A[1 - t] = 1.0
def p(A: f32[2], B: f32[2]):
    for t in seq(0, 2):
        if Cfg.x == 1:
            A[t] = 0.0
        else:
            A[1 - t] = 1.0
        put(Cfg.x, B[0:2], t)
)";
  CHECK(directions(text) == "A out, B out");
  CHECK(directions(text + "        Cfg.x = t\n") == "A inout, B inout");
  CHECK(directions(text + "    Cfg.x = 1\n") == "A out, B out");
}
