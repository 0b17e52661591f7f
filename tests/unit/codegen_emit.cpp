// SPDX-License-Identifier: Apache-2.0
// The text of emitted C: golden programs, and what a caller sees.
#include "tests/unit/codegen_emit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

TEST_CASE("a scheduled microkernel becomes plain loops over intrinsics") {
  codegen::Emitted e = emitted(R"(
def tile(KC: size, alpha: f32[1], Ac: f32[KC, 4], Bc: f32[KC, 4], C: f32[4, 4]):
    C_reg: f32[4, 4] @ Neon
    A_reg: f32[4] @ Neon
    B_reg: f32[1, 4] @ Neon
    for jt in seq(0, 4):
        neon_vld_4xf32(C_reg[jt, 0:4], C[jt, 0:4])
    for k in seq(0, KC):
        neon_vld_4xf32(A_reg[0:4], Ac[k, 0:4])
        neon_vld_4xf32(B_reg[0, 0:4], Bc[k, 0:4])
        for jtt in seq(0, 4):
            neon_vfmla_4xf32_4xf32(C_reg[jtt, 0:4], A_reg, B_reg[0, 0:4], jtt)
    for jt in seq(0, 4):
        neon_vst_4xf32(C[jt, 0:4], C_reg[jt, 0:4])
)",
                               {}, hardware("neon"));
  CHECK(
      from(e.source, "void tile") ==
      R"(void tile(int64_t KC, const float *restrict alpha, const float *restrict Ac, const float *restrict Bc, float *restrict C) {
  (void)alpha;
  float32x4_t C_reg[4];
  float32x4_t A_reg;
  float32x4_t B_reg[1];
  for (int64_t jt = 0; jt < 4; jt++) {
    C_reg[jt] = vld1q_f32(&C[jt * 4]);
  }
  for (int64_t k = 0; k < KC; k++) {
    A_reg = vld1q_f32(&Ac[k * 4]);
    B_reg[0] = vld1q_f32(&Bc[k * 4]);
    for (int64_t jtt = 0; jtt < 4; jtt++) {
      C_reg[jtt] = vfmaq_n_f32(C_reg[jtt], A_reg, B_reg[0][jtt]);
    }
  }
  for (int64_t jt = 0; jt < 4; jt++) {
    vst1q_f32(&C[jt * 4], C_reg[jt]);
  }
}
)");
  CHECK_THAT(e.source, Contains("#include <arm_neon.h>"));
  CHECK(e.features == std::vector<std::string>{"neon"});
  REQUIRE(e.warnings.size() == 2);
  CHECK_THAT(e.warnings[0], Contains("C_reg depends on loop jt; unroll_loop"));
}

TEST_CASE("what several instructions need of the CPU and of the compiler is named once") {
  const codegen::Emitted e = emitted(R"(
def f(x: f64[4], y: f64[4]):
    a: f64[4] @ AVX2
    b: f64[4] @ AVX2
    mm256_loadu_pd(a, x[0:4])
    mm256_loadu_pd(b, y[0:4])
    mm256_fmadd_bcast_pd(b, a, x[0:1])
    mm256_storeu_pd(y[0:4], b)
)",
                                     {}, hardware("avx2"));
  CHECK(e.features == std::vector<std::string>{"avx2", "fma"});
  CHECK(e.flags == std::vector<std::string>{"-mavx2", "-mfma"});
  CHECK_THAT(e.source, Contains("CPU features: avx2 fma\n") && Contains("__m256d a;"));
}

