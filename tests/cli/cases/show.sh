# SPDX-License-Identifier: Apache-2.0
# The ways to look at a schedule, and the page.

cat >p.tess <<'T'
def p(n: size, A: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] += 1.0
T
printf "p = rename(p, 'q')\np = reorder_loops(p, 'i j')\np = divide_loop(p, 'j', 4, ['jo', 'ji'], perfect=True)\n" >s.sched

# The diff of a short program is all of it: its lines are the programs before and after.
for n in 1 2 3; do
  run show p.tess --sched s.sched --diff $n
  expect 0 "--- before step $n" "+++ after step $n: "
  sed '1,3d' "$work/stdout" >diff
  for side in "-$((n - 1))" "+$n"; do
    run show p.tess --sched s.sched --after "${side#?}"
    sed '$d' "$work/stdout" >program
    grep "^[ ${side%?}]" diff | cut -c2- | cmp -s - program || complain "the $side lines of the diff are not the program"
  done
done
run show p.tess --sched s.sched --diff 3
expect 0 "@@ -1,4 +1,5 @@" "-    for j in seq(0, 8):" "+    for jo in seq(0, 2):" "+        for ji in seq(0, 4):"
expect_no "$(printf '\033')"
run show p.tess --sched s.sched --diff 4
expect 2 "error[usage]: --diff 4: the schedule has 3 steps" "hint:"
run show p.tess --sched s.sched --diff 0
expect 2 "error[usage]: --diff"
run show p.tess --sched s.sched --diff 1 --after 1
expect 2 "error[usage]" "excludes"

# The page: whole or not at all.
run show p.tess --sched s.sched --html new/folder/page.html
expect 0 "new/folder/page.html: 3 steps"
grep -q '^</html>$' new/folder/page.html || complain "the page is not whole"
[ "$(find new -type f | wc -l)" -eq 1 ] || complain "other files beside the page"
run show p.tess --html plain.html
expect 0 "plain.html: 0 steps"
mkdir folder
run show p.tess --sched s.sched --html folder
expect 2 "error[output]: cannot write ./folder" "hint: write to another folder"
no_files folder
run show p.tess --sched s.sched --html /proc/tessera.html
expect 2 "error[output]: cannot write /proc/tessera.html"
run show p.tess --sched s.sched --html ''
expect 2 "error[usage]: --html: a file is wanted"
run show nowhere.tess --html no.html
expect 2 "error[file]"
[ ! -e no.html ] || complain "a page of nothing"

# A line that is no step ends the schedule as well: what was done before it is shown.
printf "p = rename(p, 'q')\np = frobnicate(p)\n" >unknown.sched
run show p.tess --sched unknown.sched --after 1
expect 2 "def q(" "unknown.sched:2:5: error[schedule]: there is no primitive 'frobnicate'" "before: 1 step"
run show p.tess --sched unknown.sched --steps
expect 2 "   1  rename  unknown.sched:1:1" "there is no primitive 'frobnicate'"
run show p.tess --sched unknown.sched --diff 1 --json
expect 2
expect_json '.error.code == "schedule" and (.diff | length) > 0'

# A refused step: the page shows the steps before it and the refusal, and the command fails all the same.
printf "p = rename(p, 'q')\np = divide_loop(p, 'i', 3, ['io', 'ii'], perfect=True)\np = rename(p, 'r')\n" >refused.sched
run show p.tess --sched refused.sched --html refused.html
expect 1 "refused.sched:2:1: error[divide_loop.S1]" "refused.html: 1 step before the one that is refused"
grep -q '"refused":{"call":"p = divide_loop' refused.html || complain "the page does not show the refusal"
grep -q '"result":"q"' refused.html || complain "the page does not show the steps before"

# And so do the other ways to look: what was done before on stdout, the refusal on stderr.
run show p.tess --sched refused.sched --steps
expect 1 "refused.sched:2:1: error[divide_loop.S1]" "  before: 1 step succeeded; \`--after 1\` prints the program at that point"
[ "$(cat "$work/stdout")" = "   1  rename  refused.sched:1:1" ] || complain "not the steps before the refused one"
run show p.tess --sched refused.sched --after 1
expect 1 "refused.sched:2:1: error[divide_loop.S1]"
grep -q '^def q(' "$work/stdout" || complain "not the program before the refused step"
run show p.tess --sched refused.sched --after 0
expect 1 "error[divide_loop.S1]"
grep -q '^def p(' "$work/stdout" || complain "not the program as written"
run show p.tess --sched refused.sched --diff 1
expect 1 "+++ after step 1: rename" "error[divide_loop.S1]"
for beyond in "" "--after 2" "--diff 2"; do
  run show p.tess --sched refused.sched $beyond
  expect 1 "error[divide_loop.S1]" "  before: 1 step succeeded; "
  [ ! -s "$work/stdout" ] || complain "a program that no step has led to"
done
run show p.tess --sched refused.sched --steps --json
expect 1 "refused.sched:2:1: error[divide_loop.S1]"
expect_json '[.steps[].primitive] == ["rename"]' '.error.code == "divide_loop.S1" and .error.exit_code == 1'
run show p.tess --sched refused.sched --after 1 --json
expect 1
expect_json '.steps == 1 and .after == 1 and (.program | startswith("def q("))' '.error.code == "divide_loop.S1"'
run show p.tess --sched refused.sched --diff 1 --json
expect 1
expect_json '.step.number == 1 and (.diff | length > 0)' '.error.code == "divide_loop.S1"'
run show p.tess --sched refused.sched --after 2 --json
expect 1
expect_json '.steps == 1 and .error.code == "divide_loop.S1" and (has("program") | not)'
run show p.tess --sched refused.sched --html refused.html --json
expect 1
expect_json '.steps == 1 and .html == "refused.html" and .error.code == "divide_loop.S1"'

# A call over several lines, of which a later one is to blame.
printf "c = p.find('for j in _: _')\nq = p\np = rename(p, 'q')\np = unroll_loop(p, c)\np = divide_loop(p,\n  c, 4,\n  ['a', 'b'])\n" >spread.sched
run show p.tess --sched spread.sched --steps
expect 1 "spread.sched:6:3: error[cursor]" "  before: 2 steps succeeded;"
grep -q '   2  unroll_loop' "$work/stdout" || complain "not the steps before the refused one"

# What is no schedule has no steps.
printf "p = rename(p, 'q')\np = rename(p, 'r'\n" >wrong.sched
run show p.tess --sched wrong.sched --steps
expect 2 "wrong.sched:2:11: error[syntax]: '(' is never closed"
[ ! -s "$work/stdout" ] || complain "steps of a schedule that is none"
