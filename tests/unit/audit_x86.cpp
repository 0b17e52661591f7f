// SPDX-License-Identifier: Apache-2.0
// Loops of x86-64: what is counted, and what is a defect.
#include "tests/unit/audit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using audit::HottestLoop;
using Words = std::vector<std::string>;

namespace {

// gcc's labels; what comes before the loop and after it, with the loop's own instructions.
std::string gcc_loop(const std::string& body, const std::string& before = "") {
  return ".LFB1:\n\tpushq\t%rbp\n\tmovq\t%rsp, %rbp\n" + before +
         "\tmovq\t%rdx, -8(%rsp)\n\ttestq\t%rdi, %rdi\n\tjle\t.L2\n" + "\t.p2align 4,,10\n.L3:\n.LBB289:\n.LVL7:\n" +
         body + "\tcmpq\t%rdx, %rdi\n\tjne\t.L3\n.L2:\n" +
         "\tvmovups\t%zmm30, (%rcx)\n\tmovq\t-8(%rsp), %rcx\n\tpopq\t%rbp\n\tret\n.LFE1:\n";
}

const char* const two_products =
    "\tvmovups\t(%rdx), %zmm1\n\tvbroadcastss\t4(%rax), %zmm2\n\tvfmadd231ps\t%zmm2, %zmm1, %zmm30\n"
    "\tvfmadd231ps\t64(%rdx){1to16}, %zmm1, %zmm29\n\taddq\t$8, %rax\n";

}  // namespace

TEST_CASE("a loop without spills is counted") {
  const HottestLoop loop = hottest("x86-64", gcc_loop(two_products));
  CHECK(loop.function == "kernel");
  CHECK(loop.label == ".L3");
  CHECK(loop.counts.multiply_adds == 2);
  CHECK(loop.counts.loads == 3);  // one is the operand of a multiply-add
  CHECK(loop.counts.stores == 0);
  CHECK(loop.counts.spills() == 0);
  CHECK(loop.counts.moves == 0);
  CHECK(loop.counts.instructions == 7);
  CHECK(loop.counts.longest_chain == 1);
  CHECK_FALSE(loop.counts.has_branches);
  CHECK_FALSE(loop.counts.has_defect());
  CHECK(loop.defects.empty());
}

TEST_CASE("stores to the stack and reloads in the loop are spills, data are not") {
  const HottestLoop loop = hottest(
      "x86-64", gcc_loop(std::string(two_products) + "\tvmovaps\t%zmm29, 64(%rsp)\n"
                                                     "\tvmovups\t%zmm30, (%rsi)\n\tvaddps\t128(%rsp), %zmm2, %zmm29\n"
                                                     "\tmovq\t%rax, (%rsp,%r8,8)\n"));
  CHECK(loop.counts.stack_stores == 2);
  CHECK(loop.counts.reloads == 1);
  CHECK(loop.counts.stores == 1);
  CHECK(loop.counts.loads == 3);
  CHECK(loop.counts.has_defect());
  CHECK(what_is_wrong(loop) == Words{"loaded from the stack", "stored on the stack"});
  CHECK(loop.defects[0].instructions == Words{"vaddps 128(%rsp), %zmm2, %zmm29"});
}

TEST_CASE("push and pop in the loop are spills") {
  const HottestLoop loop = hottest("x86-64", gcc_loop(std::string(two_products) + "\tpushq\t%rax\n\tpopq\t%rax\n"));
  CHECK(loop.counts.spills() == 2);
}

TEST_CASE("a register that was computed from the stack pointer is the stack's") {
  const std::string spill = std::string(two_products) + "\tvmovaps\t%zmm29, -128(%rbp)\n\tvmovaps\t%zmm30, (%r13)\n";
  CHECK(hottest("x86-64", gcc_loop(spill)).counts.stack_stores == 1);  // %rbp is %rsp's copy
  CHECK(hottest("x86-64", gcc_loop(spill, "\tleaq\t64(%rsp), %r13\n")).counts.stack_stores == 2);
  CHECK(hottest("x86-64", gcc_loop(spill, "\tmovq\t%rsp, %r13\n\tandq\t$-64, %r13\n")).counts.stack_stores == 2);
}

