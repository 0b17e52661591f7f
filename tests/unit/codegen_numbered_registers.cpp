// SPDX-License-Identifier: Apache-2.0
// Registers that C knows by literal numbers: which numbers buffers get, and what is refused.
#include <fmt/format.h>

#include "codegen/conformance/check.hpp"
#include "dsl/interp/run.hpp"
#include "dsl/support/diagnostic.hpp"
#include "tests/unit/codegen_emit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

// A machine of four rows of four numbers, in C. PAIRS are two rows each, the same ones.
const char* const bank = R"tess(
memory BANK:
    holds f32[4]
    registers 4
    numbered
    fill "bank_load"
    read "bank_store"
    header "string.h"
    attributes "static float bank[4][4];"

memory PAIRS:
    holds f32[2, 4]
    shares BANK
    numbered
    fill "pair_load"
    read "pair_store"
    header "string.h"
    attributes "static float bank[4][4];"

@instr("memcpy(bank[{dst_reg}], &{src_data}, 16);")
def bank_load(dst: [f32][4] @ BANK, src: [f32][4] @ DRAM):
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("memcpy(&{dst_data}, bank[{src_reg}], 16);")
def bank_store(dst: [f32][4] @ DRAM, src: [f32][4] @ BANK):
    assert stride(dst, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("for (int q_ = 0; q_ < 4; q_++) bank[{dst_reg}][q_] = bank[{a_reg}][q_] - bank[{b_reg}][q_];")
def bank_sub(dst: [f32][4] @ BANK, a: [f32][4] @ BANK, b: [f32][4] @ BANK):
    for i in seq(0, 4):
        dst[i] = a[i] - b[i]

@instr("memcpy(bank[2 * {dst_reg}], &{src_data}, 16); memcpy(bank[2 * {dst_reg} + 1], &{src_data} + {src_stride0}, 16);")
def pair_load(dst: [f32][2, 4] @ PAIRS, src: [f32][2, 4] @ DRAM):
    assert stride(src, 1) == 1
    for i in seq(0, 2):
        for j in seq(0, 4):
            dst[i, j] = src[i, j]

@instr("memcpy(&{dst_data}, bank[2 * {src_reg}], 16); memcpy(&{dst_data} + {dst_stride0}, bank[2 * {src_reg} + 1], 16);")
def pair_store(dst: [f32][2, 4] @ DRAM, src: [f32][2, 4] @ PAIRS):
    assert stride(dst, 1) == 1
    for i in seq(0, 2):
        for j in seq(0, 4):
            dst[i, j] = src[i, j]

)tess";

std::string c_of(const std::string& text) { return emitted(bank + text).source; }

void refuses_numbers(const std::string& text, const std::string& code, const std::string& what) {
  INFO(text);
  CHECK_THROWS_WITH(c_of(text), Contains("error[" + code + "]") && Contains(what));
}

// The C computes what the interpreter does.
void check_numbered(const std::string& text) {
  const syntax::Module m = syntax::parse_module(bank + text, "test.tess");
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

std::vector<conformance::Finding> checked_bank(const std::string& instruction) {
  const syntax::Module m = syntax::parse_module(bank + instruction, "test.tess");
  conformance::Subjects subjects;
  subjects.instructions = subjects.library = m.procs;
  return conformance::check(subjects, {});
}

}  // namespace

TEST_CASE("a buffer of numbered registers has numbers one after the other, until its last use") {
  const std::string text = R"tess(
def f(A: f32[4, 4], B: f32[4]):
    x: f32[2, 4] @ BANK
    bank_load(x[0, 0:4], A[0, 0:4])
    bank_load(x[1, 0:4], A[1, 0:4])
    y: f32[4] @ BANK
    bank_sub(y[0:4], x[1, 0:4], x[0, 0:4])
    z: f32[2, 4] @ BANK
    w = z[1, 0:4]
    bank_load(z[0, 0:4], A[2, 0:4])
    bank_sub(w, z[0, 0:4], y[0:4])
    bank_store(B[0:4], w)
)tess";
  const std::string c = c_of(text);
  CHECK_THAT(c, Contains("/* x: 0, 1 */\n") && Contains("/* y: 2 */\n") && Contains("/* z: 0, 1 */\n"));
  CHECK_THAT(c, Contains("memcpy(bank[1], &A[4], 16);") && Contains("bank[2][q_] = bank[1][q_] - bank[0][q_];") &&
                    Contains("bank[1][q_] = bank[0][q_] - bank[2][q_];"));
  check_numbered(text);
}

