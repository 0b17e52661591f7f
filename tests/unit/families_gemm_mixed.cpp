// SPDX-License-Identifier: Apache-2.0
// Microkernels whose operands have another type than their sums. What is written from them is tested by tests/family.
#include <catch2/catch.hpp>

#include "api/arguments.hpp"
#include "dsl/support/diagnostic.hpp"
#include "dsl/syntax/module.hpp"
#include "kernels/gemm_mixed/family.hpp"
#include "kernels/gemm_mixed/microkernel.hpp"
#include "tessera/tessera.hpp"

using namespace tessera;
using namespace tessera::kernels;
using namespace tessera::kernels::gemm;
using namespace tessera::kernels::gemm::mixed;
using Catch::Matchers::Contains;
using ir::Scalar;

namespace {

const char* const moves = R"(
memory V:
    holds i8[16] as "v16", ui8[16] as "v16", i32[4] as "v4"
    registers 12

memory ROWS:
    holds i8[2, 8] as "t", ui8[4, 4] as "t", i32[4, 4] as "t"
    registers 12

memory QUAD:
    holds i32[4, 4] as "quad"
    shares V

@instr("load", role="load")
def load_i8(dst: [i8][16] @ V, src: [i8][16] @ DRAM):
    for i in seq(0, 16):
        dst[i] = src[i]

@instr("load", role="load")
def load_ui8(dst: [ui8][16] @ V, src: [ui8][16] @ DRAM):
    for i in seq(0, 16):
        dst[i] = src[i]

@instr("zero", role="zero")
def zero(dst: [i32][4] @ V):
    for i in seq(0, 4):
        dst[i] = 0.0

@instr("store", role="store")
def store(dst: [i32][4] @ DRAM, src: [i32][4] @ V):
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("load", role="load")
def load_tile_i8(dst: [i8][2, 8] @ ROWS, src: [i8][2, 8] @ DRAM):
    assert stride(src, 1) == 1
    for i in seq(0, 2):
        for j in seq(0, 8):
            dst[i, j] = src[i, j]

@instr("load", role="load")
def load_tile_ui8(dst: [ui8][4, 4] @ ROWS, src: [ui8][4, 4] @ DRAM):
    assert stride(src, 1) == 1
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] = src[i, j]

@instr("zero", role="zero")
def zero_tile(dst: [i32][4, 4] @ ROWS):
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] = 0.0

@instr("store", role="store")
def store_tile(dst: [i32][4, 4] @ DRAM, src: [i32][4, 4] @ ROWS):
    assert stride(dst, 1) == 1
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] = src[i, j]

@instr("zero", role="zero")
def zero_quad(dst: [i32][4, 4] @ QUAD):
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] = 0.0

@instr("store", role="store")
def store_quad(dst: [i32][4, 4] @ DRAM, src: [i32][4, 4] @ QUAD):
    for i in seq(0, 4):
        for j in seq(0, 4):
            dst[i, j] = src[i, j]
)";

const char* const dot_of_memory = R"(
@instr("dot")
def dot(dst: [i32][4] @ V, a: [ui8][4] @ DRAM, b: [i8][16] @ V):
    for j in seq(0, 4):
        for q in seq(0, 4):
            dst[j] += i32(b[4 * j + q]) * i32(a[q])
)";

const char* const dot_of_lane = R"(
@instr("dot {l_int}")
def dot(l: index, dst: [i32][4] @ V, a: [ui8][16] @ V, b: [i8][16] @ V):
    assert l >= 0
    assert l < 4
    for j in seq(0, 4):
        for q in seq(0, 4):
            dst[j] += i32(a[4 * l + q]) * i32(b[4 * j + q])
)";

const char* const two_by_two = R"(
@instr("matrices")
def matrices(dst: [i32][4] @ V, a: [ui8][16] @ V, b: [i8][16] @ V):
    for i in seq(0, 2):
        for j in seq(0, 2):
            for q in seq(0, 8):
                dst[2 * i + j] += i32(a[8 * i + q]) * i32(b[8 * j + q])
)";

