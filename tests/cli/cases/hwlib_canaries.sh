# SPDX-License-Identifier: Apache-2.0
# Where a compiler's target has no pages that can be protected, operands lie between canaries, and the check says so.

mkdir chip bare bare/sys
echo '#error "no such calls here"' >bare/sys/mman.h
cat >chip/chip.tess <<'E'
@instr("for (int k = 0; k < {n}; k++) (&{dst_data})[k] = (&{src_data})[k];", role="copy_some")
def copy(n: size, dst: [f32][n] @ DRAM, src: [f32][n] @ DRAM):
    assert n <= 4
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, n):
        dst[i] = src[i]
E
run hwlib check ./chip --cc gcc
expect 0 "1 run natively, 0 emulated, 0 modelled, 0 not run; guard pages around operands"
run hwlib check ./chip --cc gcc --json
expect_json '.machines[0].around_operands == "guard pages"'
cat >chip/machines.json <<E
{"native": [{"name": "bare", "compile": ["gcc", "-I$PWD/bare"]}, {"name": "gcc", "compile": ["gcc"]}]}
E
run hwlib check ./chip --record
expect 0 "copy                         passed " ", between canaries on bare" "; canaries around operands on bare, guard pages on others"
cp chip/conformance.json "$work/stdout"
expect_json '.machines[0].around_operands == "canaries"' '.machines[1].around_operands == "guard pages"'
run hwlib show ./chip
expect 0 "conformance: passed " ", between canaries on bare"

# A canary shows writes, before and after.
sed -i 's/, {"name": "gcc", "compile": \["gcc"\]}//' chip/machines.json
cp chip/chip.tess right.tess
for place in -1 -700 '{n}' '{n} + 700'; do
  sed "s/@instr(\"/&(\&{dst_data})[$place] = 1; /" right.tess >chip/chip.tess
  run hwlib check ./chip
  expect 1 "copy                         FAILED natively (bare): the program wrote " "what is passed as dst"
done
sed 's/@instr("/&__builtin_trap(); /' right.tess >chip/chip.tess
run hwlib check ./chip
expect 1 "    memory operands end at a canary"

# A compiler without the C library of its target makes no programs: not run, and said so.
cp right.tess chip/chip.tess
for without in -nostdinc -nostdlib; do
  printf '{"native": [{"name": "bare", "compile": ["gcc", "%s"]}]}\n' $without >chip/machines.json
  run hwlib check ./chip
  expect 3 "copy                         SKIPPED: gcc does not compile: no C library of its target is here (" \
    "); Debian has those of other machines in packages such as libc6-dev-ARCHITECTURE-cross"
done
