# SPDX-License-Identifier: Apache-2.0
# A step that is taken on the schedule's word marks all that is made with it.

cat >fill.tess <<'T'
def p(n: size, m: index, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
T
printf "p = add_unsafe_guard(p, 'A[_] = _', 'm * 2 < n')\np = divide_loop(p, 'i', 4, ['io', 'ii'])\n" >fill.sched
run compile fill.tess --sched fill.sched -o out
expect 0
current="$case_name: out/kernels.h"
cat out/* >"$work/output"
expect 0 "UNSAFE: assumed, not proved: add_unsafe_guard (m * 2 < n)"
run verify fill.tess --sched fill.sched
expect 1 "add_unsafe_guard (m * 2 < n) ASSUMED" "error[equivalence]: p and its scheduled form differ: A[0] is 1 before"
