// SPDX-License-Identifier: Apache-2.0
#include "tessera/builder.hpp"

#include "tests/unit/syntax_support.hpp"

using namespace tessera;
using syntax::Module;
using syntax::parse_module;

TEST_CASE("the builder gives the convolution that the text gives") {
  Module text = parse_module(R"(
def conv(K: size, C: size, H: size, W: size, R: size, S: size,
         O: f32[W, H, K] @ DRAM, F: f32[S, R, C, K] @ DRAM, I: f32[W + S - 1, H + R - 1, C] @ DRAM):
    assert K % 16 == 0
    for k in seq(0, K):
        for w in seq(0, W):
            for h in seq(0, H):
                for s in seq(0, S):
                    for r in seq(0, R):
                        for c in seq(0, C):
                            O[w, h, k] += F[s, r, c, k] * I[w + s, h + r, c]
)",
                             "p.tess");
  ir::ProcRef built = define("conv", [](Builder& b) {
    auto [K, C, H, W, R, S] = b.sizes("K", "C", "H", "W", "R", "S");
    Tensor O = b.arg("O", f32, {W, H, K});
    Tensor F = b.arg("F", f32, {S, R, C, K});
    Tensor I = b.arg("I", f32, {W + S - 1, H + R - 1, C});
    b.require(K % 16 == 0);
    const Index &c_count = C, &h_count = H, &w_count = W, &r_count = R, &s_count = S;
    b.loop("k", 0, K, [&](Index k) {
      b.loop("w", 0, w_count, [&](Index w) {
        b.loop("h", 0, h_count, [&](Index h) {
          b.loop("s", 0, s_count, [&](Index s) {
            b.loop("r", 0, r_count, [&](Index r) {
              b.loop("c", 0, c_count, [&](Index c) { O(w, h, k) += F(s, r, c, k) * I(w + s, h + r, c); });
            });
          });
        });
      });
    });
  });
  CHECK(ir::equal(*built, *text.procs[0]));
  CHECK(ir::print(*built) == ir::print(*text.procs[0]));
}

TEST_CASE("the builder gives every statement that the text gives") {
  Module text = parse_module(R"(
config Cfg:
    scale: f32
    rows: size
def g(n: size, b: bool, w: [f32][n], x: f32, A: f32[4, 4]):
    pass
def f(n: size, i: index, on: bool, w: [f32][n], y: f64, A: f32[4, 4]):
    assert n * n <= 64 and stride(w, 0) == 1
    assert aligned(A, 64)
    x: f32
    x = -2.0 * A[0, i] + 1.0
    y = 1.0
    y = x * 3.0
    T: f32[n, n * 4] @ DRAM_STACK
    v = A[i, 0:4]
    v[-i + 3] += max(v[0], 0.5) - -x / Cfg.scale
    if on or n < 3:
        g(4, i >= 2, v, A[0, 1], A)
        g(n, on, w, x, A)
    else:
        g(n / 2, on, T[0, 0:n], x, A)
    if n == 3:
        Cfg.scale = x * 2.0
        Cfg.rows = Cfg.rows + 1
    for j in par(1, n): pass
)",
                             "p.tess");
  const ir::ConfigRef cfg = text.config("Cfg");
  const ir::ProcRef g = text.proc("g");
  ir::ProcRef built = define("f", [&](Builder& b) {
    Index n = b.size("n"), i = b.index("i");
    Condition on = b.flag("on");
    Tensor w = b.window_arg("w", f32, {n}), y = b.arg("y", f64, {}), A = b.arg("A", f32, {4, 4});
    b.require(n * n <= 64 && w.stride(0) == 1);
    b.require_aligned(A, 64);
    Tensor x = b.alloc("x", f32, {});
    x() = -Value(2.0) * A(0, i) + 1.0;
    y() = 1.0;
    y() = x() * 3.0;
    Tensor T = b.alloc("T", f32, {n, n * 4}, ir::builtin_memories()[1]);
    Tensor v = b.window("v", A, {i, Interval{0, 4}});
    v(-i + 3) += apply("max", {v(0), 0.5}) - -Value(x()) / read_config_value(cfg, "scale");
    b.when(
        on || n < 3,
        [&] {
          b.call(g, {Index(4), i >= 2, v, A(0, 1), A});
          b.call(g, {n, on, w, x(), A});
        },
        [&] {
          b.call(g, {n / 2, on, T.view({Index(0), Interval{0, n}}), x(), A});
        });
    b.when(n == 3, [&] {
      b.write_config(cfg, "scale", Value(x() * 2.0));
      b.write_config(cfg, "rows", read_config_index(cfg, "rows") + 1);
    });
    b.loop(
        "j", 1, n, [&](Index) {}, ir::LoopMode::par);
  });
  CHECK(ir::print(*built) == ir::print(*text.proc("f")));
  CHECK(ir::equal(*built, *text.proc("f")));
}

