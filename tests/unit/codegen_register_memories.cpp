// SPDX-License-Identifier: Apache-2.0
// Registers of several dimensions, registers counted together, and registers that are a C variable each.
#include <fmt/format.h>

#include "codegen/conformance/check.hpp"
#include "codegen/memory_check.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/support/diagnostic.hpp"
#include "tests/unit/codegen_emit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

const char* const registers = R"tess(
memory ROW:
    holds f32[4] as "float __attribute__((vector_size(16)))"
    registers 4

memory TILE:
    holds f32[4, 4] as "float __attribute__((vector_size(64)))"
    registers 4

memory HALF:
    holds f32[2] as "float __attribute__((vector_size(8)))"
    shares ROW

memory PAIR:
    holds f32[8] as "float __attribute__((vector_size(32)))"
    shares ROW

memory ONE:
    holds f32[4] as "float __attribute__((vector_size(16)))"
    registers 4
    variables

@instr("{{ const float *s_ = &{src_data}; for (int q_ = 0; q_ < 4; q_++) {dst_data}[q_] = s_[q_]; }}")
def row_load(dst: [f32][4] @ ROW, src: [f32][4] @ DRAM):
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("{dst_data}[0] = *&{src_data}; {dst_data}[1] = (&{src_data})[1];")
def half_load(dst: [f32][2] @ HALF, src: [f32][2] @ DRAM):
    assert stride(src, 0) == 1
    for i in seq(0, 2):
        dst[i] = src[i]

@instr("for (int q_ = 0; q_ < 8; q_++) {dst_data}[q_] = 0.0f;")
def pair_zero(dst: [f32][8] @ PAIR):
    for i in seq(0, 8):
        dst[i] = 0.0

@instr("for (int q_ = 0; q_ < 16; q_++) {dst_data}[q_] = 0.0f;")
def tile_zero(dst: [f32][4, 4] @ TILE):
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] = 0.0

@instr("for (int q_ = 0; q_ < 16; q_++) {dst_data}[q_] += {a_data}[q_ / 4] * {b_data}[q_ % 4];")
def tile_ger(dst: [f32][4, 4] @ TILE, a: [f32][4] @ ROW, b: [f32][4] @ ROW):
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] += a[i] * b[j]

@instr("{{ float *d_ = &{dst_data}; for (int q_ = 0; q_ < 16; q_++) d_[q_ / 4 * {dst_stride0} + q_ % 4] = {src_data}[q_]; }}")
def tile_store(dst: [f32][4, 4] @ DRAM, src: [f32][4, 4] @ TILE):
    assert stride(dst, 1) == 1
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] = src[i, j]

@instr("for (int q_ = 0; q_ < 4; q_++) {dst_data}[q_] = 0.0f;")
def tile_row_zero(dst: [f32][4] @ TILE):
    for j in seq(0, 4):
        dst[j] = 0.0

@instr("{{ const float *s_ = &{src_data}; for (int q_ = 0; q_ < 4; q_++) {dst_data}[q_] = s_[q_]; }}")
def one_load(dst: [f32][4] @ ONE, src: [f32][4] @ DRAM):
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("{{ const float *s_ = &{src_data}; for (int q_ = 0; q_ < {n}; q_++) {dst_data}[q_] = s_[q_]; }}")
def one_load_first(n: size, dst: [f32][4] @ ONE, src: [f32][n] @ DRAM):
    assert n <= 4
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i]

@instr("{dst_data}[0] = 0.0f;")
def two_ones(dst: [f32][2, 4] @ ONE):
    for i in seq(0, 2):
        for j in seq(0, 4):
            dst[i, j] = 0.0

@instr("{{ float *d_ = &{dst_data}; for (int q_ = 0; q_ < 4; q_++) d_[q_] = {src_data}[q_]; }}")
def one_store(dst: [f32][4] @ DRAM, src: [f32][4] @ ONE):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

)tess";

std::vector<std::string> checked(const std::string& text, bool allow_spills = false) {
  const syntax::Module m = syntax::parse_module(registers + text, "test.tess");
  return codegen::check_memories(*m.procs.back(), allow_spills);
}

