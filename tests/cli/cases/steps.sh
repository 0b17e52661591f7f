# SPDX-License-Identifier: Apache-2.0
# Steps that are refused: the rule, the statements, the values that break it, what the run with them showed.

cat >copy.tess <<'T'
def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = B[i, j]
        for j in seq(0, 4):
            A[i, j] += 1.0
T
printf "p = replace(p, 'for j in _: _ #1', neon_vld_4xf32)\n" >replace.sched
run show copy.tess --sched replace.sched --hwlib neon
expect 1 "replace.sched:1:1: error[replace.R1]: does not unify with neon_vld_4xf32" "copy.tess:5:9: for j in seq(0, 4):" \
  "neon_vld_4xf32 has \`dst[i] = src[i]\` where the program has \`A[i, j] += 1.0\`"
printf "p = replace(p, 'for j in _: _ #0', neon_vld_4xf32)\n" >replace.sched
run compile copy.tess --sched replace.sched --hwlib neon -o out
expect 1 "error[replace.S1]" "copy.tess:3:9: for j in seq(0, 8):" "counterexample:" "[replayed: "
no_files out

cat >wave.tess <<'T'
def p(n: size, A: f32[n + 1]):
    for i in seq(0, n):
        for j in seq(0, 2):
            A[i + j] = A[i] + 1.0
T
printf "p = reorder_loops(p, 'i j')\n" >reorder.sched
run compile wave.tess --sched reorder.sched -o out
expect 1 "reorder.sched:1:1: error[reorder_loops.S1]" "p = reorder_loops(p, 'i j')" "wave.tess:2:5: for i in seq(0, n):" \
  "rule: iterations (i,j) and (i',j') with i<i', j'<j must not conflict" "counterexample: n = 2, i = 0, j = 1, i' = 1, j' = 0  [replayed: A[" "hint: keep this loop order"
no_files out

cat >ahead.tess <<'T'
def p(n: size, A: f32[n + 1], B: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
        B[i] = A[i + 1]
T
printf "p = fission(p, p.find('A[_] = _').after())\n" >fission.sched
run compile ahead.tess --sched fission.sched -o out
expect 1 "fission.sched:1:1: error[fission.S1]" "ahead.tess:2:5: for i in seq(0, n):" "counterexample: n = 2, i = 0, i' = 1  [replayed: B[0] is" "hint:"
no_files out

printf "p = frobnicate(p)\n" >unknown.sched
run show ahead.tess --sched unknown.sched
expect 2 "unknown.sched:1:5: error[schedule]: there is no primitive 'frobnicate'" "p = frobnicate(p)"
printf "p = divide_lop(p, 'i', 4, ['a', 'b'])\n" >unknown.sched
run show ahead.tess --sched unknown.sched
expect 2 "there is no primitive 'divide_lop'" "did you mean \`divide_loop\`"
printf "p = rename(p, \n" >syntax.sched
run show ahead.tess --sched syntax.sched
expect 2 "syntax.sched:1:11: error[syntax]: '(' is never closed"
printf "p = 3\n" >nothing.sched
run compile ahead.tess --sched nothing.sched -o out
expect 2 "error[schedule]: the schedule leaves no procedure in \`p\`" "hint: assign the result to p"
no_files out