TEST_CASE("a register that holds something else by then is not the stack's") {
  const std::string access = std::string(two_products) + "\tvmovaps\t%zmm29, (%r13)\n";
  for (const char* overwritten :
       {"\tmovq\t%rsi, %r13\n", "\tmovq\t16(%rsp), %r13\n", "\txorl\t%r13d, %r13d\n", "\tleaq\t64(%rcx), %r13\n"})
    CHECK(hottest("x86-64", gcc_loop(access, "\tleaq\t64(%rsp), %r13\n" + std::string(overwritten))).counts.spills() ==
          0);
  CHECK(hottest("x86-64", gcc_loop(access, "\tmovq\t%rsi, %rbp\n\tmovq\t%rbp, %r13\n")).counts.spills() == 0);
}

TEST_CASE("copies of accumulators are a defect, other copies are counted") {
  const std::string other = std::string(two_products) + "\tvmovaps\t%zmm1, %zmm5\n";
  CHECK(hottest("x86-64", gcc_loop(other)).counts.moves == 1);
  CHECK_FALSE(hottest("x86-64", gcc_loop(other)).counts.has_defect());
  const HottestLoop loop =
      hottest("x86-64", gcc_loop(other + "\tvmovaps\t%zmm30, %zmm6\n\tvmovdqa64\t%zmm7, %zmm29\n"));
  CHECK(loop.counts.moves == 3);
  CHECK(loop.counts.moved_accumulators == 2);
  CHECK(what_is_wrong(loop) == Words{"accumulators copied between registers"});
}

TEST_CASE("a chain of multiply-adds into one register is found, unless it begins anew") {
  const std::string chain =
      "\tvfmadd231ps\t%zmm2, %zmm1, %zmm30\n\tvfmadd231ps\t%zmm3, %zmm1, %zmm30\n"
      "\tvfmadd231ps\t%zmm3, %zmm1, %zmm29\n";
  CHECK(hottest("x86-64", gcc_loop(chain)).counts.longest_chain == 2);
  CHECK(hottest("x86-64", gcc_loop("\tvmovups\t(%rax), %zmm30\n" + chain)).counts.longest_chain == 1);
}

TEST_CASE("products apart from their sums count once") {
  const HottestLoop loop = hottest("x86-64", gcc_loop("\tmulps\t%xmm1, %xmm0\n\taddps\t%xmm0, %xmm2\n"));
  CHECK(loop.counts.multiply_adds == 1);
  CHECK(loop.counts.apart == 1);
}

TEST_CASE("dot products are multiply-adds; tiles configured in the loop are a defect") {
  CHECK(hottest("x86-64", gcc_loop("\tvpdpbusd\t(%rax){1to16}, %zmm1, %zmm0\n\tvdpbf16ps\t%zmm1, %zmm2, %zmm3\n"))
            .counts.multiply_adds == 2);
  const HottestLoop loop = hottest(
      "x86-64", gcc_loop("\tldtilecfg\t(%rsi)\n\ttdpbf16ps\t%tmm2, %tmm1, %tmm0\n\ttdpbf16ps\t%tmm3, %tmm1, %tmm4\n"));
  CHECK(loop.counts.multiply_adds == 2);
  CHECK(loop.counts.defects == 1);
  CHECK(what_is_wrong(loop) == Words{"the tiles are configured in each step"});
}

TEST_CASE("comparing and prefetching store nothing") {
  const HottestLoop loop = hottest(
      "x86-64",
      gcc_loop(std::string(two_products) + "\tcmpq\t%rax, (%r9)\n\tprefetcht0\t512(%rdx)\n\tleaq\t8(%rdx), %rdx\n"));
  CHECK(loop.counts.stores == 0);
  CHECK(loop.counts.loads == 4);
}
