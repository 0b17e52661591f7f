# SPDX-License-Identifier: Apache-2.0
# What an instruction accesses is proved for all sizes: by `hwlib check` of each, and of those that a program uses.

mkdir chip
cat >chip/chip.tess <<'T'
@instr("for (int i = 0; i < 4; i++) (&{dst_data})[i] = (&{src_data})[i];")
def copy4(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 4):
        dst[i] = src[i]

@instr("for (int i = 0; i < 4; i++) (&{dst_data})[i] = (&{src_data})[i];")
def copy_odd(n: size, dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    assert n < 1000
    for i in seq(0, 4):
        dst[i] = src[i]
    if n == 777:
        dst[0] = src[5]

@instr("for (int i = 0; i < 5; i++) (&{dst_data})[i] = (&{src_data})[i];")
def copy5(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    for i in seq(0, 5):
        dst[i] = src[i]
T
run hwlib check ./chip
expect 1 "copy4                        passed" "copy_odd                     FAILED its body: not always true: src[5] lies in src" \
  "copy5                        FAILED its body is wrong: dst[i] is out of bounds" "3 instructions: 1 passed, 2 failed"

# A program is refused for what it uses, not for what else the library holds.
cat >four.tess <<'T'
@proc
def four(x: f32[8] @ DRAM, y: f32[8] @ DRAM):
    copy4(y[0:4], x[0:4])
T
run compile four.tess --hwlib ./chip -o out
expect 0
sed 's/copy4(/copy_odd(3, /' four.tess >odd.tess
run compile odd.tess --hwlib ./chip -o refused
expect 1 "chip/chip.tess:16:18: error[bounds]: not always true: src[5] lies in src"
cat >five.tess <<'T'
@proc
def five(x: f32[8] @ DRAM, y: f32[8] @ DRAM):
    for i in seq(0, 5):
        y[i] = x[i]
T
echo "p = replace(p, 'for i in _: _', copy5)" >five.sched
for command in "compile -o refused" show verify; do
  run $command five.tess --hwlib ./chip --sched five.sched
  expect 1 "chip/chip.tess:23:18: error[bounds]: not always true: src[i] lies in src"
done
no_files refused