TEST_CASE("the figure 3 of the micro-kernel paper works as printed") {
  std::string figure = R"(
memory Neon:
    holds f32[4] as float32x4_t

@instr("vstlq_f32(&{dst_data}, {src_data});")
def neon_vst_4xf32(dst: [f32][4] @ DRAM,
                src: [f32][4] @ Neon):
    assert stride(src, 0) == 1
    assert stride(dst, 0) == 1

    for i in seq(0, 4):
        dst[i] = src[i]

@instr("{dst_data} = vfmaq_laneq_f32(
        {dst_data}, {lhs_data}, {rhs_data}, {l});")
def neon_vfmla_4xf32_4xf32(dst: [f32][4] @ Neon,
                            lhs: [f32][4] @ Neon,
                            rhs: [f32][4] @ Neon,
                            l: index):
    assert stride(dst, 0) == 1
    assert stride(lhs, 0) == 1
    assert stride(rhs, 0) == 1
    assert l >= 0
    assert l < 4

    for i in seq(0, 4):
        dst[i] += lhs[i] * rhs[l]

def use(C: f32[12, 8]):
    C_reg: f32[12, 2, 4] @ Neon
    A_reg: R[2, 4] @ Neon
    for it in seq(0, 2):
        neon_vfmla_4xf32_4xf32(C_reg[3, it, 0:4], A_reg[it, 0:4], A_reg[1, 0:4], it + 1)
        neon_vst_4xf32(C[3, 4 * it:4 * it + 4], C_reg[3, it, 0:4])
)";
  std::string source = emitted(figure).source;
  CHECK_THAT(source, Contains("C_reg[3][it] = vfmaq_laneq_f32(C_reg[3][it], A_reg[it], A_reg[1], (it + 1));"));
  CHECK_THAT(source, Contains("vstlq_f32(&C[24 + 4 * it], C_reg[3][it]);"));
}

TEST_CASE("symbolic buffers, callees, windows and floor division have the C of their meaning") {
  codegen::Emitted e = emitted(R"(
def scale(n: size, x: [f32][n], by: f32):
    for i in seq(0, n):
        x[i] = by * x[i]

def f(n: size, s: index, A: f32[n, 8], y: f32):
    assert s >= 0
    t: f32[n]
    for i in seq(0, n):
        t[i] = relu(A[i, (s + i) % 8])
        A[i, (i - s) % 8] += t[i]
    scale(n, A[0:n, 3], t[0])
    y = 2.0 * -t[n - 1]
)");
  CHECK(from(e.source, "struct tessera_win") == R"(struct tessera_win_1f32 {
  float *data;
  int64_t strides[1];
};
#endif

/* Room for `count` elements, aligned for any vector; there is no way to go on without it. */
static inline void *tessera_allocate(int64_t count, size_t element_size) {
  if (count < 0 || (uint64_t)count > (SIZE_MAX - 64) / element_size) abort();
  size_t bytes = ((size_t)count * element_size + 63) / 64 * 64;
  void *memory = aligned_alloc(64, bytes ? bytes : 64);
  if (!memory) abort();
  return memory;
}

/* Between 0 and b - 1; b is positive. */
static inline int64_t tessera_floor_mod(int64_t a, int64_t b) {
  return a % b + (a % b < 0 ? b : 0);
}

static inline float tessera_relu_f32(float x) {
  return (float)(x > 0 ? x : 0);
}

static void scale(int64_t n, struct tessera_win_1f32 x, float by) {
  for (int64_t i = 0; i < n; i++) {
    x.data[i * x.strides[0]] = by * x.data[i * x.strides[0]];
  }
}

void f(int64_t n, int64_t s, float *restrict A, float *restrict y) {
  float *t = tessera_allocate(n, sizeof(float));
  for (int64_t i = 0; i < n; i++) {
    t[i] = tessera_relu_f32(A[i * 8 + (s + i) % 8]);
    A[i * 8 + tessera_floor_mod(i - s, 8)] += t[i];
  }
  scale(n, (struct tessera_win_1f32){ &A[3], { 8 } }, t[0]);
  *y = 2.0f * -t[n - 1];
  free(t);
}
)");
}

