// SPDX-License-Identifier: Apache-2.0
// Emitted C against the interpreter on the same random data, by gcc and clang, between guard pages.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "codegen_machine.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/support/cpu.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

using Sizes = std::map<std::string, std::int64_t>;

// Emits the last procedure of the text and runs it with each choice of sizes.
void same_on(const Machine& machine, const syntax::Module& m, const std::vector<Sizes>& choices) {
  ir::ProcRef p = m.procs.back();
  std::vector<ir::ProcRef> procs{p};
  std::vector<Case> cases;
  std::vector<State> expected;
  for (const Sizes& sizes : choices)
    for (std::uint64_t seed : {11, 12}) {
      State state = interp::random_arguments<interp::Floats>(*p, interp::control_values(*p, sizes), seed),
            result = state;
      interp::run(*p, result);
      cases.push_back(call_of(*p, state));
      expected.push_back(result);
    }
  std::vector<State> found = run_on(machine, codegen::emit(procs), "", cases);
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(machine.name << ": " << cases[i].call);
    CHECK(difference(*p, expected[i], found[i]) == "");
  }
}

void same(const std::string& text, const std::vector<Sizes>& choices) {
  syntax::Module m = syntax::parse_module(text, "test.tess");
  for (const Machine& machine : native_machines()) {
    if (machine.is_available()) same_on(machine, m, choices);
    else WARN("skipped: no " << machine.name);
  }
}

}  // namespace

TEST_CASE("a matrix product computes the same in C") {
  same(R"(
def gemm(m: size, n: size, k: size, alpha: f32, A: f32[m, k], B: f32[k, n], C: f32[m, n], unused: f32[1]):
    for i in seq(0, m):
        for j in seq(0, n):
            for l in seq(0, k):
                C[i, j] += alpha * A[i, l] * B[l, j]
)",
       {{{"m", 1}, {"n", 1}, {"k", 1}}, {{"m", 3}, {"n", 5}, {"k", 4}}});
}

TEST_CASE("an element without a value may be anything in C") {
  same(R"(
def stale(n: size, y: f32[8]):
    for r in seq(0, n):
        t: f32[8] @ DRAM_STATIC
        if r == 0:
            for i in seq(0, 8):
                t[i] = 7.0
        for i in seq(0, 8):
            y[i] = t[i]
)",
       {{{"n", 1}}, {{"n", 2}}});
}

TEST_CASE("quotients and remainders of negative numbers round down in C too") {
  same(R"(
def floors(n: size, s: index, x: f32[2 * n + 20]):
    assert s >= -20
    assert s <= 0
    for i in seq(s, n):
        if (i - 3) % 4 == 1:
            x[i + 20] = 1.0
        x[(i - 2) / 3 + 20] += 2.0
        if -i / 5 < 0:
            x[i + n + 20] += 0.5
)",
       {{{"n", 1}, {"s", -20}}, {{"n", 9}, {"s", -7}}, {{"n", 4}, {"s", 0}}});
}

TEST_CASE("windows, windows of windows and calls pass the same elements in C") {
  same(R"(
def scale(n: size, x: [f32][n], by: f32):
    for i in seq(0, n):
        x[i] = by * x[i]

def total(n: size, x: [f32][n], sum: f32):
    sum = 0.0
    for i in seq(0, n):
        sum += x[i]

def add_rows(n: size, m: size, from: f32[n, m], to: f32[m]):
    for i in seq(0, n):
        for j in seq(0, m):
            to[j] += from[i, j]

def caller(n: size, A: [f32][n + 2, 6], B: f32[n, 4], s: f32, out: f32[4]):
    w = A[1:n + 1, 2:5]
    v = w[0:n, 1]
    middle = B[0:n, 1:3]
    for i in seq(0, n):
        last = middle[i, 1:2]
        last[0] += middle[n - 1 - i, 0]
    three: f32
    three = 3.0
    scale(n, v, three)
    scale(n, B[0:n, 2], s)
    total(n, v, s)
    for i in seq(0, n):
        w[i, 2] += v[i]
        scale(3, A[i, 0:3], B[i, 0])
    add_rows(n, 4, B, out)
    total(2, out[1:3], out[0])
)",
       {{{"n", 1}}, {{"n", 5}}});
}

TEST_CASE("allocations of every size class hold their values in C") {
  same(R"(
def allocations(n: size, x: f32[n], y: f32[n]):
    t: f32
    small: f32[4]
    static_one: f32[3] @ DRAM_STATIC
    stack: f32[2, 3] @ DRAM_STACK
    large: f32[30000]
    for k in seq(0, 4):
        small[k] = 2.0
    for k in seq(0, 3):
        static_one[k] = 3.0
        for l in seq(0, 2):
            stack[l, k] = static_one[k] + small[l]
    large[29999] = 7.0
    for i in seq(0, n):
        row: f32[n + 1]
        for j in seq(0, n + 1):
            row[j] = stack[1, 2]
        t = row[n] * x[i] + large[29999]
        y[i] = t - small[3]
)",
       {{{"n", 1}}, {{"n", 6}}});
}

