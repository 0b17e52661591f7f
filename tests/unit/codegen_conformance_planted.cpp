// SPDX-License-Identifier: Apache-2.0
// Faults planted in instructions: each is found with every number of lanes and every seed.
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

/// The C of one lane and its meaning. `A`, `B` and `D` stand for the lanes of a, b and dst, LANES for their number; D
/// is f32 or as `result` says.
struct Planted {
  const char* what;
  const char* body;   ///< of a lane
  const char* right;  ///< C that does so
  const char* wrong;
  const char* operand = "f32";
  const char* result = "f32";
  const char* facts = "";
  int least_lanes = 1;  ///< for which it is wrong
};

const Planted planted[] = {
    {"clamp_above", "D = A * B", "D = A * B;", "float x = A * B; D = x > 1000 ? 1000 : x;"},
    {"clamp_below", "D = A + B", "D = A + B;", "float x = A + B; D = x < -1000 ? -1000 : x;"},
    {"clamp_accumulator", "D += A * B", "D += A * B;", "float x = D + A * B; D = x > 65504 ? 65504 : x;"},
    {"product_in_f16", "D += A * B", "D += A * B;",
     "union { float f; uint32_t u; } x = {A * B}; x.u = (x.u + 0xfff + (x.u >> 13 & 1)) & ~0x1fffu; D += x.f;"},
    {"product_in_bf16", "D = A * B", "D = A * B;",
     "union { float f; uint32_t u; } x = {A * B}; x.u &= 0xffff0000u; D = x.f;"},
    {"operand_in_bf16", "D += A * B", "D += A * B;",
     "union { float f; uint32_t u; } x = {A}; x.u &= 0xffff0000u; D += x.f * B;"},
    {"small_results_flushed", "D = A * B", "D = A * B;",
     "float x = A * B; D = x < 0x1p-100f && x > -0x1p-100f ? 0 : x;"},
    {"small_operands_flushed", "D = A + B", "D = A + B;",
     "float x = A, y = B; D = (x < 0x1p-100f && x > -0x1p-100f ? 0 : x) + (y < 0x1p-100f && y > -0x1p-100f ? 0 : y);"},
    {"denormals_flushed", "D = A * B", "D = A * B;", "float x = A * B; D = x < 0x1p-126f && x > -0x1p-126f ? 0 : x;"},
    {"rounded_to_integer", "D = A", "D = (int32_t)A;", "D = (int32_t)rintf(A);", "f32", "i32"},
    {"floor_to_integer", "D = A", "D = (int32_t)A;", "D = (int32_t)floorf(A);", "f32", "i32"},
    {"overflow_saturated", "D = A + B", "D = A + B;",
     "float x = A + B; D = x > 0x1.fffffep127f ? 0x1.fffffep127f : x < -0x1.fffffep127f ? -0x1.fffffep127f : x;"},
    {"reciprocal", "D = A / B", "D = A / B;", "float x = 1 / B; D = A * x;"},
    {"fourteen_digits_of_root", "D = sqrt(A * A)", "D = sqrtf(A * A);",
     "union { float f; uint32_t u; } x = {sqrtf(A * A)}; x.u &= ~0x3ffu; D = x.f;"},
    {"sign_of_product", "D += A * B", "D += A * B;", "D -= A * B;"},
    {"fused_where_separate", "D += A * B", "float volatile x = A * B; D += x;", "D = fmaf(A, B, D);", "f32", "f32",
     ", rounding=\"separate\""},
    {"separate_where_fused", "D += A * B", "D = fmaf(A, B, D);", "float volatile x = A * B; D += x;", "f32", "f32",
     ", rounding=\"fused\""},
    {"beyond_the_neighbours", "D = A * B",
     "double e = (double)A * B; float x = (float)e; D = fabs(x) > fabs(e) ? nextafterf(x, 0) : x;",
     "double e = (double)A * B; float x = nextafterf((float)e, 0); D = fabs(x) > fabs(e) ? x : nextafterf(x, 0);",
     "f32", "f32", ", rounding=\"either\""},
    {"inexact_where_exact", "D = A + B", "D = A + B;", "D = nextafterf(A + B, 0);", "f32", "f32",
     ", rounding=\"either\""},
    {"normals_flushed", "D = A * B", "float x = A * B; D = x < 0x1p-126f && x > -0x1p-126f ? 0 : x;",
     "float x = A * B; D = x < 0x1p-100f && x > -0x1p-100f ? 0 : x;", "f32", "f32", ", denormals=\"flushed\""},
    {"in_f32", "D = A * B", "D = A * B;", "D = (float)A * (float)B;", "f64", "f64"},
    {"clamp_in_f64", "D = A + B", "D = A + B;", "double x = A + B; D = x > 0x1p200 ? 0x1p200 : x;", "f64", "f64"},
    {"flushed_in_f64", "D = A + B", "D = A + B;", "double x = A + B; D = x < 0x1p-700 && x > -0x1p-700 ? 0 : x;", "f64",
     "f64"},
    {"wraps_for_saturates", "D = min(max(A + B, -128), 127)", "int x = A + B; D = x > 127 ? 127 : x < -128 ? -128 : x;",
     "D = (int8_t)(A + B);", "i8", "i8"},
    {"unsigned_for_signed", "D = A", "D = A;", "D = (uint8_t)A;", "i8", "i32"},
    {"sign_of_zero", "D = A", "D = A;", "D = A + 0.0f;"},
    {"less_of_a_nan", "D = A < B", "D = A < B;", "D = !(A >= B);", "f32", "bit"},
    {"less_equal_of_a_nan", "D = A <= B", "D = A <= B;", "D = !(A > B);", "f32", "bit"},
    {"equal_of_a_nan", "D = A == B", "D = A == B;", "D = !(A < B || A > B);", "f32", "bit"},
    {"less_of_a_nan_in_f64", "D = A > B", "D = A > B;", "D = !(A <= B);", "f64", "bit"},
    {"selected_by_a_nan", "D = select(A, B, 1.0, 2.0)", "D = A < B ? 1 : 2;", "D = A >= B ? 2 : 1;"},
    {"selected_by_a_nan_on_the_right", "D = select(1.0, A, A, B)", "D = 1 < A ? A : B;", "D = A <= 1 ? B : A;"},
    {"lane_off_by_one", "D = A + B", "D = A + B;", "D = (&A)[i + 1 < LANES ? 1 : 1 - LANES] + B;", "f32", "f32", "", 2},
    {"swapped_halves", "D = A * B", "D = A * B;", "D = (&A)[i < LANES / 2 ? LANES / 2 : -(LANES / 2)] * B;", "f32",
     "f32", "", 2},
};