// The C computes what the interpreter does.
void check_runs(const std::string& text) {
  const syntax::Module m = syntax::parse_module(registers + text, "test.tess");
  const ir::ProcRef p = m.procs.back();
  const codegen::Emitted c = codegen::emit(std::vector<ir::ProcRef>{p});
  INFO(c.source);
  State state = interp::random_arguments<interp::Floats>(*p, interp::ControlValues{}, 1), expected = state;
  interp::run(*p, expected);
  for (const Machine& machine : native_machines()) {
    if (!machine.is_available()) continue;
    const std::vector<State> found = run_on(machine, c, "", {call_of(*p, state)});
    CHECK(difference(*p, expected, found.at(0)) == "");
  }
}

const char* const two_tiles = R"tess(
def f(A: f32[2, 4], B: f32[2, 4], C: f32[4, 8]):
    a: f32[2, 4] @ ROW
    b: f32[2, 4] @ ROW
    t: f32[2, 4, 4] @ TILE
    row_load(a[0, 0:4], A[0, 0:4])
    row_load(b[0, 0:4], B[0, 0:4])
    row_load(b[1, 0:4], B[1, 0:4])
    tile_zero(t[0, 0:4, 0:4])
    tile_zero(t[1, 0:4, 0:4])
    tile_ger(t[0, 0:4, 0:4], a[0, 0:4], b[0, 0:4])
    w = t[1, 0:4, 0:4]
    tile_ger(w, a[0, 0:4], b[1, 0:4])
    tile_store(C[0:4, 0:4], t[0, 0:4, 0:4])
    tile_store(C[0:4, 4:8], w)
)tess";

}  // namespace

// ---- several dimensions

TEST_CASE("a register of several dimensions is the innermost dimensions of a buffer, an element of a C array") {
  const codegen::Emitted c = emitted(std::string(registers) + two_tiles);
  CHECK_THAT(c.source, Contains("float __attribute__((vector_size(64))) t[2];") &&
                           Contains("t[1][q_] += a[0][q_ / 4] * b[1][q_ % 4];"));
  check_runs(two_tiles);
}

TEST_CASE("a procedure takes one register of several dimensions by address, and an array of them") {
  const std::string callee = R"tess(
def g(t: f32[2, 4, 4] @ TILE, u: f32[4, 4] @ TILE):
    tile_zero(t[0, 0:4, 0:4])
    tile_zero(t[1, 0:4, 0:4])
    tile_zero(u[0:4, 0:4])

def f(C: f32[4, 4]):
    t: f32[2, 4, 4] @ TILE
    u: f32[4, 4] @ TILE
    g(t, u)
    tile_store(C[0:4, 0:4], t[1, 0:4, 0:4])
)tess";
  const codegen::Emitted c = emitted(std::string(registers) + callee);
  CHECK_THAT(c.source, Contains("vector_size(64))) t[2], float __attribute__((vector_size(64))) *u)") &&
                           Contains("g(t, &u);") && Contains("u[0][q_] = 0.0f;"));
}

TEST_CASE("parts of a register of several dimensions are refused") {
  const auto refuses = [](const std::string& body, const std::string& what) {
    INFO(body);
    CHECK_THROWS_WITH(checked("def f(A: f32[8, 4]):\n" + body), Contains("error[memory]") && Contains(what));
  };
  refuses("    t: f32[2, 4, 4] @ TILE\n    tile_row_zero(t[0, 1, 0:4])\n",
          "t[0, 1, 0:4] is not whole vectors of TILE: the innermost dimensions must be 0:4, 0:4");
  refuses("    t: f32[2, 4, 4] @ TILE\n    tile_row_zero(t[0, 0:4, 1])\n", "must be 0:4, 0:4");
  refuses("    t: f32[4, 4, 4] @ TILE\n    tile_zero(t[0:4, 1, 0:4])\n", "t[0:4, 1, 0:4] is not whole vectors of TILE");
  refuses("    t: f32[4, 4] @ TILE\n    w = t[1:3, 0:4]\n    tile_row_zero(w[0, 0:4])\n", "is not whole vectors");
  refuses("    t: f32[2, 8, 4] @ TILE\n    tile_zero(t[0, 4:8, 0:4])\n",
          "t is f32[2, 8, 4], but the innermost dimensions of a buffer in registers of f32[4, 4] are [4, 4]");
  refuses("    t: f32[4] @ TILE\n    tile_row_zero(t[0:4])\n", "t is f32[4], but the innermost dimensions");
  refuses("    t: f32[16] @ TILE\n    pass\n", "but the innermost dimensions");
}