const char* const outer = R"(
@instr("outer")
def outer(dst: [i32][4, 4] @ QUAD, a: [ui8][16] @ V, b: [i8][16] @ V):
    for i in seq(0, 4):
        for j in seq(0, 4):
            for q in seq(0, 4):
                dst[i, j] += i32(a[4 * i + q]) * i32(b[4 * j + q])
)";

// Columns of two numbers side by side, in rows of a register.
std::string tile_of(const std::string& b, const std::string& place) {
  return "@instr(\"tile\")\ndef tile(dst: [i32][4, 4] @ ROWS, a: [ui8][4, 4] @ ROWS, b: [i8]" + b +
         " @ ROWS):\n    for i in seq(0, 4):\n        for j in seq(0, 4):\n            for l in seq(0, 2):\n"
         "                for q in seq(0, 2):\n"
         "                    dst[i, j] += i32(a[i, 2 * l + q]) * i32(b[" +
         place + "])\n";
}
const std::string tile = tile_of("[2, 8]", "l, 2 * j + q");

const Types bytes{Scalar::ui8, Scalar::i8, Scalar::i32};

std::vector<Proc> library(const std::string& text) {
  const auto context = std::make_shared<Context>();
  std::vector<Proc> out;
  for (const ir::ProcRef& p : syntax::parse_module(moves + text, "vendor.tess").procs) out.emplace_back(p, context);
  return out;
}

std::optional<Form> form(const std::string& text, const Types& types = bytes) {
  return best_form(library(text), types);
}

struct Sizes {
  std::int64_t rows, columns, depth, parts;
  bool operator==(const Sizes&) const = default;
};
Sizes sizes(const std::string& text) {
  const std::optional<Form> f = form(text);
  return f ? Sizes{f->rows, f->columns, f->depth, f->parts} : Sizes{0, 0, 0, 0};
}

Request request(const std::vector<Proc>& instructions) {
  Request out;
  out.type = Scalar::i32;
  out.target = "vendor";
  out.types = {bytes.a, bytes.b, bytes.sum};
  out.instructions = instructions;
  return out;
}

std::string refused(const std::vector<Proc>& instructions, const std::vector<std::string>& tiles = {},
                    const std::vector<std::string>& variants = {}) try {
  Request r = request(instructions);
  r.tiles = tiles, r.variants = variants;
  mixed::family(r);
  return "";
} catch (const InputError& e) { return e.diagnostic().render(); }

Proc as_written(const MixedVariant& v, const Form& f) {
  const auto m = syntax::parse_module(mixed::specification(v, f), "family.tess");
  return Proc(m.procs.at(0), f.instruction.context());
}

}  // namespace

TEST_CASE("the form of an instruction is in its body") {
  CHECK(sizes(dot_of_memory) == Sizes{1, 4, 4, 1});
  CHECK(sizes(dot_of_lane) == Sizes{1, 4, 4, 4});
  CHECK(sizes(two_by_two) == Sizes{2, 2, 8, 1});
  CHECK(sizes(outer) == Sizes{4, 4, 4, 1});
  CHECK_FALSE(form(dot_of_memory, {Scalar::i8, Scalar::i8, Scalar::i32}));
}

TEST_CASE("registers of B may have rows of groups, and panels are packed as they are") {
  const Form f = *form(tile);
  CHECK(sizes(tile) == Sizes{4, 4, 4, 1});
  CHECK(f.group == 2);
  CHECK(f.a_has_rows());
  const std::string text = as_written({Update::set, Operand::packed}, f).text();
  CHECK_THAT(text, Contains("A: ui8[K, Q, 4] @ DRAM, B: i8[K, 2, 2 * P] @ DRAM"));
  CHECK_THAT(text, Contains("C[i, j] += i32(A[k, i, 2 * l + q]) * i32(B[k, l, 2 * j + q])"));
  CHECK(form(outer)->group == 4);
  CHECK_FALSE(form(outer)->a_has_rows());
}

TEST_CASE("rows in another order are no product of matrices") {
  CHECK_FALSE(form(tile_of("[2, 8]", "l, j + 4 * q")));      // the numbers of a column apart
  CHECK_FALSE(form(tile_of("[2, 8]", "1 - l, 2 * j + q")));  // the rows turned round
  CHECK_FALSE(form(tile_of("[4, 4]", "j, 2 * l + q")));      // columns in rows: no panel is packed so
}

