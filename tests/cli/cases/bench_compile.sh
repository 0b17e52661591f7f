# SPDX-License-Identifier: Apache-2.0
# compile --bench: a program that compares the kernel with the procedure as written, then times both. What it measures
# is not judged here.
cat >p.tess <<'T'
def tri(n: size, m: size, A: [f32][n, m], x: f32[m], y: f32[n]):
    assert m % 4 == 0
    for i in seq(0, n):
        for j in seq(0, m):
            y[i] += A[i, j] * x[j]
        for j in seq(0, i):
            y[i] += 1.0
T
cat >s.sched <<'S'
p = divide_loop(p, 'j', 4, ['jo', 'ji'], perfect=True)
S
run compile p.tess --sched s.sched --bench n=7,m=8 --bench n=30,m=12 --cc gcc -o out
expect 0 "out/tri.c: 1 steps" "compiler" "n=7,m=8" "n=30,m=12" "given" "gcc is "
expect_no clang
[ -s out/tri_bench.c ] || complain "out/tri_bench.c is missing"
run compile p.tess --sched s.sched --bench n=7,m=8 --cc gcc -o out --json
expect 0
expect_json '.bench.rows | length == 1' '.bench.rows[0].compiler == "gcc"' '.bench.rows[0].sizes == {n: 7, m: 8}' \
  '.bench.rows[0].fills == "given"' '.bench.rows[0].bytes == 4 * (7 * 8 + 7 + 8)' \
  '.bench.rows[0].operations == 2 * 7 * 8 + 7 * 6 / 2' '.bench.program == "out/tri_bench.c"' \
  '.bench.compilers.gcc | type == "string"' '.bench.cpu | type == "string"' '.bench.left_out == {}' \
  '[.bench.rows[0] | .kernel, .reference | .ns > 0 and .gops > 0 and .calls_per_sample >= 1 and (.quartiles_ns | length == 2)] | all' \
  '.bench.rows[0] | .ratio > 0 and (.quartiles_ratio | length == 2) and .samples >= 5 and .disturbed >= 0 and has("core")' \
  'has("steps")'
jq -e 'has("bench")' out/tri.json >/dev/null && complain "the manifest that is written holds times"

# program ARGUMENT...: what was written, built as its first lines say.
program() {
  current="$case_name: tri_bench $* after '$broken'"
  gcc -std=gnu11 -O1 -Wall -Wextra -Werror out/tri_bench.c out/tri.c -lm -o out/program >"$work/output" 2>&1 ||
    complain "gcc"
  out/program "$@" >"$work/output" 2>&1
  code=$?
}
broken=nothing
program n=5,m=4 n=6,m=4
expect 0 "n=5,m=4 " "n=6,m=4 " "times as fast" "Gop/s"
program
expect 0 "n=7,m=8 "
program n=5
expect 2 "tri: nothing is given for 'm'; its sizes are n, m"
program n=5,k=4
expect 2 "there is no size 'k'"
program n=5,m=4,n=5
expect 2 "given twice: the size 'n'"
program n=5,m=x
expect 2 "no whole number is given for 'm'"
program n=5,m=6
expect 2 "the preconditions do not allow 'n=5,m=6'"
program n=0,m=4
expect 2 "the preconditions do not allow 'n=0,m=4'"
program n=100000000,m=100000000
expect 2 "take more memory than there is"

# A kernel that is wrong, or leaves its operands, is not timed.
for broken in 's/+= 1.0f/+= 2.0f/' 's/jo < m \/ 4/jo < m \/ 4 + 1/' 's/y\[i\] += 1/y[i + 1] += 1/'; do
  cp out/tri.c good.c
  sed -i "$broken" out/tri.c
  cmp -s good.c out/tri.c && complain "sed changed nothing: $broken"
  program n=7,m=8
  expect 1 "tri: FAILED at n=7,m=8"
  cp good.c out/tri.c
done
broken=nothing

# An instruction whose C is not its body: found by the command.
mkdir wrong
cat >wrong/a.tess <<'T'
@instr("for (int i_ = 0; i_ < 4; i_++) (&{dst_data})[i_] = (&{src_data})[3 - i_];")
def four(dst: [f32][4] @ DRAM, src: [f32][4] @ DRAM):
    for i in seq(0, 4):
        dst[i] = src[i]
T
cat >copy.tess <<'T'
def copy(n: size, x: f32[n], y: f32[n]):
    for i in seq(0, n):
        y[i] = x[i]
T
printf "p = partial_eval(p, [4])\np = replace(p, 'for i in _: _', four)\n" >copy.sched
run compile copy.tess --hwlib ./wrong --sched copy.sched --bench --cc gcc -o wrong_out
expect 1 "error[bench]: what the kernel computes, compiled by gcc, is not what the procedure as written does" \
  "copy: FAILED at fixed" "y[0] is" "hint: a procedure's instructions"

# Sizes that are found: they satisfy the preconditions, also those on several at once, and are of growing amounts.
cat >found.tess <<'T'
def found(n: size, m: size, b: bool, i: index, x: i8[n, m], y: i32[m]):
    assert n == 2 * m
    assert m % 24 == 0
    assert i >= 3
    assert i < n
    for j in seq(0, m):
        y[j] = x[i, j]