TEST_CASE("a register of several dimensions counts once") {
  const std::string text = "def f(C: f32[4, 4]):\n    t: f32[{}, 4, 4] @ TILE\n    tile_zero(t[0, 0:4, 0:4])\n";
  CHECK(checked(fmt::format(fmt::runtime(text), 4)).empty());
  CHECK_THROWS_WITH(checked(fmt::format(fmt::runtime(text), 5)),
                    Contains("f: 5 vectors of TILE are alive at t, the machine has 4 registers"));
}

TEST_CASE("an instruction on a register of several dimensions is run against its body, all elements of it") {
  const syntax::Module m = syntax::parse_module(registers, "test.tess");
  const syntax::Module wrong = syntax::parse_module(R"tess(
memory TILE:
    holds f32[4, 4] as "float __attribute__((vector_size(64)))"
@instr("for (int q_ = 0; q_ < 15; q_++) {dst_data}[q_] = 0.0f;")
def tile_zero(dst: [f32][4, 4] @ TILE):
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] = 0.0
)tess",
                                                    "wrong.tess");
  conformance::Subjects subjects;
  for (const char* name : {"tile_zero", "tile_ger", "tile_store", "tile_row_zero"})
    subjects.instructions.push_back(m.proc(name));
  subjects.instructions.push_back(wrong.procs.back());
  const std::vector<conformance::Finding> found = conformance::check(subjects, {});
  for (std::size_t i = 0; i < 3; ++i) {
    INFO(found[i].why);
    CHECK(found[i].verdict == conformance::Verdict::passed);
  }
  CHECK_THAT(found[3].why, Contains("dst is not a whole register of TILE, which holds f32[4, 4]"));
  CHECK(found[4].verdict == conformance::Verdict::failed);
  CHECK_THAT(found[4].why, Contains("dst at 15"));
}

// The rows of these registers are in the reverse order of the numbers.
TEST_CASE("registers of several dimensions are filled and read by the instructions that their memory names") {
  const auto verdict = [](const std::string& moves) {
    const syntax::Module m = syntax::parse_module(R"tess(
memory BACK:
    holds f32[2, 2] as "float __attribute__((vector_size(16)))"
)tess" + moves + R"tess(
@instr("{{ const float *s_ = &{src_data}; for (int q_ = 0; q_ < 4; q_++) {dst_data}[q_] = s_[(1 - q_ / 2) * {src_stride0} + q_ % 2]; }}")
def back_load(dst: [f32][2, 2] @ BACK, src: [f32][2, 2] @ DRAM):
    assert stride(src, 1) == 1
    for i in seq(0, 2):
        for j in seq(0, 2):
            dst[i, j] = src[i, j]
@instr("{{ float *d_ = &{dst_data}; for (int q_ = 0; q_ < 4; q_++) d_[(1 - q_ / 2) * {dst_stride0} + q_ % 2] = {src_data}[q_]; }}")
def back_store(dst: [f32][2, 2] @ DRAM, src: [f32][2, 2] @ BACK):
    assert stride(dst, 1) == 1
    for i in seq(0, 2):
        for j in seq(0, 2):
            dst[i, j] = src[i, j]
)tess",
                                                  "test.tess");
    conformance::Subjects subjects;
    subjects.instructions = subjects.library = m.procs;
    const std::vector<conformance::Finding> found = conformance::check(subjects, {});
    INFO(found[0].why << found[1].why);
    CHECK(found[0].verdict == found[1].verdict);
    return found[0].verdict;
  };
  CHECK(verdict("    fill \"back_load\"\n    read \"back_store\"\n") == conformance::Verdict::passed);
  CHECK(verdict("") == conformance::Verdict::failed);
}

// ---- one budget

TEST_CASE("memories that share registers are counted together") {
  const std::string text = R"tess(
def f(A: f32[4]):
    a: f32[3, 4] @ ROW
    h: f32[{}, 2] @ HALF
    half_load(h[0, 0:2], A[0:2])
    row_load(a[0, 0:4], A[0:4])
)tess";
  CHECK(checked(fmt::format(fmt::runtime(text), 1)).empty());
  CHECK_THROWS_WITH(checked(fmt::format(fmt::runtime(text), 2)),
                    Contains("test.tess") &&
                        Contains("error[registers]: f: 5 vectors of HALF and ROW are alive at h, "
                                 "the machine has 4 registers") &&
                        Contains("smaller tile") && Contains("--allow-spills"));
  const std::vector<std::string> warnings = checked(fmt::format(fmt::runtime(text), 2), true);
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("5 vectors of HALF and ROW are alive at h") && Contains("some will be spilled"));
}

