// SPDX-License-Identifier: Apache-2.0
// Which loop is the hottest, wherever compilers put its parts.
#include "tests/unit/audit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using audit::HottestLoop;

namespace {

const std::string product = "\tvfmadd231ps\t%ymm2, %ymm1, %ymm0\n";

std::optional<HottestLoop> hottest_of(const std::string& assembly, const std::string& function = "") {
  return audit::hottest_loop(assembly, shipped_table("x86-64"), "kernel.c", function);
}

}  // namespace

TEST_CASE("clang's labels, comments and directives are read") {
  const HottestLoop loop =
      hottest("x86-64",
              "                                        # @kernel\n.Lfunc_begin0:\n\t.cfi_startproc\n# %bb.0:\n"
              "\ttestq\t%rdi, %rdi\n\tjle\t.LBB0_3\n.LBB0_2:                                # =>This Inner "
              "Loop Header: Depth=1\n\tvmovups\t-64(%rdx), %zmm29\n"
              "\tvfmadd231ps\t%zmm30, %zmm29, %zmm3   # zmm3 = (zmm29 * zmm30) + zmm3\n"
              "\tmovq\t-8(%rsp), %rcx                  # 8-byte Reload\n"
              "\taddq\t$-1, %rdi\n\tjne\t.LBB0_2\n.LBB0_3:\n\tretq\n.Lfunc_end0:\n");
  CHECK(loop.label == ".LBB0_2");
  CHECK(loop.counts.instructions == 5);
  CHECK(loop.counts.reloads == 1);
}

TEST_CASE("a comment may hold quotes, and a directive what begins a comment") {
  const HottestLoop loop =
      hottest("x86-64", "\t.ident\t\"# (none)\"\n.L1: # \"first\"\n" + product +
                            "\tmovl\t$64, %eax # imm = \"64(%rsp),\"\n\tjne\t.L1 # \"(%rsp), \"\n");
  CHECK(loop.counts.instructions == 3);
  CHECK(loop.counts.reloads == 0);
}

TEST_CASE("functions are those that directives name, with one sign or the other") {
  const std::string code = "\t.type\tf, %function\nf:\n.L1:\n" + product + "\tjne\t.L1\n\tret\n\t.size\tf, .-f\n";
  CHECK(hottest_of(code)->function == "f");
  CHECK_FALSE(hottest_of("f:\n.L1:\n" + product + "\tjne\t.L1\n"));
}

TEST_CASE("what comes after the end of a function is no part of it") {
  const std::string loop = ".L1:\n" + product + "\tjne\t.L1\n";
  CHECK_FALSE(hottest_of(assembly_function("\tnop\n") + loop));
  CHECK(hottest_of(assembly_function(loop) + product)->counts.instructions == 2);
}

TEST_CASE("only innermost loops count") {
  const HottestLoop loop = hottest("x86-64", ".L1:\n" + product + product + "\tvmovaps %ymm0, (%rsp)\n.L2:\n" +
                                                 product + "\tjne\t.L2\n" + product + "\tjne\t.L1\n\tret\n");
  CHECK(loop.label == ".L2");
  CHECK(loop.counts.multiply_adds == 1);
  CHECK(loop.counts.spills() == 0);
}

TEST_CASE("the loop with the most multiply-adds wins, then that with the fewest other instructions") {
  const std::string one = ".L1:\n" + product + "\tjne\t.L1\n";
  const std::string two = ".L2:\n" + product + product + "\tnop\n\tjne\t.L2\n";
  const std::string two_shorter = ".L3:\n" + product + product + "\tjne\t.L3\n";
  CHECK(hottest("x86-64", one + two + "\tret\n").label == ".L2");
  CHECK(hottest("x86-64", two + one + "\tret\n").label == ".L2");
  CHECK(hottest("x86-64", two + one + "\tret\n").others == 0);
  CHECK(hottest("x86-64", two + two_shorter + one + "\tret\n").label == ".L3");
  CHECK(hottest("x86-64", one + ".L4:\n" + product + "\tjne\t.L4\n\tret\n").label == ".L1");  // else the first
}

