// SPDX-License-Identifier: Apache-2.0
// Instructions against their specifications: what the check notices, and what it leaves out. The shipped libraries are
// checked by tests/hwlib.
#include "codegen/conformance/check.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>

#include "codegen/conformance/cases.hpp"
#include "dsl/interp/error.hpp"
#include "dsl/ir/error_bound.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/support/process.hpp"
#include "dsl/syntax/module.hpp"

using namespace tessera;
using namespace tessera::conformance;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

constexpr const char* vectors = R"(memory V4:
    holds f32[4] as "__attribute__((vector_size(16))) float"
)";

syntax::Module read(const std::string& text) { return syntax::parse_module(text, "vendor.tess"); }

Finding checked(const std::string& text, const Machines& machines = {}) {
  const syntax::Module m = read(text);
  return check({{m.procs.at(0)}, {}}, machines).at(0);
}

bool has_compiler() {
  for (const Machine& m : native_machines())
    if (m.is_available()) return true;
  WARN("skipped: no gcc and no clang");
  return false;
}

std::string with_template(const std::string& c) {
  return fmt::format(R"(@instr("{}")
def copy(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM):
    assert n <= 4
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i]
)",
                     c);
}

std::string loop(const std::string& condition) {
  return with_template("for (int k = 0; " + condition + "; k++) (&{dst_data})[k] = (&{src_data})[k];");
}

}  // namespace

TEST_CASE("an instruction that does what its body says passes on each compiler") {
  if (!has_compiler()) return;
  const Finding f = checked(loop("k < {n}"));
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
  CHECK(f.cases == 72);  // n = 1..4, on random and edge data, in three placements, three times
  CHECK(f.runs() == 72 * f.machines.size());
  CHECK(f.left_out.empty());
  CHECK(f.is_native());
}

TEST_CASE("a write after the operand is noticed") {
  if (!has_compiler()) return;
  const Finding f = checked(loop("k <= {n}"));
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, Contains("natively"));
  CHECK_FALSE(f.operands_and_results.empty());
}

TEST_CASE("a write before the operand is noticed, and one far after it") {
  if (!has_compiler()) return;
  const std::string copy = "for (int k = 0; k < {n}; k++) (&{dst_data})[k] = (&{src_data})[k];";
  Finding f = checked(with_template("(&{dst_data})[-4] = 7; " + copy));
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, Contains("the program wrote 12 bytes before what is passed as dst"));
  CHECK(f.operands_and_results.at(0) == "n = 1");
  f = checked(
      with_template("(&{dst_data})[0] = 7; if (((uintptr_t)&{dst_data}) % 4096 < 64) (&{dst_data})[100] = 7; " + copy));
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, Contains("bytes after what is passed as dst"));
}

TEST_CASE("a read before the operand is noticed") {
  if (!has_compiler()) return;
  const Finding f =
      checked(with_template("volatile float before = (&{src_data})[-1]; (void)before;"
                            " for (int k = 0; k < {n}; k++) (&{dst_data})[k] = (&{src_data})[k];"));
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, Contains("was ended by signal"));
}

TEST_CASE("an instruction that wants its operand aligned is noticed, whatever the shape") {
  if (!has_compiler()) return;
  for (const char* type : {"[f32][16]", "f32[16]"}) {
    const Finding f = checked(fmt::format(R"(
@instr("if ((uintptr_t)&{{dst_data}} % 8) __builtin_trap();
        for (int k = 0; k < 16; k++) (&{{dst_data}})[k] = 0;")
def zero(dst: {} @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, 16):
        dst[i] = 0.0
)",
                                          type));
    INFO(type);
    CHECK(f.verdict == Verdict::failed);
    CHECK_THAT(f.why, Contains("was ended by signal"));
    CHECK(f.operands_and_results.back() == "memory operands, with the numbers before them, begin at an unmapped page");
  }
}

TEST_CASE("a wrong result is shown with its operands and both results") {
  if (!has_compiler()) return;
  const Finding f = checked(loop("k < {n} && k < 3"));
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, Contains("dst at "));
  REQUIRE(f.operands_and_results.size() >= 5);
  CHECK(f.operands_and_results[0] == "n = 4");
  CHECK_THAT(f.operands_and_results[2], StartsWith("  the body leaves"));
  CHECK_THAT(f.operands_and_results[3], StartsWith("  the instruction leaves"));
}