TEST_CASE("of two forms the one that multiplies more at once is taken") {
  CHECK(sizes(std::string(dot_of_memory) + two_by_two) == Sizes{2, 2, 8, 1});
}

TEST_CASE("what multiplies lane by lane, in another order or under a mask is no product of matrices") {
  const auto with_body = [](const std::string& body) {
    return form("@instr(\"c\")\ndef f(n: size, dst: [i32][4] @ V, a: [ui8][16] @ V, b: [i8][16] @ V):\n" + body);
  };
  CHECK_FALSE(
      with_body("    for i in seq(0, 4):\n        for q in seq(0, 4):\n"
                "            dst[i] += i32(a[4 * i + q]) * i32(b[4 * i + q])\n"));
  CHECK_FALSE(
      with_body("    for i in seq(0, 4):\n        for q in seq(0, 4):\n"
                "            dst[i] += i32(a[q]) * i32(b[i + 4 * q])\n"));
  CHECK_FALSE(
      with_body("    assert n <= 4\n    for i in seq(0, n):\n        for q in seq(0, 4):\n"
                "            dst[i] += i32(a[q]) * i32(b[4 * i + q])\n"));
}

TEST_CASE("products in other loops than the microkernel's, which the instruction replaces, are of no form") {
  const auto with_body = [](const std::string& body) {
    return form("@instr(\"c\")\ndef f(dst: [i32][4] @ V, a: [ui8][4] @ DRAM, b: [i8][16] @ V):\n" + body).has_value();
  };
  CHECK(
      with_body("    for i in seq(0, 4):\n        for q in seq(0, 4):\n"
                "            dst[i] += i32(a[q]) * i32(b[4 * i + q])\n"));
  CHECK(
      with_body("    for i in seq(2, 6):\n        for q in seq(0, 4):\n"
                "            dst[i - 2] += i32(a[q]) * i32(b[4 * i - 8 + q])\n"));
  CHECK_FALSE(with_body("    for e in seq(0, 16):\n        dst[e / 4] += i32(a[e % 4]) * i32(b[e])\n"));
  CHECK_FALSE(
      with_body("    for q in seq(0, 4):\n        for i in seq(0, 4):\n"
                "            dst[i] += i32(a[q]) * i32(b[4 * i + q])\n"));
  CHECK_FALSE(
      with_body("    for i in seq(0, 4):\n        for q in seq(0, 2):\n"
                "            dst[i] += i32(a[2 * q]) * i32(b[4 * i + 2 * q])\n"
                "            dst[i] += i32(a[2 * q + 1]) * i32(b[4 * i + 2 * q + 1])\n"));
}

TEST_CASE("products in the type of their factors are of no form: a family's are in that of the sums") {
  CHECK_FALSE(
      form("@instr(\"c\")\ndef f(dst: [i32][4] @ V, a: [i8][4] @ DRAM, b: [i8][16] @ V):\n"
           "    for i in seq(0, 4):\n        for q in seq(0, 4):\n            dst[i] += a[q] * b[4 * i + q]\n",
           {Scalar::i8, Scalar::i8, Scalar::i32}));
}

TEST_CASE("microkernels of each form leave their registers to instructions") {
  for (const char* text : {dot_of_memory, dot_of_lane, two_by_two, outer, tile.c_str()}) {
    const std::vector<Proc> instructions = library(text);
    const Form f = *best_form(instructions, bytes);
    INFO(f.instruction.name());
    CHECK(mixed::can_be_strided(f) == (text == dot_of_memory));
    std::vector<MixedVariant> variants{{Update::add, Operand::packed}, {Update::set, Operand::packed}};
    if (mixed::can_be_strided(f)) variants.push_back({Update::add, Operand::strided});
    for (const MixedVariant& v : variants)
      for (const MixedTile& tile : {MixedTile{1, 1}, MixedTile{3, 2}, MixedTile{3, 2, true}}) {
        INFO(mixed::name(v) << " " << tile.rows << " rows, partial: " << tile.is_partial);
        const Proc p = as_written(v, f), made = mixed::microkernel(p, instructions, f, tile, v, "k");
        CHECK(made.text().find(f.instruction.name() + "(") != std::string::npos);
        for (const char* plain : {"sums[_] = _", "sums[_] += _", "b[_] = _", "a[_] = _"})
          CHECK_THROWS_WITH(made.find_all(plain),
                            Contains("nothing in k matches"));  // only instructions touch registers
      }
  }
}