TEST_CASE("the builder refuses what the text may not say") {
  auto message = [](const std::function<void(Builder&)>& body) {
    return test::diagnostic_of([&] { define("f", body); }).message;
  };
  CHECK(message([](Builder& b) { b.arg("A", f32, {4, 4})(0) = 1.0; }) == "`A` has 2 dimensions, found 1 index");
  CHECK(message([](Builder& b) {
          Tensor x = b.arg("x", f32, {}), y = b.arg("y", f64, {});
          x() = x() * y();
        }) == "one operation mixes f32 and f64");
  CHECK(message([](Builder& b) {
          Tensor x = b.arg("x", ir::Scalar::R, {}), y = b.arg("y", ir::Scalar::i32, {});
          y() = x() + x();
        }) == "one operation mixes i32 and R");
  CHECK(message([](Builder& b) {
          auto [n, m] = b.sizes("n", "m");
          b.loop("i", 0, n * m, [](Index) {});
        }) == "a product of two variables is not quasi-affine");
  const std::string large = "an integer is too large for an index: at most 2147483647";
  CHECK(message([](Builder& b) { b.loop("i", 0, b.size("n") + 2147483648, [](Index) {}); }) == large);
  CHECK(message([](Builder& b) { b.loop("i", 0, b.size("n") * 65536 * 65536, [](Index) {}); }) == large);
  CHECK(message([](Builder& b) { b.arg("A", f32, {std::int64_t{1} << 40}); }) == large);
  CHECK(message([](Builder& b) {
          const Index n = b.size("n");
          b.loop("i", 0, (n * 2147483647 + n) / 2, [](Index) {});
        }) == large);
  CHECK(message([](Builder& b) { b.loop("i", 0, b.size("n") / 0, [](Index) {}); }) ==
        "the divisor must be positive, found 0");
  CHECK(message([](Builder& b) { b.sizes("n", "n"); }) == "argument `n` is declared twice");
  CHECK(message([](Builder& b) { b.arg("x", f32, {})() = apply("max", {1.0}); }) == "`max` takes 2 arguments, 1 given");
  CHECK(message([](Builder& b) { b.require_aligned(b.alloc("T", f32, {4}), 64); }) ==
        "`T` is not an argument, and only what a caller passes is asserted");
  CHECK(message([](Builder& b) { b.require_aligned(b.arg("A", f32, {4}), 48); }) ==
        "an alignment is a power of two from 1 to 4096, found 48");
  CHECK(message([](Builder& b) { b.require_aligned(b.arg("x", f32, {}), 64); }) ==
        "`x` is a scalar: only a tensor's address is asserted");
  CHECK(message([](Builder& b) { b.require_aligned(b.arg("A", ir::Scalar::i4, {4}), 64); }) ==
        "the elements of `A` have no size in bytes: its type is i4");
  ir::ProcRef whole = define("whole", [](Builder& b) { b.arg("A", f32, {4}); });
  CHECK(message([&](Builder& b) { b.call(whole, {b.arg("A", f64, {4})}); }) ==
        "argument `A` of `whole` is f32, found f64");
  CHECK(message([&](Builder& b) {
          b.call(whole, {b.arg("A", f32, {4, 4})});
        }) == "argument `A` of `whole` has 1 dimension, found 2");
  CHECK(message([&](Builder& b) {
          b.call(whole, {b.arg("A", f32, {8}).view({Interval{0, 4}})});
        }) == "argument `A` of `whole` is a whole tensor, found a window");
}