TEST_CASE("branches, booleans and parallel loops decide the same in C") {
  same(R"(
def branches(n: size, flag: bool, x: f32[n]):
    for i in par(0, n):
        if i < 2 and flag or i == 4:
            x[i] = 1.0
        else:
            if i > n - 2:
                x[i] += 5.0
            else:
                pass
)",
       {{{"n", 6}, {"flag", 0}}, {{"n", 6}, {"flag", 1}}, {{"n", 1}, {"flag", 1}}});
}

TEST_CASE("functions of data give the same values in C") {
  same(R"(
def functions(n: size, x: f32[n], d: f64[n], y: f32[n], z: f64[n]):
    for i in seq(0, n):
        y[i] = relu(x[i]) + max(x[i], 2.0) - min(x[i], -x[i]) * abs(x[i])
        y[i] += select(x[i], 1.0, fmaxf(x[i], 0.0), fminf(x[i], 3.0))
        z[i] = relu(d[i]) + sqrt(abs(d[i])) + max(d[i], 0.1)
)",
       {{{"n", 7}}});
}

TEST_CASE("mixed precisions convert at the same places in C") {
  same(R"(
def precisions(n: size, a: i8[n], b: i8[n], acc: i32[n], x: f32[n], d: f64[n], i: i32[n]):
    for k in seq(0, n):
        acc[k] += a[k] * b[k]
        d[k] = x[k] / 3.0
        x[k] = d[k] * 0.1
        i[k] = x[k]
)",
       {{{"n", 9}}});
}

TEST_CASE("functions of narrow integers take and give all that C computes with them") {
  for (const char* type : {"i8", "ui8", "i16", "ui16", "i32", "ui32", "i64"}) {
    INFO(type);
    const std::string sum = type == std::string("ui32") ? "a + a" : "a + a - 1";
    same(fmt::format(R"(
def f(y: i64[10]):
    a: {0}
    a = {1}
    y[0] = max({2}, 0)
    y[1] = min({2}, 1000000)
    y[2] = relu({2})
    y[3] = abs({2})
    y[4] = select(a, {2}, {2}, 7)
    y[5] = fmaxf({2}, a)
    y[6] = fminf({2}, 1000000)
)",
                     type, type[0] == 'u' ? (type == std::string("ui16") ? 65000 : 200) : 100, sum) +
             (type[0] == 'u' ? "    y[7] = 0\n    y[8] = 0\n    y[9] = 0\n"
                             : "    y[7] = abs(-a - a)\n    y[8] = min(-a - a, 0)\n    y[9] = relu(-a - a)\n"),
         {{}});
  }
}

TEST_CASE("operations on literals and narrow integers have their sign and width in C too") {
  same(R"(
def f(y: i64[4]):
    a: ui8
    b: ui16
    a = 3
    b = 4
    y[0] = a - 5
    y[1] = (b - 9) / 2
    y[2] = 2000000000 + 2000000000
    y[3] = 5 - 7
)",
       {{}});
}

TEST_CASE("variables whose names mean something in C still work") {
  same(R"(
def int_(register: size, free: f32[register], I: f32[1]):
    for while in seq(0, register):
        malloc: f32
        malloc = free[while]
        for static in seq(0, 1):
            I[static] += malloc
)",
       {{{"register", 3}}});
}

TEST_CASE("a loop that reuses the name of a size does not disturb the addresses that need the size") {
  same(R"(
def f(n: size, m: size, A: f32[n, m]):
    for m in seq(0, 2):
        t: f32[m + 1, m + 2]
        for i in seq(0, m + 1):
            for m in seq(0, 2):
                t[i, m] = 1.0
                A[i, m] = t[i, m] + 3.0
)",
       {{{"n", 3}, {"m", 5}}});
}

TEST_CASE("an instruction is called with its arguments in place") {
  Library lib = hardware("scalar");
  syntax::Module m = syntax::parse_module(R"(
def axpy(n: size, a: f32[1], x: f32[4 * n], y: f32[4 * n + 3]):
    v: f32[2, 4] @ SCALAR
    for i in seq(0, n):
        scalar_load_4xf32(v[0, 0:4], x[4 * i:4 * i + 4])
        scalar_load_4xf32(v[1, 0:4], y[4 * i:4 * i + 4])
        scalar_fma_bcast_4xf32(v[1, 0:4], v[0, 0:4], a[0:1])
        scalar_store_4xf32(y[4 * i:4 * i + 4], v[1, 0:4])
    rest: f32[4] @ SCALAR
    scalar_load_partial_4xf32(3, rest[0:4], y[4 * n:4 * n + 3])
    scalar_store_add_partial_4xf32(3, y[4 * n:4 * n + 3], rest)
)",
                                          "test.tess", lib.all());
  for (const Machine& machine : native_machines())
    if (machine.is_available()) same_on(machine, m, {{{"n", 1}}, {{"n", 4}}});
}

