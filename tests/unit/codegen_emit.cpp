// SPDX-License-Identifier: Apache-2.0
// The text of emitted C: golden programs, and what a caller sees.
#include <catch2/catch.hpp>

#include "codegen/emit.hpp"
#include "codegen_machine.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

codegen::Emitted emitted(const std::string& text, const codegen::Options& options = {}, const Library& lib = {}) {
  std::vector<const syntax::Module*> libraries = lib.all();
  syntax::Module m = syntax::parse_module(text, "test.tess", libraries);
  std::vector<ir::ProcRef> last{m.procs.back()};
  return codegen::emit(last, options);
}

// From the first line that starts with `start`.
std::string from(const std::string& text, const std::string& start) {
  std::size_t at = text.find("\n" + start);
  return at == std::string::npos ? "" : text.substr(at + 1);
}

}  // namespace

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

namespace {

const char* const workspace =
    "memory Workspace:\n    header \"workspace.h\"\n    allocate \"take({count}, sizeof({type}))\"\n"
    "    free \"give_back({name})\"\n";

}  // namespace

TEST_CASE("a memory with an allocation of its own is asked for every tensor, and given back in reverse order") {
  codegen::Emitted e = emitted(std::string(workspace) + R"tess(
memory Bytes:
    allocate "take_bytes({bytes} + 1, \"{{{name}}}\")"
    free "munmap({name}, {bytes})"
memory Arena:
    allocate "arena({count} * 8)"
    free ""

def f(n: size, x: f32[n]):
    small: f32[4] @ Workspace
    take: f64[n, n + 1] @ Bytes
    for i in seq(0, n):
        t: i8[i] @ Workspace
        small[0] = x[i]
        u: f32[n - 1] @ Arena
        if i > 2:
            v: f32[3] @ Bytes
            v[0] = 1.0
            x[i] = v[0]
        else:
            x[i] = small[0]
)tess");
  CHECK(from(e.source, "/* `count`") ==
        R"(/* `count`, or 1 for none; there is no way to go on when no memory is as large. */
static inline int64_t tessera_count(int64_t count, size_t element_size) {
  if (count < 0 || (uint64_t)count > (SIZE_MAX - 64) / element_size) abort();
  return count ? count : 1;
}

void f(int64_t n, float *restrict x) {
  float *small = take(4, sizeof(float));
  if (!small) abort();
  double *take_ = take_bytes((tessera_count(n * (n + 1), sizeof(double)) * sizeof(double)) + 1, "{take_}");
  if (!take_) abort();
  (void)take_;
  for (int64_t i = 0; i < n; i++) {
    int8_t *t = take(tessera_count(i, sizeof(int8_t)), sizeof(int8_t));
    if (!t) abort();
    (void)t;
    small[0] = x[i];
    float *u = arena(tessera_count(n - 1, sizeof(float)) * 8);
    if (!u) abort();
    (void)u;
    if (i > 2) {
      float *v = take_bytes((3 * sizeof(float)) + 1, "{v}");
      if (!v) abort();
      v[0] = 1.0f;
      x[i] = v[0];
      munmap(v, (3 * sizeof(float)));
    } else {
      x[i] = small[0];
    }
    give_back(t);
  }
  munmap(take_, (tessera_count(n * (n + 1), sizeof(double)) * sizeof(double)));
  give_back(small);
}
)");
  CHECK_THAT(e.source, Contains("#include <workspace.h>") && Contains("#include <stdlib.h>"));
  CHECK_THAT(e.source, !Contains("tessera_allocate"));
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

TEST_CASE("a buffer is given for one of DRAM where its memory is like DRAM, and nowhere else") {
  const std::string callee = "def g(n: size, x: [f32][n] @ ", rest = "):\n    x[0] = 0.0\n";
  const auto with = [&](const std::string& lines, const std::string& buffer, const std::string& argument) {
    return emitted("memory M:\n" + lines + callee + argument + rest + "def f(n: size):\n    t: f32[n] @ " + buffer +
                   "\n    g(n, t[0:n])\n");
  };
  for (const char* other : {"DRAM", "DRAM_STATIC"}) {
    CHECK_NOTHROW(with("    like DRAM\n", "M", other));
    CHECK_THROWS_WITH(with("    storage heap\n", "M", other),
                      Contains("error[memory]: t is in M, but argument x of g is in"));
  }
  CHECK_NOTHROW(with("    like DRAM\n", "DRAM", "M"));
  CHECK_THROWS_WITH(with("    storage heap\n", "DRAM", "M"),
                    Contains("error[memory]: t is in DRAM, but argument x of g is in M"));
}

TEST_CASE("a memory with an allocation of its own holds no scalar") {
  CHECK_THROWS_WITH(emitted(std::string(workspace) + "def f(x: f32[4]):\n    t: f32 @ Workspace\n    t = x[0]\n"),
                    Contains(":6:5: error[memory]: t is a scalar, but Workspace gives room to tensors only") &&
                        Contains("hint: set_memory t to DRAM"));
}

TEST_CASE("a memory is told how much to take back by what cannot have changed") {
  const auto with = [](const std::string& statement) {
    return "config C:\n    k: size\nmemory M:\n    allocate \"take({bytes})\"\n    free \"give({name}, {bytes})\"\n"
           "def set():\n    C.k = 1\n"
           "def f(x: f32[4]):\n    assert C.k > 0\n    t: f32[4, C.k] @ M\n    x[0] = 1.0\n    " +
           statement + "\n";
  };
  CHECK_THROWS_WITH(emitted(with("C.k = 1")), Contains(":10:5: error[config]: this reads C.k"));
  CHECK_THROWS_WITH(emitted(with("set()")), Contains(":10:5: error[config]: this reads C.k"));
  CHECK_NOTHROW(emitted(with("x[1] = 1.0")));
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

TEST_CASE("configs travel in a context that only functions with configs take") {
  codegen::Emitted e = emitted(R"(
config Cfg:
    step: index
    factor: f32

def set(v: f32):
    Cfg.step = 2
    Cfg.factor = v

def f(x: f32[8]):
    set(x[0])
    x[1] = Cfg.factor
)");
  CHECK_THAT(e.header,
             Contains("struct kernels_ctxt {\n  struct {\n    int64_t step;\n    float factor;\n  } Cfg;\n};"));
  CHECK_THAT(e.source, Contains("static void set(struct kernels_ctxt *ctxt, float v) {"));
  CHECK_THAT(e.source, Contains("  set(ctxt, x[0]);\n  x[1] = ctxt->Cfg.factor;"));
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

TEST_CASE("every placeholder of a template is filled in or named in an error") {
  auto with = [](const std::string& c_template) {
    return "@instr(\"" + c_template +
           "\")\ndef ins(n: size, x: [f32][n, 4], s: f32):\n    pass\n"
           "def f(m: size, A: f32[m, 8], s: f32):\n    ins(m, A[0:m, 2:6], s)\n    ins(3, A[0:3, 2:6], s)\n";
  };
  CHECK_THAT(emitted(with("go({n}, {x}, &{x_data}, {x_stride0}, {s}, {{}});")).source,
             Contains("go(m, (&A[2]), &A[2], 8, s, {});\n  go(3, (&A[2]), &A[2], 8, s, {});"));
  CHECK_THROWS_WITH(emitted(with("go({y});")), Contains("error[instruction]") && Contains("{y} is no placeholder"));
  CHECK_THROWS_WITH(emitted(with("go({n;")), Contains("never closed"));
  CHECK_THROWS_WITH(emitted(with("go(n});")), Contains("never opened"));
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

TEST_CASE("fields and functions whose names mean something in C have others there") {
  codegen::Emitted e = emitted(R"(
config int:
    float: f32
    float_: f32
    n: size

def memset(y: f32[4]):
    int.float = 1.5
    int.float_ = 2.5
    y[0] = int.float + int.float_

def expf(y: f32[4]):
    memset(y)
    exp: f32
    exp = 1.0
    y[1] = exp(exp)
)");
  CHECK_THAT(e.header, Contains("float float__;") && Contains("float float_;") && Contains("} int_;"));
  CHECK_THAT(e.header, Contains("void expf_(") && !Contains("void memset("));
  CHECK_THAT(e.source, Contains("void memset_(") && Contains("ctxt->int_.float__ + ctxt->int_.float_"));
  CHECK_THAT(e.source, Contains("= expf(exp_);"));
}

TEST_CASE("a field is in the struct or in the machine, not in both") {
  const auto with = [](const std::string& callee, const std::string& body) {
    return "config C:\n    k: index\n    m: index\n@instr(\"(void)({v});\")\ndef set(v: index):\n    C.k = v\n"
           "@instr(\"use({x_data});\")\ndef use(x: [f32][4]):\n    if C.k == 3:\n        x[0] = 1.0\n"
           "@instr(\"ask({x_data});\")\ndef ask(x: [f32][4]):\n    assert C.k == 3\n    x[0] = 1.0\n" +
           callee + "def f(n: index, x: f32[4]):\n" + body;
  };
  const std::string reads = "def g(x: [f32][4]):\n    if C.k == 3:\n        x[0] = 2.0\n";
  const auto in_machine = [](const std::string& instruction) {
    return Contains("error[config]: C.k is in the machine, where the instruction " + instruction + " sees it");
  };
  CHECK_THROWS_WITH(emitted(with(reads, "    set(n)\n    g(x)\n")), in_machine("set"));
  CHECK_THROWS_WITH(emitted(with("", "    C.k = 3\n    use(x)\n")), in_machine("use"));
  CHECK_THROWS_WITH(emitted(with("", "    C.k = 3\n    ask(x)\n")), in_machine("ask"));
  CHECK_THROWS_WITH(emitted(with("", "    set(n)\n    for i in seq(0, C.k):\n        pass\n")), in_machine("set"));
  CHECK_NOTHROW(emitted(with("", "    set(n)\n    use(x)\n    C.m = 2\n")));
  CHECK_NOTHROW(emitted(with(reads, "    C.k = n\n    g(x)\n")));
}

TEST_CASE("an instruction that sees the machine's state is in no parallel loop") {
  const std::string program =
      "config C:\n    k: index\n@instr(\"use({x_data});\")\ndef use(x: [f32][4]):\n    if C.k == 3:\n        x[0] = "
      "1.0\n"
      "def g(x: [f32][4]):\n    use(x)\n";
  const auto refused = Contains("error[config]: use sees C.k in the machine, and each thread of the parallel loop i");
  const std::string f = "def f(x: f32[8, 4]):\n    for i in ";
  CHECK_THROWS_WITH(emitted(program + f + "par(0, 8):\n        use(x[i, 0:4])\n"), refused);
  CHECK_THROWS_WITH(emitted(program + f + "par(0, 8):\n        for j in seq(0, 2):\n            g(x[i, 0:4])\n"),
                    refused);
  CHECK_NOTHROW(emitted(program + f + "seq(0, 8):\n        g(x[i, 0:4])\n"));
}

TEST_CASE("two configs that C would not tell apart are refused") {
  CHECK_THROWS_WITH(emitted("config int:\n    a: f32\nconfig int_:\n    a: f32\n"
                            "def f(y: f32):\n    int.a = 1.0\n    int_.a = 2.0\n"),
                    Contains("error[config]: int and int_ have the same name in C"));
}

TEST_CASE("perfectly nested parallel loops share their iterations among the threads") {
  const codegen::Emitted e = emitted(R"(
def fill(n: size, x: f32[n, 6, 5, n]):
    for i in par(0, n):
        for j in par(0, 6):
            for k in par(1, 5):
                for l in par(0, n):
                    x[i, j, k, l] = 0.0
            for k in seq(0, 5):
                x[i, j, k, 0] = 1.0
)");
  CHECK_THAT(e.source, Contains(R"(  struct tessera_parts tessera_parts_1;
  tessera_divide(&tessera_parts_1, 6 * n);
#ifdef _OPENMP
  #pragma omp parallel
#endif
  for (struct tessera_chunk tessera_chunk_1 = tessera_nothing(&tessera_parts_1); tessera_take(&tessera_parts_1, &tessera_chunk_1);)
    for (int64_t tessera_iteration_1 = tessera_chunk_1.from; tessera_iteration_1 < tessera_chunk_1.to; tessera_iteration_1++) {
      const int64_t i = tessera_iteration_1 / 6;
      const int64_t j = tessera_iteration_1 % 6;
)"));
  CHECK_THAT(e.source, Contains("tessera_divide(&tessera_parts_2, 4);") &&
                           Contains("const int64_t k = 1 + tessera_iteration_2;"));
  CHECK_THAT(e.source, Contains("tessera_divide(&tessera_parts_3, n);"));
}

TEST_CASE("a counter that no iteration reads is not declared") {
  const codegen::Emitted e = emitted(
      "def f(x: f32[4]):\n    for i in par(0, 3):\n        for j in par(2, 2 + 1):\n"
      "            for k in seq(0, 1):\n                pass\n");
  CHECK_THAT(e.source,
             Contains("tessera_divide(&tessera_parts_1, 3);") && !Contains("int64_t i =") && !Contains("int64_t j ="));
}

TEST_CASE("functions cannot have the names of OpenMP's that parallel loops call") {
  for (const std::string name : {"omp_get_max_threads", "omp_get_thread_num"})
    CHECK_THAT(emitted("def " + name + "(y: f32):\n    y = 1.0\n").source, Contains("void " + name + "_("));
}
