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
  expect 1 "chip/chip.tess:23:18: error[bounds]: not always true: src[i] lies in src" "five.sched:1:1: replace takes copy5"
done

# Later steps look at the windows that a call passes, so the body must keep to them from the step on that takes it in,
# though another step may take it out again.
mkdir wide
cat >wide/wide.tess <<'T'
@instr("copy2({dst_data}, {src_data});")
def copy2(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    for i in seq(0, 2):
        dst[i] = src[i]
T
cat >shift.tess <<'T'
@proc
def shift(t: f32[3] @ DRAM):
    for i in seq(0, 2):
        t[i] = t[1 + i]
T
cat >start.sched <<'T'
q = rename(copy2, 'q')
q = unroll_loop(q, 'i')
q = reorder_stmts(q, 'dst[0] = _; dst[1] = _')
p = replace(p, 'for i in _: _', copy2)
p = call_eqv(p, 'copy2(_)', q)
p = inline(p, 'q(_)')
T
cat >taken.sched <<'T'
p = replace(p, 'for i in _: _', copy2)
p = inline(p, 'copy2(_)')
T
sed 's/replace(p, .*/replace_all(p, [copy2])/' taken.sched >all.sched
for sched in start taken all; do
  run compile shift.tess --hwlib ./wide --sched $sched.sched -o refused
  expect 1 "wide/wide.tess:4:18: error[bounds]: not always true: src[i] lies in src" "$sched.sched:1"
done

# What an instruction calls, and what a program may call.
mkdir calls
cat >calls/calls.tess <<'T'
def helper(n: index, dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = src[i]
    if n == 777:
        dst[0] = src[5]

@instr("for (int i = 0; i < 4; i++) (&{dst_data})[i] = (&{src_data})[i];")
def by_helper(n: size, dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    assert n < 1000
    helper(n, dst[0:4], src[0:4])
T
run hwlib check ./calls
expect 1 "calls/calls.tess:5:18: error[bounds]: not always true: src[5] lies in src"
# Of each number of lanes.
mkdir lanes
cat >lanes/lanes.tess <<'T'
memory L:
    lanes VL in (4, 8) as "4"
    holds f32[VL] as float

def last(dst: [f32][6] @ DRAM):
    dst[VL - 1] = 0.0

@instr("(&{dst_data})[0] = (&{src_data})[0];")
def copy_first(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    dst[0] = src[0]
T
run hwlib check ./lanes
expect 1 "lanes/lanes.tess:6:5: error[bounds]: not always true: dst[7] lies in dst" "where VL is 8"
# An instruction alone, though it calls what is wrong.
sed 's/^def helper/@instr("helper();")\n&/' calls/calls.tess >instr.tess && mv instr.tess calls/calls.tess
run hwlib check ./calls --only by_helper
expect 1 "by_helper                    FAILED its body: not always true: src[5] lies in src"

# Undecided is neither.
mkdir open
cat >open/open.tess <<'T'
@instr("(&{dst_data})[0] = (&{src_data})[0];")
def first(n: size, m: size, dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    assert stride(dst, 0) == 1
    assert stride(src, 0) == 1
    assert n * m == 2147483629
    assert n > 1
    assert m > 1
    dst[0] = src[0]
    if n > 2:
        dst[0] = src[5]
T
run hwlib check ./open
expect 3 "first                        SKIPPED" "undecided"
no_files refused
