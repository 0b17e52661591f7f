// SPDX-License-Identifier: Apache-2.0
// One C for all numbers of lanes: the texts of each compared.
#include "codegen/text_of_lengths.hpp"
#include "tests/unit/codegen_emit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;
using codegen::formula_of;
using codegen::one_text;

namespace {

std::string merged(const std::string& of_4, const std::string& of_8, const std::string& of_16) {
  const codegen::OneText out = one_text({{4, of_4}, {8, of_8}, {16, of_16}}, "VL");
  return out.differ ? "differ" : out.text;
}

}  // namespace

TEST_CASE("numbers that follow from the number of lanes are written by it") {
  const std::vector<std::int64_t> lengths{4, 8, 16};
  const auto formula = [&](std::vector<std::int64_t> values) {
    return formula_of(lengths, values, "VL").value_or("no");
  };
  CHECK(formula({4, 8, 16}) == "VL");
  CHECK(formula({8, 16, 32}) == "(2 * VL)");
  CHECK(formula({2, 4, 8}) == "(VL / 2)");
  CHECK(formula({6, 12, 24}) == "(3 * VL / 2)");
  CHECK(formula({3, 7, 15}) == "(VL - 1)");
  CHECK(formula({9, 17, 33}) == "(2 * VL + 1)");
  CHECK(formula({12, 8, 0}) == "(-1 * VL + 16)");
  CHECK(formula({16, 64, 256}) == "no");
  CHECK(formula({4, 8, 15}) == "no");
  CHECK(formula_of({4, 6}, {4, 5}, "VL").value_or("no") == "(VL / 2 + 2)");
  CHECK(formula_of({3, 6}, {1, 2}, "VL").value_or("no") == "(VL / 3)");
  CHECK(formula_of({3, 5}, {1, 2}, "VL").value_or("no") == "no");  // 3 / 2 is not whole
}

TEST_CASE("texts of all lengths become one") {
  CHECK(merged("x[4 * i + 1]", "x[8 * i + 1]", "x[16 * i + 1]") == "x[VL * i + 1]");
  CHECK(merged("x_4(4)", "x_4(8)", "x_4(16)") == "x_4(VL)");
  CHECK(merged("/* f32[4] */", "/* f32[8] */", "/* f32[16] */") == "/* f32[VL] */");
  CHECK(merged("/* N <= 4. */", "/* N <= 8. */", "/* N <= 16. */") == "/* N <= VL. */");
  CHECK(merged("4. + x[4]", "4. + x[8]", "4. + x[16]") == "4. + x[VL]");
  CHECK(merged("a /* don't */ 4", "a /* don't */ 8", "a /* don't */ 16") == "a /* don't */ VL");
  CHECK(merged("a // don't\n4 'x'", "a // don't\n8 'x'", "a // don't\n16 'x'") == "a // don't\nVL 'x'");
  CHECK(merged("4", "4", "4") == "4");
  CHECK(merged("i - 4", "i - 8", "i - 16") == "i - VL");
}

TEST_CASE("what is no number of an expression must be the same for all lengths") {
  for (const char* text : {"x%", "4.%f", "0x%", "%e1", "1e-%", "0%", "\"%\"", "'%'", "#pragma unroll %",
                           "  # define N %", "#define A \\\n %", "%u", "f%"}) {
    const std::string with = text;
    const auto filled = [&](const std::string& number) {
      std::string out = with;
      return out.replace(out.find('%'), 1, number);
    };
    INFO(text);
    CHECK(merged(filled("4"), filled("8"), filled("16")) == "differ");
  }
}

TEST_CASE("uses of a word are counted where it is C") {
  CHECK(codegen::uses_of_word("VL = x.VL + VLA; /* VL */ \"VL\" // VL\n#define VL\nf(VL)", "VL") == 2);
}

TEST_CASE("texts that differ say where") {
  const codegen::OneText out = one_text({{4, "a;\n  b(4);\n  c;\n"}, {8, "a;\n  b(8);\n  d;\n"}}, "VL");
  REQUIRE(out.differ);
  CHECK(out.differ->length == 4);
  CHECK(out.differ->other_length == 8);
  CHECK(out.differ->line == 3);
  CHECK(out.differ->text == "  c;");
  CHECK(out.differ->other_text == "  d;");
  CHECK(one_text({{4, "a"}, {8, "a b"}}, "VL").differ);
  CHECK(one_text({{4, "a b"}, {8, "a"}}, "VL").differ);
  CHECK(one_text({{4, "a"}, {8, "b"}}, "VL").differ);
}

TEST_CASE("the C ends the program on a machine whose number of lanes it was not proved for") {
  const std::string text = R"tess(
memory VEC:
    lanes VL in (4, 8) as "count()"
    holds f32[VL] as vec
    variables

@instr("load({dst_data}, &{src_data});")
def load(dst: [f32][VL] @ VEC, src: [f32][VL] @ DRAM):
    for i in seq(0, VL):
        dst[i] = src[i]

def f(x: f32[64] @ DRAM):
    v: f32[VL] @ VEC
    load(v, x[0:VL])
)tess";
  const std::string one = emitted(text).source;
  CHECK_THAT(one, Contains("const int64_t lanes = (int64_t)(count());\n  if (lanes != 4) abort();"));
  CHECK_THAT(one, Contains("  const int64_t VL = tessera_lanes_VL(); (void)VL;\n"));
  CHECK_THAT(one, Contains("#include <stdlib.h>"));
  codegen::Options options;
  options.lengths = {4, 8};
  CHECK_THAT(emitted(text, options).source, Contains("if (lanes != 4 && lanes != 8) abort();"));
  CHECK_THAT(emitted("memory VEC:\n    lanes VL in (4, 8) as \"count()\"\n    holds f32[VL] as vec\n"
                     "def f(x: f32[4] @ DRAM):\n    x[0] = 0.0\n")
                 .source,
             !Contains("tessera_lanes"));
}

TEST_CASE("arrays of C are as large as the largest length needs") {
  const std::string text = "def f(x: f32[8] @ DRAM):\n    t: f32[4]\n    t[0] = x[0]\n    x[1] = t[0]\n";
  CHECK(emitted(text).array_sizes == std::vector<std::int64_t>{4});
  codegen::Options options;
  options.array_sizes = {16};
  CHECK_THAT(emitted(text, options).source, Contains("float t[16];"));
}
