# SPDX-License-Identifier: Apache-2.0
# `tessera audit`: what compilers make of a kernel's hottest loop.
root=$(cd "$here/../.." && pwd)
gemm=$root/examples/gemm/gemm.tess
sched=$root/examples/gemm/microkernel.sched

# The shipped microkernel in registers, under both native compilers.
run audit "$gemm" --hwlib avx512 --sched "$sched" --set MR=14 NR=32 --cc gcc --cc clang --flags -O3
expect 0 "multiply-adds" "gemm_14x32" " good" "2 compilers: 2 audited, 0 with a defect; 0 not run"
run audit "$gemm" --hwlib avx512 --sched "$sched" --set MR=14 NR=32 --cc gcc --json
expect 0
expect_json '.audited == 1' '.not_run == 0' '.audits[0] | .compiler == "gcc" and .outcome == "audited" and .function == "gemm_14x32"' \
  '.audits[0].counts | .multiply_adds == 28 and .spills == 0 and .moved_accumulators == 0 and .stores == 0 and .loads == 16' \
  '.audits[0].lines | length == 2 and .[0] <= .[1]' '.audits[0].command | index("-mavx512f")' \
  '.audits[0].defects == []' '.audits[0] | has("least_cycles") | not' '.audits[0].target | startswith("x86_64")'

# Tiles that fit into the registers, and one that does not.
run audit "$gemm" --hwlib avx2 --sched "$sched" --set MR=12 NR=16 --cc gcc
expect 1 "DEFECT" "gcc: loaded from the stack: " "gcc: stored on the stack: " "1 audited, 1 with a defect"
run audit "$gemm" --hwlib avx2 --sched "$sched" --set MR=12 NR=16 --cc gcc --report-only
expect 0 "DEFECT" "1 audited, 1 with a defect"

# A library for another machine: the compilers of its emulators.
if command -v aarch64-linux-gnu-gcc >/dev/null; then
  run audit "$root/examples/ukernel/ukernel.tess" --hwlib neon --sched "$root/examples/ukernel/neon_8x12.sched" --flags -O3 --json
  expect 0
  expect_json '.audits[-1] | .compiler == "aarch64-linux-gnu-gcc" and .counts.multiply_adds == 24 and .counts.spills == 0'
  run audit "$gemm" --hwlib neon --sched "$sched" --set MR=4 NR=12
  expect 0 "aarch64-linux-gnu-gcc" "1 audited, 0 with a defect"
else
  run audit "$gemm" --hwlib neon --sched "$sched" --set MR=4 NR=12
  expect 3 "aarch64-linux-gnu-gcc" "not run: aarch64-linux-gnu-gcc is not installed" "0 audited"
  echo "audit: neon is not tried: aarch64-linux-gnu-gcc is not installed"
fi

# What is missing is named, and nothing audited is no success.
run audit "$gemm" --hwlib avx2 --sched "$sched" --set MR=4 NR=16 --cc gcc --cc no-such-cc
expect 0 "not run: no-such-cc is not installed" "2 compilers: 1 audited, 0 with a defect; 1 not run: no-such-cc"
run audit "$gemm" --hwlib avx2 --sched "$sched" --set MR=4 NR=16 --cc no-such-cc
expect 3 "1 compiler: 0 audited, 0 with a defect; 1 not run: no-such-cc"

# C that was written before.
"$tessera" compile "$gemm" --hwlib avx2 --sched "$sched" --set MR=4 NR=16 -o before >/dev/null 2>&1
run audit before/gemm_4x16.c --cc gcc --flags -O3
expect 0 "gemm_4x16" "1 audited, 0 with a defect"
cat >two.c <<'C'
void spilled(long n, const float *a, const float *b, float *c) {
  volatile float kept = 0;
  for (long i = 0; i < n; i++) kept = __builtin_fmaf(a[i], b[i], kept);
  *c = kept;
}
float kept(long n, const float *a, const float *b) {
  float sum = 0;
  for (long i = 0; i < n; i++) sum = __builtin_fmaf(a[i], b[i], sum);
  return sum;
}
void copied(long n, const float *a, float *b) {
  for (long i = 0; i < n; i++) b[i] = a[n - i];
}
C
run audit two.c --cc gcc --flags -mfma --function spilled --json
expect 1
expect_json '.audits[0].counts | .stack_stores == 1 and .reloads == 1' '.audits[0].lines == [3, 3]'
run audit two.c --cc gcc --flags -mfma --function kept
expect 0 "kept" " good"
run audit two.c --cc gcc --flags -mfma --function copied
expect 3 "no loop: no loop multiplies and adds" "1 without such a loop: gcc"
run audit two.c --cc gcc --flags -mfma --function copied --report-only
expect 0 "no loop: no loop multiplies and adds"
run audit .
expect 2 "error[usage]: . is a folder" "hint: audit takes one C file of it, or a program with its --sched"
run audit two.c --cc gcc --flags -fsyntax-only
expect 2 "refused: it wrote no assembly text, without an error"
run audit two.c --cc gcc --function spiled
expect 2 "error[audit]: the machine code has no function 'spiled'" "did you mean \`spilled\`"
cat >same.c <<'C'
static float table[99];
float same(long n, const float *a, const float *b, int which) {
  float sum = 0;
  if (which) for (long i = 0; i < n; i++) sum = __builtin_fmaf(a[i], b[i], sum);
  else for (long i = 0; i < n; i++) sum = __builtin_fmaf(a[i], b[2 * i], sum + table[n - i]);
  return sum;
}
C
run audit same.c --cc gcc --flags -mfma
expect 0 "gcc: another loop has as many multiply-adds"
run audit two.c --cc gcc --flags -mno-such-option
expect 2 "refused: " "no-such-option" "1 refused the C: gcc"
run audit two.c --cc gcc --flags -mno-such-option --report-only
expect 2 "1 refused the C: gcc"

