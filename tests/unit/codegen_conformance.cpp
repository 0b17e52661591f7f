// SPDX-License-Identifier: Apache-2.0
// What the check of an instruction against its body notices. The shipped libraries are checked by tests/hwlib.
#include "tests/unit/codegen_conformance_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

TEST_CASE("an instruction that does what its body says passes on each compiler") {
  if (!has_compiler()) return;
  const Finding f = checked(loop("k < {n}"), {});
  CHECK(f.why == "");
  CHECK(f.verdict == Verdict::passed);
  CHECK(f.cases == 180);  // n = 1..4, on random and edge data, in three placements, three times, and -0 everywhere
  CHECK(f.runs() == 180 * f.machines.size());
  CHECK(f.left_out.empty());
  CHECK(f.where() == Where::natively);
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
  int done = 0;
  const std::vector<Finding> found = check({{bad.procs.at(0), good.procs.at(0)}, {}}, {}, [&] { ++done; });
  CHECK(done == 2);
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
