# SPDX-License-Identifier: Apache-2.0
# The result is compared with the program as written on sizes that meet every case; what was run and left out is said.

cat >tail.tess <<'T2'
def p(n: size, m: size, A: f32[n], B: f32[n]):
    assert m % 4 == 0
    for i in seq(0, n):
        A[i] += B[i]
T2
printf "p = divide_loop(p, 'i', 8, ['io', 'ii'], tail='cut')\n" >tail.sched
run verify tail.tess --sched tail.sched
expect 0 "proved for all sizes" "every output agrees" "was missed with a probability below" \
  "n: every residue modulo 8, 1 to 7, 16, 17" "m: every residue modulo 4" "ruled out by the preconditions" \
  "order of floating-point sums: preserved"
expect_no "LEFT OUT"
run verify tail.tess --sched tail.sched --json
expect 0
expect_json '.validation.tested | .choices >= 16 and .single.left_out == 0 and .ways.left_out == 0 and .ways.met > 2 and .single.impossible > 0 and .error_bound < 1e-12' \
  '.validation.reassociates == [] and .validation.any_sizes'
run verify tail.tess --sched tail.sched --work 1000
expect 0 "LEFT OUT" "the limit of work was met" "no run: p: \`for i in seq(0, n)\` at tail.tess:"
run verify tail.tess --sched tail.sched --work 1000 --json
expect_json '.validation.tested | .single.left_out > 0 and .out_of_work and .ways.left_out == (.ways_left_out | length)'
run verify tail.tess --sched tail.sched --seed 7 --sizes n=9,m=4
expect 0 "1 choice" "ruled out by the preconditions or ranges"

# Ranges that make no sense are bad input.
run verify tail.tess --sched tail.sched --sizes n=1..
expect 2 "error[sizes]: 'n=1..' is not a range of sizes" "NAME=LO..HI"
run verify tail.tess --sched tail.sched --sizes k=4
expect 2 "error[sizes]: p has no control argument k" "its control arguments are n, m"
run verify tail.tess --sched tail.sched --sizes n=5..4
expect 2 "error[sizes]: the range 5..4 of n is empty"
run verify tail.tess --sched tail.sched --sizes m=5..7
expect 2 "error[sizes]: no sizes are in the ranges and satisfy the preconditions"
run verify tail.tess --sched tail.sched --work many
expect 2 "--work"

# A reordered sum is named; a schedule that assumes something is validated as well, and the difference found.
cat >sum.tess <<'T2'
def p(n: size, m: size, A: f32[n, m], s: f32):
    for i in seq(0, n):
        for j in seq(0, m):
            s += A[i, j]
T2
printf "p = reorder_loops(p, 'i j')\n" >sum.sched
run verify sum.tess --sched sum.sched
expect 0 "order of floating-point sums: reassociated at step 1 reorder_loops"
printf "p = add_unsafe_guard(p, 's += _', 'n < 3')\n" >unsafe.sched
run verify sum.tess --sched unsafe.sched
expect 1 "ASSUMED" "error[equivalence]: p and its scheduled form differ: s is" "counterexample: n = 3, m = 1"
run verify sum.tess --sched unsafe.sched --sizes n=1..2
expect 0 "every output agrees" "UNSAFE: assumed, not proved: add_unsafe_guard"
run verify sum.tess --sched unsafe.sched --sizes n=1..2 --json
expect 0
expect_json '.validation.tainted and (.validation.unsafe | length) == 1'

# Where nothing was compared there is no success: the one choice takes too long, and it is no sum.
cat >long.tess <<'T2'
def p(n: size, A: f32[n]):
    for t in seq(0, 1000000):
        for i in seq(0, n):
            A[i] = relu(A[i])
T2
printf "p = rename(p, 'q')\n" >long.sched
run verify long.tess --sched long.sched --work 1000
expect 3 "no sizes were run" "error[equivalence]: undecided: nothing was compared" "hint: --work allows larger runs"
run verify long.tess --sched long.sched --work 1000 --json
expect 3
expect_json '.error.code == "equivalence" and .validation.tested.choices == 0'
run compile long.tess --sched long.sched --validate -o out
expect 3 "error[equivalence]: undecided: nothing was compared" "without --validate the C is written"
no_files out

# The program as written must not compute with what was never written.
cat >unwritten.tess <<'T2'
def f(n: size, y: f32[n]):
    for i in seq(0, n):
        s: f32
        if i < 3:
            s = 1.0
        y[i] = s
T2
printf "p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='guard')\n" >unwritten.sched
for command in "verify" "verify --sizes n=5" "compile --validate -o out" "compile --test -o out" "show"; do
  run $command unwritten.tess --sched unwritten.sched
  expect 1 "unwritten.tess:6:16: error[unwritten]: s is read before it is written (n = 4, i = 3)" \
    "[replayed: y[3] ends with a copy of what was never written]" "hint: write it first"
done
no_files out

# A step may multiply further what a loop multiplied before: the result is looked at again, in callees too.
cat >multiplied.tess <<'T'
def p(n: size, A: f32[1]):
    for k in seq(2147483647 * n, 2147483647 * n + 1):
        if k >= 0:
            A[0] += 1.0
T
printf "p = rewrite_expr(p, 'k >= 0', '2147483647 * k >= 0')\n" >multiplied.sched
for command in verify "compile -o multiplied"; do
  run $command multiplied.tess --sched multiplied.sched
  expect 1 "error[index]: 2147483647 * k of p may be 9.9e+27, which does not fit 64 bits" \
    "rule: index arithmetic fits 64 bits for all sizes, indices, strides and fields below 2^31"
done
no_files multiplied
