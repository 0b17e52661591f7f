# SPDX-License-Identifier: Apache-2.0
# Places: which match is meant, what is said when there is none.

cat >p.tess <<'T'
def p(n: size, Acc: f32[n, 8], B: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            Acc[i, j] = B[i, j]
        for j in seq(0, 8):
            Acc[i, j] += 1.0
T

printf "p = rename(p, 'q')\np = unroll_loop(p, 'for k in _: _')\n" >none.sched
run show p.tess --sched none.sched
expect 1 "none.sched:2:1: error[pattern]: nothing in q matches 'for k in _: _'" "p = unroll_loop(p, 'for k in _: _')" \
  "nearest: for i in _: _   |   for j in _: _"
run compile p.tess --sched none.sched -o out
expect 1 "error[pattern]"
no_files out

printf "p = set_memory(p, 'Acd : _', DRAM)\n" >buffer.sched
run show p.tess --sched buffer.sched
expect 1 "error[pattern]: nothing in p matches 'Acd : _'" "nearest: Acc[_] = _"

printf "p = bind_expr(p, 'C[_]', 'c')\n" >expression.sched
run show p.tess --sched expression.sched
expect 1 "error[pattern]: nothing in p matches 'C[_]'" "nearest:" "B[i, j]"

printf "p = reorder_loops(p, 'i j')\n" >nest.sched
run show p.tess --sched nest.sched
expect 1 "error[pattern]: nothing in p matches 'i j'" "nearest: for i in _: _   |   for j in _: _"

printf "p = unroll_loop(p, 'for j in _: _ #2')\n" >beyond.sched
run show p.tess --sched beyond.sched
expect 1 "beyond.sched:1:1: error[pattern]: 'for j in _: _ #2' matches 2 times in p; counting starts at #0" \
  "matches: #0: for j in seq(0, 8):   |   #1: for j in seq(0, 8):"
printf "p = unroll_loop(p, 'i #1')\n" >beyond.sched
run show p.tess --sched beyond.sched
expect 1 "'for i in _: _ #1' matches 1 time in p" "matches: #0: for i in seq(0, n):"

# Where several match, the first is meant; #n picks another.
for pattern in "j" "j #0" "for j in _: _"; do
  printf "p = divide_loop(p, '%s', 4, ['a', 'b'], tail='perfect')\n" "$pattern" >first.sched
  run show p.tess --sched first.sched
  expect 0 "Acc[i, b + 4 * a] = B[i, b + 4 * a]" "Acc[i, j] += 1.0"
done
for pattern in "j #1" "for j in _: _ #1"; do
  printf "p = divide_loop(p, '%s', 4, ['a', 'b'], tail='perfect')\n" "$pattern" >second.sched
  run show p.tess --sched second.sched
  expect 0 "Acc[i, j] = B[i, j]" "Acc[i, b + 4 * a] += 1.0"
done

printf "p = unroll_loop(p, 'for j in')\n" >syntax.sched
run show p.tess --sched syntax.sched
expect 2 "error[syntax]" "for j in"

# A cursor whose node is gone.
printf "c = p.find_loop('j')\np = unroll_loop(p, 'j')\np = divide_loop(p, c, 4, ['a', 'b'], tail='perfect')\n" >stale.sched
run show p.tess --sched stale.sched
expect 1 "stale.sched:3:20: error[cursor]: the cursor points at something that unroll_loop removed" "search for it again"