TEST_CASE("a masked edge kernel for AVX-512 is right for every number of columns") {
  if (!tessera::cpu_has(*cpu_feature("avx512f"))) {
    WARN("skipped: this CPU has no avx512f");
    return;
  }
  Library lib = hardware("avx512");
  syntax::Module m = syntax::parse_module(R"(
def edge(n: size, k: size, A: f32[k, 2], B: [f32][k, n], C: f32[2, n]):
    assert n <= 16
    assert stride(B, 1) == 1
    acc: f32[2, 16] @ AVX512
    b: f32[16] @ AVX512
    for i in seq(0, 2):
        mm512_maskz_loadu_ps(n, acc[i, 0:16], C[i, 0:n])
    for l in seq(0, k):
        mm512_maskz_loadu_ps(n, b, B[l, 0:n])
        for i in seq(0, 2):
            mm512_fmadd_bcast_ps(acc[i, 0:16], b, A[l, i:i + 1])
    for i in seq(0, 2):
        mm512_mask_storeu_ps(n, C[i, 0:n], acc[i, 0:16])
)",
                                          "test.tess", lib.all());
  std::vector<Sizes> sizes;
  for (std::int64_t n = 1; n <= 16; ++n) sizes.push_back({{"n", n}, {"k", 3}});
  for (const Machine& machine : native_machines())
    if (machine.is_available()) same_on(machine, m, sizes);
}

TEST_CASE("the 8x12 kernel of the micro-kernel paper runs on AArch64") {
  if (!aarch64_emulator().is_available()) {
    WARN("skipped: no aarch64 compiler or emulator");
    return;
  }
  Library lib = hardware("neon");
  syntax::Module m = syntax::parse_module(R"(
def uk_8x12(KC: size, alpha: f32[1], Ac: f32[KC, 8], Bc: f32[KC, 12], beta: f32[1], C: f32[12, 8]):
    C_reg: f32[12, 2, 4] @ Neon
    A_reg: R[2, 4] @ Neon
    B_reg: R[3, 4] @ Neon
    for jt in seq(0, 3):
        for jtt in seq(0, 4):
            for it in seq(0, 2):
                neon_vld_4xf32(C_reg[4 * jt + jtt, it, 0:4], C[4 * jt + jtt, 4 * it:4 * it + 4])
    for k in seq(0, KC):
        for it in seq(0, 2):
            neon_vld_4xf32(A_reg[it, 0:4], Ac[k, 4 * it:4 + 4 * it])
        for jt in seq(0, 3):
            neon_vld_4xf32(B_reg[jt, 0:4], Bc[k, 4 * jt:4 + 4 * jt])
        for jt in seq(0, 3):
            for it in seq(0, 2):
                for jtt in seq(0, 4):
                    neon_vfmla_4xf32_4xf32(C_reg[jtt + 4 * jt, it, 0:4], A_reg[it, 0:4], B_reg[jt, 0:4], jtt)
    for jt in seq(0, 3):
        for jtt in seq(0, 4):
            for it in seq(0, 2):
                neon_vst_4xf32(C[jtt + 4 * jt, 4 * it:4 * it + 4], C_reg[jtt + 4 * jt, it, 0:4])
)",
                                          "test.tess", lib.all());
  same_on(aarch64_emulator(), m, {{{"KC", 1}}, {{"KC", 5}}});
}

TEST_CASE("registers are passed to procedures by their address") {
  Library lib = hardware("scalar");
  syntax::Module m = syntax::parse_module(R"(
def load_all(n: size, acc: f32[2, 3, 4] @ SCALAR, x: [f32][6, 4]):
    assert stride(x, 1) == 1
    for i in seq(0, 2):
        for j in seq(0, 3):
            scalar_load_4xf32(acc[i, j, 0:4], x[3 * i + j, 0:4])

def store_one(v: [f32][4] @ SCALAR, x: [f32][4]):
    assert stride(x, 0) == 1
    scalar_store_4xf32(x[0:4], v[0:4])

def f(x: f32[6, 4], y: f32[6, 4]):
    acc: f32[2, 3, 4] @ SCALAR
    one: f32[4] @ SCALAR
    load_all(1, acc, x[0:6, 0:4])
    scalar_zero_4xf32(one)
    for i in seq(0, 2):
        for j in seq(0, 3):
            store_one(acc[i, j, 0:4], y[3 * i + j, 0:4])
    store_one(one[0:4], y[5, 0:4])
)",
                                          "test.tess", lib.all());
  for (const Machine& machine : native_machines())
    if (machine.is_available()) same_on(machine, m, {{}});
}

TEST_CASE("code for the scalar library compiles for AArch64 as well") {
  if (!aarch64_emulator().is_available()) {
    WARN("skipped: no aarch64 compiler or emulator");
    return;
  }
  Library lib = hardware("scalar");
  syntax::Module m = syntax::parse_module(R"(
def f(n: size, x: f32[n, 4], y: f32[n, 4]):
    v: f32[4] @ SCALAR
    for i in seq(0, n):
        scalar_load_4xf32(v, x[i, 0:4])
        scalar_relu_4xf32(v, v)
        scalar_store_add_4xf32(y[i, 0:4], v)
)",
                                          "test.tess", lib.all());
  same_on(aarch64_emulator(), m, {{{"n", 3}}});
}