TEST_CASE("an instruction that ends the program fails with its operands, and the others are still run") {
  if (!has_compiler()) return;
  const syntax::Module bad = read(with_template("__builtin_trap();")), good = read(loop("k < {n}"));
  const std::vector<Finding> found = check({{bad.procs.at(0), good.procs.at(0)}, {}}, {});
  CHECK(found.at(0).verdict == Verdict::failed);
  CHECK_THAT(found.at(0).why, Contains("was ended by signal"));
  CHECK(found.at(0).operands_and_results.at(0) == "n = 1");
  CHECK(found.at(1).verdict == Verdict::passed);
}

TEST_CASE("C that the compiler refuses fails with the compiler's words") {
  if (!has_compiler()) return;
  const Finding f = checked(with_template("no_such_function_anywhere({n});"));
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, Contains("no_such_function_anywhere"));
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

TEST_CASE("registers need no assert about their lanes, and a part of one is a part") {
  if (!has_compiler()) return;
  const Finding f = checked(std::string(vectors) + R"(
@instr("for (int k = 0; k < {n}; k++) {dst_data}[k] += {src_data}[k];")
def add(n: size, dst: [f32][n] @ V4, src: [f32][n] @ V4):
    assert n <= 4
    for i in seq(0, n):
        dst[i] += src[i]
)");
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
}

TEST_CASE("a body that reads out of bounds fails before anything is run") {
  const Finding f = checked(R"(
@instr("{dst_data} = {src_data};")
def wrong(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    dst[0] = src[1]
)");
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, StartsWith("its body is wrong: "));
}

TEST_CASE("what cannot be run is skipped with the reason") {
  const std::string feature = R"(
@instr("{dst_data} = {src_data};", feature="nosuchfeature")
def copy(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    dst[0] = src[0]
)";
  CHECK(checked(feature).verdict == Verdict::skipped);
  CHECK(checked(feature).why ==
        "nobody knows how to ask a CPU for nosuchfeature, and the library's machines.json names no emulator");
  Machines machines;
  machines.emulated = {{"x under y", {"no-such-compiler"}, {"no-such-emulator"}}};
  CHECK(checked(feature, machines).why ==
        "nobody knows how to ask a CPU for nosuchfeature, there is no no-such-compiler");
  CHECK(checked(R"(
@instr("")
def never(n: size, dst: [f32][1] @ DRAM):
    assert n <= 0
    dst[0] = 0.0
)")
            .why == "no operands were found that its asserts allow");
  CHECK(checked(std::string(vectors) + R"(
@instr("{dst_data} = {dst_data};")
def two(dst: [f32][2, 4] @ V4):
    pass
)")
            .why == "dst is more than one register");
  CHECK_THAT(checked(R"(
config C:
    a: index
@instr("set({a});")
def set(a: index):
    C.a = a
)")
                 .why,
             StartsWith("it uses a configuration"));
}

TEST_CASE("an instruction that needs several features is skipped for want of one of them") {
  Machines machines;
  std::string known;  // whatever this CPU has is a feature of it
  for (const std::string& word : cpu_feature_words())
    if (known.empty() && tessera::cpu_has(*cpu_feature(word))) known = word;
  if (known.empty()) return;
  const auto copy = [](const std::string& feature) {
    return fmt::format(
        "@instr(\"{{dst_data}} = {{src_data}};\", feature=\"{}\")\n"
        "def copy(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):\n    dst[0] = src[0]\n",
        feature);
  };
  for (const std::string& both : {known + " nosuchfeature", "nosuchfeature " + known}) {
    CHECK(checked(copy(both)).verdict == Verdict::skipped);
    CHECK_THAT(checked(copy(both)).why, StartsWith("nobody knows how to ask a CPU for nosuchfeature, "));
  }
  if (has_compiler()) CHECK(checked(copy(known + " " + known)).verdict == Verdict::passed);
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

TEST_CASE("a library's file says where its instructions run") {
  const ScratchFolder folder;
  const auto write = [&](const std::string& text) { std::ofstream(folder.path() / machines_file_name) << text; };
  CHECK(read_machines(folder.path()).emulated.empty());
  write(R"({"emulated": [{"compile": ["/opt/cc", "-static"], "run": ["sim", "-q"]}], "cpu_flags": {"vec": "myvec"}})");
  const Machines m = read_machines(folder.path());
  REQUIRE(m.emulated.size() == 1);
  CHECK(m.emulated[0].name == "cc under sim");
  CHECK(m.emulated[0].compiler == std::vector<std::string>{"/opt/cc", "-O2", "-static"});
  CHECK(m.emulated[0].runner == std::vector<std::string>{"sim", "-q"});
  CHECK(m.cpu_flags.at("vec") == "myvec");
  CHECK(!feature_named("vec", m));
  CHECK(feature_named("avx2", m)->x86.bit == 5);
  for (const char* wrong :
       {"", "[]", R"({"emulators": []})", R"({"emulated": [{"compile": ["cc"]}]})",
        R"({"emulated": [{"compile": ["cc"], "run": []}]})", R"({"cpu_flags": 3})", R"({"cpu_flags": {"vec": 3}})",
        R"({"cpu_flags": {"vec": {}}})", R"({"cpu_flags": {"vec": {"cpuid": {"leaf": 7, "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": 7, "register": "rax", "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": 7, "register": "eax", "bit": 32}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": -1, "register": "eax", "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": "0xg", "register": "eax", "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"cpuid": {"leaf": "0x100000000", "register": "eax", "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"hwcap": {"word": 0, "bit": 3}}}})",
        R"({"cpu_flags": {"vec": {"hwcap": {"word": 3, "bit": 3}}}})"}) {
    INFO(wrong);
    write(wrong);
    CHECK_THROWS_AS(read_machines(folder.path()), InputError);
  }
}

