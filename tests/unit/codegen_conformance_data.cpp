// SPDX-License-Identifier: Apache-2.0
// Which data instructions are run on.
#include <set>

#include "codegen/conformance/cases.hpp"
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;

TEST_CASE("a NaN that is moved stays one, and one that is computed with stays in its lane") {
  if (!has_compiler()) return;
  const auto in_lanes = [](const char* body, const char* c, const char* type = "f32") {
    return checked(fmt::format(R"(
@instr("for (int k = 0; k < 4; k++) {{{{ {} }}}}", header="math.h")
def lanes(dst: [{}][4] @ DRAM, src: [{}][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        {}
)",
                               c, type, type, body),
                   one_compiler());
  };
  const char *const moved = "dst[i] = src[i]", *const doubled = "dst[i] = src[i] + src[i]";
  const std::string d = "(&{dst_data})[k]", s = "(&{src_data})[k]";
  for (const char* type : {"f32", "f64"}) {
    CHECK(in_lanes(moved, (d + " = " + s + ";").c_str(), type).why == "");
    CHECK(in_lanes(moved, (d + " = isnan(" + s + ") ? 0 : " + s + ";").c_str(), type).verdict == Verdict::failed);
    CHECK(in_lanes(doubled, (d + " = " + s + " + " + s + ";").c_str(), type).why == "");
    CHECK(in_lanes(doubled, (d + " = isnan(" + s + ") ? 7 : " + s + " + " + s + ";").c_str(), type).why == "");
    const std::string spread = "(&{src_data})[(k + 1) % 4]";
    CHECK(in_lanes(doubled, (d + " = " + s + " + " + s + "; if (isnan(" + spread + ")) " + d + " = NAN;").c_str(), type)
              .verdict == Verdict::failed);
  }
}

TEST_CASE("only edge operands tell a copy through integers from a copy") {
  if (!has_compiler()) return;
  const Finding f =
      checked(with_template("for (int k = 0; k < {n}; k++) (&{dst_data})[k] = (float)(int)(&{src_data})[k];"));
  CHECK(f.verdict == Verdict::failed);
}

TEST_CASE("only edge operands tell a saturating product") {
  if (!has_compiler()) return;
  const Finding f = checked(R"(
@instr("int k = {a_data} * {b_data}; {dst_data} = k < -32768 ? -32768 : k > 32767 ? 32767 : k;")
def mul(dst: [i32][1] @ DRAM, a: [i16][1] @ DRAM, b: [i16][1] @ DRAM):
    dst[0] = a[0] * b[0]
)");
  CHECK(f.verdict == Verdict::failed);
}

namespace {

// Sums of four products, as matrix extensions make them: `cast` is how the instruction reads its second factor.
std::string dot_product(const std::string& cast) {
  return fmt::format(R"(
@instr("for (int i = 0; i < 16; i++) for (int k = 0; k < 4; k++)
          (&{{dst_data}})[i] += (&{{a_data}})[4 * i + k] * {}(&{{b_data}})[4 * i + k];")
def dot(dst: [i32][16] @ DRAM, a: [ui8][64] @ DRAM, b: [ui8][64] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(a, 0) == 1
    assert stride(b, 0) == 1
    for i in seq(0, 16):
        for k in seq(0, 4):
            x: i32
            y: i32
            x = a[4 * i + k]
            y = b[4 * i + k]
            dst[i] += x * y
)",
                     cast);
}

std::string negation_of_bytes(int lanes) {
  return fmt::format(R"(
@instr("for (int i = 0; i < {0}; i++) (&{{dst_data}})[i] = -(&{{a_data}})[i];")
def neg(dst: [i8][{0}] @ DRAM, a: [i8][{0}] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(a, 0) == 1
    for i in seq(0, {0}):
        dst[i] = -a[i]
)",
                     lanes);
}

}  // namespace

TEST_CASE("a factor that is signed only in the instruction is noticed") {
  if (!has_compiler()) return;
  CHECK(checked(dot_product("(int8_t)")).verdict == Verdict::failed);
}

TEST_CASE("random unsigned numbers lie in both halves of their range") {
  if (!has_compiler()) return;
  const Finding f = checked(R"(
@instr("{dst_data} = {a_data} > 128 && {a_data} < 254 ? 0 : {a_data};")
def copy(dst: [ui8][1] @ DRAM, a: [ui8][1] @ DRAM):
    dst[0] = a[0]
)");
  CHECK(f.verdict == Verdict::failed);
}

TEST_CASE("large factors are run although sums of them with large accumulators overflow") {
  const syntax::Module m = read(dot_product(""));
  const SpecifiedCases all = specified_cases(*m.procs.at(0));
  CHECK(all.cases.size() >= 18);
  CHECK(all.left_out.empty());
  std::set<double> largest;  // of a dst, an a, a b: in some case each
  for (std::size_t operand : {0u, 1u, 2u})
    for (const SpecifiedCase& c : all.cases)
      for (double v : c.call.state.values.at(operand).tensor.data)
        if (v == (operand ? 255 : 2147483647.0)) largest.insert(static_cast<double>(operand));
  CHECK(largest.size() == 3);
}

TEST_CASE("what was run on no data, as the body overflows there, is said") {
  if (!has_compiler()) return;
  for (int lanes : {1, 64}) {
    const Finding f = checked(negation_of_bytes(lanes));
    INFO(lanes);
    CHECK(f.verdict == Verdict::passed);
    CHECK(f.left_out == std::vector<std::string>{"a = -128"});
  }
}

TEST_CASE("a lane that is masked off stands for no data") {
  const syntax::Module m = read(R"(
@instr("for (int i = 0; i < {n}; i++) (&{dst_data})[i] = -(&{a_data})[i];")
def neg(n: size, dst: [i8][8] @ DRAM, a: [i8][8] @ DRAM):
    assert n <= 8
    assert stride(dst, 0) == 1
    assert stride(a, 0) == 1
    for i in seq(0, n):
        dst[i] = -a[i]
)");
  CHECK(specified_cases(*m.procs.at(0)).left_out == std::set<std::string>{"a = -128"});
}

TEST_CASE("data without a meaning in the random choice are drawn again") {
  if (!has_compiler()) return;
  const Finding f = checked(R"(
@instr("{dst_data} = {a_data} * 40;")
def times(dst: [i8][1] @ DRAM, a: [i8][1] @ DRAM):
    dst[0] = a[0] * 40
)");
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
  CHECK(f.left_out == std::vector<std::string>{"a = -128", "a = 127"});
}

TEST_CASE("a copy that loses the sign of zero is noticed") {
  if (!has_compiler()) return;
  CHECK(checked(with_template("for (int k = 0; k < {n}; k++) (&{dst_data})[k] = (&{src_data})[k] + 0.0f;")).verdict ==
        Verdict::failed);
}

TEST_CASE("a conversion between floating point types keeps the sign of zero") {
  if (!has_compiler()) return;
  auto converted = [](const char* body, const char* more) {
    return checked(fmt::format(R"(
@instr("{{dst_data}} = (float){{src_data}}{};")
def narrow(dst: [f32][1] @ DRAM, src: [f64][1] @ DRAM):
    dst[0] = {}
)",
                               more, body),
                   one_compiler())
        .verdict;
  };
  for (const char* body : {"src[0]", "f32(src[0])"}) {
    CHECK(converted(body, "") == Verdict::passed);
    CHECK(converted(body, " + 0.0f") == Verdict::failed);
  }
}

TEST_CASE("a conversion to integers and back loses the sign of zero, in the body too") {
  if (!has_compiler()) return;
  const Finding f = checked(R"(
@instr("{dst_data} = (float)(int){src_data};")
def trunc(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    whole: i32
    whole = src[0]
    dst[0] = whole
)");
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
}

TEST_CASE("lanes that the body leaves without a value may hold any number, the others not") {
  if (!has_compiler()) return;
  auto widened = [](const std::string& c) {
    return checked(fmt::format(R"(
@instr("for (int i = 0; i < 4; i++) (&{{dst_data}})[i] = {};")
def widen(dst: [f32][4] @ DRAM, src: [f32][2] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    whole: f32[4]
    for i in seq(0, 2):
        whole[i] = src[i]
    for i in seq(0, 4):
        dst[i] = whole[i]
)",
                               c));
  };
  const Finding right = widened("i < 2 ? (&{src_data})[i] : 77"), wrong = widened("i < 1 ? (&{src_data})[i] : 77");
  CHECK(right.why == "");
  CHECK(right.verdict == Verdict::passed);
  CHECK(wrong.verdict == Verdict::failed);
}

TEST_CASE("sizes next to the bounds of the asserts are run, however large") {
  const syntax::Module m = read(R"(
@instr("memmove(&{dst_data}, &{src_data}, {n} * 4);")
def copy(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM):
    assert n <= 100
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i]
)");
  std::set<std::int64_t> sizes;
  for (const SpecifiedCase& c : specified_cases(*m.procs.at(0)).cases) sizes.insert(c.call.state.values.at(0).control);
  CHECK(sizes.count(1) == 1);
  CHECK(sizes.count(99) == 1);
  CHECK(sizes.count(100) == 1);
  CHECK(*sizes.rbegin() == 100);
}

TEST_CASE("the smallest numbers of every floating point type are moved") {
  if (!has_compiler()) return;
  for (const char* type : {"f32", "f64"}) {
    const Finding f =
        checked(fmt::format("@instr(\"{{dst_data}} = {{src_data}};\")\n"
                            "def copy(dst: [{0}][1] @ DRAM, src: [{0}][1] @ DRAM):\n"
                            "    dst[0] = src[0]\n",
                            type));
    CHECK(f.why == "");
    CHECK(f.verdict == Verdict::passed);
  }
}