TEST_CASE("a buffer used in a loop keeps its numbers in all of it") {
  const std::string text = R"tess(
def f(n: size, A: f32[n, 4], B: f32[n, 4]):
    x: f32[4] @ BANK
    bank_load(x[0:4], A[0, 0:4])
    for i in seq(0, n):
        y: f32[4] @ BANK
        bank_load(y[0:4], A[i, 0:4])
        z: f32[4] @ BANK
        bank_sub(z[0:4], y[0:4], x[0:4])
        if i < 2:
            u: f32[4] @ BANK
            bank_load(u[0:4], A[0, 0:4])
            bank_store(B[i, 0:4], u[0:4])
        bank_store(B[i, 0:4], z[0:4])
)tess";
  CHECK_THAT(c_of(text),
             Contains("/* x: 0 */") && Contains("/* y: 1 */") && Contains("/* z: 2 */") && Contains("/* u: 1 */"));
}

TEST_CASE("memories that share numbered registers have none in common") {
  const std::string text = R"tess(
def f(A: f32[4, 4], B: f32[2, 4], C: f32[4]):
    x: f32[4] @ BANK
    bank_load(x[0:4], A[0, 0:4])
    p: f32[2, 4] @ PAIRS
    pair_load(p[0:2, 0:4], A[2:4, 0:4])
    y: f32[4] @ BANK
    bank_load(y[0:4], A[1, 0:4])
    pair_store(B[0:2, 0:4], p[0:2, 0:4])
    x2: f32[4] @ BANK
    bank_sub(x2[0:4], x[0:4], y[0:4])
    bank_store(C[0:4], x2[0:4])
)tess";
  CHECK_THAT(c_of(text),
             Contains("/* x: 0 */") && Contains("/* p: 1 */") && Contains("/* y: 1 */") && Contains("/* x2: 2 */"));
  check_numbered(text);
}

TEST_CASE("more numbered registers than there are, or none side by side, are refused: nothing can be spilled") {
  const std::string text = "\ndef f(A: f32[4]):\n    x: f32[{}, 4] @ BANK\n    bank_load(x[0, 0:4], A[0:4])\n";
  CHECK_NOTHROW(c_of(fmt::format(fmt::runtime(text), 4)));
  refuses_numbers(fmt::format(fmt::runtime(text), 5), "registers",
                  "x needs 5 registers of BANK with numbers one after the other; of 0 to 3, none is taken");
  codegen::Options spilling;
  spilling.allow_spills = true;
  CHECK_THROWS_WITH(emitted(bank + fmt::format(fmt::runtime(text), 5), spilling),
                    Contains("smaller tile") && Contains("nothing to spill to"));
  refuses_numbers(R"tess(
def f(A: f32[4], B: f32[2, 4]):
    x: f32[4] @ BANK
    bank_load(x[0:4], A[0:4])
    y: f32[4] @ BANK
    bank_load(y[0:4], A[0:4])
    z: f32[4] @ BANK
    bank_load(z[0:4], A[0:4])
    bank_store(A[0:4], x[0:4])
    p: f32[2, 4] @ PAIRS
    pair_load(p[0:2, 0:4], B[0:2, 0:4])
    bank_store(A[0:4], y[0:4])
    bank_store(A[0:4], z[0:4])
)tess",
                  "registers", "of 0 to 3, y has 1 and z has 2");
}

TEST_CASE("the number of a numbered register is known: the loop over it is unrolled") {
  refuses_numbers(
      "\ndef f(A: f32[2, 4]):\n    x: f32[2, 4] @ BANK\n    for i in seq(0, 2):\n        bank_load(x[i, 0:4], A[i, "
      "0:4])\n",
      "memory", "BANK needs constant indices, but i of x depends on loop i");
  refuses_numbers(
      "\ndef f(k: index, A: f32[2, 4]):\n    assert k >= 0\n    assert k < 2\n    x: f32[2, 4] @ BANK\n"
      "    bank_load(x[k, 0:4], A[0, 0:4])\n",
      "memory", "BANK needs constant indices, but k of x is not");
  refuses_numbers(
      "\n@instr(\"f({x_reg});\")\ndef two(x: [f32][2, 4] @ BANK):\n    pass\n"
      "def f():\n    x: f32[2, 4] @ BANK\n    two(x[0:2, 0:4])\n",
      "memory", "x[0:2, 0:4] is several registers of BANK, which are a literal number each");
}

TEST_CASE("numbered registers are not passed to procedures, nor used by those that are called meanwhile") {
  refuses_numbers(R"tess(
def g(x: [f32][4] @ BANK, A: f32[4]):
    bank_store(A[0:4], x[0:4])
def f(A: f32[4]):
    x: f32[4] @ BANK
    bank_load(x[0:4], A[0:4])
    g(x[0:4], A)
)tess",
                  "memory", "x is in BANK, whose registers are literal numbers: a procedure cannot be given one");
  const std::string callee = R"tess(
def h(A: f32[4]):
    y: f32[2, 4] @ PAIRS
    B: f32[2, 4]
    pair_store(B[0:2, 0:4], y[0:2, 0:4])
