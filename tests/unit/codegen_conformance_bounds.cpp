// SPDX-License-Identifier: Apache-2.0
// Instructions that state how far their results are off.
#include <cmath>

#include "dsl/ir/error_bound.hpp"
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

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
  REQUIRE(f.stated);
  CHECK(f.stated->most == 2.5);
  CHECK(f.most_off > 0.5);
  CHECK(f.most_off <= 2.5);
  const Finding tight = checked(third(nearly_third, ", ulp=0.5"));
  CHECK(tight.verdict == Verdict::failed);
  CHECK_THAT(tight.why, Contains(" ulp off, where ulp=0.5 is stated"));
}

TEST_CASE("a reciprocal within 2^-12 of its value passes with a bound of 2^-11, and not with one of 2^-20") {
  if (!has_compiler()) return;
  const auto reciprocal = [](const char* facts, const char* near_zero = "") {
    return checked(fmt::format(R"(
@instr("float r = (1 + 0x1p-12f) / {{src_data}}; {}{{dst_data}} = r;", header="math.h"{})
def reciprocal(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    dst[0] = 1.0 / src[0]
)",
                               near_zero, facts));
  };
  CHECK(reciprocal("").verdict == Verdict::failed);
  const Finding f = reciprocal(", error=\"2^-11\"");
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
  CHECK(f.most_off > 0x1.fp-13);
  CHECK(f.most_off < 0x1.1p-12);
  const Finding tight = reciprocal(", error=\"2^-20\"");
  CHECK(tight.verdict == Verdict::failed);
  CHECK_THAT(tight.why, Contains(" of its value, where error=\"2^-20\" is stated"));
  CHECK(reciprocal(", error=\"2^-11\"", "if (fabsf(r) < 0x1p-18f) r = 0; ").verdict == Verdict::failed);
}

TEST_CASE("a relative error is one of the value, and near zero the smallest normal number is its bound") {
  using ir::Scalar;
  constexpr auto relative = ir::ErrorBound::Unit::relative;
  CHECK(ir::error_in(relative, 4.0, 4.5, Scalar::f32) == 0.125);
  CHECK(ir::error_in(relative, -1.75, -1.5, Scalar::f32) == Approx(1 / 7.0));
  CHECK(ir::error_in(relative, 0x1p-130, 0, Scalar::f32) == 0);
  CHECK(ir::error_in(relative, 0x1p-126, 0, Scalar::f32) == 1);
  CHECK(ir::error_in(relative, 0, 0x1p-125, Scalar::f32) == INFINITY);
  CHECK(ir::error_in(relative, NAN, 1, Scalar::f32) == INFINITY);
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