namespace {

// y = x / 3, by this C; `more` stands after the template.
std::string third(const std::string& c, const std::string& more) {
  return fmt::format(R"(
@instr("for (int i = 0; i < {{n}}; i++) (&{{dst_data}})[i] = {}; (void)&{{src_data}};"{})
def third(n: size, dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert n <= 4
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i] / 3.0
)",
                     c, more);
}

constexpr const char* nearly_third = "(&{src_data})[i] * 0.33333337f";

}  // namespace

TEST_CASE("an instruction that rounds otherwise passes within the bound that it states, and only so") {
  if (!has_compiler()) return;
  CHECK(checked(third(nearly_third, "")).verdict == Verdict::failed);
  const Finding f = checked(third(nearly_third, ", ulp=2.5"));
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
  CHECK(f.stated_ulp == 2.5);
  CHECK(f.max_ulp > 0.5);
  CHECK(f.max_ulp <= 2.5);
  const Finding tight = checked(third(nearly_third, ", ulp=0.5"));
  CHECK(tight.verdict == Verdict::failed);
  CHECK_THAT(tight.why, Contains(" ulp off, where ulp=0.5 is stated"));
}

TEST_CASE("what is right for small integers alone is beyond its bound") {
  if (!has_compiler()) return;
  const std::string rounds_input = "(float)(int)((&{src_data})[i] * 2.0f) / 6.0f";
  CHECK(checked(third(rounds_input, ", ulp=2")).verdict == Verdict::failed);
}

TEST_CASE("a bound is no leave to touch what the body leaves alone or only moves") {
  if (!has_compiler()) return;
  const std::string whole = third(
      "0.0f; for (int k = 0; k < 4; k++) (&{dst_data})[k] = k < {n} ? (&{src_data})[k] / 3.0f : "
      "(&{dst_data})[k] * 1.0000001f",
      ", ulp=8");
  CHECK(checked(whole).verdict == Verdict::failed);
  const auto moves = [](const char* factor) {
    return checked(fmt::format(R"(
@instr("{{dst_data}} = {{src_data}} / 3.0f; (&{{dst_data}})[1] = {{src_data}} * {};", ulp=8)
def both(dst: [f32][2] @ DRAM, src: [f32][1] @ DRAM):
    assert stride(dst, 0) == 1
    dst[0] = src[0] / 3.0
    dst[1] = src[0]
)",
                               factor));
  };
  CHECK(moves("1.0f").verdict == Verdict::passed);
  CHECK(moves("1.0000001f").verdict == Verdict::failed);
}

TEST_CASE("a conversion that cuts off is within a unit, and not within half of one") {
  if (!has_compiler()) return;
  const auto narrowed = [](const char* ulp) {
    return checked(fmt::format(R"(
@instr("float r = (float){{src_data}}; if (isfinite(r) && fabs(r) > fabs({{src_data}})) r = nextafterf(r, 0);
        {{dst_data}} = r;", header="math.h"{})
def narrow(dst: [f32][1] @ DRAM, src: [f64][1] @ DRAM):
    dst[0] = src[0]
)",
                               ulp));
  };
  CHECK(narrowed(", ulp=1").why == "");
  CHECK(narrowed(", ulp=0.5").verdict == Verdict::failed);
}