// As a template has them.
std::string with_braces_doubled(const std::string& c) {
  std::string out;
  for (const char x : c) out += x == '{' || x == '}' ? std::string(2, x) : std::string(1, x);
  return out;
}

// A fault of one lane among others, which are right.
constexpr const char* neighbour = "last_lane_alone";

std::string in_lane(std::string text, const char* a, const char* b, const char* d) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_word = (i > 0 && (std::isalnum(text[i - 1]) || text[i - 1] == '_')) ||
                         (i + 1 < text.size() && (std::isalnum(text[i + 1]) || text[i + 1] == '_'));
    if (is_word || (text[i] != 'A' && text[i] != 'B' && text[i] != 'D')) out += text[i];
    else out += text[i] == 'A' ? a : text[i] == 'B' ? b : d;
  }
  return out;
}

std::string with_number(std::string c, int lanes) {
  const std::string word = "LANES";
  for (std::size_t at; (at = c.find(word)) != std::string::npos;) c.replace(at, word.size(), std::to_string(lanes));
  return c;
}

std::string instruction(const Planted& p, const std::string& name, const std::string& lane, int lanes) {
  const std::string c =
      with_number(in_lane(with_braces_doubled(lane), "(&{a_data})[i]", "(&{b_data})[i]", "(&{dst_data})[i]"), lanes);
  return fmt::format(R"(
@instr("for (int i = 0; i < {lanes}; i++) {{{{ {c} }}}} (void)&{{b_data}};", header="math.h"{facts})
def {name}(dst: [{result}][{lanes}] @ DRAM, a: [{operand}][{lanes}] @ DRAM, b: [{operand}][{lanes}] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(a, 0) == 1
    assert stride(b, 0) == 1
    for i in seq(0, {lanes}):
        {body}
)",
                     fmt::arg("lanes", lanes), fmt::arg("c", c), fmt::arg("facts", p.facts), fmt::arg("name", name),
                     fmt::arg("result", p.result), fmt::arg("operand", p.operand),
                     fmt::arg("body", in_lane(p.body, "a[i]", "b[i]", "dst[i]")));
}