TEST_CASE("options for GCC alone stand in the C, once each, where other compilers pass over them") {
  const std::string text =
      "memory M:\n    like DRAM\n    gcc_optimize \"no-tree-pre\"\n    gcc_optimize \"no-gcse\"\n"
      "def f(x: [f32][4] @ M, y: [f32][4] @ M):\n    t: f32[4] @ M\n    t[0] = x[0]\n    y[0] = t[0]\n";
  CHECK_THAT(emitted(text).source, Contains("#if defined(__GNUC__) && !defined(__clang__)\n"
                                            "#pragma GCC optimize(\"no-gcse\")\n"
                                            "#pragma GCC optimize(\"no-tree-pre\")\n#endif\n"));
  const std::string plain = "def f(x: [f32][4], y: [f32][4]):\n    y[0] = x[0]\n";
  CHECK_THAT(emitted(plain).source, !Contains("GCC optimize"));
}

TEST_CASE("the header states the contract and can be read by C and C++") {
  codegen::Options options{
      .stem = "my-lib", .prefix = "lib_", .export_macro = "LIB_API", .banner = "proved: bounds */ and more"};
  std::string header = emitted("def f(n: size, x: [f32][n]):\n    assert n % 4 == 0\n    x[0] = 1.0\n", options).header;
  CHECK_THAT(header, Contains("#ifndef MY_LIB_H"));
  CHECK_THAT(header, Contains(" * proved: bounds * / and more"));
  CHECK_THAT(header, Contains("extern \"C\" {"));
  CHECK_THAT(header, Contains(" * Requires n % 4 == 0."));
  CHECK_THAT(header, Contains("LIB_API void lib_f(int64_t n, struct tessera_win_1f32 x);"));
}

TEST_CASE("the stride that an assert promises is a constant in C") {
  std::string source =
      emitted("def f(n: size, x: [f32][n, n]):\n    assert stride(x, 1) == 1\n    x[0, n - 1] = 1.0\n").source;
  CHECK_THAT(source, Contains("x.data[n - 1] = 1.0f;"));
}

TEST_CASE("other strides of a window are read from its struct") {
  std::string source = emitted("def f(n: size, x: [f32][n, n]):\n    x[n - 1, 2 * n - n - 1] = 1.0\n").source;
  CHECK_THAT(source, Contains("x.data[(n - 1) * x.strides[0] + (2 * n - n - 1) * x.strides[1]] = 1.0f;"));
}

TEST_CASE("a named window is a pointer to its first element") {
  std::string source = emitted(R"(
def f(n: size, x: [f32][n, n], y: f32[n, 8]):
    assert n > 4
    w = x[2:4, 1:n]
    v = w[1, 1:3]
    u = x[0:2, 0]
    z = y[0:n, 3]
    if stride(u, 0) == 8:
        for i in seq(0, n):
            z[i] = v[1] + w[1, 2]
)")
                           .source;
  CHECK(from(source, "  const float *w") == R"(  const float *w = &x.data[2 * x.strides[0] + x.strides[1]];
  const float *v = &w[x.strides[0] + x.strides[1]];
  const float *u = x.data;
  (void)u;
  float *z = &y[3];
  if (x.strides[0] == 8) {
    for (int64_t i = 0; i < n; i++) {
      z[i * 8] = v[x.strides[1]] + w[x.strides[0] + 2 * x.strides[1]];
    }
  }
}
)");
}

TEST_CASE("the same input gives the same bytes") {
  std::string text =
      "def f(n: size, x: f32[n], y: f32[n]):\n    for i in seq(0, n):\n        x[i] = sqrt(y[i]) + max(y[i], 0.0)\n";
  CHECK(emitted(text).source == emitted(text).source);
  CHECK(emitted(text).link_flags == std::vector<std::string>{"-lm"});
}

TEST_CASE("every placeholder of a template is filled in") {
  auto with = [](const std::string& c_template) {
    return "@instr(\"" + c_template +
           "\")\ndef ins(n: size, x: [f32][n, 4], s: f32):\n    pass\n"
           "def f(m: size, A: f32[m, 8], s: f32):\n    ins(m, A[0:m, 2:6], s)\n    ins(3, A[0:3, 2:6], s)\n";
  };
  CHECK_THAT(emitted(with("go({n}, {x}, &{x_data}, {x_stride0}, {s}, {{}});")).source,
             Contains("go(m, (&A[2]), &A[2], 8, s, {});\n  go(3, (&A[2]), &A[2], 8, s, {});"));
  CHECK_THROWS_WITH(emitted(with("go({n_int});")), Contains("must be an integer literal, it is m"));
}

