# SPDX-License-Identifier: Apache-2.0
# --json: one value on the standard output whatever happens; an error is also on stderr, as text.

cat >wave.tess <<'T'
def p(n: size, A: f32[n + 1]):
    for i in seq(0, n):
        for j in seq(0, 2):
            A[i + j] = A[i] + 1.0
T
printf "p = rename(p, 'wave')\np = divide_loop(p, 'j', 2, ['jo', 'ji'], perfect=True)\n" >good.sched
printf "p = rename(p, 'wave')\np = reorder_loops(p, 'i j')\n" >refused.sched

run show wave.tess --json
expect 0
expect_json '.procedure == "p" and .steps == 0 and .after == 0' '.program | startswith("def p(n: size")'
run show wave.tess --sched good.sched --after 1 --json
expect 0
expect_json '.procedure == "wave" and .steps == 2 and .after == 1'
run show wave.tess --sched good.sched --steps --json
expect 0
expect_json '[.steps[].primitive] == ["rename", "divide_loop"]' '.steps[1].at == {file: "good.sched", line: 2, column: 1}' \
  '.steps[1].arguments.factor == "2" and .steps[1].unsafe == [] and .steps[1].reassociates == false' \
  '.steps[1].conditions[0].id == "S1" and .steps[1].conditions[0].rule == "perfect: the factor divides the number of iterations"' \
  '.steps[1].conditions[0].proofs[0] | .verdict == "proved" and .decided_by == "affine" and has("milliseconds")'
run show wave.tess --sched good.sched --steps --json --no-times
expect_json '[.. | objects | has("milliseconds")] | any | not'
run show wave.tess --sched good.sched --diff 2 --json
expect 0
expect_json '.step.number == 2 and (.diff | contains("+        for jo in seq(0, 1):"))'
run show wave.tess --sched good.sched --html page.html --json
expect 0
expect_json '.html == "page.html" and .steps == 2'
run verify wave.tess --sched good.sched --smt2 questions --json
expect 0
expect_json '.proofs.affine == 1 and (.steps | length) == 2 and .validation.bounds == "proved" and .validation.tested.choices > 1 and (.validation.tainted | not) and .smt2.files > 1'
run compile wave.tess --sched good.sched -o out --json
expect 0
expect_json '.name == "wave" and .steps == 2'
run primitives --json
expect 0
expect_json 'map(.name) | index("fission") != null'

# A refusal: the same facts as the text.
run show wave.tess --sched refused.sched --json
expect 1 "refused.sched:2:1: error[reorder_loops.S1]: does not hold" "  hint: keep this loop order"
expect_json '.error | .code == "reorder_loops.S1" and .exit_code == 1 and (.message | startswith("does not hold"))' \
  '.error.rule == "iterations (i,j) and (i'"'"',j'"'"') with i<i'"'"', j'"'"'<j must not conflict"' \
  '.error.places[0] == {file: "refused.sched", line: 2, column: 1, text: "p = reorder_loops(p, '"'i j'"')"}' \
  '.error.places[1] == {file: "wave.tess", line: 2, column: 5, text: "for i in seq(0, n):"}' \
  '[.error.counterexample.values[] | "\(.name)=\(.value)"] == ["n=2", "i=0", "j=1", "i'"'"'=1", "j'"'"'=0"]' \
  '.error.counterexample.replay | startswith("replayed: A[1] is")' '.error.hint | startswith("keep this loop order")'
run compile wave.tess --sched refused.sched --json -o none
expect 1
expect_json '.error.code == "reorder_loops.S1"'
no_files none
run verify wave.tess --sched refused.sched --json
expect 1
expect_json '.error.code == "reorder_loops.S1"'

# Other errors.
cat >bounds.tess <<'T'
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i + 1] = 0.0
T
run show bounds.tess --json
expect 1 "error[bounds]"
expect_json '.error.places == [{file: "bounds.tess", line: 3, column: 9, text: "A[i + 1] = 0.0"}]' '.error.counterexample.values | length == 2'
cat >fermat.tess <<'T'
def p(n: size, m: size, k: size, A: f32[n]):
    assert n * n * n + m * m * m == k * k * k
    A[n] = 0.0
T
run show fermat.tess --json
expect 3
expect_json '.error.exit_code == 3 and (.error.message | startswith("undecided"))'
printf 'def p(n: size):\n    \351 = 0.0\n' >latin.tess
run show latin.tess --json
expect 2
expect_json '.error.code == "syntax" and .error.places[0].line == 2'
run show --json
expect 2 "error[usage]: FILE is required"
expect_json '.error.code == "usage" and .error.exit_code == 2 and .error.places == []'
run frobnicate --json
expect 2
expect_json '.error.message == "there is no subcommand '"'frobnicate'"'"'
run show nowhere.tess --json
expect 2
expect_json '.error.code == "file"'
run --help
expect 0 "one JSON value on stdout" "places, rule, counterexample"
