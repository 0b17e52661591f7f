# SPDX-License-Identifier: Apache-2.0
# --size-limit: how much a step may leave.

cat >one.tess <<'T'
def p(n: size, A: f32[1]):
    A[0] = 1.0
T
for i in 0 1 2 3 4 5 6 7 8; do echo "p = specialize(p, p.body(), ['n > $i'])"; done >doubled.sched
printf "def p(A: f32[8]):\n    for i in seq(0, 8):\n        A[i] = 1.0\n" >loop.tess
echo "p = unroll_loop(p, 'i')" >unrolled.sched

run show one.tess --sched doubled.sched
expect 0
run show one.tess --sched doubled.sched --size-limit 1000
expect 1 "doubled.sched:8:1: error[step.R1]" "statements and expressions" "leaves at most 1000 of them" "--size-limit allows more"
run compile one.tess --sched doubled.sched --size-limit 1000 -o none
expect 1 "error[step.R1]"
no_files none
run show loop.tess --sched unrolled.sched --size-limit 24
expect 0
run show loop.tess --sched unrolled.sched --size-limit 23
expect 1 "error[step.R1]: p would have 24 statements and expressions after unroll_loop" "divide the loop, and unroll the inner one"

# A procedure that is larger as it is written can be worked on, but made no larger.
echo "p = rename(p, 'q')" >renamed.sched
run show one.tess --sched renamed.sched --size-limit 1
expect 0
for wrong in 0 -1 much; do
  run show one.tess --size-limit $wrong
  expect 2 "error[usage]" "--size-limit"
done