TEST_CASE("further loops with as many multiply-adds are counted, and their defects") {
  const std::string good = ".L1:\n" + product + "\tjne\t.L1\n", small = ".L2:\n\tnop\n\tjne\t.L2\n";
  const std::string spilled = ".L3:\n" + product + "\tvmovaps %ymm0, (%rsp)\n\tjne\t.L3\n";
  const HottestLoop loop = hottest("x86-64", spilled + good + small + "\tret\n");
  CHECK(loop.label == ".L1");
  CHECK(loop.others == 1);
  CHECK(loop.others_with_defect == 1);
}

TEST_CASE("a part of the loop after the return belongs to it") {
  const HottestLoop loop = hottest("x86-64", ".L1:\n" + product +
                                                 "\tje\t.L5\n.L2:\n\tjne\t.L1\n\tret\n.L5:\n"
                                                 "\tvmovaps\t%ymm0, (%rsp)\n\tjmp\t.L2\n");
  CHECK(loop.counts.instructions == 5);
  CHECK(loop.counts.stack_stores == 1);
  CHECK(loop.counts.has_branches);
}

TEST_CASE("code that only jumps back into the function is no loop") {
  // .L2 comes before .L5 in the text, and no path returns from .L2 to .L5
  CHECK_FALSE(
      hottest_of(assembly_function("\tje\t.L5\n.L2:\n" + product + "\tret\n.L5:\n" + product + "\tjmp\t.L2\n")));
}

TEST_CASE("a loop that is entered at its test is found") {
  const HottestLoop loop =
      hottest("x86-64", "\tjmp\t.L4\n.L3:\n" + product + ".L4:\n\tcmpq\t%rax, %rdx\n\tjne\t.L3\n\tret\n");
  CHECK(loop.label == ".L3");
  CHECK(loop.counts.instructions == 3);
}

TEST_CASE("an inner loop that comes first in the text is found") {
  const HottestLoop loop = hottest("x86-64", "\tjmp\t.L4\n.L3:\n" + product + "\tjne\t.L3\n.L4:\n" + product +
                                                 "\tcmpq\t%rax, %rdx\n\tjne\t.L3\n\tret\n");
  CHECK(loop.counts.instructions == 2);
}

TEST_CASE("a loop that does not multiply is none, nor is code without a loop") {
  CHECK_FALSE(hottest_of(assembly_function(".L1:\n\taddq\t$1, %rax\n\tjne\t.L1\n\tret\n")));
  CHECK_FALSE(hottest_of(assembly_function(product + product + "\tret\n")));
  CHECK_FALSE(hottest_of(""));
}

TEST_CASE("one function can be chosen, and one that is not there is refused") {
  const std::string small = ".L1:\n" + product + "\tjne\t.L1\n\tret\n",
                    large = ".L1:\n" + product + product + "\tjne\t.L1\n\tret\n";
  const std::string both = assembly_function(small, "first") + assembly_function(large, "second");
  CHECK(hottest_of(both)->function == "second");
  CHECK(hottest_of(both, "first")->function == "first");
  try {
    hottest_of(both, "frist");
    FAIL("accepted");
  } catch (const InputError& e) {
    CHECK(e.diagnostic().message == "the machine code has no function 'frist': it is not there, or was inlined");
    CHECK(e.diagnostic().hint == "did you mean `first`?");
  }
}

TEST_CASE("lines are those of the C, not of headers") {
  const HottestLoop loop =
      hottest("x86-64",
              "\t.file 1 \"folder/kernel.c\"\n\t.file 2 \"/usr/include/immintrin.h\"\n"
              "\t.loc 1 40 3 is_stmt 1\n\tnop\n.L1:\n\t.loc 1 58 10\n" +
                  product + "\t.loc 2 500 7\n" + product + "\t.loc 1 61 3\n" + product + "\tjne\t.L1\n\tret\n");
  CHECK(loop.first_line == 58);
  CHECK(loop.last_line == 61);
}

TEST_CASE("without lines there are none") {
  CHECK(hottest("x86-64", ".L1:\n" + product + "\tjne\t.L1\n\tret\n").first_line == 0);
}

TEST_CASE("a function of very many blocks is read") {
  std::string code = ".L0:\n";
  for (int i = 1; i < 60000; ++i) code += "\tje\t.L" + std::to_string(i) + "\n\tnop\n.L" + std::to_string(i) + ":\n";
  const HottestLoop loop = hottest("x86-64", code + product + "\tjne\t.L0\n\tret\n");
  CHECK(loop.counts.multiply_adds == 1);
  CHECK(loop.counts.has_branches);
}