std::string library(bool is_wrong) {
  std::string out;
  for (const int lanes : {1, 2, 4, 8, 16})
    for (const Planted& p : planted) {
      if (lanes < p.least_lanes) continue;
      out += instruction(p, fmt::format("{}_{}", p.what, lanes), is_wrong ? p.wrong : p.right, lanes);
      if (lanes != 4 && lanes != 16) continue;
      const std::string last = fmt::format("if (i == {}) {{ {} }} else {{ {} }}", lanes - 1, p.wrong, p.right);
      out += instruction(p, fmt::format("{}_{}_{}", p.what, neighbour, lanes), is_wrong ? last : p.right, lanes);
    }
  return out;
}

std::string changes_an_operand(const char* statements) {
  return fmt::format(R"(
@instr("{}")
def twice(dst: [f32][1] @ DRAM, a: [f32][1] @ DRAM, b: [f32][1] @ DRAM):
    dst[0] = a[0] + a[0] + b[0]
)",
                     statements);
}

std::vector<Finding> found(const syntax::Module& m, std::uint64_t seed) {
  return check({{m.procs.begin(), m.procs.end()}, {}, seed}, one_compiler(seed));
}

void all_pass(std::uint64_t seed) {
  if (!has_compiler()) return;
  const syntax::Module m = read(library(false));
  for (const Finding& f : found(m, seed)) {
    INFO(f.instruction->name << " with seed " << seed << ": " << f.why);
    CHECK(f.verdict == Verdict::passed);
  }
}

void all_fail(std::uint64_t seed) {
  if (!has_compiler()) return;
  const syntax::Module m = read(library(true));
  REQUIRE(m.procs.size() >= 60);
  for (const Finding& f : found(m, seed)) {
    INFO(f.instruction->name << " with seed " << seed);
    CHECK(f.verdict == Verdict::failed);
  }
}

}  // namespace

TEST_CASE("instructions without a planted fault pass") { all_pass(1); }
TEST_CASE("instructions without a planted fault pass with other seeds", "[.][whole]") {
  all_pass(2);
  all_pass(3);
}

TEST_CASE("planted faults are found with every number of lanes") { all_fail(1); }
TEST_CASE("planted faults are found with other seeds", "[.][whole]") {
  all_fail(2);
  all_fail(3);
}

TEST_CASE("an operand that changes for a while is seen where another one is the same window") {
  if (!has_compiler()) return;
  CHECK(checked(changes_an_operand("float x = {a_data}; {dst_data} = x + x + {b_data};")).verdict == Verdict::passed);
  CHECK(checked(changes_an_operand("float x = {a_data}; {a_data} = x + x; {dst_data} = {a_data} + {b_data}; "
                                   "{a_data} = x;"))
            .verdict == Verdict::failed);
}

namespace {

std::string load_of_halves(const std::string& c) {
  return fmt::format(R"(
@instr("for (int i = 0; i < 4; i++) (&{{dst_data}})[i] = (int8_t)({});")
def load(dst: [i8][4] @ DRAM, src: [i4][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]
)",
                     c);
}

std::string store_of_three_halves(const std::string& last) {
  return fmt::format(R"(
@instr("(&{{dst_data}})[0] = (uint8_t)(((&{{src_data}})[0] & 15) | (&{{src_data}})[1] << 4);
        (&{{dst_data}})[1] = (uint8_t)({}((&{{src_data}})[2] & 15));")
def store(dst: [i4][3] @ DRAM, src: [i8][3] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 3):
        dst[i] = wrap_i4(src[i])
)",
                     last);
}

}  // namespace

TEST_CASE("faults in halves of bytes are found") {
  if (!has_compiler()) return;
  const std::string half = "(&{src_data})[i / 2] >> i % 2 * 4 & 15";
  CHECK(checked(load_of_halves("((" + half + ") ^ 8) - 8")).verdict == Verdict::passed);
  CHECK(checked(load_of_halves(half)).verdict == Verdict::failed);
  CHECK(checked(load_of_halves("(((&{src_data})[i / 2] >> (1 - i % 2) * 4 & 15) ^ 8) - 8")).verdict == Verdict::failed);
  CHECK(checked(store_of_three_halves("((&{dst_data})[1] & 240) | ")).verdict == Verdict::passed);
  const Finding f = checked(store_of_three_halves(""));
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, Catch::Contains("it wrote the number after the last one of dst, in the same byte"));
}
