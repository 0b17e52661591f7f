// SPDX-License-Identifier: Apache-2.0
// Loops of other instruction sets, most of them as compilers wrote them.
#include "tests/unit/audit_support.hpp"

using namespace tessera;
using namespace tessera::testing;
using audit::HottestLoop;
using Words = std::vector<std::string>;

TEST_CASE("AArch64 of clang: a loop without spills, callee-saved registers stored before it") {
  const HottestLoop loop = hottest("aarch64", R"(
	str	d14, [sp, #-64]!                // 8-byte Folded Spill
	stp	d13, d12, [sp, #16]             // 16-byte Folded Spill
	cmp	x0, #1
	b.lt	.LBB0_4
.LBB0_2:                                // =>This Inner Loop Header: Depth=1
	ldp	q9, q10, [x9, #-32]
	subs	x0, x0, #1
	ldr	q11, [x9], #48
	ld1r	{ v14.4s }, [x10], #4
	fmla	v31.4s, v9.4s, v8.s[0]
	fmla	v30.4s, v10.4s, v8.s[0]
	fmla	v19.4s, v14.4s, v9.4s
	b.ne	.LBB0_2
.LBB0_4:
	ldp	d13, d12, [sp, #16]             // 16-byte Folded Reload
	ret
)");
  CHECK(loop.label == ".LBB0_2");
  CHECK(loop.counts.multiply_adds == 3);
  CHECK(loop.counts.loads == 3);
  CHECK(loop.counts.instructions == 8);
  CHECK_FALSE(loop.counts.has_defect());
}

TEST_CASE("AArch64 of gcc: accumulators that go to the stack and back") {
  const HottestLoop loop = hottest("aarch64", R"(
.L3:
	ld1r	{v18.4s}, [x1]
	ldp	q2, q1, [x2]
	ldr	q8, [sp, 160]
	fmla	v8.4s, v2.4s, v18.4s
	str	q8, [sp, 160]
	ldr	q8, [sp, 144]
	fmla	v8.4s, v1.4s, v18.4s
	str	q8, [sp, 144]
	cmp	x1, x0
	bne	.L3
	ret
)");
  CHECK(loop.counts.loads == 2);
  CHECK(loop.counts.stack_stores == 2);
  CHECK(loop.counts.reloads == 2);
  CHECK(loop.counts.longest_chain == 0);  // v8 begins anew
}

TEST_CASE("AArch64: accumulators under other names of their registers, copied") {
  const std::string begin = ".L3:\n\tldr q1, [x1]\n\tfmla v8.4s, v1.4s, v2.4s\n", end = "\tcbnz x0, .L3\n\tret\n";
  const auto moved = [&](const std::string& copy) {
    return hottest("aarch64", begin + copy + end).counts.moved_accumulators;
  };
  CHECK(moved("\tmov v3.16b, v8.16b\n") == 1);
  CHECK(moved("\torr v8.16b, v3.16b, v3.16b\n") == 1);
  CHECK(moved("\tfmov d3, d8\n") == 1);
  CHECK(moved("\torr v8.16b, v3.16b, v4.16b\n") == 0);  // not a copy
  CHECK(moved("\tmov v3.16b, v1.16b\n") == 0);
}

TEST_CASE("a frame pointer is the stack's, and a register of that name that holds something else is not") {
  const std::string access = ".L3:\n\tfmla v8.4s, v1.4s, v2.4s\n\tstr q8, [x29, 32]\n\tcbnz x0, .L3\n\tret\n";
  CHECK(hottest("aarch64", "\tstp x29, x30, [sp, -64]!\n\tmov x29, sp\n" + access).counts.stack_stores == 1);
  CHECK(hottest("aarch64", "\tmov x29, x1\n" + access).counts.stack_stores == 0);
  CHECK(hottest("aarch64", "\tmov x29, sp\n\tldp x3, x29, [x1]\n" + access).counts.stack_stores == 0);
  const std::string frame = ".L3:\n\tfmadd.s fa0,fa1,fa2,fa0\n\tfsw fa0,-20(s0)\n\tbnez a0,.L3\n\tret\n";
  CHECK(hottest("riscv", "\taddi s0,sp,64\n" + frame).counts.stack_stores == 1);
  CHECK(hottest("riscv", "\taddi s0,a1,64\n" + frame).counts.stack_stores == 0);
}

TEST_CASE("what only reads an address of the stack leaves it one") {
  CHECK(hottest("x86-64",
                "\tleaq 64(%rsp), %r13\n\tcmpq %rax, %r13\n.L3:\n\tvfmadd231ps (%r13), %ymm1, %ymm0\n"
                "\tjne .L3\n\tret\n")
            .counts.reloads == 1);
  CHECK(hottest("power",
                "\taddi %r9,%r1,64\n\tlxvx %vs1,%r9,%r4\n.L3:\n\txvmaddasp %vs0,%vs1,%vs2\n"
                "\tlxv %vs1,0(%r9)\n\tbdnz .L3\n\tblr\n")
            .counts.reloads == 1);
}

TEST_CASE("AArch64: a comparison has no result") {
  CHECK(hottest("aarch64",
                "\tadd x9, sp, 16\n\tcmp x9, x1\n.L3:\n\tldr q1, [x9]\n\tfmla v8.4s, v1.4s, v2.4s\n"
                "\tcbnz x0, .L3\n\tret\n")
            .counts.reloads == 1);
}

TEST_CASE("a register may hold an address of the stack on one path only") {
  CHECK(hottest("aarch64",
                "\tmov x9, x1\n\tcbz x2, .L3\n\tadd x9, sp, 16\n.L3:\n\tfmla v8.4s, v1.4s, v2.4s\n"
                "\tldr q1, [x9]\n\tcbnz x0, .L3\n\tret\n")
            .counts.reloads == 1);
  CHECK(hottest("aarch64",
                "\tmov x9, x1\n.L3:\n\tldr q1, [x9]\n\tfmla v8.4s, v1.4s, v2.4s\n"
                "\tadd x9, sp, 16\n\tcbnz x0, .L3\n\tret\n")
            .counts.reloads == 1);  // the second time
}

TEST_CASE("AArch64: outer products, and streaming mode switched in the loop") {
  const HottestLoop loop = hottest("aarch64", R"(
.L3:
	smstart	sm
	ld1w	{z0.s}, p0/z, [x0]
	ld1w	{z1.s}, p0/z, [x1]
	fmopa	za0.s, p0/m, p1/m, z0.s, z1.s
	smstop	sm
	subs	x2, x2, 1
	bne	.L3
	ret
)");
  CHECK(loop.counts.multiply_adds == 1);
  CHECK(loop.counts.loads == 2);
  CHECK(loop.counts.defects == 2);
}

TEST_CASE("RISC-V of clang: the vector length set in the loop is a defect, before the loop it is none") {
  const std::string set = "\tvsetvli\tzero, zero, e32, m1, ta, mu\n";
  const auto loop = [&](const std::string& before, const std::string& inside) {
    return hottest("riscv",
                   "\tvsetivli\tzero, 8, e32, m1, ta, mu\n\tblez\ta3, .LBB0_3\n" + before +
                       ".LBB0_2:                                # =>This Inner Loop Header: Depth=1\n" + inside +
                       "\tvle32.v\tv10, (a2)\n\tflw\tft0, -4(a1)\n\tvfmacc.vf\tv8, ft0, v10\n\taddi\ta3, a3, -1\n"
                       "\tbnez\ta3, .LBB0_2\n.LBB0_3:\n\tret\n");
  };
  CHECK_FALSE(loop(set, "").counts.has_defect());
  CHECK(loop(set, "").counts.multiply_adds == 1);
  CHECK(loop(set, "").counts.loads == 2);
  CHECK(loop("", set).counts.defects == 1);
  CHECK(what_is_wrong(loop("", set)) == Words{"vector length or element type is set in each step"});
  CHECK(loop("", "\tvsetvl\tzero, a4, a5\n").counts.defects == 1);
}

TEST_CASE("RISC-V: vectors are spilled to an address in a register, and copied in groups") {
  const HottestLoop loop = hottest("riscv", R"(
	addi	sp,sp,-64
	csrr	t0,vlenb
	slli	t0,t0,1
	add	t1,sp,t0
.L3:
	vl1re32.v	v4,0(a0)
	vfmacc.vf	v8,fa5,v4
	vs1r.v	v8,0(t1)
	vmv2r.v	v8,v12
	vse32.v	v4,(a0)
	bne	a0,a5,.L3
	ret
)");
  CHECK(loop.counts.stack_stores == 1);
  CHECK(loop.counts.stores == 1);
  CHECK(loop.counts.moved_accumulators == 1);
}

TEST_CASE("RISC-V of gcc: a loop of scalars") {
  const HottestLoop loop = hottest("riscv", R"(
.L3:
	flw	fa4,0(a0)
	flw	fa5,0(a1)
	addi	a0,a0,4
	fmadd.s	fa0,fa4,fa5,fa0
	bne	a0,a5,.L3
	ret
)");
  CHECK(loop.counts.multiply_adds == 1);
  CHECK(loop.counts.longest_chain == 1);
  CHECK_FALSE(loop.counts.has_defect());
}

TEST_CASE("LoongArch of clang: products of four operands, spills and copied sums") {
  const auto loop = [](const std::string& inside) {
    return hottest("loongarch",
                   "\taddi.d\t$sp, $sp, -64\n\tblez\t$a3, .LBB0_3\n"
                   ".LBB0_2:                                # =>This Inner Loop Header: Depth=1\n"
                   "\txvld\t$xr1, $a2, 0\n\txvldrepl.w\t$xr2, $a1, 0\n"
                   "\txvfmadd.s\t$xr0, $xr1, $xr2, $xr0\n" +
                       inside + "\taddi.d\t$a3, $a3, -1\n\tbnez\t$a3, .LBB0_2\n.LBB0_3:\n\tret\n");
  };
  CHECK_FALSE(loop("").counts.has_defect());
  CHECK(loop("").counts.multiply_adds == 1);
  CHECK(loop("").counts.loads == 2);
  CHECK(loop("\txvst\t$xr0, $sp, 32\n").counts.stack_stores == 1);
  CHECK(loop("\txvst\t$xr1, $a0, 0\n").counts.stores == 1);
  CHECK(loop("\txvori.b\t$xr3, $xr0, 0\n\txvori.b\t$xr0, $xr3, 0\n").counts.moved_accumulators > 0);
}

TEST_CASE("POWER of gcc: outer products without spills") {
  const HottestLoop loop = hottest("power", R"(
	xxsetaccz 0
.L3:
	lxvx %vs45,%r4,%r9
	lxvx %vs44,%r5,%r9
	addi %r9,%r9,16
	xvf32gerpp 0,%vs45,%vs44
	bdnz .L3
	xxmfacc 0
	stxv %vs0,48(%r3)
	blr
)");
  CHECK(loop.counts.multiply_adds == 1);
  CHECK(loop.counts.loads == 2);
  CHECK_FALSE(loop.counts.has_defect());
}

TEST_CASE("POWER of gcc: accumulators moved in and out, kept on the stack by way of pointers") {
  const HottestLoop loop = hottest("power", R"(
	stdu %r1,-672(%r1)
	addi %r11,%r1,95
	rldicr %r11,%r11,0,57
	mr %r9,%r11
.L5:
	lxvp %vs2,0(%r9)
	lxvp %vs0,32(%r9)
	addi %r10,%r10,16
	addi %r9,%r9,64
	lxv %vs32,-16(%r10)
	xxmtacc 0
	xvf32gerpp 0,%vs33,%vs32
	xxmfacc 0
	stxvp %vs2,-64(%r9)
	stxvp %vs0,-32(%r9)
	bdnz .L5
	blr
)");
  CHECK(loop.counts.reloads == 2);
  CHECK(loop.counts.moved_aside == 4);
  CHECK(loop.counts.stores == 0);
  CHECK(loop.counts.loads == 1);
  CHECK(what_is_wrong(loop) == Words{"accumulators moved to vector registers or back", "loaded from the stack",
                                     "vectors stored between outer products"});
}

TEST_CASE("POWER: a store counts as a spill only between outer products, and by an index too") {
  const HottestLoop data =
      hottest("power", ".L3:\n\txvmaddasp %vs0,%vs1,%vs2\n\tstxv %vs0,0(%r4)\n\tbdnz .L3\n\tblr\n");
  CHECK(data.counts.stores == 1);
  CHECK_FALSE(data.counts.has_defect());
  CHECK(hottest("power", ".L3:\n\txvmaddasp %vs0,%vs1,%vs2\n\tstxvx %vs0,%r1,%r9\n\tbdnz .L3\n\tblr\n")
            .counts.stack_stores == 1);
}
