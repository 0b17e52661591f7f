# SPDX-License-Identifier: Apache-2.0
# Steps that leave a configuration field with another value: every report says which.

cat >scale.tess <<'T'
config Cfg:
    scale: f32
def f(n: size, s: f32, A: [f32][n]):
    for i in seq(0, n):
        A[i] = A[i] * s
def p(n: size, s: f32, A: f32[n]):
    f(n, s, A)
T
cat >scale.sched <<'T'
g = rename(f, 'g')
g = bind_config(g, g.find('A[_] = _').child(1).child(1), Cfg, 'scale')
p = call_eqv(p, 'f(_)', g)
T
run verify scale.tess --sched scale.sched
expect 0 "call_eqv  (equal but for Cfg.scale afterwards)" "S1 proved" "every output agrees"
run show scale.tess --sched scale.sched --steps
expect 0 "1  call_eqv  scale.sched:3:1  (equal but for Cfg.scale afterwards)"
run compile scale.tess --sched scale.sched -o out
expect 0
run compile scale.tess --sched scale.sched -o out --json
expect 0 '"Cfg.scale"'
code=0
cat out/p.c out/p.evidence.json >"$work/output"
expect 0 "Equal to the procedure as written but for the values left in: Cfg.scale" '"modulo": [' "g(ctxt, n, s,"

cat >read.tess <<'T'
config Cfg:
    scale: f32
def p(A: f32[4]):
    Cfg.scale = 3.0
    for i in seq(0, 4):
        A[i] = Cfg.scale
T
printf "p = delete_config(p, 'Cfg.scale = _')\n" >read.sched
run show read.tess --sched read.sched
expect 1 "error[delete_config.S1]: does not hold: Cfg.scale is written again before \`A[i] = Cfg.scale\` at read.tess:6:9 reads it" \
  "[replayed: A[0] is 3 before"

# C evaluates the end of a loop in each iteration, and extents wherever an element is addressed: a field that the body
# of the loop writes, or the procedure, is refused there. One that is written before the loop is not.
cat >bounds.tess <<'T'
config Cfg:
    n: size
def taken(n: size, A: f32[n]):
    assert n < 10
    Cfg.n = n
    for i in seq(0, Cfg.n):
        A[i] = 1.0
def moved(A: f32[16]):
    assert Cfg.n <= 16
    for i in seq(0, Cfg.n):
        A[i] = 1.0
        Cfg.n = 3
def sized(A: f32[16]):
    assert Cfg.n == 16
    t: f32[Cfg.n]
    for i in seq(0, 16):
        t[i] = A[i]
    for i in seq(0, 16):
        A[i] = t[15 - i]
    Cfg.n = 3
T
run compile bounds.tess --proc taken -o bounds
expect 0
run compile bounds.tess --proc moved -o bounds
expect 1 "bounds.tess:10:5: error[config]: the end of this loop reads Cfg.n, which its body writes" "hint: move the write after the loop"
run compile bounds.tess --proc sized -o bounds
expect 1 "bounds.tess:15:5: error[config]: this reads Cfg.n, which the procedure writes" "hint: make the extent an argument of type size"