def g(A: f32[4]):
    h(A)
)tess";
  refuses_numbers(callee + R"tess(
def f(A: f32[4]):
    x: f32[4] @ BANK
    bank_load(x[0:4], A[0:4])
    g(A)
    bank_store(A[0:4], x[0:4])
)tess",
                  "memory", "g uses registers of BANK by numbers of its own, while x has 0");
}

TEST_CASE("numbered registers do not live across a parallel loop, whose threads have their own") {
  // a memory without a state, which a parallel loop may use
  std::string plain = bank;
  const std::string state = "    attributes \"static float bank[4][4];\"\n";
  for (std::size_t at; (at = plain.find(state)) != std::string::npos;) plain.erase(at, state.size());
  const auto loop = [&](const std::string& after) {
    return emitted(plain + R"tess(
def f(A: f32[8, 4], B: f32[4]):
    x: f32[4] @ BANK
    bank_load(x[0:4], A[0, 0:4])
    bank_store(B[0:4], x[0:4])
    for i in par(0, 8):
        y: f32[4] @ BANK
        bank_load(y[0:4], B[0:4])
        bank_store(A[i, 0:4], y[0:4])
)tess" + after)
        .source;
  };
  CHECK_THAT(loop(""), Contains("/* x: 0 */") && Contains("/* y: 0 */"));
  CHECK_THROWS_WITH(
      loop("    bank_store(B[0:4], x[0:4])\n"),
      Contains("error[memory]: x lives across the parallel loop i, and each thread has registers of BANK of its own") &&
          Contains("keep the loop sequential"));
}

TEST_CASE("an instruction is given a numbered register once") {
  refuses_numbers(R"tess(
def f(A: f32[4]):
    x: f32[4] @ BANK
    bank_load(x[0:4], A[0:4])
    y: f32[4] @ BANK
    bank_sub(y[0:4], x[0:4], x[0:4])
    bank_store(A[0:4], y[0:4])
)tess",
                  "registers", "bank_sub is given register 0 of BANK twice, for a and for b");
}

TEST_CASE("a numbered register is its number in a C template, and nothing else") {
  const auto refuses = [](const std::string& c, const std::string& what) {
    INFO(c);
    CHECK_THROWS_WITH(c_of("\n@instr(\"" + c +
                           "\")\ndef i(x: [f32][4] @ BANK, y: [f32][4] @ DRAM):\n    for i in seq(0, 4):\n"
                           "        x[i] = y[i]\n"),
                      Contains("error[name]") && Contains(what));
  };
  refuses("f({x_data});", "{x_data} is not a placeholder");
  refuses("f({x});", "{x} is not a placeholder");
  refuses("f({x_stride0});", "{x_stride0} is not a placeholder");
  refuses("f({y_reg});", "{y_reg} is not a placeholder");
  refuses("f({q});", "a register of BANK is its number alone, {x_reg}");
}

// A number of the template's own is right for the first registers alone.
TEST_CASE("instructions are checked in the first and in the last numbered registers") {
  const std::string zero =
      "\n@instr(\"memset(bank[{}], 0, 16);\")\ndef bank_zero(dst: [f32][4] @ BANK):\n"
      "    for i in seq(0, 4):\n        dst[i] = 0.0\n";
  const auto with_number = [&](const std::string& number) {
    std::string text = zero;
    return checked_bank(text.replace(text.find("{}"), 2, number));
  };
  for (const conformance::Finding& f : with_number("{dst_reg}")) {
    INFO(f.instruction->name << ": " << f.why);
    CHECK(f.verdict == conformance::Verdict::passed);
  }
  CHECK(with_number("0").back().verdict == conformance::Verdict::failed);
  CHECK(with_number("3").back().verdict == conformance::Verdict::failed);
}

TEST_CASE("an instruction on more numbered registers than can be filled is not checked") {
  const auto why = [](const std::string& arguments) {
    return checked_bank("\n@instr(\"f();\")\ndef g(" + arguments + "):\n    pass\n").back().why;
  };
  CHECK_THAT(why("a: [f32][4] @ BANK, b: [f32][4] @ BANK, c: [f32][4] @ BANK, d: [f32][4] @ BANK, e: [f32][4] @ BANK"),
             Contains("it takes more numbered registers than there are"));
  const std::string two = R"tess(
memory TWO:
    holds f32[4], i32[4]
    registers 4
    numbered
    fill "two_load"
    read "two_store"
@instr("(void){dst_reg};")
def two_load(dst: [f32][4] @ TWO, src: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = src[i]
@instr("(void){src_reg};")
def two_store(dst: [f32][4] @ DRAM, src: [f32][4] @ TWO):
    for i in seq(0, 4):
        dst[i] = src[i]
@instr("(void){a_reg};")
def two_ints(a: [i32][4] @ TWO):
    pass
)tess";
  CHECK_THAT(checked_bank(two).back().why,
             Contains("fill of TWO names no instruction that moves i32 into its registers"));
  CHECK_THAT(why("a: [f32][2, 4] @ BANK"), Contains("a is several registers of BANK, which are a literal number each"));
}