TEST_CASE("a microkernel may be called where its procedure stands, for columns of a wider panel") {
  for (const char* text : {dot_of_memory, dot_of_lane, two_by_two, outer, tile.c_str()}) {
    const std::vector<Proc> instructions = library(text);
    const Form f = *best_form(instructions, bytes);
    const MixedVariant v{Update::set, Operand::packed, {}, Operand::strided};
    const MixedTile tile{3, 2, false, 2 * f.columns - 1};
    const gemm::Kernel made = mixed::callable_microkernel(as_written(v, f), instructions, f, tile, v, "k");
    INFO(f.instruction.name());
    CHECK(made.scheduled.text().find(f.instruction.name() + "(") != std::string::npos);
    CHECK(made.specification.text().find("C: [i32][3, " + std::to_string(2 * f.columns - 1) + "]") !=
          std::string::npos);
  }
}

TEST_CASE("a default tile is no larger than what it is for") {
  for (const char* text : {dot_of_memory, dot_of_lane, two_by_two, outer, tile.c_str()}) {
    const MixedTile tile = mixed::default_tile(12, *form(text), {3, 1});
    CHECK(tile.rows <= 3);
    CHECK(tile.vectors == 1);
  }
}

TEST_CASE("a default tile fits the registers") {
  for (const char* text : {dot_of_memory, dot_of_lane, two_by_two, outer, tile.c_str()}) {
    const Form f = *form(text);
    const MixedTile tile = mixed::default_tile(12, f);
    INFO(f.instruction.name());
    CHECK(mixed::registers_used(tile, f) <= 12);
    CHECK(mixed::registers_used({tile.rows + 4 * f.rows, tile.vectors + 1}, f) > 12);
  }
  CHECK(form(outer)->of_sum->taken_of_budget(Scalar::i32) == 4);
}

TEST_CASE("sums in i16 are those of no family, since rows beyond C are padded") {
  const std::string text =
      "memory G:\n    holds i16[8] as \"v\", i8[8] as \"v\"\n    registers 32\n\n@instr(\"widening\")\n"
      "def widening(dst: [i16][8] @ G, a: [i8][1] @ DRAM, b: [i8][8] @ G):\n    for l in seq(0, 8):\n"
      "        dst[l] += i16(a[0]) * i16(b[l])\n";
  CHECK_FALSE(form(text, {Scalar::i8, Scalar::i8, Scalar::i16}));
  CHECK(best_forms(library(text)).empty());
}

TEST_CASE("each group of registers that an operand is in counts all its registers") {
  const std::string groups =
      "memory G:\n    holds i16[8] as \"v\"\n    registers 32\n\nmemory G_M2:\n    holds i16[16] as \"v2\"\n"
      "    shares G\n\nmemory G_M4:\n    holds i32[16] as \"v4\"\n    shares G\n\n@instr(\"widening\")\n"
      "def widening(dst: [i32][16] @ G_M4, a: [i16][1] @ DRAM, b: [i16][16] @ G_M2):\n    for l in seq(0, 16):\n"
      "        dst[l] += i32(a[0]) * i32(b[l])\n";
  const Form f = *form(groups, {Scalar::i16, Scalar::i16, Scalar::i32});
  CHECK(mixed::registers_used({1, 6}, f) == 6 * 4 + 6 * 2 + 1);
  CHECK_FALSE(mixed::fits({1, 6}, f, 32));
  CHECK(mixed::fits({3, 2}, f, 32));
}

