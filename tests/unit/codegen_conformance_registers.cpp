// SPDX-License-Identifier: Apache-2.0
// Instructions with operands of several registers.
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;

namespace {

constexpr const char* neighbours = "    assert stride(dst, 0) == 4\n";

// Every second number into one register, the others into the next one.
Finding load_pairs(const std::string& c, const std::string& asserts = neighbours) {
  return checked(fmt::format(R"({}
@instr("for (int k = 0; k < 4; k++) {{{{ {} }}}}")
def load_pairs(dst: [f32][2, 4] @ V4, src: [f32][8] @ DRAM):
{}    assert stride(src, 0) == 1
    for r in seq(0, 2):
        for i in seq(0, 4):
            dst[r, i] = src[2 * i + r]
)",
                             vectors, c, asserts));
}

constexpr const char* right =
    "(&{dst_data})[0][k] = (&{src_data})[2 * k]; (&{dst_data})[1][k] = (&{src_data})[2 * k + 1];";

}  // namespace

TEST_CASE("an operand of several registers is an array of them") {
  if (!has_compiler()) return;
  const Finding f = load_pairs(right);
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
}

TEST_CASE("registers in another order, and one that is left as it was, are noticed") {
  if (!has_compiler()) return;
  CHECK(load_pairs("(&{dst_data})[1][k] = (&{src_data})[2 * k]; (&{dst_data})[0][k] = (&{src_data})[2 * k + 1];")
            .verdict == Verdict::failed);
  CHECK(load_pairs("(&{dst_data})[0][k] = (&{src_data})[2 * k];").verdict == Verdict::failed);
}

TEST_CASE("a write to the register after the last one is noticed") {
  if (!has_compiler()) return;
  const Finding f = load_pairs(right + std::string(" (&{dst_data})[2][k] = 1;"));
  CHECK(f.verdict == Verdict::failed);
  CHECK_THAT(f.why, Contains("bytes after what is passed as dst"));
}

TEST_CASE("without an assert the registers of an operand are not next to each other") {
  if (!has_compiler()) return;
  CHECK(load_pairs(right, "").verdict == Verdict::failed);
  const Finding f = load_pairs(
      "(&{dst_data})[0][k] = (&{src_data})[2 * k]; (&{dst_data})[{dst_stride0} / 4][k] = (&{src_data})[2 * k + 1];",
      "");
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
}

TEST_CASE("registers of registers, and the first lanes of each, are brought back") {
  if (!has_compiler()) return;
  const auto sums = [](const char* lanes) {
    return checked(fmt::format(R"({}
@instr("for (int r = 0; r < 6; r++) for (int k = 0; k < {{n}}; k++) (&{{dst_data}})[r][k] += {{src_data}}[k];")
def sums(n: size, dst: [f32][2, 3, n] @ V4, src: [f32][n] @ V4):
    assert n <= 4
    assert stride(dst, 0) == 12
    assert stride(dst, 1) == 4
    for a in seq(0, 2):
        for b in seq(0, 3):
            for i in seq(0, {}):
                dst[a, b, i] += src[i]
)",
                               vectors, lanes));
  };
  CHECK(sums("n").why == "");
  CHECK(sums("n").verdict == Verdict::passed);
  CHECK(sums("n - 1").verdict == Verdict::failed);
}