TEST_CASE("a literal that an instruction needs names the loop to unroll") {
  CHECK_THROWS_WITH(emitted("@instr(\"go({n_int});\")\ndef ins(n: index):\n    pass\n"
                            "def f(x: f32):\n    for lane in seq(0, 4):\n        ins(lane)\n"),
                    Contains("unroll_loop lane"));
}

TEST_CASE("an instruction itself has no C function") {
  CHECK_THROWS_WITH(emitted("@instr(\"x;\")\ndef ins(n: index):\n    pass\n"), Contains("is an instruction"));
}

TEST_CASE("sums of integers may leave their type on the way, which only those of unsigned ones may in C") {
  const std::string c = emitted(
                            "def f(a: i32, b: i32, c: i8, w: ui16, u: ui32, x: f32):\n"
                            "    a = a + b * a - 3\n    a += -b\n    c += c * 2\n    w = (w * w + w) / 3\n    u += u * "
                            "3\n    x += x * x\n")
                            .source;
  for (const char* line :
       {"*a = (int32_t)((uint32_t)*a + (uint32_t)b * (uint32_t)*a - (uint32_t)3);",
        "*a = (int32_t)((uint32_t)*a + (0 - (uint32_t)b));",
        "*c = (int8_t)((uint32_t)*c + (uint32_t)*c * (uint32_t)2);",
        "*w = (int32_t)((uint32_t)*w * (uint32_t)*w + (uint32_t)*w) / 3;", "*u += *u * 3u;", "*x += *x * *x;"})
    CHECK_THAT(c, Contains(line));
}

TEST_CASE("integer places refuse fractions and functions of reals") {
  CHECK_THROWS_WITH(emitted("def f(x: i32):\n    x = 0.5\n"), Contains("error[precision]"));
  CHECK_THROWS_WITH(emitted("def f(x: i32):\n    x = sqrt(x)\n"), Contains("error[precision]"));
}

TEST_CASE("a literal must fit what C computes with it, and the place that it is stored in") {
  auto refused = [](const std::string& statement, const std::string& message) {
    INFO(statement);
    CHECK_THROWS_WITH(
        emitted("config C:\n    small: i8\ndef f(b: i8, u: ui32, h: f16, g: bf16, x: f32, d: f64):\n    " + statement +
                "\n"),
        Contains("error[precision]: " + message));
  };
  auto accepted = [](const std::string& statement) {
    INFO(statement);
    CHECK_NOTHROW(emitted("def f(b: i8, u: ui32, h: f16, g: bf16, x: f32, d: f64):\n    " + statement + "\n"));
  };
  refused("b = 300", "300 does not fit i8");
  refused("b = -129", "-129 does not fit i8");
  refused("C.small = 128", "128 does not fit i8");
  refused("u = max(u, -1)", "-1 does not fit ui32");
  refused("u = select(u, -1, u, u)", "-1 does not fit ui32");
  refused("u += 4294967296", "4294967296 does not fit ui32");
  refused("b = min(b, 3000000000)", "3000000000 does not fit i32");
  refused("x = 1e40", "1e+40 does not fit f32");
  refused("x = x * -1e40", "-1e+40 does not fit f32");
  refused("h = 65520.0", "65520 does not fit f16");
  refused("h = 1e6", "1000000 does not fit f16");
  refused("g = 3.4e38", "3.4e+38 does not fit bf16");
  accepted("b = min(b, 300)");
  accepted("b = -128");
  accepted("b += 200");
  accepted("u = 4294967295");
  accepted("h = 65504.0");
  accepted("g = 3.38e38");
  accepted("x = 3.4028235e38");
  accepted("d = 1e40");
}