TEST_CASE("the error of a number is measured in units of its own place, and by the smallest normal number near zero") {
  using ir::Scalar;
  CHECK(ir::error_in_ulp(1.0, 1.0 + 0x1p-23, Scalar::f32) == 1);
  CHECK(ir::error_in_ulp(1.9, 1.9 + 0x1p-23, Scalar::f32) == Approx(1));
  CHECK(ir::error_in_ulp(-4.0, -4.0 + 0x1p-20, Scalar::f32) == 2);
  CHECK(ir::error_in_ulp(1.0, 1.0 + 0x1p-10, Scalar::f16) == 1);
  CHECK(ir::error_in_ulp(1.0, 1.0 + 0x1p-7, Scalar::bf16) == 1);
  CHECK(ir::error_in_ulp(0x1p-130, 0, Scalar::f32) == 0);
  CHECK(ir::error_in_ulp(0x1p-126, 0, Scalar::f32) == 0x1p23);
  CHECK(ir::error_in_ulp(0, 0x1p-125, Scalar::f32) > 1);
  CHECK(ir::error_in_ulp(NAN, NAN, Scalar::f32) == 0);
  CHECK(ir::error_in_ulp(1, NAN, Scalar::f32) == INFINITY);
  CHECK(ir::error_in_ulp(INFINITY, std::numeric_limits<float>::max(), Scalar::f32) == INFINITY);
  CHECK(ir::error_in_ulp(INFINITY, -INFINITY, Scalar::f32) == INFINITY);
  CHECK(ir::error_in_ulp(1e39, INFINITY, Scalar::f32) == 0);
  CHECK(ir::error_in_ulp(-1e39, INFINITY, Scalar::f32) > 1e6);
  CHECK(ir::error_in_ulp(0x1p128 - 0x1p104, INFINITY, Scalar::f32) == 1);
  CHECK(ir::error_in_ulp(1e300, INFINITY, Scalar::f64) == INFINITY);
}

TEST_CASE("a bound is written with at most three digits after the point") {
  CHECK(ir::ulp_text(2) == "2");
  CHECK(ir::ulp_text(0.5) == "0.5");
  CHECK(ir::ulp_text(1.125) == "1.125");
  for (double wrong : {0.0, -1.0, 0.0001, 1e300, double(INFINITY), double(NAN)}) CHECK_FALSE(ir::ulp_text(wrong));
}

TEST_CASE("a library says how a CPU is asked for words of its own") {
  const ScratchFolder folder;
  std::ofstream(folder.path() / machines_file_name) << R"({"cpu_flags": {
    "vec": "avx512f", "far": {"cpuid": {"leaf": "0x80000001", "subleaf": 2, "register": "ecx", "bit": 31, "state": "ymm"},
                              "hwcap": {"word": 2, "bit": 63}},
    "avx2": {"cpuid": {"leaf": 7, "register": "ebx", "bit": 5}}}})";
  const Machines m = read_machines(folder.path());
  CHECK(feature_named("vec", m)->x86.bit == 16);
  const CpuFeature far = *feature_named("far", m);
  CHECK((far.x86.leaf == 0x80000001 && far.x86.subleaf == 2 && far.x86.in == 3 && far.x86.bit == 31));
  CHECK(far.x86.state == 0x6);
  CHECK((far.aarch64.in == 2 && far.aarch64.bit == 63));
  CHECK(feature_named("avx2", m)->x86.state == 0);  // its own word goes before the one of all
  CHECK(why_not_here("none", m) == "nobody knows how to ask a CPU for none");
}

TEST_CASE("a program that does not end is stopped") {
  const ScratchFolder folder;
  CHECK(run_process({"sleep", "60"}, folder.path() / "log", 1).status == 128 + SIGALRM);
  CHECK(run_process({"no-such-program-anywhere"}, folder.path() / "log", 1).status == 127);
  const ProcessResult out = run_process({"sh", "-c", "echo a; echo b >&2; exit 3"}, folder.path() / "log", 9);
  CHECK(out.status == 3);
  CHECK(out.output == "a\nb\n");
}