# Bad input.
run audit two.c --sched "$sched"
expect 2 "error[usage]: two.c is C: it cannot go with --sched, --set or --proc"
run audit "$gemm" --hwlib avx2
expect 2 "error[usage]: --sched is required" "FILE.c"
run audit nowhere.c
expect 2 "nowhere.c"
mkdir libraries
TESSERA_HWLIB=$PWD/libraries run audit two.c --cc gcc
expect 2 "error[audit]: no table of an instruction set lies in $PWD/libraries/audit" "copy the shipped folder"

# compiler MACHINE: one that answers with the text of kernel.s, for a machine that is not here.
compiler() {
  cat >compiler <<S
#!/bin/sh
for word; do
  case \$word in
    -dumpmachine) echo $1; exit 0 ;;
    --version) echo "compiler 1.0"; exit 0 ;;
  esac
  last=\$word
done
cp "$PWD/kernel.s" "\$last"
S
  chmod +x compiler
}
cat >kernel.s <<'S'
	.type	kernel, @function
kernel:
.L3:
	vsetvli	zero,a3,e32,m1,tu,mu
	vle32.v	v4,(a0)
	vfmacc.vf	v8,fa5,v4
	bne	a0,a5,.L3
	ret
	.size	kernel, .-kernel
S
compiler riscv64-linux-gnu
run audit two.c --cc ./compiler
expect 1 "compiler: vector length or element type is set in each step: 1 instruction: vsetvli zero, a3, e32, m1, tu, mu"
sed -i '/vsetvli/d' kernel.s
run audit two.c --cc ./compiler
expect 0 "1 audited, 0 with a defect"
compiler mychip-elf
run audit two.c --cc ./compiler
expect 3 "not run: no table says how to read its machine code, mychip-elf; there are tables for aarch64, loongarch, power, riscv, x86-64"

# A library's own instructions, and figures with a source.
mkdir chip
cat >chip/chip.tess <<'L'
@instr("my_mac(&{c_data}, {a_data}, {b_data});", role="my_mac", header="chip.h", latency=4, throughput="0.5", source="table 7")
def my_mac(c: [f32][1] @ DRAM, a: [f32][1] @ DRAM, b: [f32][1] @ DRAM):
    c[0] += a[0] * b[0]
L
echo 'static inline void my_mac(float *c, float a, float b) { *c += a * b; }' >chip/chip.h
cat >dot.tess <<'P'
def kernel(n: size, a: f32[n], b: f32[n], c: f32[1]):
    for i in seq(0, n):
        c[0] += a[i] * b[i]
P
echo "p = replace(p, 'c[0] += _', chip.my_mac)" >dot.sched
run audit dot.tess --sched dot.sched --hwlib ./chip --cc ./compiler
expect 3 "no table says"
compiler riscv64-linux-gnu
run audit dot.tess --sched dot.sched --hwlib ./chip --cc ./compiler
expect 0 "compiler: at least 4 cycles each time, 4 a multiply-add (table 7)"
sed -i 's/vfmacc.vf/my.mac/' kernel.s
run audit dot.tess --sched dot.sched --hwlib ./chip --cc ./compiler
expect 3 "no loop multiplies and adds"
echo '{"rules": [{"is": "multiply_add", "mnemonic": "my[.]mac"}]}' >chip/audit.json
run audit dot.tess --sched dot.sched --hwlib ./chip --cc ./compiler --json
expect 0
expect_json '.audits[0].counts.multiply_adds == 1' '.audits[0].least_cycles == {cycles: 4, sources: ["table 7"]}'
echo '{"rules": [{"is": "multiply_ad", "mnemonic": "my[.]mac"}]}' >chip/audit.json
run audit dot.tess --sched dot.sched --hwlib ./chip --cc ./compiler
expect 2 "error[audit]: ./chip/audit.json: rule 1: multiply_ad is not one of multiply_add, "
no_files out

# The manifest beside C may be anybody's.
printf 'void f(float *x) { x[0] += 1; }\n' >beside.c
printf '{"made_by": {}, "flags": 1, "features": []}' >beside.json
run audit beside.c --cc gcc
expect 2 'beside.json: "flags" is no list of words' "or remove it"
printf '{"made_by": {}, "flags": [], "features": [7]}' >beside.json
run audit beside.c --cc gcc
expect 2 'beside.json: "features" is no list of words'
{ printf '{"made_by": {}, "flags": [], "features": [], "x": '; head -c 300000 /dev/zero | tr '\0' '['; head -c 300000 /dev/zero | tr '\0' ']'; printf '}'; } >beside.json
run audit beside.c --cc gcc
expect 2 "cannot read beside.json: it is nested more than 100 deep"