TEST_CASE("a register as large as two of those that it shares counts as two") {
  const std::string text = R"tess(
def f(A: f32[4]):
    a: f32[{}, 4] @ ROW
    d: f32[1, 8] @ PAIR
    pair_zero(d[0, 0:8])
    row_load(a[0, 0:4], A[0:4])
)tess";
  CHECK(checked(fmt::format(fmt::runtime(text), 2)).empty());
  CHECK_THROWS_WITH(checked(fmt::format(fmt::runtime(text), 3)), Contains("5 vectors of PAIR and ROW are alive at d"));
}

// ---- variables

TEST_CASE("registers of a memory with variables are C variables with names of their own") {
  const std::string text = R"tess(
def f(A: f32[2, 8], B: f32[4]):
    x: f32[2, 2, 4] @ ONE
    one_load(x[0, 0, 0:4], A[0, 0:4])
    one_load(x[0, 1, 0:4], A[0, 4:8])
    one_load(x[1, 0, 0:4], A[1, 0:4])
    one_load(x[1, 1, 0:4], B[0:4])
    w = x[1, 0:2, 0:4]
    one_store(A[1, 4:8], x[0, 0, 0:4])
    one_store(A[0, 0:4], w[1, 0:4])
    one_store(A[0, 4:8], w[0, 0:4])
)tess";
  const codegen::Emitted c = emitted(std::string(registers) + text);
  CHECK_THAT(c.source, Contains("float __attribute__((vector_size(16))) x_0_0; (void)x_0_0;\n") &&
                           Contains("x_1_1; (void)x_1_1;\n") && !Contains("x[") && Contains("d_[q_] = x_1_0[q_]"));
  check_runs(text);
}

TEST_CASE("the variables of a buffer hide no other variable, and none hides them") {
  const std::string text = R"tess(
def f(A: f32[4], x_1: f32[4], x_0_1: f32[4]):
    x: f32[2, 4] @ ONE
    one_load(x[0, 0:4], A[0:4])
    one_load(x[1, 0:4], x_1[0:4])
    x_0: f32[2, 4] @ ONE
    one_load(x_0[1, 0:4], x_0_1[0:4])
    one_store(A[0:4], x[1, 0:4])
    one_store(x_1[0:4], x_0[1, 0:4])
    one_store(x_0_1[0:4], x[0, 0:4])
)tess";
  check_runs(text);
}

TEST_CASE("the number of a register that is a variable is a literal") {
  CHECK_THROWS_WITH(
      checked("def f(A: f32[2, 4]):\n    x: f32[2, 4] @ ONE\n    for i in seq(0, 2):\n        "
              "one_load(x[i, 0:4], A[i, 0:4])\n"),
      Contains("error[memory]: ONE needs constant indices, but i of x depends on loop i") && Contains("unroll_loop i"));
  CHECK_THROWS_WITH(checked("def f(k: index, A: f32[2, 4]):\n    assert k >= 0\n    assert k < 2\n    x: f32[2, 4] @ "
                            "ONE\n    one_load(x[k, 0:4], A[0, 0:4])\n"),
                    Contains("ONE needs constant indices, but k of x is not"));
  CHECK_THROWS_WITH(checked("def f(A: f32[4]):\n    x: f32[2, 4] @ ONE\n    two_ones(x[0:2, 0:4])\n"),
                    Contains("x[0:2, 0:4] is several registers of ONE, which are variables of C each"));
  CHECK_THROWS_WITH(checked("def g(x: f32[2, 4] @ ONE):\n    pass\n"),
                    Contains("x is an array of registers of ONE, which are variables of C each"));
}

TEST_CASE("a variable that an instruction may write in part begins with the value that its memory names") {
  const std::string text = R"tess(
def f(n: size, A: f32[4], B: f32[n]):
    assert n <= 4
    x: f32[1, 4] @ ONE
    one_load_first(n, x[0, 0:4], B[0:n])
    one_store(A[0:4], x[0, 0:4])
)tess";
  CHECK_THROWS_WITH(emitted(std::string(registers) + text),
                    Contains("error[memory]: an instruction may write a part of x alone") && Contains("initial \""));
  std::string with_initial = registers;
  const std::string line = "    variables\n";
  with_initial.replace(with_initial.find(line), line.size(), line + "    initial \"{0}\"\n");
  CHECK_THAT(emitted(with_initial + text).source, Contains("x_0 = {0}; (void)x_0;\n"));
}
