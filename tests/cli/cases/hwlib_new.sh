# SPDX-License-Identifier: Apache-2.0
# A library of a vendor's own to begin with: it passes its check as it is written, and nothing is overwritten.
# tests/exercises makes kernels with it.

run hwlib new mychip
expect 0 "mychip/a_memory.tess" "mychip/f32.tess" "mychip/mychip.h" "mychip/machines.json" "next: tessera hwlib check ./mychip"
run hwlib check ./mychip
expect 0 "mychip_fma_lane" "8 instructions: 8 passed, 0 failed"
run hwlib show ./mychip
expect 0 "holds f32[8] as mychip_f32" "registers 16" 'header "mychip.h"' "role store_add"
expect_no "@NAME@"
run hwlib show ./mychip --needs
expect 0 "family gemm, add           yes" "conv                       yes"
grep -rq 'Yours' mychip/a_memory.tess && grep -q 'Yours' mychip/f32.tess && grep -q 'Yours' mychip/mychip.h || complain "no comment says what to fill in"
! grep -rn '@[A-Z]*@' mychip >"$work/output" || complain "a word of the template is left"

# The folder of a library is a path; an absent one is looked for where the command runs.
run hwlib check mychip
expect 2 "error[hwlib]: there is no hardware library 'mychip'" 'hint: did you mean the folder here, `./mychip`?'
run hwlib check ./no_chip
expect 2 "error[hwlib]: there is no hardware library './no_chip'" "hint: no .tess file lies in ./no_chip; a relative path starts at the current folder, /"

# Files are read in the order of their names.
cp -r mychip ordered && mv ordered/a_memory.tess ordered/z_memory.tess
run hwlib check ./ordered
expect 2 "error[name]: unknown memory \`MYCHIP\`" "hint: z_memory.tess declares it, and is read after f32.tess, in the order of names: call it a_memory.tess, say"

# What is there stays.
cp -r mychip before
run hwlib new mychip --lanes 4
expect 2 "error[output]: mychip is there already" "hint: another folder with -o, or another name; nothing is overwritten"
diff -r before mychip >"$work/output" || complain "files were changed"
# Without --variant the family has products that ask for more than the new library.
run family gemm --target ./mychip -o none
expect 2 "error[family]: mychip has no instruction of the role mul_scalar, add for f32" "mychip suffices for --variant add_packed_packed --variant add_strided_strided"
run hwlib new other -o mychip
expect 2 "error[output]: mychip is there already"
touch file
run hwlib new other -o file
expect 2 "error[output]: file is there already"

# Options.
run hwlib new wide -o out/wide --type f64 --lanes 16 --registers 24 --flags "-O1 -g" --cc gcc --json
expect 0
expect_json '.library == "wide"' '.folder == "out/wide"' '.files == ["a_memory.tess", "f64.tess", "wide.h", "machines.json"]'
run hwlib show ./out/wide
expect 0 "holds f64[16] as wide_f64" "registers 24" 'flags "-O1"' 'flags "-g"'
run hwlib check ./out/wide --only wide_fma
expect 0 "natively (gcc)"
run hwlib new armed --feature asimddp --flags -march=armv8.2-a+dotprod --cc "aarch64-linux-gnu-gcc -static" --run qemu-aarch64
expect 0
cp armed/machines.json "$work/stdout"
expect_json '.emulated == [{"compile": ["aarch64-linux-gnu-gcc", "-static"], "run": ["qemu-aarch64"]}]'
run hwlib show ./armed
expect 0 "asimddp"

# As another library: its lanes, registers and roles; those without an instruction in plain C are named.
run hwlib new like_it --like avx2
expect 0
run hwlib show ./like_it
expect 0 "holds f32[8] as like_it_f32" "registers 16" "like_it_masked_store_add(" "like_it_select("
grep -q "^# Yours, if the chip has them: avx2 has instructions of these roles too" like_it/f32.tess &&
  grep -qE '^# .*\bsqrt\b' like_it/f32.tess || complain "what avx2 has, and the new one has not, is not said"
run hwlib check ./like_it
expect 0 " 0 failed; "
run hwlib new like_it2 --like ./mychip --type f64
expect 2 "error[hwlib]: mychip has no vectors of f64" "hint: give --type one of its types: f32"
run hwlib new other --like amx
expect 2 "error[hwlib]: amx has no vectors of f32" "hint: a new library has vectors of f32, f64 or i32: --like another one, or none"

# Words that make no library: nothing is written.
mkdir none && cd none || exit 1
run hwlib new
expect 2 "NAME is required"
run hwlib new My-Chip
expect 2 "error[usage]: 'My-Chip' is no name of a library" "hint: small letters, digits and _"
run hwlib new dram
expect 2 "error[usage]: 'dram' would be the name of a built-in memory" "hint: take another name"
run hwlib new a --lanes 0
expect 2 "error[usage]: --lanes: Value 0 not in range 1 to 1024"
run hwlib new a --registers 0
expect 2 "error[usage]: --registers: Value 0 not in range 1 to 65536"
run hwlib new a --registers 65537
expect 2 "error[usage]: --registers: Value 65537 not in range 1 to 65536"
run hwlib new a --lanes 6
expect 2 "error[usage]: --lanes: 6 is not a power of two from 2 to 1024"
run hwlib new a --type bf16
expect 2 "error[usage]: --type: there are no vectors of 'bf16' in plain C to begin with" "hint: one of f32, f64, i32"
run hwlib new a --run qemu-aarch64
expect 2 "error[usage]: --run needs --cc and --feature"
run hwlib new a --flags '-D"x"'
expect 2 "error[usage]: --flags: there is a quote, a backslash, a brace or a line's end in it"
run hwlib new a --like no_such
expect 2 "error[hwlib]: there is no hardware library 'no_such'"
TESSERA_TEMPLATES=$PWD/absent run hwlib new a
expect 2 "error[file]"
no_files .
cd .. || exit 1
