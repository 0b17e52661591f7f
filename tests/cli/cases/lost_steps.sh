# SPDX-License-Identifier: Apache-2.0
# Schedules of which a step is lost, or that end with another procedure: refused by all commands.

cat >two_loops.tess <<'T'
def other(n: size, A: f32[n], B: f32[n]):
    A[0] = 1.0

def gemm(n: size, A: f32[n], B: f32[n]):
    for a in seq(0, n):
        A[a] = 1.0
    for b in seq(0, n):
        B[b] = 2.0
T
printf "q = fuse(p, 'a', 'b')\np = rename(p, 'g')\n" >branch.sched
printf "fuse(p, 'a', 'b')\n" >dropped.sched
printf "gemm = fuse(gemm, 'a', 'b')\n" >other_name.sched
printf "p = rename(other, 'gemm')\n" >swap.sched
for command in "compile -o out" "show" "verify"; do
  run $command two_loops.tess --sched branch.sched
  expect 2 "branch.sched:1:1: error[schedule]: this step is lost: fuse made" "hint: the result is what \`p\` is at the end"
  run $command two_loops.tess --sched dropped.sched
  expect 2 "dropped.sched:1:1: error[schedule]: this step's result goes nowhere"
  run $command two_loops.tess --sched other_name.sched
  expect 2 "other_name.sched:1:1: error[schedule]: this step is lost" "end with \`p = gemm\`"
  run $command two_loops.tess --sched swap.sched
  expect 2 "swap.sched:1:1: error[schedule]: the final \`p\` derives from other, not from gemm, the procedure being scheduled" "hint: \`--proc other\`"
done
no_files out

# A trace says what it starts from. With a step more that it does not lead to, it is none.
printf "p = rename(p, 'gemm')\n" >rename.sched
run compile two_loops.tess --sched rename.sched --proc other -o out
expect 0
run replay out/gemm.sched
expect 0 "1 steps replayed"
printf "q = rename(p, 'h')\n" >>out/gemm.sched
run replay out/gemm.sched
expect 2 "error[schedule]: this step is lost: rename made"
