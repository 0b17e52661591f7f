# SPDX-License-Identifier: Apache-2.0
# --stats and --time-limit.

cat >wave.tess <<'T'
def p(n: size, A: f32[n + 1]):
    for i in seq(0, n):
        for j in seq(0, 2):
            A[i + j] = 2.0
T
printf "p = rename(p, 'wave')\np = divide_loop(p, 'j', 2, ['jo', 'ji'], perfect=True)\n" >good.sched
printf "p = rename(p, 'wave')\np = divide_loop(p, 'j', 3, ['jo', 'ji'], perfect=True)\n" >refused.sched
cat >square.tess <<'T'
def p(x: size, y: size, A: f32[1]):
    assert 20 <= x
    assert x <= 40
    assert y <= 40
    assert x * x == 2 * y * y + 5
    A[5] = 0.0
T

run show wave.tess --sched good.sched --stats
expect 0 "solver: 3 questions" "affine            3" "slowest:" "divide_loop.S1, step 2 of wave, good.sched:2:1: the number of iterations is a multiple of 2" \
  "check.bounds: "
grep -q solver stdout 2>/dev/null && complain "statistics on the standard output"
run show wave.tess --sched good.sched
expect_no "solver:"
for command in show verify; do
  run $command wave.tess --sched good.sched --stats --json
  expect 0
  expect_json '.solver.decided_by.affine.count == .solver.questions and .solver.questions >= 2' \
    '.solver.decided_by.unknown.count == 0' '[.solver.slowest[].name | length > 0] | all' \
    '.solver.slowest[] | select(.name == "divide_loop.S1") | .step == 2 and .procedure == "wave" and .at == "good.sched:2:1" and .decided_by == "affine" and .verdict == "proved" and (.statement | length > 0)'
done
run compile wave.tess --sched good.sched --stats --json -o out
expect 0
expect_json '.solver.questions >= 2'
! jq -e .solver out/wave.json >/dev/null || complain "statistics in the manifest"
run replay out/wave.sched --stats --json
expect 0
expect_json '.solver.questions >= 2'

# After an error too: then it matters most.
run show wave.tess --sched refused.sched --stats --json
expect 1 "solver: 3 questions" "refuted  divide_loop.S1, refused.sched:2:1"

# The limit. With 0 there is no Z3 at all.
run show square.tess --time-limit 0 --stats
expect 3 "error[bounds]: undecided: A[5] lies in A (affine reasoning does not settle it, and a time limit of 0 ms leaves no time for Z3)" \
  "a longer --time-limit" "unknown           2"
run show wave.tess --time-limit 0
expect 0
printf "p = rename(p, 'q')\n" >q.sched
run verify square.tess --sched q.sched --time-limit 0
expect 3
run compile square.tess --time-limit 0 -o none
expect 3
no_files none
run show square.tess --time-limit -1
expect 2 "error[usage]" "--time-limit"
run show square.tess --time-limit soon
expect 2 "error[usage]" "--time-limit"
cat >fermat.tess <<'T'
def p(n: size, m: size, k: size, A: f32[n]):
    assert n * n * n + m * m * m == k * k * k
    A[n] = 0.0
T
run show fermat.tess --time-limit 40
expect 3 "no answer within 40 ms" "a longer --time-limit"