T
run compile found.tess --bench --cc gcc -o found --json
expect 0
expect_json '.bench.rows | length == 3' '[.bench.rows[].fills] == ["L1", "L2", "beyond L2"]' \
  '[.bench.rows[].sizes | .n == 2 * .m and .m % 24 == 0 and .i == 3] | all' \
  '[.bench.rows[].bytes] as [$a, $b, $c] | $a < $b and $b < $c' '[.bench.rows[] | .operations == 0 and .kernel.gops == null] | all'
cat >none.tess <<'T'
def none(n: size, m: size, x: f32[n, m]):
    assert n * 1 == m + 5000000
    for i in seq(0, n):
        x[i, 0] = 0.0
T
run compile none.tess --bench --cc gcc -o none
expect 2 "error[bench]" "no sizes were found that the preconditions allow"

# Values that would overflow, or vanish, if calls went on from each other's results.
cat >grow.tess <<'T'
def grow(n: size, x: f32[n], y: f32[n], k: i32[n]):
    for i in seq(0, n):
        x[i] = x[i] * x[i]
        y[i] = 0.5 * y[i]
        k[i] += 1
T
run compile grow.tess --bench n=100 --cc gcc -o grow --json
expect 0
expect_json '.bench.rows[0].calls_between_restores | . >= 1 and . <= 64'

# Sums that are so long that rounding could hide anything: found sizes become smaller, given ones are refused.
cat >vague.tess <<'T'
def vague(n: size, x: f32[n], s: f32[1]):
    s[0] = 0.0
    for i in seq(0, n):
        s[0] += 0.1 * x[i]
T
run compile vague.tess --bench --cc gcc -o vague --json
expect 0
expect_json '.bench.rows | length == 3 and (last | .fills == "less" or has("left_out"))'
run compile vague.tess --bench n=20000000 --cc gcc -o vague
expect 2 "error[bench]" "rounding could hide a wrong result"

# Functions that have no value for data below 0.
cat >root.tess <<'T'
def root(n: size, x: f32[n], s: f32[1]):
    s[0] = 0.0
    for i in seq(0, n):
        s[0] += sqrt(x[i])
T
run compile root.tess --bench n=100 --cc gcc -o root
expect 0 "n=100"
current="$case_name: root, wrong"
sed -i 's/sqrtf(\(.*\));/2 * sqrtf(\1);/' root/root.c
gcc -std=gnu11 -w root/root_bench.c root/root.c -lm -o root/program && root/program >"$work/output" 2>&1
code=$?
expect 1 "root: FAILED at n=100"

# Options.
run compile p.tess --bench n=7 -o none2
expect 2 "error[bench]: --bench n=7: m is not given" "hint: give each of its sizes a value, as in --bench n=64,m=64"
run compile p.tess --bench n=7,m=6 -o none2
expect 2 "error[bench]: --bench n=7,m=6: tri requires m % 4 == 0"
run compile p.tess --bench n=0,m=4 -o none2
expect 2 "the size n is below 1"
run compile p.tess --bench n=7,m=8,k=3 -o none2
expect 2 "tri has no size k"
run compile p.tess --bench n=7,m=8x -o none2
expect 2 "'8x' is not a whole number"
run compile p.tess --bench n=7,n=7,m=8 -o none2
expect 2 "n is given twice"
run compile p.tess --bench 7 -o none2
expect 2 "'7' is not of the form name=value (and FILE comes before --bench)"
run compile p.tess --bench n=7,m=8 --cc no-such-compiler -o none2
expect 2 "there is no compiler 'no-such-compiler'"
no_files none2
run compile copy.tess --hwlib ./wrong --sched copy.sched --bench n=4 -o none2
expect 2 "copy has no size n" "hint: all sizes of copy are fixed"
cat >state.tess <<'T'
config S:
    x: f32
def state(y: f32[4]):
    for i in seq(0, 4):
        y[i] = S.x
T
run compile state.tess --bench -o none2
expect 1 "error[bench]: state uses a configuration, for which no bench program is written" "hint: leave --bench out"
no_files none2

# Where it cannot run: what is missing, and the program is there.
mkdir far
cat >far/a.tess <<'T'
@instr("(&{dst_data})[0] = (&{src_data})[0];", feature="nosuchfeature")
def one(dst: [f32][1] @ DRAM, src: [f32][1] @ DRAM):
    for i in seq(0, 1):
        dst[i] = src[i]
T
printf "p = partial_eval(p, [1])\np = replace(p, 'for i in _: _', one)\n" >far.sched
run compile copy.tess --hwlib ./far --sched far.sched --bench --cc gcc -o far_out
expect 3 "far_out/copy.c" "error[bench]: not timed: this CPU has no nosuchfeature" "far_out/copy_bench.c is written" \
  "cc -std=gnu11 -O3 copy_bench.c copy.c -lm"
[ -s far_out/copy_bench.c ] || complain "far_out/copy_bench.c is missing"
current="$case_name: no compiler"
mkdir empty
(PATH=$PWD/empty; "$tessera" compile copy.tess --bench n=8 -o alone) >"$work/output" 2>&1
code=$?
expect 3 "not timed: there is neither gcc nor clang here, and --cc names no other"
[ -s alone/copy_bench.c ] || complain "alone/copy_bench.c is missing"