TEST_CASE("operands in other registers than those of the sums take none of theirs, and fit their own") {
  const auto apart = [](int vectors) {
    return "memory W:\n    holds i8[16] as \"v16\", ui8[16] as \"v16\"\n    registers " + std::to_string(vectors) +
           "\n\nmemory TILE:\n    holds i32[4, 4] as \"tile\"\n    registers 4\n\n@instr(\"outer\")\n"
           "def apart(dst: [i32][4, 4] @ TILE, a: [ui8][16] @ W, b: [i8][16] @ W):\n    for i in seq(0, 4):\n"
           "        for j in seq(0, 4):\n            for q in seq(0, 4):\n"
           "                dst[i, j] += i32(a[4 * i + q]) * i32(b[4 * j + q])\n";
  };
  const Form f = *form(apart(4)), narrow = *form(apart(3));
  const MixedTile square{8, 2};
  CHECK(mixed::registers_used(square, f) == 4);
  CHECK(mixed::fits(square, f, 4));
  CHECK_FALSE(mixed::fits({12, 2}, f, 4));
  CHECK_FALSE(mixed::fits(square, narrow, 4));  // two of A and two of B
  CHECK(mixed::default_tile(4, f).rows == 8);
  CHECK(mixed::default_tile(4, f).vectors == 2);
}

TEST_CASE("an instruction that reads a part of the register of B has no form, for panels are whole registers") {
  const auto of_rows = [](const std::string& depth) {
    return "@instr(\"c\")\ndef f(dst: [i32][4] @ V, a: [ui8][4] @ DRAM, b: [i8][16] @ V):\n    for j in seq(0, 4):\n"
           "        for q in seq(0, " +
           depth + "):\n            dst[j] += i32(a[q]) * i32(b[" + depth + " * j + q])\n";
  };
  CHECK(form(of_rows("4")));
  CHECK_FALSE(form(of_rows("2")));
  CHECK_FALSE(form(of_rows("1")));
}

TEST_CASE("a library without the instruction, or one that moves its operands, is refused") {
  CHECK_THAT(refused(library("")),
             Contains("vendor has no instruction that adds products of ui8 and i8 to sums of i32"));
  std::vector<Proc> without = library(dot_of_memory);
  std::erase_if(without, [](const Proc& p) { return p.name() == "store"; });
  CHECK_THAT(refused(without),
             Contains("vendor has no instruction of the role store for i32 in V") && Contains("dot needs it"));
  CHECK(refused(library(dot_of_memory)).empty());
}

TEST_CASE("tiles that do not fit and variants that there are not are refused") {
  const std::vector<Proc> all = library(dot_of_memory);
  CHECK_THAT(refused(all, {"40x4"}), Contains("a tile of 40x4 needs more registers than the 12 of V"));
  CHECK_THAT(refused(all, {"4x"}), Contains("'4x' is not a tile"));
  CHECK_THAT(refused(all, {}, {"scale_add"}), Contains("there is no variant 'scale_add'"));
  CHECK_THAT(refused(library(outer), {}, {"add_strided"}),
             Contains("there is no variant 'add_strided' of products by outer") && Contains("one of add, set"));
}

TEST_CASE("types of a product are three, and a fourth of its results") {
  CHECK(api::product_types("ui8,i8,i32") == std::vector<Scalar>{Scalar::ui8, Scalar::i8, Scalar::i32});
  CHECK(api::product_types("ui8,i8,i32,f32") == std::vector<Scalar>{Scalar::ui8, Scalar::i8, Scalar::i32, Scalar::f32});
  for (const char* wrong : {"ui8,i8", "u8,i8,i32", "", "ui8,i8,i32,i32,i32", "ui8,,i32"})
    CHECK_THROWS_AS(api::product_types(wrong), InputError);
}

TEST_CASE("each product of a library is told once, by its best form, and what it lacks") {
  const std::vector<Proc> all = library(std::string(dot_of_memory) + two_by_two);
  const std::vector<Form> forms = best_forms(all);
  REQUIRE(forms.size() == 1);
  CHECK(forms[0].types == bytes);
  CHECK(forms[0].instruction.name() == "matrices");
  CHECK_FALSE(missing_move(forms[0], all));
  std::vector<Proc> without = all;
  std::erase_if(without, [](const Proc& p) { return p.name() == "load_ui8"; });
  const std::optional<OperandMove> missing = missing_move(forms[0], without);
  REQUIRE(missing);
  CHECK(missing->role == std::string("load"));
  CHECK(missing->type == Scalar::ui8);
}
